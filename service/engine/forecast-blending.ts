/** Shares of the second forecast that are scored against each other. */
export const BLEND_SHARES = [0, 0.25, 0.5, 0.75, 1] as const;

/**
 * Adds the absolute error of each blend of two forecasts to its fading sum, kW:
 * `first + share · (second − first)` against what was measured.
 */
export function scoreBlends(
  errors: Float32Array,
  firstKw: number,
  secondKw: number,
  measuredKw: number,
  decay: number,
): void {
  for (let which = 0; which < BLEND_SHARES.length; which++) {
    const blendKw = firstKw + BLEND_SHARES[which]! * (secondKw - firstKw);
    errors[which] = errors[which]! * decay + Math.abs(blendKw - measuredKw);
  }
}

/**
 * The share of the second forecast with the least absolute error so far. The error is convex in the
 * share, so the lowest of a parabola through the best share and its neighbours refines it.
 */
export function blendShare(errors: Float32Array): number {
  let best = 0;
  for (let which = 1; which < errors.length; which++)
    if (errors[which]! < errors[best]!) best = which;
  const [below, above] = [errors[best - 1], errors[best + 1]];
  const step = BLEND_SHARES[1];
  if (below === undefined || above === undefined) return BLEND_SHARES[best]!;
  const bend = below - 2 * errors[best]! + above;
  return BLEND_SHARES[best]! + (bend > 0 ? (step * (below - above)) / (2 * bend) : 0);
}

/**
 * A share for every lead from those of some leads, between them linear in the logarithm of the lead;
 * before the first and after the last it is theirs.
 */
export function shareByLead(
  leads: readonly number[],
  shares: readonly number[],
): (lead: number) => number {
  return (lead) => {
    const after = leads.findIndex((known) => known >= lead);
    if (after < 0) return shares[shares.length - 1]!;
    if (after === 0) return shares[0]!;
    const [from, to] = [leads[after - 1]!, leads[after]!];
    const part = Math.log(lead / from) / Math.log(to / from);
    return shares[after - 1]! + part * (shares[after]! - shares[after - 1]!);
  };
}
