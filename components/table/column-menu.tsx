"use client";

import { Columns3 } from "lucide-react";
import { useTranslations } from "next-intl";
import { later } from "@/components/ui/dynamic.tsx";
import { Menu } from "../ui/menu.tsx";
import type { ColumnChoice } from "./use-column-visibility.ts";

const ColumnOptions = later(async () => (await import("./column-options.tsx")).ColumnOptions);

/** Chooses the columns of a table. */
export function ColumnMenu({ choice }: { choice: ColumnChoice }) {
  const t = useTranslations("table");
  return (
    <Menu label={t("columns")} icon={<Columns3 aria-hidden className="size-4" />}>
      <ColumnOptions choice={choice} />
    </Menu>
  );
}
