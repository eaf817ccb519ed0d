import {
  DAY,
  HOUR,
  MINUTE,
  QUARTER,
  localDate,
  momentsOf,
  startOfDay,
  startOfQuarter,
} from "@/components/amsterdam.ts";

export const rangeNames = {
  today: "Today",
  last24: "24 h",
  yesterday: "Yesterday",
  week: "7 days",
  month: "30 days",
} as const;
export type RangeName = keyof typeof rangeNames;

/** `[from, to)` in milliseconds. */
export interface Range {
  from: number;
  to: number;
}

/** The range a preset means at a moment; days are Amsterdam's, of 23, 24 or 25 hours. */
export function rangeOf(name: RangeName, now: number): Range {
  const nextQuarter = startOfQuarter(now) + QUARTER;
  switch (name) {
    case "today":
      return { from: startOfDay(now), to: startOfDay(now, 1) };
    case "last24":
      return { from: nextQuarter - DAY, to: nextQuarter };
    case "yesterday":
      return { from: startOfDay(now, -1), to: startOfDay(now) };
    case "week":
      return { from: startOfDay(now, -6), to: startOfDay(now, 1) };
    case "month":
      return { from: startOfDay(now, -29), to: startOfDay(now, 1) };
  }
}

/** The range of intervals, with a little room at both ends so that their edges are seen. */
export function rangeAround(intervals: readonly Range[]): Range {
  const from = intervals[0]?.from ?? 0;
  const to = intervals.at(-1)?.to ?? 0;
  const margin = Math.max((to - from) * 0.02, MINUTE / 4);
  return { from: from - margin, to: to + margin };
}

/** A mark on the time axis. */
export interface Tick {
  at: number;
  /** True for the first mark of a day, which is written as a date. */
  day: boolean;
}

const hoursApart = (length: number, room: number) =>
  [1, 2, 3, 6, 12].find((hours) => length / (hours * HOUR) <= room) ?? 24;

/**
 * Marks of the time axis, at most about `room` of them: full hours of Amsterdam's clock counted
 * from midnight, or midnights alone in a long range; quarters in a range of a few hours.
 */
export function ticksOf({ from, to }: Range, room: number): Tick[] {
  if (to - from <= 3 * HOUR) return quarterTicks({ from, to }, room);
  const hours = hoursApart(to - from, room);
  const daysApart = Math.max(1, Math.ceil((to - from) / DAY / room));
  const ticks: Tick[] = [];
  for (let day = 0; startOfDay(from, day) < to; day += daysApart) {
    const midnight = startOfDay(from, day);
    ticks.push({ at: midnight, day: true });
    for (let hour = hours; hour < 24; hour += hours) ticks.push(...fullHour(midnight, hour));
  }
  return ticks.filter(({ at }) => at >= from && at <= to);
}

const fullHour = (midnight: number, hour: number): Tick[] =>
  momentsOf(`${localDate(midnight)}T${String(hour).padStart(2, "0")}:00`).map((at) => ({
    at,
    day: false,
  }));

function quarterTicks({ from, to }: Range, room: number): Tick[] {
  const sizes = to - from <= 2 * QUARTER ? [1, 5, 15] : [15, 30];
  const step = MINUTE * (sizes.find((size) => (to - from) / (size * MINUTE) <= room) ?? 60);
  const ticks: Tick[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
    ticks.push({ at, day: at === startOfDay(at) });
  }
  return ticks;
}
