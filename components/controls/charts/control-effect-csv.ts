import type { ReactNode } from "react";
import { csvText } from "@/lib/export/csv.ts";
import { localStamp, utcStamp } from "@/lib/time/amsterdam.ts";
import type { Labels } from "../../chart/use-chart-labels.ts";

/** A part of a control, `[from, to)` in milliseconds. */
export interface EffectInterval {
  from: number;
  to: number;
  isp: number;
}

/** One column of the numbers. */
export interface EffectColumn<T> {
  heading: string;
  render: (interval: T) => ReactNode;
  /** The value in the file; a column without it is left out. */
  number?: (interval: T) => number | null;
}

/** A control's intervals as a file for a spreadsheet: from and to in local and in UTC time, then its powers. */
export function effectCsv<T extends EffectInterval>(
  intervals: readonly T[],
  columns: readonly EffectColumn<T>[],
  { t }: Labels,
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
