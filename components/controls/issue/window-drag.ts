import {
  ceilQuarter,
  DAY_MS,
  floorMinute,
  floorQuarter,
  HOUR_MS,
  QUARTER_MS,
} from "@/lib/time/amsterdam.ts";
import type { Window } from "@/components/controls/window.ts";

/** The hours in which a window is dragged: a day from the hour that runs. */
export const dragRange = (now: number): Window => {
  const from = Math.floor(now / HOUR_MS) * HOUR_MS;
  return { from, to: from + DAY_MS };
};

/** The quarter-hour at a share of a range, from 0 to 1. */
export function quarterAt({ from, to }: Window, share: number): number {
  const at = floorQuarter(from + share * (to - from));
  return Math.min(Math.max(at, from), to - QUARTER_MS);
}

/** From one quarter-hour to another, both included; what has passed is left out. */
export const windowBetween = (one: number, other: number, now: number): Window => ({
  from: Math.max(Math.min(one, other), floorMinute(now)),
  to: Math.max(one, other, floorQuarter(now)) + QUARTER_MS,
});

const steps: Record<string, number> = {
  ArrowRight: QUARTER_MS,
  ArrowUp: QUARTER_MS,
  ArrowLeft: -QUARTER_MS,
  ArrowDown: -QUARTER_MS,
  PageUp: HOUR_MS,
  PageDown: -HOUR_MS,
};

export type Edge = "from" | "to";

/** The earliest and latest time of an edge: a window keeps a quarter-hour at least. */
export function getLimits(edge: Edge, window: Window, range: Window, now: number): Window {
  return edge === "from"
    ? { from: floorMinute(now), to: Math.max(floorQuarter(window.to - 1), floorMinute(now)) }
    : { from: floorQuarter(Math.max(window.from, now)) + QUARTER_MS, to: range.to };
}

/** A window with one edge moved to a time, as far as it may. */
export function moveEdge(edge: Edge, at: number, window: Window, range: Window, now: number) {
  const limits = getLimits(edge, window, range, now);
  return { ...window, [edge]: Math.min(Math.max(at, limits.from), limits.to) };
}

/** What a key does to an edge: by quarter-hours and hours, to the first and last time; null for other keys. */
export function moveByKey(
  key: string,
  edge: Edge,
  window: Window,
  range: Window,
  now: number,
): Window | null {
  const step = steps[key];
  if (key === "Home") return moveEdge(edge, range.from, window, range, now);
  if (key === "End") return moveEdge(edge, range.to, window, range, now);
  if (step === undefined) return null;
  const at = window[edge];
  // From a time between two quarter-hours to the next one in that direction.
  const next = step > 0 ? floorQuarter(at) + step : ceilQuarter(at) + step;
  return moveEdge(edge, next, window, range, now);
}
