import { localToInstants } from "@/lib/time/local-input.ts";
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  QUARTER_MS,
  isAmbiguousTime,
  ispNumber,
  localDate,
  startOfDay,
} from "@/lib/time/amsterdam.ts";
import { zoneAbbreviation, type Formats } from "@/lib/i18n/format.ts";
import { middleOfDay, type Range } from "./ranges.ts";

/** What the axis below a chart counts: the clock, or the settlement periods of each day. */
export type AxisName = "time" | "isp";

/** The same, or whole days, each with its label below its middle. */
export type ChartAxis = AxisName | "day";

/** A mark on the axis, at milliseconds; its label in lines, the first of which may be empty. */
interface Tick {
  at: number;
  label: string[];
}

type TickFormats = Pick<Formats, "bareTime" | "weekday" | "shortDay">;

const isMidnight = (at: number) => at === startOfDay(at);

/** `02:00`, with `CEST` or `CET` below it in the hour that comes twice; a day's first as its date. */
function clockLabel(at: number, f: TickFormats): string[] {
  if (isMidnight(at)) return [f.weekday(at)];
  return isAmbiguousTime(at) ? [f.bareTime(at), zoneAbbreviation(at)] : [f.bareTime(at)];
}

/**
 * Marks of the axis, at most about `room` of them, whatever the zone of the browser: full hours
 * of Amsterdam's clock counted from midnight, midnights alone in a long range, quarters or minutes
 * in a short one; or the numbers of the settlement periods. Both hours of 02:00 in October are
 * always among them, each with its label; where they lie close, each in a line of its own.
 */
export function createTicks(range: Range, room: number, axis: ChartAxis, f: TickFormats): Tick[] {
  const { from, to } = range;
  if (axis === "day") return middles(range, room, f);
  const length = to - from;
  if (length / DAY_MS > Math.max(room / 2, 2)) return midnights(range, room, f);
  if (axis === "isp") return periods(range, room, f);
  if (length <= 3 * HOUR_MS) return minutes(range, room, f);
  const step = [1, 2, 3, 6, 12].find((hours) => length / (hours * HOUR_MS) <= room) ?? 24;
  const hours = daysIn(range).flatMap((day) => fullHours(day, step));
  const ticks = hours.filter((at) => at >= from && at <= to);
  return withBothTwos(
    ticks.map((at) => ({ at, label: clockLabel(at, f) })),
    range,
    room,
    f,
  );
}

/** Midnights from before a range to its end, every `apart` days, oldest first. */
function daysIn({ from, to }: Range, apart = 1): number[] {
  const days: number[] = [];
  for (let day = 0; startOfDay(from, day) <= to; day += apart) days.push(startOfDay(from, day));
  return days;
}

function midnights(range: Range, room: number, f: TickFormats): Tick[] {
  const apart = Math.max(1, Math.ceil((range.to - range.from) / DAY_MS / room));
  const isLong = range.to - range.from > 14 * DAY_MS;
  const nameOf = isLong ? dayAndMonth(f) : f.weekday;
  const days = daysIn(range, apart).filter((at) => at >= range.from && at <= range.to);
  const isOneYear = getYear(range.from) === getYear(range.to - 1);
  return days.map((at, index) => {
    const before = days[index - 1];
    const isNewYear = before === undefined || getYear(before) !== getYear(at);
    return { at, label: [nameOf(at), ...(isNewYear && !isOneYear ? [getYear(at)] : [])] };
  });
}

/** Days with their labels below their middles. */
const middles = (range: Range, room: number, f: TickFormats): Tick[] =>
  midnights({ ...range, from: startOfDay(range.from) }, room, f)
    .map((tick) => ({ ...tick, at: middleOfDay(tick.at) }))
    .filter(({ at }) => at >= range.from && at <= range.to);

const getYear = (at: number): string => localDate(at).slice(0, 4);

/** `25 Oct`: a date without its weekday. */
const dayAndMonth = (f: TickFormats) => (at: number) =>
  f.shortDay(at).split(" ").slice(1).join(" ");

const fullHours = (midnight: number, step: number): number[] =>
  Array.from({ length: Math.ceil(24 / step) }, (_, index) =>
    String(index * step).padStart(2, "0"),
  ).flatMap((hour) => localToInstants(`${localDate(midnight)}T${hour}:00`));

function minutes({ from, to }: Range, room: number, f: TickFormats): Tick[] {
  const sizes = to - from <= 2 * QUARTER_MS ? [1, 5, 15] : [15, 30];
  const step = MINUTE_MS * (sizes.find((size) => (to - from) / (size * MINUTE_MS) <= room) ?? 60);
  const ticks: Tick[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
    ticks.push({ at, label: clockLabel(at, f) });
  }
  return ticks;
}

/** The share of the room of a label that `02:00` takes with a gap beside it. */
const SHARE = 0.7;

/**
 * Adds both hours of 02:00 where the step of the axis leaves one out. Where they lie too close for
 * two labels side by side, these go down in steps below the line of the other labels, so that each
 * is below its own mark and none is dropped.
 */
function withBothTwos(ticks: Tick[], { from, to }: Range, room: number, f: TickFormats): Tick[] {
  const twos = daysIn({ from, to })
    .map((midnight) => localToInstants(`${localDate(midnight)}T02:00`))
    .filter((pair) => pair.length > 1 && pair.every((at) => at >= from && at <= to));
  const isClose = HOUR_MS < (SHARE * (to - from)) / room;
  return twos.reduce((all, pair) => {
    const pairTicks = pair.map((at, index): Tick => {
      const label = clockLabel(at, f);
      return { at, label: isClose ? lowered(label, index + 1) : label };
    });
    const others = all.filter(({ at }) => !pair.includes(at));
    return [...others, ...pairTicks].sort((a, b) => a.at - b.at);
  }, ticks);
}

/** A label as one line, with a number of empty lines above it. */
const lowered = (label: string[], lines: number): string[] => [
  ...Array.from({ length: lines }, () => ""),
  label.join(" "),
];

/** The first of each day and every few after it; the first with its date where there are several. */
function periods({ from, to }: Range, room: number, f: TickFormats): Tick[] {
  const days = daysIn({ from, to });
  const isOneDay = localDate(from) === localDate(to - 1);
  const step =
    [1, 2, 4, 8, 12, 24, 48].find((size) => (to - from) / (size * QUARTER_MS) <= room) ?? 96;
  return days
    .flatMap((midnight) => {
      const count = (startOfDay(midnight, 1) - midnight) / QUARTER_MS;
      const numbers = Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
      return numbers.map((index) => midnight + index * QUARTER_MS);
    })
    .filter((at) => at >= from && at < to)
    .map((at) => {
      const number = String(ispNumber(at));
      return { at, label: isMidnight(at) && !isOneDay ? [number, f.weekday(at)] : [number] };
    });
}
