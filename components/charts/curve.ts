import type { DeliveredInterval } from "./delivered.ts";
import { steps, type EffectInterval, type Interval, type Point } from "./series.ts";
import type { Subject } from "./subject.ts";
import { faint, type Colours } from "./use-colours.ts";
import type { Texts } from "./use-texts.ts";

/** One stepped line of a chart and how it is drawn: never told apart by its colour alone. */
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
export function coveredStretches(windows: readonly ShadedWindow[]): { from: number; to: number }[] {
  const stretches: { from: number; to: number }[] = [];
  for (const { from, to } of [...windows].sort((a, b) => a.from - b.from)) {
    const last = stretches.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else stretches.push({ from, to });
  }
  return stretches;
}

const FORECAST = [5, 4];
const UP = [1, 3];
const DOWN = [8, 3, 1, 3];

/** How a history chart draws its curves. */
export interface HistoryLook {
  subject: Subject;
  /** Leaves out what could be raised and lowered. */
  plain: boolean;
  live: LivePoint | null;
}

type T = Texts["t"];

function measuredCurves(
  intervals: readonly Interval[],
  colours: Colours,
  { subject, live }: HistoryLook,
  t: T,
): Curve[] {
  const actual: Curve = {
    label: t("curves.actual"),
    points: steps(intervals, ({ actual: kw }) => kw),
    colour: colours["production-mark"],
    colourBelow: colours.consumption,
    width: 2.25,
    ...(subject === "CONNECTION"
      ? {}
      : {
          fill: {
            above: faint(colours["production-mark"], 0.16),
            below: faint(colours.consumption, 0.16),
          },
        }),
  };
  if (!live) return [actual];
  const dot: Curve = {
    label: t("curves.now"),
    points: [{ x: live.at, y: live.kw }],
    colour: live.kw < 0 ? colours.consumption : colours["production-mark"],
    width: 0,
    dot: colours.surface,
  };
  return [actual, dot];
}

const forecastCurve = (intervals: readonly Interval[], colours: Colours, t: T): Curve => ({
  label: t("curves.forecast"),
  points: steps(intervals, ({ forecast }) => forecast),
  colour: colours.forecast,
  width: 1.5,
  dash: FORECAST,
});

/** What could be raised or lowered, as a band from the forecast (the third curve) to its edge. */
const band = (
  intervals: readonly Interval[],
  { label, colour, dash, sign }: { label: string; colour: string; dash: number[]; sign: 1 | -1 },
): Curve => ({
  label,
  points: steps(intervals, ({ forecast, upward, downward }) => {
    const room = sign > 0 ? upward : downward;
    return forecast === null || room === null ? null : forecast + sign * room;
  }),
  colour: faint(colour, 0.7),
  width: 1,
  dash,
  fill: { towards: 2, colour: faint(colour, 0.13) },
});

/** History as curves: what could be raised and lowered as bands around the forecast. */
export function historyCurves(
  intervals: readonly Interval[],
  colours: Colours,
  look: HistoryLook,
  t: T,
): Curve[] {
  const measured = measuredCurves(intervals, colours, look, t);
  if (look.subject !== "CONNECTION") return measured;
  const forecast = forecastCurve(intervals, colours, t);
  if (look.plain) return [forecast, ...measured];
  const up = { label: t("curves.up"), colour: colours.up, dash: UP, sign: 1 } as const;
  const down = { label: t("curves.down"), colour: colours.down, dash: DOWN, sign: -1 } as const;
  return [band(intervals, up), band(intervals, down), forecast, ...measured];
}

/** A control's effect as curves: the plan before it, the plan with it, the change between them. */
export function effectCurves(
  intervals: readonly EffectInterval[],
  colours: Colours,
  t: T,
): Curve[] {
  return [
    {
      label: t("effect.before"),
      points: steps(intervals, ({ before }) => before),
      colour: colours.forecast,
      width: 2,
      dash: FORECAST,
    },
    {
      label: t("effect.after"),
      points: steps(intervals, ({ after }) => after),
      colour: colours.curtailed,
      width: 2.5,
      fill: { towards: 0, colour: faint(colours.curtailed, 0.18) },
    },
  ];
}

/** What a control promised beside what was delivered, as changes of net injection. */
export function deliveryCurves(
  intervals: readonly DeliveredInterval[],
  colours: Colours,
  t: T,
): Curve[] {
  const faded = faint(colours.curtailed, 0.14);
  return [
    {
      label: t("delivery.promised"),
      points: steps(intervals, ({ promised }) => promised),
      colour: colours.curtailed,
      width: 2,
      dash: FORECAST,
      fill: { above: faded, below: faded },
    },
    {
      label: t("delivery.delivered"),
      points: steps(intervals, ({ delivered }) => delivered),
      colour: colours["production-mark"],
      width: 2.5,
    },
  ];
}
