import { localToInstants } from "./local-input.ts";
import { DAY_MS, localDate, localMinute, startOfDay, floorQuarter } from "./amsterdam.ts";

export const spans = ["day", "week", "month"] as const;
export type SpanName = (typeof spans)[number];

/** A local day, a week from Monday on, or a month, `[from, to)` in milliseconds. */
export interface Span {
  name: SpanName;
  from: number;
  to: number;
}

const midnight = (date: string): number | undefined => localToInstants(`${date}T00:00`)[0];

/** The start of a day such as `2026-10-25`; null for anything else. */
export const parseDay = (text: string): number | null =>
  /^20\d{2}-\d{2}-\d{2}$/.test(text) ? (midnight(text) ?? null) : null;

/** The period that contains a moment; `steps` later (negative: earlier). */
export function spanAt(name: SpanName, at: number, steps = 0): Span {
  if (name === "day") {
    return { name, from: startOfDay(at, steps), to: startOfDay(at, steps + 1) };
  }
  if (name === "week") {
    const weekday = (new Date(`${localDate(at)}T00:00Z`).getUTCDay() + 6) % 7;
    const monday = steps * 7 - weekday;
    return { name, from: startOfDay(at, monday), to: startOfDay(at, monday + 7) };
  }
  return { name, from: monthStart(at, steps), to: monthStart(at, steps + 1) };
}

/**
 * The moment to select when the kind of period changes: now if the period contains it, else its
 * start.
 */
export const getBucketTime = ({ from, to }: Span, now: number): number => (now < to ? now : from);

function monthStart(at: number, steps: number): number {
  const [year = 0, month = 1] = localDate(at).split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + steps, 1)).toISOString().slice(0, 10);
  return midnight(first) ?? at;
}

/**
 * The part of an earlier period that has elapsed when the later one has reached the same point: the
 * same days and time on the clock, or 03:00 where the clock skipped that time; the whole period
 * when the later one is over.
 */
export function upToSamePoint(earlier: Span, later: Span, now: number): number {
  if (now >= later.to) return earlier.to;
  const days = Math.round((startOfDay(now) - later.from) / DAY_MS);
  const date = localDate(startOfDay(earlier.from, days));
  const time = localMinute(floorQuarter(now)).slice(11);
  const at = localToInstants(`${date}T${time}`)[0] ?? localToInstants(`${date}T03:00`)[0]!;
  return Math.min(at, earlier.to);
}
