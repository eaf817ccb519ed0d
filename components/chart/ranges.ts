import { isDate, shiftedDate } from "@/lib/time/local-input.ts";
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  QUARTER_MS,
  localDate,
  startOfDay,
  floorQuarter,
} from "@/lib/time/amsterdam.ts";
import type { Formats } from "@/lib/i18n/format.ts";

/** A formatted range: `Sat 21 Nov 2026`, `Sun 15 Nov – Sat 21 Nov 2026`, or with its times. */
export function rangeLabel({ from, to }: Range, f: Formats): string {
  const isWholeDays = from === startOfDay(from) && to === startOfDay(to);
  if (!isWholeDays) return f.window(from, to);
  const last = to - DAY_MS / 2;
  if (startOfDay(from, 1) === to) return f.day(from);
  const isOneYear = f.day(from).slice(-4) === f.day(last).slice(-4);
  return `${isOneYear ? f.shortDay(from) : f.day(from)} – ${f.day(last)}`;
}

/** The same for the name of a file: `2026-11-15--2026-11-21`. */
export const rangeInFileName = (days: { first: string; last: string }): string =>
  days.first === days.last ? days.first : `${days.first}--${days.last}`;

/** A name as a part of a file's: `Zon Noord-Holland` as `zon-noord-holland`. */
export const inFileName = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

export const presets = ["today", "yesterday", "week", "month"] as const;
export type RangeName = (typeof presets)[number];

/** The longest range of a chart in days. */
const MAX_DAYS = 366;
/** How far ahead a forecast reaches, in days. */
export const DAYS_AHEAD = 7;

/** `[from, to)` in milliseconds. */
export interface Range {
  from: number;
  to: number;
}

/** Those of which something lies within a range. */
export const filterInRange = <T extends Range>(all: readonly T[], { from, to }: Range): T[] =>
  all.filter((each) => each.from < to && from < each.to);

/** Whole days of Amsterdam, `2026-10-25`; both belong to it. */
export interface Days {
  first: string;
  last: string;
}

/** A preset, which moves on with the day, or days that stay. */
export type RangeChoice = RangeName | Days;

const toNoon = (date: string) => Date.parse(`${date}T12:00Z`);

/** How many days that are, of whatever length. */
export const countDays = ({ first, last }: Days): number =>
  Math.round((toNoon(last) - toNoon(first)) / DAY_MS) + 1;

const firstDays = { today: 0, yesterday: -1, week: -6, month: -29 };

/** The days a choice means at a moment. */
export function toDays(choice: RangeChoice, now: number): Days {
  if (typeof choice !== "string") return choice;
  const today = localDate(now);
  const last = choice === "yesterday" ? shiftedDate(today, -1) : today;
  return { first: shiftedDate(today, firstDays[choice]), last };
}

/** The range a choice means at a moment; days are Amsterdam's, of 23, 24 or 25 hours. */
export function toRange(choice: RangeChoice, now: number): Range {
  const { first, last } = toDays(choice, now);
  return { from: startOfDay(toNoon(first)), to: startOfDay(toNoon(last), 1) };
}

/** The days that a range touches. */
export const toWholeDays = ({ from, to }: Range): Days => ({
  first: localDate(from),
  last: localDate(to - 1),
});

/** The preset that days are called by at a moment, else the days themselves. */
export function toRangeChoice(days: Days, now: number): RangeChoice {
  const named = presets.find((name) => {
    const { first, last } = toDays(name, now);
    return first === days.first && last === days.last;
  });
  return named ?? days;
}

/** What is wrong with days somebody asks for; null when nothing is. */
export function validateDays({ first, last }: Days): "missing" | "order" | "tooLong" | null {
  if (!isDate(first) || !isDate(last)) return "missing";
  if (last < first) return "order";
  return countDays({ first, last }) > MAX_DAYS ? "tooLong" : null;
}

/** The range of intervals, with a little room at both ends so that their edges are seen. */
export function rangeContaining(intervals: readonly Range[]): Range {
  const from = intervals[0]?.from ?? 0;
  const to = intervals.at(-1)?.to ?? 0;
  const margin = Math.max((to - from) * 0.02, MINUTE_MS / 4);
  return { from: from - margin, to: to + margin };
}

/** Whether a range is shown as a bar per day: more than seven days, of which one may have 25 hours. */
export const showsDays = ({ from, to }: Range): boolean => to - from > 7 * DAY_MS + HOUR_MS;

/** The middle of the Amsterdam day of a moment, some days later. */
export function middleOfDay(at: number, days = 0): number {
  return (startOfDay(at, days) + startOfDay(at, days + 1)) / 2;
}

/** Splits a range into chunks of at most `length` milliseconds, oldest first. */
export function splitRange({ from, to }: Range, length: number): Range[] {
  const pieces: Range[] = [];
  for (let start = from; start < to; start += length) {
    pieces.push({ from: start, to: Math.min(start + length, to) });
  }
  return pieces;
}

/** The same range, its edges on quarters of an hour. */
export const toQuarters = ({ from, to }: Range): Range => ({
  from: floorQuarter(from + QUARTER_MS / 2),
  to: floorQuarter(to + QUARTER_MS / 2),
});
