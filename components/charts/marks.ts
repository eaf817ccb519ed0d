import type { Chart, Plugin } from "chart.js";
import { coveredStretches, type ShadedWindow } from "./curve.ts";
import { faint, type Colours } from "./use-colours.ts";

/** What a chart carries besides its curves. */
export interface Marks {
  windows: ShadedWindow[];
  now: number | null;
  colours: Colours;
  onCursor: (at: number | null) => void;
}

const cursors = new WeakMap<Chart, number>();

function shadeWindows(chart: Chart, { windows, colours }: Marks) {
  const { ctx, chartArea } = chart;
  const x = chart.scales.x;
  if (!x) return;
  for (const { from, to } of coveredStretches(windows)) {
    const left = Math.max(x.getPixelForValue(from), chartArea.left);
    const right = Math.min(x.getPixelForValue(to), chartArea.right);
    if (right <= left) continue;
    ctx.fillStyle = faint(colours.curtailed, 0.12);
    ctx.fillRect(left, chartArea.top, Math.max(right - left, 2), chartArea.height);
    ctx.fillStyle = colours.curtailed;
    ctx.fillRect(left, chartArea.top, Math.max(right - left, 2), 3);
  }
}

function verticalLine(chart: Chart, at: number, colour: string, dash: number[]) {
  const { ctx, chartArea } = chart;
  const pixel = Math.round(chart.scales.x?.getPixelForValue(at) ?? 0) + 0.5;
  if (pixel < chartArea.left || pixel > chartArea.right) return;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.setLineDash(dash);
  ctx.beginPath();
  ctx.moveTo(pixel, chartArea.top);
  ctx.lineTo(pixel, chartArea.bottom);
  ctx.stroke();
  ctx.restore();
}

function writeNow(chart: Chart, { now, colours }: Marks) {
  const x = chart.scales.x;
  if (now === null || !x || now < x.min || now > x.max) return;
  verticalLine(chart, now, colours.ink, []);
  const { ctx, chartArea } = chart;
  const pixel = x.getPixelForValue(now);
  ctx.save();
  ctx.font = "600 11px system-ui, sans-serif";
  ctx.fillStyle = colours.ink;
  ctx.textBaseline = "top";
  ctx.textAlign = pixel > chartArea.right - 40 ? "right" : "left";
  ctx.fillText("now", pixel + (ctx.textAlign === "right" ? -5 : 5), chartArea.top + 6);
  ctx.restore();
}

/** Draws control windows behind the curves, the moment of now and a cursor in front of them. */
export const marksPlugin = (marksOf: () => Marks): Plugin<"line"> => ({
  id: "marks",
  beforeDatasetsDraw: (chart) => shadeWindows(chart, marksOf()),
  afterDatasetsDraw(chart) {
    writeNow(chart, marksOf());
    const cursor = cursors.get(chart);
    if (cursor !== undefined) verticalLine(chart, cursor, marksOf().colours.muted, [3, 3]);
  },
  afterEvent(chart, { event, inChartArea }, _options) {
    const x = chart.scales.x;
    if (!x || event.x === null) return;
    const inside = inChartArea && event.type !== "mouseout";
    if (!inside && !cursors.has(chart)) return;
    if (inside) cursors.set(chart, x.getValueForPixel(event.x) ?? x.min);
    else cursors.delete(chart);
    marksOf().onCursor(cursors.get(chart) ?? null);
    chart.draw();
  },
});
