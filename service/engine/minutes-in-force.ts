import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import type { CountedControl, EarlierMinutes } from "./counterfactual.ts";
import type { MeasuredMinutes } from "./minute-balance.ts";
import { activeControl, isRunning } from "./simulate-plan.ts";

/** The minutes of a quarter-hour in which a control was in force at a site. */
export interface MinutesInForce {
  /** How many there were, and how many of them are measured. */
  minutes: number;
  measuredMinutes: number;
  /** Averages of net injection over the measured ones in kW: measured, and without any control. */
  measuredKw: number;
  withoutAnyKw: number;
}

/**
 * Divides the minutes of a quarter-hour among the controls that were in force in them: each minute
 * belongs to one. `all` are the site's controls in order of acceptance, and `earlier` has the minutes
 * under those before each one that ran. What would have been without any control are the minutes before
 * the oldest that ran then. Pure.
 */
export function divideMinutes(
  measured: MeasuredMinutes,
  all: readonly CountedControl[],
  earlier: ReadonlyMap<string, EarlierMinutes>,
): Map<string, MinutesInForce> {
  const sums = new Map<string, MinutesInForce>();
  for (let minute = 0; minute < measured.injectionKw.length; minute++) {
    const ms = measured.startMs + minute * MINUTE_MS;
    const active = activeControl(all, ms);
    if (!active) continue;
    const sum = sums.get(active.id) ?? {
      minutes: 0,
      measuredMinutes: 0,
      measuredKw: 0,
      withoutAnyKw: 0,
    };
    sums.set(active.id, sum);
    sum.minutes += 1;
    const oldest = all.find((control) => isRunning(control, ms))!;
    const measuredKw = measured.injectionKw[minute]!;
    const withoutAnyKw = earlier.get(oldest.id)?.injectionKw[minute] ?? NaN;
    if (Number.isNaN(measuredKw + withoutAnyKw)) continue;
    sum.measuredMinutes += 1;
    sum.measuredKw += measuredKw;
    sum.withoutAnyKw += withoutAnyKw;
  }
  for (const sum of sums.values()) {
    sum.measuredKw /= sum.measuredMinutes;
    sum.withoutAnyKw /= sum.measuredMinutes;
  }
  return sums;
}
