/** The zone every moment is shown in, whatever the zone of the browser or the server. */
export const ZONE = "Europe/Amsterdam";
export const MINUTE = 60_000;
export const QUARTER = 15 * MINUTE;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Made when it is first needed: the first format costs a page tens of milliseconds. */
let partsFormat: Intl.DateTimeFormat | undefined;

/** A whole hour (milliseconds since 1970) as the wall clock in Amsterdam shows it, as if it were UTC. */
function wallClock(at: number): number {
  partsFormat ??= new Intl.DateTimeFormat("en-GB", {
    timeZone: ZONE,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
  });
  const parts = Object.fromEntries(
    partsFormat.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour);
}

/** By hours since 1970, on a whole one of which the clock changes; asking the calendar is slow. */
const offsets = new Map<number, number>();
const MANY_HOURS = 50_000;

/** Milliseconds Amsterdam is ahead of UTC at a moment. */
export function offsetAt(at: number): number {
  const hour = Math.floor(at / HOUR);
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  const offset = wallClock(hour * HOUR) - hour * HOUR;
  if (offsets.size >= MANY_HOURS) offsets.clear();
  offsets.set(hour, offset);
  return offset;
}

/**
 * The moments at which Amsterdam's clock shows `local` (`2026-10-25T02:30`, seconds optional):
 * one on most days, two in the hour that comes twice in October (oldest first), none in the hour
 * that is skipped in March or for a text that is no date-time.
 */
export function momentsOf(local: string): number[] {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(local)) return [];
  const shown = Date.parse(`${local}Z`);
  if (Number.isNaN(shown) || new Date(shown).toISOString().slice(0, 16) !== local.slice(0, 16)) {
    return [];
  }
  const around = new Set([offsetAt(shown - DAY), offsetAt(shown + DAY)]);
  return [...around]
    .map((offset) => shown - offset)
    .filter((at) => at + offsetAt(at) === shown)
    .sort((a, b) => a - b);
}

/** Whether a text is a date of the calendar, in this century: `2026-10-25`. */
export const isDate = (text: string): boolean =>
  text.startsWith("20") && momentsOf(`${text}T12:00`).length > 0;

/** A moment on Amsterdam's clock, to the minute: `2026-10-25T02:30`. */
export const localMinute = (at: number): string =>
  new Date(at + offsetAt(at)).toISOString().slice(0, 16);

/** Whether Amsterdam's clock shows a moment's time twice that night, as it goes back an hour. */
export const comesTwice = (at: number): boolean =>
  offsetAt(at - HOUR) > offsetAt(at) || offsetAt(at) > offsetAt(at + HOUR);

/** The date in Amsterdam, `2026-10-25`. */
export const localDate = (at: number): string => localMinute(at).slice(0, 10);

/** The same date (`2026-10-25`), `days` later. */
export const shiftedDate = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T12:00Z`) + days * DAY).toISOString().slice(0, 10);

/** Midnight in Amsterdam, `days` after the day a moment lies in (negative: before). */
export function startOfDay(at: number, days = 0): number {
  const midnight = Date.parse(`${localDate(at)}T00:00Z`) + days * DAY;
  return momentsOf(new Date(midnight).toISOString().slice(0, 16))[0] ?? midnight;
}

/** Start of the quarter of an hour a moment lies in; the same in UTC and in Amsterdam. */
export const startOfQuarter = (at: number): number => Math.floor(at / QUARTER) * QUARTER;

/**
 * Number of the quarter of an hour within Amsterdam's day, from 1: counted in elapsed time, so it
 * reaches 92 on the day the clock goes forward and 100 on the day it goes back.
 */
export const ispOf = (at: number): number => Math.floor((at - startOfDay(at)) / QUARTER) + 1;
