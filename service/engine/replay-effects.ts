import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { EffectSums } from "./effect-sums.ts";
import type { RuleControlType } from "./rule.ts";
import { toMilliwattHours } from "./value.ts";

/** What a control can change at locations, in kW: a column each. */
export interface ReachColumns {
  /** Which of the contract terms apply. */
  terms: Uint32Array;
  panelsKw: Float64Array;
  batteryKw: Float64Array;
  /** The power at which its batteries are filled within the hours of a window. */
  fillKw: Float64Array;
}

/** Intervals of a day at the same locations, in kW: a value of each interval for each location. */
export interface DayColumns {
  indices: readonly number[];
  forecast: Float32Array;
  downward: Float32Array;
  actual: Float32Array;
  flags: Uint8Array;
}

/**
 * Adds what a type of control changes in ISPs of a day at locations, by the measurements; where a control
 * ran or nothing was measured by the forecast at the start of the ISP.
 * @param at where the ISPs of the sums are in the day
 * @param controlled the flag of intervals under a control, whose measurements do not count
 */
export function addDay(
  sums: EffectSums,
  type: RuleControlType,
  reach: ReachColumns,
  day: DayColumns,
  at: readonly number[],
  controlled: number,
): void {
  const isZeroExport = type === "ZERO_EXPORT";
  for (let i = 0; i < reach.terms.length; i++) {
    const terms = reach.terms[i]!;
    const panelsKw = reach.panelsKw[i]!;
    const batteryKw = reach.batteryKw[i]!;
    const batteryUseKw = Math.min(batteryKw, reach.fillKw[i]!);
    const from = i * day.indices.length;
    for (let j = 0; j < at.length; j++) {
      const n = from + at[j]!;
      const expectedKw = day.forecast[n]!;
      if (expectedKw !== expectedKw) continue;
      const actualKw = day.actual[n]!;
      const isReal = (day.flags[n]! & controlled) === 0 && actualKw === actualKw;
      const realKw = isReal ? actualKw : expectedKw;
      const downwardKw = day.downward[n]!;
      const lessKw = isZeroExport
        ? Math.min(realKw, panelsKw)
        : Math.max(0, downwardKw - batteryKw) + Math.min(downwardKw, batteryUseKw);
      if (!(lessKw > 0)) continue;
      const without = toMilliwattHours(realKw, QUARTER_MS);
      sums.add(j, terms, without, toMilliwattHours(realKw - lessKw, QUARTER_MS));
    }
  }
}
