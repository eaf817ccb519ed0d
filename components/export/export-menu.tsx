"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { Menu } from "@/components/ui/menu.tsx";
import { dynamic } from "@/components/ui/dynamic.tsx";
import type { ExportProps } from "./export-choices.tsx";

const ExportChoices = dynamic(async () => (await import("./export-choices.tsx")).ExportChoices);

/** The way to all rows of a list that match, as a file. */
export function ExportMenu({
  alone,
  ...exported
}: ExportProps & {
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
