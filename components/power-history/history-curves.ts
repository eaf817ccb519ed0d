import {
  FORECAST_DASH,
  type Curve,
  type LivePoint,
  steps,
  hasPlannedChange,
  type Interval,
} from "@/components/chart/series.ts";
import { floorQuarter } from "@/lib/time/amsterdam.ts";
import type { MeasurementSource } from "./measurement-source.ts";
import type { Labels } from "../chart/use-chart-labels.ts";
import { faint, type Colours } from "../chart/use-colours.ts";

const RUNNING_DASH = [3, 2];
const UP = [1, 3];
const DOWN = [8, 3, 1, 3];

type T = Labels["t"];

/** The display options of a history chart. */
export interface ChartOptions {
  subject: MeasurementSource;
  /** Leaves out what could be raised and lowered. */
  plain: boolean;
  live: LivePoint | null;
  /** The name of the day it is compared with. */
  comparedWith?: string | undefined;
}

function measuredCurves(
  intervals: readonly Interval[],
  colours: Colours,
  { subject, live }: ChartOptions,
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
  const running: Curve = {
    label: t("curves.now"),
    points: [
      { x: floorQuarter(live.at), y: live.kw },
      { x: live.at, y: live.kw },
    ],
    colour: dot.colour,
    width: 1.5,
    dash: RUNNING_DASH,
  };
  return [actual, running, dot];
}

const forecastCurve = (intervals: readonly Interval[], colours: Colours, t: T): Curve => ({
  label: t("curves.forecast"),
  points: steps(intervals, ({ forecast }) => forecast),
  colour: colours.forecast,
  width: 1.5,
  dash: FORECAST_DASH,
});

const WITH_CONTROLS_DASH = [2, 2];

/** What is expected with controls, where they change the forecast. */
function withControlsCurves(intervals: readonly Interval[], colours: Colours, t: T): Curve[] {
  if (!hasPlannedChange(intervals)) return [];
  return [
    {
      label: t("curves.withControls"),
      points: steps(intervals, ({ withControls }) => withControls ?? null),
      colour: colours.curtailed,
      width: 2,
      dash: WITH_CONTROLS_DASH,
    },
  ];
}

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

/** The band that eight in ten measurements are expected in: its upper edge filled to its lower one. */
function bandCurves(intervals: readonly Interval[], colours: Colours, t: T, at: number): Curve[] {
  if (!intervals.some(({ band }) => band)) return [];
  const edge = (bound: "low" | "high"): Curve => ({
    label: t("curves.band"),
    points: steps(intervals, ({ band }) => band?.[bound] ?? null),
    colour: faint(colours.forecast, 0.35),
    width: 1,
  });
  const fill = { towards: at + 1, colour: faint(colours.forecast, 0.14) };
  return [{ ...edge("high"), fill }, edge("low")];
}

/** The day it is compared with, as a thin line. */
function comparedCurves(
  intervals: readonly Interval[],
  colours: Colours,
  day: string | undefined,
  t: T,
): Curve[] {
  if (day === undefined) return [];
  const points = steps(intervals, ({ compared }) => compared ?? null);
  return [{ label: t("compare.curve", { day }), points, colour: colours.ink, width: 1 }];
}

/** History as curves: what could be raised and lowered as bands around the forecast. */
export function historyCurves(
  intervals: readonly Interval[],
  colours: Colours,
  chartOptions: ChartOptions,
  t: T,
): Curve[] {
  const measured = measuredCurves(intervals, colours, chartOptions, t);
  const compared = comparedCurves(intervals, colours, chartOptions.comparedWith, t);
  if (chartOptions.subject !== "CONNECTION") return [...measured, ...compared];
  const forecast = forecastCurve(intervals, colours, t);
  if (chartOptions.plain) {
    const curves = [forecast, ...measured];
    return [...curves, ...bandCurves(intervals, colours, t, curves.length), ...compared];
  }
  const withControls = withControlsCurves(intervals, colours, t);
  const up = { label: t("curves.up"), colour: colours.up, dash: UP, sign: 1 } as const;
  const down = { label: t("curves.down"), colour: colours.down, dash: DOWN, sign: -1 } as const;
  const curves = [
    band(intervals, up),
    band(intervals, down),
    forecast,
    ...withControls,
    ...measured,
  ];
  return [...curves, ...bandCurves(intervals, colours, t, curves.length), ...compared];
}
