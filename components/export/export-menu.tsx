"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { Menu } from "@/components/ui/menu.tsx";
import { dynamic } from "@/components/ui/dynamic.tsx";
import type { ExportProps } from "./export-choices.tsx";

const ExportChoices = dynamic(async () => (await import("./export-choices.tsx")).ExportChoices);

/** Exports all matching rows of a list. */
export function ExportMenu({
  alone,
  ...exported
}: ExportProps & {
  /** Is the only tool of the list. */
  alone: boolean;
}) {
  const t = useTranslations("table");
  return (
    <Menu label={t("export")} icon={<Download aria-hidden className="size-4" />} spelled={alone}>
      <ExportChoices {...exported} />
    </Menu>
  );
}
