import type { ControlShift } from "../contract/controls.ts";
import { HOUR_MS, QUARTER_MS } from "../time/amsterdam.ts";
import { toMillis } from "../time/instant.ts";

/** Energy in kWh of a power in kW over a duration in milliseconds. */
export const toKwh = (kw: number, durationMs: number): number => (kw * durationMs) / HOUR_MS;

/** Energy in kWh of intervals in epoch milliseconds, from the power in kW of each. */
export const sumKwh = <T extends { from: number; to: number }>(
  intervals: readonly T[],
  getKw: (interval: T) => number,
): number => intervals.reduce((sum, each) => sum + toKwh(getKw(each), each.to - each.from), 0);

/** Energy in kWh of quarter-hours, positive and negative power apart, from the power in kW of each. */
export function sumQuarters(powers: readonly number[]): {
  positiveKwh: number;
  negativeKwh: number;
} {
  let positiveKwh = 0;
  let negativeKwh = 0;
  for (const kw of powers) {
    positiveKwh += toKwh(Math.max(kw, 0), QUARTER_MS);
    negativeKwh += toKwh(Math.max(-kw, 0), QUARTER_MS);
  }
  return { positiveKwh, negativeKwh };
}

/**
 * The energy in kWh of the effects of a control: of its change, or of the power that `getKw`
 * returns.
 */
export const sumEffectsKwh = <E extends ControlShift>(
  effects: readonly E[],
  getKw: (effect: E) => number = ({ delta }) => delta,
): number =>
  sumKwh(
    effects.map((effect) => ({
      effect,
      from: toMillis(effect.time_from),
      to: toMillis(effect.time_to),
    })),
    ({ effect }) => getKw(effect),
  );
