import type { Ramp } from "./site.ts";

/** How a device goes to a new setpoint, averaged over the changes it was seen to make. */
export interface RampEstimate {
  first: number;
  second: number;
  /** Number of changes that count; 0 while nothing is known. */
  changes: number;
}

/** A device of which no change of direction was measured yet. */
export const newRampEstimate = (): RampEstimate => ({ first: 0, second: 0, changes: 0 });

/** A change of power smaller than this share of the rating tells little of a ramp. */
const LEAST_CHANGE_SHARE = 0.2;
/** A device has settled where a later minute differs by less than this share of the change. */
const SETTLED_SHARE = 0.1;
/** Changes over which an average is taken; later ones replace the oldest. */
const DEVICE_CHANGES = 20;
/** Number of changes that the fleet's average counts for beside a device's own. */
const FLEET_WEIGHT = 2;

const clampShare = (share: number) => Math.min(1, Math.max(0, share));

/**
 * The ramp that one change of direction shows, from a device's power in kW in the minute before it
 * and in the four minutes from it on. Null where a minute is not known, the power hardly changed, or
 * had not settled by the third minute.
 */
export function observeRamp(
  [before, first, second, third, fourth]: readonly number[],
  ratingKw: number,
): Ramp | null {
  const change = third! - before!;
  if (!(Math.abs(change) >= LEAST_CHANGE_SHARE * ratingKw)) return null;
  if (!(Math.abs(fourth! - third!) <= SETTLED_SHARE * Math.abs(change))) return null;
  const share = (kw: number) => clampShare((kw - before!) / change);
  const ramp: Ramp = [share(first!), share(second!)];
  return ramp.some(Number.isNaN) ? null : ramp;
}

/** Takes one more change in; of more than `most` changes, later ones count as the earlier fade. */
export function trainRamp(
  { first, second, changes }: RampEstimate,
  seen: Ramp,
  most = DEVICE_CHANGES,
): RampEstimate {
  const count = Math.min(changes + 1, most);
  return {
    first: first + (seen[0] - first) / count,
    second: second + (seen[1] - second) / count,
    changes: count,
  };
}

/**
 * A device's ramp: its own changes, and the average of the fleet's devices of its kind, which counts
 * for two changes. Undefined, which is at once, where neither is known.
 */
export function getRamp(own: RampEstimate, fleet: RampEstimate): Ramp | undefined {
  const fleetWeight = fleet.changes > 0 ? FLEET_WEIGHT : 0;
  const weight = own.changes + fleetWeight;
  if (weight === 0) return undefined;
  const mean = (which: "first" | "second") =>
    (own[which] * own.changes + fleet[which] * fleetWeight) / weight;
  return [mean("first"), mean("second")];
}
