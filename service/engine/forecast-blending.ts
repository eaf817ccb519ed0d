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

/** Where leads lie among some leads: the position of the one before, and the part to the next. */
export class LeadScale {
  private readonly before: Int32Array;
  private readonly part: Float64Array;
  private readonly last: number;

  constructor(leads: readonly number[]) {
    this.last = leads.length - 1;
    const maxLead = leads[this.last]!;
    const each = Array.from({ length: maxLead + 1 }, (_, lead) => lead);
    const afters = each.map((lead) => leads.findIndex((candidate) => candidate >= lead));
    this.before = Int32Array.from(afters, (after) => after - 1);
    this.part = Float64Array.from(afters, (after, lead) => {
      if (after === 0) return 0;
      const [from, to] = [leads[after - 1]!, leads[after]!];
      return Math.log(lead / from) / Math.log(to / from);
    });
  }

  /**
   * The share at a lead from those at the leads of the scale: linear in the logarithm of the lead
   * between them, constant outside.
   */
  shareAt(lead: number, shares: ArrayLike<number>): number {
    if (lead >= this.before.length) return shares[this.last]!;
    const before = this.before[lead]!;
    if (before < 0) return shares[0]!;
    return shares[before]! + this.part[lead]! * (shares[before + 1]! - shares[before]!);
  }
}
