import type { Ramp, Site } from "./site.ts";

/** How fast a device reaches a new setpoint, averaged over its observed changes. */
export interface RampEstimate {
  first: number;
  second: number;
  /** The number of changes in the average; 0 without data. */
  changes: number;
}

/** The ramp of a device without observed changes. */
export const newRampEstimate = (): RampEstimate => ({ first: 0, second: 0, changes: 0 });

/** A change below this share of the rating is too small to show a ramp. */
const MIN_CHANGE_SHARE = 0.2;
/** A device has settled if a later minute differs by less than this share of the change. */
const SETTLED_SHARE = 0.1;
/** The number of changes in an average; new ones replace the oldest. */
const DEVICE_CHANGES = 20;
/** The weight of the fleet's average, in changes of the device itself. */
const FLEET_WEIGHT = 2;

const clampShare = (share: number) => Math.min(1, Math.max(0, share));

/**
 * The ramp shown by one change of direction, from a device's power in kW in the minute before it
 * and in the four minutes from it on. Null if a minute is unknown, or the power hardly changed or
 * had not settled by the third minute.
 */
export function observeRamp(
  [before, first, second, third, fourth]: readonly number[],
  ratingKw: number,
): Ramp | null {
  const change = third! - before!;
  if (!(Math.abs(change) >= MIN_CHANGE_SHARE * ratingKw)) return null;
  if (!(Math.abs(fourth! - third!) <= SETTLED_SHARE * Math.abs(change))) return null;
  const share = (kw: number) => clampShare((kw - before!) / change);
  const ramp: Ramp = [share(first!), share(second!)];
  return ramp.some(Number.isNaN) ? null : ramp;
}

/** Adds one change to the average; beyond `maxChanges` changes, older ones decay. */
export function trainRamp(
  { first, second, changes }: RampEstimate,
  seen: Ramp,
  maxChanges = DEVICE_CHANGES,
): RampEstimate {
  const count = Math.min(changes + 1, maxChanges);
  return {
    first: first + (seen[0] - first) / count,
    second: second + (seen[1] - second) / count,
    changes: count,
  };
}

/**
 * A device's ramp: the average of its own changes and of the fleet's devices of its kind, which
 * count as two changes. Undefined, meaning an immediate change, if neither has data.
 */
export function getRamp(siteRamp: RampEstimate, fleet: RampEstimate): Ramp | undefined {
  const fleetWeight = fleet.changes > 0 ? FLEET_WEIGHT : 0;
  const weight = siteRamp.changes + fleetWeight;
  if (weight === 0) return undefined;
  const mean = (which: "first" | "second") =>
    (siteRamp[which] * siteRamp.changes + fleet[which] * fleetWeight) / weight;
  return [mean("first"), mean("second")];
}

/** The ramps of the controllable panels of a site together, and of each battery. */
export interface SiteRamps {
  panels: Ramp;
  batteries: readonly Ramp[];
}

const AT_ONCE: Ramp = [1, 1];

/** The ramps of a site whose devices have any; null if all follow at once. */
export function toRamps({ panels, batteries }: Site): SiteRamps | null {
  const following = panels.filter(({ controllable }) => controllable);
  if (![...following, ...batteries].some(({ ramp }) => ramp !== undefined)) return null;
  const ratingKw = ({ peakKw, inverterKw }: Site["panels"][number]) => Math.min(peakKw, inverterKw);
  const totalKw = following.reduce((sum, one) => sum + ratingKw(one), 0);
  const mean = (minute: 0 | 1) =>
    following.reduce(
      (sum, one) => sum + ((one.ramp ?? AT_ONCE)[minute] * ratingKw(one)) / totalKw,
      0,
    );
  return {
    panels: totalKw > 0 ? [mean(0), mean(1)] : AT_ONCE,
    batteries: batteries.map(({ ramp, controllable }) => (controllable && ramp) || AT_ONCE),
  };
}
