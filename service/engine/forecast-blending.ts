/** Leads in quarter-hours at which PV forecasts are scored: 15 minutes, 1 hour, 4 hours, a day. */
export const LEADS = [1, 4, 16, 96] as const;
/** The scoring interval of each lead in quarter-hours: longer leads are scored less often. */
const EVERY = [1, 2, 4, 8] as const;
const COUNT = LEADS.map((lead, which) => lead / EVERY[which]!);
const FIRST = COUNT.map((_, which) => COUNT.slice(0, which).reduce((sum, n) => sum + n, 0));
/** The number of stored forecasts that are not scored yet. */
export const PENDING = COUNT.reduce((sum, n) => sum + n, 0);

/** The slot of the forecast of this lead for this quarter-hour; −1 if it is not scored. */
export function pendingSlot(which: number, quarter: number): number {
  const every = EVERY[which]!;
  if (quarter % every !== 0) return -1;
  return FIRST[which]! + ((quarter / every) % COUNT[which]!);
}

/** The scored shares of the second forecast. */
export const BLEND_SHARES = [0, 0.25, 0.5, 0.75, 1] as const;

/**
 * Adds the absolute error of each blend of two forecasts to its decaying sum from `at` on, in kW:
 * `first + share · (second − first)` compared with the measurement.
 */
export function scoreBlends(
  errors: Float32Array,
  at: number,
  firstKw: number,
  secondKw: number,
  measuredKw: number,
  decay: number,
): void {
  for (let which = 0; which < BLEND_SHARES.length; which++) {
    const blendKw = firstKw + BLEND_SHARES[which]! * (secondKw - firstKw);
    errors[at + which] = errors[at + which]! * decay + Math.abs(blendKw - measuredKw);
  }
}

/**
 * The share of the second forecast with the smallest absolute error so far, from the sums from `at`
 * on. The error is convex in the share, so the minimum of a parabola through the best share and its
 * neighbours refines it.
 */
export function blendShare(errors: Float32Array, at: number): number {
  const last = BLEND_SHARES.length - 1;
  let best = 0;
  for (let which = 1; which <= last; which++)
    if (errors[at + which]! < errors[at + best]!) best = which;
  if (best === 0 || best === last) return BLEND_SHARES[best]!;
  const [below, above] = [errors[at + best - 1]!, errors[at + best + 1]!];
  const bend = below - 2 * errors[at + best]! + above;
  const step = BLEND_SHARES[1];
  return BLEND_SHARES[best]! + (bend > 0 ? (step * (below - above)) / (2 * bend) : 0);
}

/**
 * A share for every lead from those of some leads: linear in the logarithm of the lead between
 * them, constant outside.
 */
export function shareByLead(
  leads: readonly number[],
  shares: readonly number[],
): (lead: number) => number {
  return (lead) => {
    const after = leads.findIndex((candidate) => candidate >= lead);
    if (after < 0) return shares[shares.length - 1]!;
    if (after === 0) return shares[0]!;
    const [from, to] = [leads[after - 1]!, leads[after]!];
    const part = Math.log(lead / from) / Math.log(to / from);
    return shares[after - 1]! + part * (shares[after]! - shares[after - 1]!);
  };
}
