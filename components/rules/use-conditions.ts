"use client";

import { useTranslations } from "next-intl";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { Rule } from "@/lib/contract/rules.ts";

/** The target and the thresholds of a rule in words. */
export function useConditions({ target, export_threshold, import_threshold }: Rule) {
  const t = useTranslations("rules");
  const types = useTranslations("controls.types");
  const f = useFormats();
  const describe = (name: "export" | "import", threshold: Rule["export_threshold"]) =>
    threshold
      ? [
          `${t(name)} ${f.eur(threshold.below_eur_per_mwh)}/MWh: ${types(`${threshold.type}.title`)}`,
        ]
      : [];
  return {
    target: target.kind === "group" ? target.name : t("zone", { zone: target.name }),
    thresholds: [...describe("export", export_threshold), ...describe("import", import_threshold)],
  };
}
