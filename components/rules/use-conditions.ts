"use client";

import { useTranslations } from "next-intl";
import { useFormats } from "@/components/ui/use-formats.ts";
import { formatUnitPrice } from "@/lib/i18n/unit-price.ts";
import type { Rule } from "@/lib/contract/rules.ts";

/** Monday first, as a week is written in the Netherlands. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];
/** A Sunday at noon. */
const SUNDAY_MS = Date.UTC(2026, 5, 14, 12);
const DAY_MS = 86_400_000;

/** The target, the thresholds and the hours of a rule in words. */
export function useConditions({ target, export_threshold, import_threshold, hours }: Rule) {
  const t = useTranslations("rules");
  const types = useTranslations("controls.types");
  const f = useFormats();
  const describe = (name: string, threshold: Rule["export_threshold"]) =>
    threshold
      ? [
          `${name} ${formatUnitPrice(f.locale, threshold.below_eur_per_mwh, "MWh")}: ${types(`${threshold.type}.title`)}`,
        ]
      : [];
  const describeDays = (days: readonly number[]) =>
    days.length === WEEK.length
      ? t("everyDay")
      : WEEK.filter((day) => days.includes(day))
          .map((day) => f.bareWeekday(SUNDAY_MS + day * DAY_MS))
          .join(", ");
  return {
    target: target.kind === "group" ? target.name : t("zone", { zone: target.name }),
    thresholds: [
      ...describe(t("export"), export_threshold),
      ...describe(t("import"), import_threshold),
    ],
    hours: hours.map(
      ({ days, time_from, time_to }) => `${describeDays(days)} ${time_from}–${time_to}`,
    ),
  };
}
