import type { Chart, Plugin } from "chart.js";
import { coveredIntervals, type ShadedWindow } from "./series.ts";
import { faint, type Colours } from "./use-colours.ts";

/** The annotations of a chart. */
export interface Annotations {
  windows: ShadedWindow[];
  now: number | null;
  /** The label of the line of now. */
  nowMark: string;
  colours: Colours;
}

const HATCH = 7;

/** Slanted lines over a rectangle: a shaded window is seen without its colour too. */
function hatch(
  ctx: CanvasRenderingContext2D,
  left: number,
  top: number,
  width: number,
  height: number,
) {
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, width, height);
  ctx.clip();
  ctx.beginPath();
  const start = Math.floor((left - height) / HATCH) * HATCH;
  for (let x = start; x < left + width; x += HATCH) {
    ctx.moveTo(x, top + height);
    ctx.lineTo(x + height, top);
  }
  ctx.stroke();
  ctx.restore();
}

function shadeWindows(chart: Chart, { windows, colours }: Annotations) {
  const { ctx, chartArea } = chart;
  const x = chart.scales.x;
  if (!x) return;
  ctx.save();
  ctx.lineWidth = 1;
  ctx.strokeStyle = faint(colours.curtailed, 0.28);
  for (const { from, to } of coveredIntervals(windows)) {
    const left = Math.max(x.getPixelForValue(from), chartArea.left);
    const right = Math.min(x.getPixelForValue(to), chartArea.right);
    if (right <= left) continue;
    const width = Math.max(right - left, 2);
    ctx.fillStyle = faint(colours.curtailed, 0.12);
    ctx.fillRect(left, chartArea.top, width, chartArea.height);
    hatch(ctx, left, chartArea.top, width, chartArea.height);
    ctx.fillStyle = colours.curtailed;
    ctx.fillRect(left, chartArea.top, width, 3);
  }
  ctx.restore();
}

function drawNow(chart: Chart, { now, nowMark, colours }: Annotations) {
  const x = chart.scales.x;
  if (now === null || !x || now < x.min || now > x.max) return;
  const { ctx, chartArea } = chart;
  const pixel = Math.round(x.getPixelForValue(now)) + 0.5;
  const isLeft = pixel > chartArea.right - 40;
  ctx.save();
  ctx.strokeStyle = colours.ink;
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.moveTo(pixel, chartArea.top);
  ctx.lineTo(pixel, chartArea.bottom);
  ctx.stroke();
  ctx.font = "600 11px system-ui, sans-serif";
  ctx.fillStyle = colours.ink;
  ctx.textBaseline = "top";
  ctx.textAlign = isLeft ? "right" : "left";
  ctx.fillText(nowMark, pixel + (isLeft ? -5 : 5), chartArea.top + 6);
  ctx.restore();
}

/** The plot area within a chart, in its pixels. */
export interface Plot {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The name of the performance mark of a rendered chart. */
const ANNOTATED = "chart drawn";

/**
 * Draws shaded windows behind the curves and the current time in front of them, reports the plot area
 * and measures each rendering.
 */
export const annotationsPlugin = (
  marksOf: () => Annotations,
  onPlot: (plot: Plot) => void = () => undefined,
): Plugin<"line"> => {
  let begun = 0;
  return {
    id: "marks",
    beforeUpdate() {
      begun = performance.now();
    },
    afterLayout({ chartArea: { left, top, width, height } }) {
      onPlot({ left, top, width, height });
    },
    beforeDatasetsDraw: (chart) => shadeWindows(chart, marksOf()),
    afterDatasetsDraw: (chart) => drawNow(chart, marksOf()),
    afterDraw() {
      if (begun > 0) performance.measure(ANNOTATED, { start: begun, end: performance.now() });
      begun = 0;
    },
  };
};
