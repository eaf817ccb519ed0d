import { DAY_MS, MINUTE_MS, offsetAt, startOfDay } from "../../lib/time/amsterdam.ts";

/** A period in ms, `[fromMs, toMs)`. */
export interface Period {
  fromMs: number;
  toMs: number;
}

/**
 * Hours without controls, by the local clock in Amsterdam: from one minute of the day until another,
 * on the days (0 is Sunday) on which they begin. If `toMinute` is not later than `fromMinute` they
 * end on the next day.
 */
export interface HoursOff {
  days: readonly number[];
  fromMinute: number;
  toMinute: number;
}

/** What a customer allows, as far as the customer's group allows it. */
export interface Preferences {
  /** Opted out of all controls. */
  optedOut: boolean;
  hoursOff: readonly HoursOff[];
  /** Maximum time under control at a location in a calendar month in Amsterdam; null: no maximum. */
  maxMonthMs: number | null;
  /** Until when the location is paused by a switch there; absent or null: it is not. */
  pausedUntilMs?: number | null;
}

/** Why a location is excluded from a control. */
export const exclusionReasons = [
  "opted_out",
  "opted_out_of_control",
  "paused_at_site",
  "hours_off",
  "monthly_cap",
  "rotation",
] as const;
export type ExclusionReason = (typeof exclusionReasons)[number];

/** A part of the window of a control in which a location is excluded from it. */
export interface Exclusion extends Period {
  reason: ExclusionReason;
  /** Whether the plan of the control still counts on the location: it was excluded later. */
  afterAcceptance?: boolean;
}

/**
 * The share of the plan of each part that does not take place, as the location was excluded later; of
 * the time that the plan did not leave out anyway.
 */
export const getExcludedShares = (
  parts: readonly Period[],
  exclusions: readonly Exclusion[],
): number[] =>
  parts.map((part) => {
    const planned = getPlannedPeriods(part, exclusions);
    const left = subtract(planned, exclusions);
    return planned.length === 0 ? 0 : 1 - lengthOf(left) / lengthOf(planned);
  });

/**
 * The change of a plan by exclusions after acceptance, where a part of it has an average change of
 * `kw`: its power over the periods that do not take place.
 */
export function reverseExcluded(
  part: Period,
  exclusions: readonly Exclusion[],
  kw: number,
): (Period & { kw: number })[] {
  const planned = getPlannedPeriods(part, exclusions);
  const excluded = subtract(planned, subtract(planned, exclusions));
  const plannedKw = (kw * (part.toMs - part.fromMs)) / lengthOf(planned);
  return excluded.map((period) => ({ ...period, kw: -plannedKw }));
}

/** The periods of a part that a plan counts on, with what was excluded after acceptance. */
const getPlannedPeriods = ({ fromMs, toMs }: Period, exclusions: readonly Exclusion[]): Period[] =>
  subtract(
    [{ fromMs, toMs }],
    exclusions.filter(({ afterAcceptance }) => !afterAcceptance),
  );

/** The planned power of a part, less the share of the plan that does not take place. */
export const withoutExcluded = (beforeKw: number, afterKw: number, share: number): number =>
  afterKw + (beforeKw - afterKw) * share;

const lengthOf = (periods: readonly Period[]): number =>
  periods.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);

/** The periods without the time in others; both may be in any order, the result is in order. */
export function subtract(periods: readonly Period[], others: readonly Period[]): Period[] {
  let left = [...periods];
  for (const { fromMs, toMs } of others)
    left = left.flatMap((period) => {
      if (toMs <= period.fromMs || fromMs >= period.toMs) return period;
      const before = { fromMs: period.fromMs, toMs: fromMs };
      const after = { fromMs: toMs, toMs: period.toMs };
      return [before, after].filter((one) => one.fromMs < one.toMs);
    });
  return left.toSorted((a, b) => a.fromMs - b.fromMs);
}

/** The parts of a window that fall into some periods. */
const overlap = (window: Period, periods: readonly Period[]): Period[] =>
  periods.length === 0 ? [] : subtract([window], subtract([window], periods));

/** Whether local time falls into hours off. */
function isOff({ days, fromMinute, toMinute }: HoursOff, localMs: number): boolean {
  const minute = (localMs - Math.floor(localMs / DAY_MS) * DAY_MS) / MINUTE_MS;
  const day = new Date(localMs).getUTCDay();
  if (fromMinute < toMinute) return days.includes(day) && fromMinute <= minute && minute < toMinute;
  return minute >= fromMinute
    ? days.includes(day)
    : minute < toMinute && days.includes((day + 6) % 7);
}

/** Whether a moment falls into one of these weekly periods of the local clock. */
export const isWithinHours = (hours: readonly HoursOff[], ms: number): boolean =>
  hours.some((one) => isOff(one, ms + offsetAt(ms)));

