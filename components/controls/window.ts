import { HOUR, MINUTE, momentsOf, QUARTER, startOfQuarter } from "@/components/amsterdam.ts";

/** A moment typed on Amsterdam's clock; `second` picks the later of two that read the same. */
export interface LocalMoment {
  text: string;
  second: boolean;
}

/** When a control is to run. */
export type WindowChoice =
  | { kind: "this-quarter" | "next-quarter" | "next-hour" }
  | { kind: "exact"; from: LocalMoment; to: LocalMoment };

/** `[from, to)` in milliseconds, on full minutes. */
export interface Window {
  from: number;
  to: number;
}

/** What is wrong with a typed moment, or the moment itself. */
export function readMoment({ text, second }: LocalMoment): { at: number } | { error: string } {
  if (text === "") return { error: "Give a date and a time." };
  const moments = momentsOf(text);
  const at = moments[second ? moments.length - 1 : 0];
  if (at !== undefined) return { at };
  return { error: "This time does not exist: the clock goes forward over it." };
}

const upToMinute = (at: number) => Math.ceil(at / MINUTE) * MINUTE;

/**
 * The window a choice means at a moment, rounded as the service does: what is given goes up to the
 * next full minute; "now" is the current minute. Null while an exact window is not complete.
 */
export function windowOf(choice: WindowChoice, now: number): Window | null {
  const nextQuarter = startOfQuarter(now) + QUARTER;
  switch (choice.kind) {
    case "this-quarter":
      return { from: Math.floor(now / MINUTE) * MINUTE, to: nextQuarter };
    case "next-quarter":
      return { from: nextQuarter, to: nextQuarter + QUARTER };
    case "next-hour":
      return { from: nextQuarter, to: nextQuarter + HOUR };
    case "exact": {
      const from = readMoment(choice.from);
      const to = readMoment(choice.to);
      if ("error" in from || "error" in to) return null;
      return { from: upToMinute(from.at), to: upToMinute(to.at) };
    }
  }
}

/** Why a window cannot be ordered at a moment, as far as the browser can tell. */
export function windowFault({ from, to }: Window, now: number): string | null {
  if (to <= from) return "The end must be after the start.";
  if (to <= now) return "This window has passed.";
  return null;
}

/**
 * A window as the times of an order. One that has begun is ordered from "now", which is what an
 * absent start means: its own start would lie in the past by the time it arrives.
 */
export function orderTimes(
  { from, to }: Window,
  now: number,
): { time_from?: string; time_to: string } {
  const time_to = new Date(to).toISOString();
  return from <= now ? { time_to } : { time_from: new Date(from).toISOString(), time_to };
}
