"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { Menu } from "@/components/ui/menu.tsx";
import { later } from "@/components/ui/dynamic.tsx";
import type { Exported } from "./export-choices.tsx";

const ExportChoices = later(async () => (await import("./export-choices.tsx")).ExportChoices);

/** The way to all rows of a list that match, as a file. */
export function ExportMenu({
  alone,
  ...exported
}: Exported & {
  /** Stands without other tools beside it. */
  alone: boolean;
}) {
  const t = useTranslations("table");
  return (
    <Menu label={t("export")} icon={<Download aria-hidden className="size-4" />} spelled={alone}>
      <ExportChoices {...exported} />
    </Menu>
  );
}
