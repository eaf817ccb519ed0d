import { csvText } from "@/lib/export/csv.ts";
import { localStamp, utcStamp } from "@/lib/export/stamps.ts";
import type { EffectColumn, EffectInterval } from "./effect-frame.tsx";
import type { Texts } from "./use-texts.ts";

/** A control's intervals as a file for a spreadsheet: from and to in local and in UTC time, then its powers. */
export function effectCsv<T extends EffectInterval>(
  intervals: readonly T[],
  columns: readonly EffectColumn<T>[],
  { t }: Texts,
): string {
  const numbers = columns.filter(({ number }) => number !== undefined);
  const headings = [t("csv.localFrom"), t("csv.localTo"), t("csv.utcFrom"), t("csv.utcTo")];
  const rows = intervals.map((interval) => [
    localStamp(interval.from),
    localStamp(interval.to),
    utcStamp(interval.from),
    utcStamp(interval.to),
    interval.isp,
    ...numbers.map(({ number }) => number?.(interval)),
  ]);
  return csvText([
    [...headings, t("csv.isp"), ...numbers.map(({ heading }) => t("csv.kw", { heading }))],
    ...rows,
  ]);
}
