import { MINUTE_MS, QUARTER_MS } from "../../service/engine/calendar.ts";
import { BacktestError } from "./problem.ts";

/** Readings in time order: value `i` holds for the step that starts at `startsMs[i]`. */
export interface Readings {
  startsMs: Float64Array;
  values: Float64Array;
  stepMs: number;
  duplicates: number;
  outOfOrder: number;
}

/** A series by quarter-hour from `startMs`; NaN is missing. */
export interface Quarters {
  startMs: number;
  kw: Float64Array;
}

const FINEST_MS = MINUTE_MS;
/** A quarter-hour of which less than this was measured is missing. */
const LEAST_COVERED = 2 / 3;

/** The most frequent distance between neighbours, in ms. */
function stepOf(startsMs: Float64Array): number {
  const counts = new Map<number, number>();
  for (let i = 1; i < startsMs.length; i++) {
    const step = startsMs[i]! - startsMs[i - 1]!;
    counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? NaN;
}

/**
 * Puts readings in order of time; of two for the same moment the first stays.
 * @throws BacktestError when the usual step is not between 1 and 15 minutes.
 */
export function inOrder(moments: readonly number[], values: Float64Array, name: string): Readings {
  const rows = [...moments.keys()].filter((row) => !Number.isNaN(moments[row]!));
  const outOfOrder = rows.filter((row, i) => i > 0 && moments[row]! < moments[rows[i - 1]!]!);
  rows.sort((a, b) => moments[a]! - moments[b]!);
  const kept = rows.filter((row, i) => i === 0 || moments[row] !== moments[rows[i - 1]!]);
  const startsMs = Float64Array.from(kept, (row) => moments[row]!);
  const stepMs = stepOf(startsMs);
  if (!(stepMs >= FINEST_MS && stepMs <= QUARTER_MS)) {
    const minutes = stepMs / MINUTE_MS;
    throw new BacktestError(
      `${name} has a value every ${minutes} minutes; forecasts are scored by quarter-hour, so give ` +
        `one every 15 minutes or more often.`,
    );
  }
  return {
    startsMs,
    values: Float64Array.from(kept, (row) => values[row]!),
    stepMs,
    duplicates: rows.length - kept.length,
    outOfOrder: outOfOrder.length,
  };
}

/** Whether values only grow, but for a new meter now and then, as a meter's readings do. */
export function isMeterReading(values: Float64Array): boolean {
  const known = values.filter((value) => !Number.isNaN(value));
  let [grown, fallen] = [0, 0];
  for (let i = 1; i < known.length; i++) {
    if (known[i]! > known[i - 1]!) grown += 1;
    if (known[i]! < known[i - 1]!) fallen += 1;
  }
  return grown > 0.1 * known.length && fallen <= 2 + 0.001 * known.length;
}

/** What a meter moved in each step, from its readings at their starts; a step back is missing. */
export function metered(readings: Readings): Readings {
  const { startsMs, values, stepMs } = readings;
  const moved = values.map((value, i) => {
    const isNext = startsMs[i + 1]! - startsMs[i]! === stepMs;
    const change = isNext ? values[i + 1]! - value : NaN;
    return change >= 0 ? change : NaN;
  });
  return { ...readings, values: moved };
}

/** Averages readings over quarter-hours, each weighted with the minutes it covers. */
export function byQuarter({ startsMs, values, stepMs }: Readings): Quarters {
  const floor = (ms: number) => Math.floor(ms / QUARTER_MS) * QUARTER_MS;
  const startMs = floor(startsMs[0]!);
  const count = Math.floor((startsMs.at(-1)! + stepMs - 1 - startMs) / QUARTER_MS) + 1;
  const sums = new Float64Array(count);
  const covered = new Float64Array(count);
  for (const [i, value] of values.entries()) {
    if (Number.isNaN(value)) continue;
    const endMs = Math.min(startsMs[i]! + stepMs, startsMs[i + 1] ?? Infinity);
    for (let from = startsMs[i]!; from < endMs; from = floor(from) + QUARTER_MS) {
      const at = (floor(from) - startMs) / QUARTER_MS;
      const ms = Math.min(endMs, floor(from) + QUARTER_MS) - from;
      sums[at]! += value * ms;
      covered[at]! += ms;
    }
  }
  const kw = sums.map((sum, at) =>
    covered[at]! >= LEAST_COVERED * QUARTER_MS ? sum / covered[at]! : NaN,
  );
  return { startMs, kw };
}
