import { UNKNOWN } from "@/lib/i18n/format.ts";
import { formatEnergy } from "@/components/ui/format-energy.ts";
import type { Reading } from "../chart/legend.tsx";
import { filterInRange } from "../chart/ranges.ts";
import {
  FORECAST_DASH,
  getExpectedWithControls,
  steps,
  type Curve,
  type ShadedWindow,
} from "../chart/series.ts";
import type { Labels } from "../chart/use-chart-labels.ts";
import { faint, type Colours } from "../chart/use-colours.ts";
import type { DaySum, TwoWayEnergy } from "./daily-sums.ts";
import type { ChartOptions } from "./history-curves.ts";
import type { LegendRows } from "./use-history.ts";

/** Share of a day that its bar leaves free on either side. */
const GAP = 0.1;
const WITH_CONTROLS_DASH = [2, 2];

type Way = keyof TwoWayEnergy;
const ways: readonly Way[] = ["out", "into"];

const withGap = (days: readonly DaySum[]): DaySum[] =>
  days.map((day) => {
    const gap = (day.to - day.from) * GAP;
    return { ...day, from: day.from + gap, to: day.to - gap };
  });

/** The curve of one direction: upwards what goes out, downwards what comes in. */
function curveOf(
  days: readonly DaySum[],
  way: Way,
  select: (day: DaySum) => TwoWayEnergy | null,
  style: Omit<Curve, "points">,
): Curve {
  const sign = way === "out" ? 1 : -1;
  const points = steps(days, (day) => {
    const energy = select(day)?.[way];
    return energy === undefined ? null : sign * energy;
  });
  return { ...style, points };
}

/**
 * The days as bars for the canvas: solid if complete, pale if quarter-hours are missing, with lines at what
 * was forecast and what was expected with controls.
 */
export function dailyCurves(
  days: readonly DaySum[],
  colours: Colours,
  { subject, plain }: Pick<ChartOptions, "subject" | "plain">,
  { t }: Labels,
): Curve[] {
  const bars = withGap(days);
  const colourOf = { out: colours["production-mark"], into: colours.consumption };
  const bar = (way: Way, isPart: boolean): Curve => {
    const colour = colourOf[way];
    const fill = faint(colour, isPart ? 0.3 : 0.85);
    const label = t(`days.${way}.${subject}`);
    return curveOf(
      bars,
      way,
      ({ coverage, measured }) => ((coverage === "part") === isPart ? measured : null),
      {
        label: isPart ? t("days.incompleteBar", { label }) : label,
        colour,
        width: 1,
        ...(isPart && { dash: [2, 2] }),
        fill: { above: fill, below: fill },
      },
    );
  };
  const hasPart = days.some(({ coverage }) => coverage === "part");
  const line = (
    label: string,
    colour: string,
    dash: number[],
    select: (day: DaySum) => TwoWayEnergy | null,
  ): Curve[] =>
    days.some((day) => select(day) !== null)
      ? ways.map((way) => curveOf(bars, way, select, { label, colour, width: 2, dash }))
      : [];
  return [
    ...ways.map((way) => bar(way, false)),
    ...(hasPart ? ways.map((way) => bar(way, true)) : []),
    ...line(
      t(plain ? "curves.forecastPlain" : "curves.forecast"),
      colours.forecast,
      FORECAST_DASH,
      ({ forecast }) => forecast,
    ),
    ...line(
      t("curves.withControls"),
      colours.curtailed,
      WITH_CONTROLS_DASH,
      ({ withControls }) => withControls ?? null,
    ),
  ];
}

const swatches = {
  out: "h-2.5 bg-production-mark",
  into: "h-2.5 bg-consumption",
  forecast: "border-t-2 border-dashed border-forecast",
  withControls: "border-t-2 border-dotted border-curtailed",
  control: "h-2.5 border-t-[3px] border-curtailed bg-curtailed/20",
};

/** How much of a day was measured: `90 of 96 quarter-hours, incomplete`. */
export function describeCoverage({ coverage, quarters }: DaySum, { t, f }: Labels): string {
  return t(`days.coverage.${coverage}`, {
    measured: f.count(quarters.measured),
    finished: f.count(Math.max(quarters.finished, quarters.measured)),
    total: f.count(quarters.total),
  });
}

/** What the bars and lines of a day are, and their values. */
export function dailyReadings(
  day: DaySum | undefined,
  {
    windows,
    cachedFrom,
    plain,
    subject,
    rows,
  }: {
    windows: readonly ShadedWindow[];
    /** Before this moment (ms) there may be other windows. */
    cachedFrom: number;
    plain: boolean;
    subject: ChartOptions["subject"];
    rows: LegendRows;
  },
  labels: Labels,
): Reading[] {
  const { t, f } = labels;
  const both = (energy: TwoWayEnergy | null | undefined) =>
    energy
      ? t(`days.both.${subject}`, {
          out: formatEnergy(f, energy.out),
          into: formatEnergy(f, energy.into),
        })
      : UNKNOWN;
  const readings: Reading[] = ways.map((way) => ({
    swatch: swatches[way],
    label: t(`days.${way}.${subject}`),
    value: day && formatEnergy(f, day.measured?.[way] ?? null),
  }));
  readings.push({ label: t("days.measured"), value: day && describeCoverage(day, labels) });
  if (subject === "CONNECTION") {
    readings.push({
      swatch: swatches.forecast,
      label: t(plain ? "curves.forecastPlain" : "curves.forecast"),
      value: day && both(day.forecast),
    });
    if (rows.withControls)
      readings.push({
        swatch: swatches.withControls,
        label: t("curves.withControls"),
        value: day && both(getExpectedWithControls(day)),
      });
  }
  if (rows.coverage || rows.reported)
    readings.push({
      label: t("curves.coverage"),
      value:
        day &&
        (day.share === undefined ? UNKNOWN : t("curves.covered", { share: f.percent(day.share) })),
    });
  if (windows.length > 0 || (day && day.from < cachedFrom))
    readings.push({
      swatch: swatches.control,
      wide: true,
      label: t(plain ? "curves.controlPlain" : "curves.control"),
      value: day && describeWindows(day, windows, cachedFrom, labels),
    });
  return readings;
}

/** How many controls were in force on a day, by name: `Zero export ×3, Maximum production`. */
function describeWindows(
  day: DaySum,
  windows: readonly ShadedWindow[],
  cachedFrom: number,
  { t, f }: Labels,
): string {
  const counts = new Map<string, number>();
  for (const { label } of filterInRange(windows, day))
    counts.set(label, (counts.get(label) ?? 0) + 1);
  if (counts.size === 0) return day.from >= cachedFrom ? t("curves.noControl") : UNKNOWN;
  return [...counts]
    .map(([label, count]) => (count > 1 ? `${label} ×${f.count(count)}` : label))
    .join(", ");
}

/** How many days of a range are incomplete or without measurements, as a sentence; empty if none is. */
export function describeIncomplete(days: readonly DaySum[], { t }: Labels): string {
  const incomplete = days.filter(({ coverage }) => coverage === "part" || coverage === "none");
  return incomplete.length === 0 ? "" : t("days.incomplete", { count: incomplete.length });
}

/** The day under the cursor; without one today, else the last. */
export const selectDay = (
  days: readonly DaySum[],
  cursor: number | null,
  now: number,
): DaySum | undefined => {
  const at = cursor ?? now;
  return (
    days.find(({ from, to }) => from <= at && at < to) ??
    (cursor === null ? days.at(-1) : undefined)
  );
};
