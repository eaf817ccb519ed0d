import {
  Chart as ChartJs,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  type ChartDataset,
  type ChartOptions,
} from "chart.js";
import type { Formats } from "@/lib/i18n/format.ts";
import { AXIS_WIDTH } from "./axis-width.ts";
import type { Curve, Point } from "./series.ts";
import { createTicks, type ChartAxis } from "./ticks.ts";
import type { Colours } from "./use-colours.ts";
import type { Range } from "./ranges.ts";

ChartJs.register(LineController, LineElement, PointElement, LinearScale, Filler);

const FONT = { family: "system-ui, sans-serif", size: 11 };
/** Room of one label of the axis, in pixels. */
const LABEL = 54;

/** One colour above zero and another below it, which costs less than asking for each point. */
function splitAtZero(chart: ChartJs, above: string, below: string): CanvasGradient | string {
  const { top, bottom } = chart.chartArea ?? {};
  const zero = chart.scales.y?.getPixelForValue(0);
  if (top === undefined || zero === undefined || !(bottom > top)) return above;
  const share = Math.min(Math.max((zero - top) / (bottom - top), 0), 1);
  const gradient = chart.ctx.createLinearGradient(0, top, 0, bottom);
  gradient.addColorStop(share, above);
  gradient.addColorStop(share, below);
  return gradient;
}

function toDataset(curve: Curve, position: number, points: Point[]): ChartDataset<"line", Point[]> {
  const { fill, colourBelow } = curve;
  return {
    label: curve.label,
    data: points,
    borderColor: colourBelow
      ? ({ chart }) => splitAtZero(chart, curve.colour, colourBelow)
      : curve.colour,
    borderWidth: curve.width,
    borderDash: curve.dash ?? [],
    borderJoinStyle: "round",
    stepped: "before",
    pointRadius: curve.dot ? 5 : 0,
    pointBackgroundColor: curve.colour,
    pointBorderColor: curve.dot ?? curve.colour,
    pointBorderWidth: 2,
    spanGaps: false,
    order: -position,
    fill:
      fill === undefined
        ? false
        : "towards" in fill
          ? { target: fill.towards, above: fill.colour, below: fill.colour }
          : { target: "origin", above: fill.above, below: fill.below },
  };
}

/** Curves as data of chart.js, downsampled to the width in pixels. */
export const toChartData = (curves: Curve[], range: Range, pixels: number) => ({
  datasets: curves.map((curve, position) =>
    toDataset(curve, position, downsample(curve.points, range, pixels)),
  ),
});

/** The axes of a chart. */
export interface Axes {
  range: Range;
  axis: ChartAxis;
  colours: Colours;
  f: Formats;
}

/** Options of chart.js: moments as plain numbers, with our own axis ticks. */
export const toChartOptions = ({ range, axis, colours, f }: Axes): ChartOptions<"line"> => ({
  animation: false,
  parsing: false,
  normalized: true,
  maintainAspectRatio: false,
  layout: { padding: { top: 4, right: 6 } },
  events: [],
  scales: {
    x: {
      type: "linear",
      min: range.from,
      max: range.to,
      afterBuildTicks: (scale) => {
        const room = Math.max(3, Math.floor(scale.width / LABEL));
        scale.ticks = createTicks(range, room, axis, f).map((tick) => ({
          value: tick.at,
          label: tick.label,
        }));
      },
      ticks: {
        autoSkip: false,
        maxRotation: 0,
        color: colours.muted,
        font: FONT,
        callback: (_value, index, ticks) => ticks[index]?.label,
      },
      grid: { color: colours.line, tickLength: 5 },
      border: { color: colours.line },
    },
    y: {
      grace: "8%",
      beginAtZero: true,
      afterFit: (scale) => {
        scale.width = Math.max(scale.width, AXIS_WIDTH);
      },
      ticks: {
        color: colours.muted,
        font: FONT,
        maxTicksLimit: 7,
        padding: 6,
        callback: (value) => f.tick(Number(value)),
      },
      grid: {
        drawTicks: false,
        color: ({ tick }) => (tick.value === 0 ? colours.muted : colours.line),
      },
      border: { display: false },
    },
  },
});

export { ChartJs };

/**
 * The points of a line that can be seen at a width in pixels: of each pixel its lowest and its
 * highest point and the first break, in their order. A line with few points stays as it is. Points
 * must be ordered by time.
 */
export function downsample(points: Point[], { from, to }: Range, pixels: number): Point[] {
  if (pixels < 1 || points.length <= pixels * 2) return points;
  const perPixel = (to - from) / pixels;
  const decimated: Point[] = [];
  let start = 0;
  while (start < points.length) {
    const edge = from + (Math.floor((points[start]!.x - from) / perPixel) + 1) * perPixel;
    let end = start + 1;
    while (end < points.length && points[end]!.x < edge) end += 1;
    addExtremes(points, start, end, decimated);
    start = end;
  }
  return decimated;
}

/** The points that represent those in `[start, end)`. */
function addExtremes(points: Point[], start: number, end: number, decimated: Point[]): void {
  let lowest = -1;
  let highest = -1;
  let gap = -1;
  for (let index = start; index < end; index += 1) {
    const y = points[index]!.y;
    if (y === null) gap = gap < 0 ? index : gap;
    else {
      if (lowest < 0 || y < points[lowest]!.y!) lowest = index;
      if (highest < 0 || y > points[highest]!.y!) highest = index;
    }
  }
  let last = -1;
  for (const index of [lowest, highest, gap].sort((a, b) => a - b)) {
    if (index > last) decimated.push(points[index]!);
    last = Math.max(last, index);
  }
}
