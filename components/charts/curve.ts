import type { DeliveredInterval } from "./delivered.ts";
import { steps, type EffectInterval, type Interval, type Point } from "./series.ts";
import { faint, type Colours } from "./use-colours.ts";

/** One stepped line of a chart and how it is drawn. */
export interface Curve {
  label: string;
  points: Point[];
  colour: string;
  /** Colour of the parts below zero. */
  colourBelow?: string;
  width: number;
  dashed?: boolean;
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
export function coveredStretches(windows: readonly ShadedWindow[]): { from: number; to: number }[] {
  const stretches: { from: number; to: number }[] = [];
  for (const { from, to } of [...windows].sort((a, b) => a.from - b.from)) {
    const last = stretches.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else stretches.push({ from, to });
  }
  return stretches;
}

/** Forecast and actual as curves, and what was measured this minute as a dot. */
function mainCurves(
  intervals: readonly Interval[],
  colours: Colours,
  live: LivePoint | null,
): Curve[] {
  const dot = live && {
    label: "Now",
    points: [{ x: live.at, y: live.kw }],
    colour: live.kw < 0 ? colours.consumption : colours["production-mark"],
    width: 0,
    dot: colours.surface,
  };
  return [
    {
      label: "Forecast",
      points: steps(intervals, ({ forecast }) => forecast),
      colour: colours.forecast,
      width: 1.5,
      dashed: true,
    },
    {
      label: "Actual",
      points: steps(intervals, ({ actual }) => actual),
      colour: colours["production-mark"],
      colourBelow: colours.consumption,
      width: 2.25,
    },
    ...(dot ? [dot] : []),
  ];
}

/**
 * History as curves: what could be raised and lowered as bands around the forecast; `plain` leaves
 * these out.
 */
export function historyCurves(
  intervals: readonly Interval[],
  colours: Colours,
  { plain, live }: { plain: boolean; live: LivePoint | null },
): Curve[] {
  if (plain) return mainCurves(intervals, colours, live);
  const band = (label: string, colour: string, valueOf: (interval: Interval) => number): Curve => ({
    label,
    points: steps(intervals, valueOf),
    colour: faint(colour, 0.45),
    width: 0.75,
    fill: { towards: 2, colour: faint(colour, 0.13) },
  });
  return [
    band("Can go up to", colours.up, ({ forecast, upward }) => forecast + upward),
    band("Can go down to", colours.down, ({ forecast, downward }) => forecast - downward),
    ...mainCurves(intervals, colours, live),
  ];
}

/** A control's effect as curves: the plan before it, the plan with it, the change between them. */
export function effectCurves(intervals: readonly EffectInterval[], colours: Colours): Curve[] {
  return [
    {
      label: "Before",
      points: steps(intervals, ({ before }) => before),
      colour: colours.forecast,
      width: 2,
      dashed: true,
    },
    {
      label: "After",
      points: steps(intervals, ({ after }) => after),
      colour: colours.curtailed,
      width: 2.5,
      fill: { towards: 0, colour: faint(colours.curtailed, 0.18) },
    },
  ];
}

/** What a control promised beside what was delivered, as changes of net injection. */
export function deliveryCurves(intervals: readonly DeliveredInterval[], colours: Colours): Curve[] {
  return [
    {
      label: "Promised",
      points: steps(intervals, ({ promised }) => promised),
      colour: colours.curtailed,
      width: 2,
      dashed: true,
      fill: {
        above: faint(colours.curtailed, 0.14),
        below: faint(colours.curtailed, 0.14),
      },
    },
    {
      label: "Delivered",
      points: steps(intervals, ({ delivered }) => delivered),
      colour: colours["production-mark"],
      width: 2.5,
    },
  ];
}