/** Hours off begin and end at quarter-hours of the local clock. */
export const HOURS_OFF_STEP_MINUTES = 15;
const STEP_MS = HOURS_OFF_STEP_MINUTES * MINUTE_MS;

/**
 * The parts of a window that fall into hours off. In the hour that occurs twice in October both are
 * off; what falls into the hour skipped in March does not exist.
 */
function findHoursOff(hoursOff: readonly HoursOff[], { fromMs, toMs }: Period): Period[] {
  const found: Period[] = [];
  if (hoursOff.length === 0) return found;
  for (let ms = fromMs; ms < toMs;) {
    const endMs = Math.min(toMs, Math.floor(ms / STEP_MS) * STEP_MS + STEP_MS);
    const localMs = ms + offsetAt(ms);
    if (hoursOff.some((one) => isOff(one, localMs))) {
      const last = found.at(-1);
      if (last?.toMs === ms) last.toMs = endMs;
      else found.push({ fromMs: ms, toMs: endMs });
    }
    ms = endMs;
  }
  return found;
}

/** The calendar month in Amsterdam that contains a moment. */
export function monthAt(ms: number): Period {
  const dayOfMonth = (at: number) => new Date(at + offsetAt(at)).getUTCDate();
  const fromMs = startOfDay(ms, 1 - dayOfMonth(ms));
  const nextMs = fromMs + 32 * DAY_MS;
  return { fromMs, toMs: startOfDay(nextMs, 1 - dayOfMonth(nextMs)) };
}

/** The rest of `periods` after the first `maxMs` of each month, less what is `used` in that month. */
function findBeyondCap(
  periods: readonly Period[],
  used: readonly Period[],
  maxMs: number,
): Period[] {
  const beyond: Period[] = [];
  // Minutes under another control count once.
  const added = subtract(periods, used).flatMap(splitAtMonths);
  let [month, leftMs]: [Period | null, number] = [null, 0];
  for (const { fromMs, toMs } of added) {
    if (month === null || fromMs >= month.toMs) {
      month = monthAt(fromMs);
      const free = subtract([month], used);
      leftMs = Math.max(0, maxMs - (month.toMs - month.fromMs - lengthOf(free)));
    }
    const takenMs = Math.min(leftMs, toMs - fromMs);
    leftMs -= takenMs;
    if (fromMs + takenMs < toMs) beyond.push({ fromMs: fromMs + takenMs, toMs });
  }
  return beyond;
}

function splitAtMonths({ fromMs, toMs }: Period): Period[] {
  const endMs = monthAt(fromMs).toMs;
  if (endMs >= toMs) return [{ fromMs, toMs }];
  return [{ fromMs, toMs: endMs }, ...splitAtMonths({ fromMs: endMs, toMs })];
}

/**
 * The parts of a control's window from which a location is excluded, in order. `used` are the periods
 * of this month and of the window in which it is under earlier controls, `optedOutOf` the windows of
 * controls of the same type of which its customer opted out.
 */
export function findExclusions(
  { optedOut, hoursOff, maxMonthMs, pausedUntilMs }: Preferences,
  { fromMs, toMs }: Period,
  used: readonly Period[],
  optedOutOf: readonly Period[] = [],
): Exclusion[] {
  const window = { fromMs, toMs };
  if (optedOut) return [{ ...window, reason: "opted_out" }];
  const pauseMs = Math.min(toMs, Math.ceil((pausedUntilMs ?? 0) / MINUTE_MS) * MINUTE_MS);
  const paused = pauseMs > fromMs ? [{ fromMs, toMs: pauseMs }] : [];
  const declined = subtract(overlap(window, optedOutOf), paused);
  const off = subtract(findHoursOff(hoursOff, window), [...paused, ...declined]);
  const capMs = maxMonthMs === null ? null : Math.floor(maxMonthMs / MINUTE_MS) * MINUTE_MS;
  const beyond =
    capMs === null
      ? []
      : findBeyondCap(subtract([window], [...paused, ...declined, ...off]), used, capMs);
  return [
    ...paused.map((period) => ({ ...period, reason: "paused_at_site" as const })),
    ...declined.map((period) => ({ ...period, reason: "opted_out_of_control" as const })),
    ...off.map((period) => ({ ...period, reason: "hours_off" as const })),
    ...beyond.map((period) => ({ ...period, reason: "monthly_cap" as const })),
  ].toSorted((a, b) => a.fromMs - b.fromMs);
}

/** Whether exclusions cover a whole window. */
export const coversAll = (window: Period, exclusions: readonly Period[]): boolean =>
  subtract([{ fromMs: window.fromMs, toMs: window.toMs }], exclusions).length === 0;
