import { floorQuarter, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { Interval } from "../meter-csv/intervals.ts";

/** A series by quarter-hour from `startMs`; NaN is missing. */
export interface Quarters {
  startMs: number;
  kw: Float64Array;
}

/** A quarter-hour with less measured time than this counts as missing. */
const MIN_COVERED = 2 / 3;

/** Averages intervals over quarter-hours, weighted by the time they cover, in any order. */
export function byQuarter(intervals: readonly Interval[]): Quarters {
  let [startMs, lastMs] = [Infinity, -Infinity];
  for (const interval of intervals) {
    startMs = Math.min(startMs, floorQuarter(interval.startMs));
    lastMs = Math.max(lastMs, interval.endMs);
  }
  const count = Math.max(0, Math.ceil((lastMs - startMs) / QUARTER_MS));
  const sums = new Float64Array(count);
  const coveredMs = new Float64Array(count);
  for (const { startMs: from, endMs, kw } of intervals) {
    for (let ms = from; ms < endMs; ms = floorQuarter(ms) + QUARTER_MS) {
      const at = (floorQuarter(ms) - startMs) / QUARTER_MS;
      const partMs = Math.min(endMs, floorQuarter(ms) + QUARTER_MS) - ms;
      sums[at]! += kw * partMs;
      coveredMs[at]! += partMs;
    }
  }
  const kw = sums.map((sum, at) =>
    coveredMs[at]! >= MIN_COVERED * QUARTER_MS ? sum / coveredMs[at]! : NaN,
  );
  return { startMs, kw };
}
