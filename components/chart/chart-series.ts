import type { Point } from "./series.ts";

/** One stepped line of a chart and its style: lines differ in more than colour. */
export interface Curve {
  label: string;
  points: Point[];
  colour: string;
  /** Colour of the parts below zero. */
  colourBelow?: string;
  width: number;
  /** Lengths of strokes and gaps; a whole line without. */
  dash?: number[];
  /** Draws each point as a dot with a rim of this colour. */
  dot?: string;
  /** Fills towards another curve (its position), or towards zero with a colour per side. */
  fill?: { towards: number; colour: string } | { above: string; below: string };
}

/** What was measured this minute. */
export interface LivePoint {
  at: number;
  kw: number;
}

/** A stretch of time shaded in the chart. */
export interface ShadedWindow {
  from: number;
  to: number;
  label: string;
}

/** The stretches of time that at least one window covers, oldest first. */
export function coveredIntervals(windows: readonly ShadedWindow[]): { from: number; to: number }[] {
  const stretches: { from: number; to: number }[] = [];
  for (const { from, to } of [...windows].sort((a, b) => a.from - b.from)) {
    const last = stretches.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else stretches.push({ from, to });
  }
  return stretches;
}

/** Strokes and gaps of a forecast or plan. */
export const FORECAST_DASH = [5, 4];
