/** The time zone of every local time, regardless of browser or server. */
export const ZONE = "Europe/Amsterdam";
export const MINUTE_MS = 60_000;
export const QUARTER_MS = 15 * MINUTE_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** From this year on the clock changes on the last Sundays of March and October, at 01:00 UTC. */
const EU_RULE_FROM = 1996;

/** A local day of Europe/Amsterdam, `[startMs, endMs)`, with its 92, 96 or 100 quarter-hours. */
interface LocalDay {
  date: string;
  startMs: number;
  endMs: number;
  isps: number;
}

/** The part `[fromMs, toMs)` of one quarter-hour, with the quarter's number in its local day. */
export interface IspPart {
  fromMs: number;
  toMs: number;
  isp: number;
}

const floorTo = (stepMs: number) => (ms: number) => Math.floor(ms / stepMs) * stepMs;
const ceilTo = (stepMs: number) => (ms: number) => Math.ceil(ms / stepMs) * stepMs;

export const floorQuarter = floorTo(QUARTER_MS);
export const floorMinute = floorTo(MINUTE_MS);
export const ceilQuarter = ceilTo(QUARTER_MS);
export const ceilMinute = ceilTo(MINUTE_MS);

/** Only for moments before the rule: the first format costs a page a tenth of a second. */
let amsterdam: Intl.DateTimeFormat | undefined;

function readOffset(ms: number): number {
  amsterdam ??= new Intl.DateTimeFormat("en-GB", {
    timeZone: ZONE,
    calendar: "iso8601",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const part: Record<string, number> = {};
  for (const { type, value } of amsterdam.formatToParts(ms)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
}

/** When the clock changes on the last Sunday of a month of 31 days. */
function changeIn(year: number, month: number): number {
  const lastDay = Date.UTC(year, month, 31);
  return lastDay - new Date(lastDay).getUTCDay() * DAY_MS + HOUR_MS;
}

/** The year of the latest moment, in UTC, and its summer time. */
let latest = { startMs: 0, endMs: 0, summerFrom: 0, summerTo: 0 };

function readYear(ms: number): typeof latest {
  const year = new Date(ms).getUTCFullYear();
  return {
    startMs: Date.UTC(year, 0),
    endMs: Date.UTC(year + 1, 0),
    summerFrom: changeIn(year, 2),
    summerTo: changeIn(year, 9),
  };
}

const RULE_FROM_MS = Date.UTC(EU_RULE_FROM, 0);

/** The UTC offset of local time in Amsterdam at an instant, in milliseconds. */
export function offsetAt(ms: number): number {
  if (!(ms >= RULE_FROM_MS)) return readOffset(ms);
  if (ms < latest.startMs || ms >= latest.endMs) latest = readYear(ms);
  return ms >= latest.summerFrom && ms < latest.summerTo ? 2 * HOUR_MS : HOUR_MS;
}

const fromLocal = (localMs: number) => localMs - offsetAt(localMs - offsetAt(localMs));
const localMidnight = (ms: number) => Math.floor((ms + offsetAt(ms)) / DAY_MS) * DAY_MS;
const isoDate = (localMs: number) => new Date(localMs).toISOString().slice(0, 10);

function dayFrom(midnight: number): LocalDay {
  const startMs = fromLocal(midnight);
  const endMs = fromLocal(midnight + DAY_MS);
  return { date: isoDate(midnight), startMs, endMs, isps: (endMs - startMs) / QUARTER_MS };
}

/** The local date of this moment in Europe/Amsterdam, `YYYY-MM-DD`. */
export const localDate = (ms: number): string => isoDate(localMidnight(ms));

/** The local day that contains this moment. */
export const dayAt = (ms: number): LocalDay => dayFrom(localMidnight(ms));

/**
 * The local day of a date `YYYY-MM-DD`.
 * @throws RangeError when the text is no date of the calendar.
 */
export function getLocalDay(date: string): LocalDay {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight) || isoDate(midnight) !== date) {
    throw new RangeError(`${date} is not a date (YYYY-MM-DD)`);
  }
  return dayFrom(midnight);
}

/**
 * Number of the quarter-hour within its local day, from 1:
 * `floor((t − start of local day) / 15 min) + 1`, on elapsed time.
 */
export function ispNumber(ms: number): number {
  return Math.floor((ms - fromLocal(localMidnight(ms))) / QUARTER_MS) + 1;
}

/** Quarter-hour of local clock time, 0 to 95: the same all year, also on clock-change days. */
export function wallQuarter(ms: number): number {
  const localMs = ms + offsetAt(ms);
  return Math.floor((localMs - Math.floor(localMs / DAY_MS) * DAY_MS) / QUARTER_MS);
}

/** The window `[fromMs, toMs)` split at quarter-hours; the first and last part may be partial. */
export function getIspParts(fromMs: number, toMs: number): IspPart[] {
  const parts: IspPart[] = [];
  for (let start = fromMs; start < toMs;) {
    const end = Math.min(floorQuarter(start) + QUARTER_MS, toMs);
    parts.push({ fromMs: start, toMs: end, isp: ispNumber(start) });
    start = end;
  }
  return parts;
}

/** An instant in local time, to the minute: `2026-10-25T02:30`. */
export const localMinute = (at: number): string =>
  new Date(at + offsetAt(at)).toISOString().slice(0, 16);

/** Whether the local time of an instant occurs twice, because the clock goes back an hour. */
export const isAmbiguousTime = (at: number): boolean =>
  offsetAt(at - HOUR_MS) > offsetAt(at) || offsetAt(at) > offsetAt(at + HOUR_MS);

/** Midnight in Amsterdam, `days` after the day of an instant (negative: before). */
export const startOfDay = (at: number, days = 0): number =>
  fromLocal(localMidnight(at) + days * DAY_MS);

/** An instant in local time, to the second: `2026-11-21 13:45:00`. */
export const localStamp = (at: number): string => utcStamp(at + offsetAt(at));

/** An instant in UTC in the same form, which distinguishes the hour repeated in October. */
export const utcStamp = (at: number): string =>
  new Date(at).toISOString().slice(0, 19).replace("T", " ");
