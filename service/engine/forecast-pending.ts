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
