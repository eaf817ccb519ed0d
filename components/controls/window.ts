import { isDate, localToInstants, shiftedDate } from "@/lib/time/local-input.ts";
import {
  HOUR_MS,
  ispNumber,
  localMinute,
  MINUTE_MS,
  offsetAt,
  QUARTER_MS,
  ceilMinute,
  floorMinute,
  floorQuarter,
} from "@/lib/time/amsterdam.ts";
import { toMillis } from "@/lib/time/instant.ts";
import { readTime } from "@/components/form/parsed-time.ts";

/**
 * A date and a time of day on Amsterdam's clock, `2026-10-25` and `02:30`, or what was typed
 * instead; `second` picks the later of two moments that read the same.
 */
export interface LocalMoment {
  date: string;
  time: string;
  second: boolean;
}

/** The windows that one press chooses, in the order they are offered; they move with the clock. */
export const quickWindows = [
  "this-quarter",
  "now-15",
  "now-60",
  "next-quarter",
  "next-hour",
] as const;

/** When a control is to run. */
export type WindowChoice =
  | { kind: (typeof quickWindows)[number] }
  /** From now until an end that does not move with the clock. */
  | { kind: "until"; to: LocalMoment }
  | { kind: "exact"; from: LocalMoment; to: LocalMoment };

/** `[from, to)` in milliseconds, on full minutes. */
export interface Window {
  from: number;
  to: number;
}

/** A window of a request or response, in milliseconds. */
export const parseWindow = (times: { time_from: string; time_to: string }): Window => ({
  from: toMillis(times.time_from),
  to: toMillis(times.time_to),
});

/** The errors a window can have; each has its message. */
export type WindowFault = "missing" | "skipped" | "endBeforeStart" | "passed";

/** The moments a date and a time of day mean; `24:00` is the end of its day. */
export const toInstants = ({ date, time }: Pick<LocalMoment, "date" | "time">): number[] =>
  time === "24:00" && isDate(date)
    ? localToInstants(`${shiftedDate(date, 1)}T00:00`)
    : localToInstants(`${date}T${time}`);

/** Whether a text is a time of day as fields write it: `02:30`. */
export const isTime = (text: string): boolean => readTime(text) === text;

/** The moment of a typed date and time, or its fault. */
export function parseMoment(
  moment: LocalMoment,
): { at: number } | { error: Extract<WindowFault, "missing" | "skipped"> | "unreadable" } {
  const { date, time, second } = moment;
  if (date === "" || time === "") return { error: "missing" };
  const moments = toInstants(moment);
  const at = moments[second ? moments.length - 1 : 0];
  if (at !== undefined) return { at };
  return { error: isDate(date) && isTime(time) ? "skipped" : "unreadable" };
}

/**
 * The window a choice means at a moment, rounded as the service does: what is given goes up to the
 * next full minute; "now" is the current minute. Null while an exact window is not complete.
 */
export function toWindow(choice: WindowChoice, now: number): Window | null {
  const nextQuarter = floorQuarter(now) + QUARTER_MS;
  switch (choice.kind) {
    case "this-quarter":
      return { from: floorMinute(now), to: nextQuarter };
    case "now-15":
      return { from: floorMinute(now), to: floorMinute(now) + QUARTER_MS };
    case "now-60":
      return { from: floorMinute(now), to: floorMinute(now) + HOUR_MS };
    case "next-quarter":
      return { from: nextQuarter, to: nextQuarter + QUARTER_MS };
    case "next-hour":
      return { from: nextQuarter, to: nextQuarter + HOUR_MS };
    case "until": {
      const to = parseMoment(choice.to);
      return "error" in to ? null : { from: floorMinute(now), to: ceilMinute(to.at) };
    }
    case "exact": {
      const from = parseMoment(choice.from);
      const to = parseMoment(choice.to);
      if ("error" in from || "error" in to) return null;
      return { from: ceilMinute(from.at), to: ceilMinute(to.at) };
    }
  }
}

/** How many full hours are offered as an end. */
const OFFERED_HOURS = 3;

/** The next full hours that are a quarter of an hour away or more, to end a control at. */
export function nextFullHours(now: number): number[] {
  const first = Math.ceil((now + QUARTER_MS) / HOUR_MS) * HOUR_MS;
  return Array.from({ length: OFFERED_HOURS }, (_, index) => first + index * HOUR_MS);
}

/** A window from now as long as another, at a moment. */
export const fromNow = (durationMs: number, now: number): WindowChoice => ({
  kind: "until",
  to: toLocalDateTime(floorMinute(now) + durationMs),
});

/** Why a choice gives no valid window at a moment; null where it does. */
export function validateChoice(
  choice: WindowChoice,
  now: number,
): WindowFault | "unreadable" | null {
  if (choice.kind !== "exact" && choice.kind !== "until") return null;
  for (const moment of choice.kind === "exact" ? [choice.from, choice.to] : [choice.to]) {
    const read = parseMoment(moment);
    if ("error" in read) return read.error;
  }
  const window = toWindow(choice, now);
  if (choice.kind === "until" && window && window.to <= now) return "passed";
  return window && validateWindow(window, now);
}

/** Why a window is invalid at a moment, as far as the browser can check. */
export function validateWindow({ from, to }: Window, now: number): WindowFault | null {
  if (to <= from) return "endBeforeStart";
  if (to <= now) return "passed";
  return null;
}

/**
 * A window as the times of an order. One that has begun is ordered from "now", which is what an
 * absent start means: its own start would lie in the past by the time it arrives.
 */
export function toBodyTimes(
  { from, to }: Window,
  now: number,
): { time_from?: string; time_to: string } {
  const time_to = new Date(to).toISOString();
  return from <= now ? { time_to } : { time_from: new Date(from).toISOString(), time_to };
}

/** One quarter of an hour of a window: its number, and the share of it that is covered, from 0 to 1. */
export interface CoveredQuarter {
  from: number;
  isp: number;
  start: number;
  end: number;
}

/** The quarters a window touches, oldest first. */
export function coveredQuarters({ from, to }: Window): CoveredQuarter[] {
  const quarters: CoveredQuarter[] = [];
  for (let at = floorQuarter(from); at < to; at += QUARTER_MS) {
    quarters.push({
      from: at,
      isp: ispNumber(at),
      start: Math.max(0, (from - at) / QUARTER_MS),
      end: Math.min(1, (to - at) / QUARTER_MS),
    });
  }
  return quarters;
}

/** Milliseconds the clock is set on (positive) or back (negative) within a window. */
export const findClockChange = ({ from, to }: Window): number => offsetAt(to) - offsetAt(from);

/** A moment as field values; `second` marks the later of two equal local times. */
export function toLocalDateTime(at: number): LocalMoment {
  const [date = "", time = ""] = localMinute(at).split("T");
  return { date, time, second: toInstants({ date, time }).indexOf(at) > 0 };
}

/** The moment after a step from one: a minute, or to the next quarter of an hour. */
export function stepMoment(at: number, direction: 1 | -1, isLarge: boolean): number {
  if (!isLarge) return at + direction * MINUTE_MS;
  return direction === 1 ? floorQuarter(at) + QUARTER_MS : floorQuarter(at - 1);
}
