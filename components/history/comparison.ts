import type { Formats } from "@/lib/i18n/format.ts";
import { NEGLIGIBLE_KWH, formatEnergy } from "@/components/ui/format-energy.ts";
import type { useTranslations } from "next-intl";
import type { Totals } from "./buckets.ts";
import type { SpanName } from "@/lib/time/periods.ts";

/** Translations and formats of history texts. */
interface HistoryLabels {
  t: ReturnType<typeof useTranslations<"customerHome.history">>;
  f: Formats;
}

type Total = Totals["toGrid"];

/** How one energy compares with the span before; null where either was not measured whole. */
export function describeComparison(
  name: SpanName,
  current: Total,
  earlier: Total,
  { t, f }: HistoryLabels,
): string | null {
  if (current.kwh === null || earlier.kwh === null) return null;
  if (!current.whole || !earlier.whole) return null;
  const more = current.kwh - earlier.kwh;
  if (Math.abs(more) < NEGLIGIBLE_KWH) return t(`sameAs.${name}`);
  const kwh = formatEnergy(f, Math.abs(more));
  return more > 0 ? t(`moreThan.${name}`, { kwh }) : t(`lessThan.${name}`, { kwh });
}

/** What is missing of a span, in sentences. */
export function describeGaps(
  name: SpanName,
  buckets: readonly { known: string }[],
  { t, f }: HistoryLabels,
): string[] {
  const of = (known: string) => buckets.filter((bucket) => bucket.known === known).length;
  const units = name === "day" ? "hours" : "days";
  const [missing, part] = [of("none"), of("part")];
  const over = buckets.length - of("ahead");
  if (missing === over) return [t("noneYet")];
  return [
    ...(missing > 0 ? [t(`missing.${units}`, { missing: f.count(missing), count: over })] : []),
    ...(part > 0 ? [t(`partly.${units}`, { count: part })] : []),
    ...(missing + part > 0 ? [t("countsOnly")] : []),
  ];
}
