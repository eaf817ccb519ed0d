import { ChartJs, toChartData, toChartOptions } from "./chartjs-config.ts";
import type { Curve } from "./series.ts";
import type { LineChartData } from "./line-chart.tsx";
import { annotationsPlugin } from "./annotations-plugin.ts";

/** The labels around the image of a chart. */
export interface ExportLabels {
  title: string;
  /** The range. */
  subtitle: string;
  /** Units of the two axes. */
  unit: string;
  axis: string;
  /** The label of the shaded windows; empty without any. */
  windows: string;
}

/** The size of the image in pixels. */
const PNG_OPTIONS = { width: 1600, height: 900 } as const;

const SCALE = 2;
const WIDTH = PNG_OPTIONS.width / SCALE;
const HEIGHT = PNG_OPTIONS.height / SCALE;
const MARGIN = 16;
const HEAD = 92;
const FOOT = 22;
const SANS = "system-ui, sans-serif";

/**
 * Renders a chart as a PNG on a solid background, with its title, range, units and legend.
 * @throws Error if the browser cannot render or encode a canvas
 */
export async function renderPng(drawing: LineChartData, labels: ExportLabels): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = PNG_OPTIONS.width;
  canvas.height = PNG_OPTIONS.height;
  const ctx = canvas.getContext("2d");
  if (!ctx) throw new Error("This browser cannot draw on a canvas.");
  ctx.scale(SCALE, SCALE);
  ctx.fillStyle = drawing.colours.surface;
  ctx.fillRect(0, 0, WIDTH, HEIGHT);
  writeHead(ctx, drawing, labels);
  const [width, height] = [WIDTH - 2 * MARGIN, HEIGHT - HEAD - FOOT - MARGIN / 2];
  ctx.drawImage(legendCurves(drawing, width, height), MARGIN, HEAD, width, height);
  ctx.fillStyle = drawing.colours.muted;
  ctx.font = `11px ${SANS}`;
  ctx.textAlign = "right";
  ctx.fillText(labels.axis, WIDTH - MARGIN, HEIGHT - 12);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("This browser cannot encode a PNG.");
  return blob;
}

function legendCurves(drawing: LineChartData, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const chart = new ChartJs(canvas, {
    type: "line",
    data: toChartData(drawing.curves, drawing.range, width * SCALE),
    options: { ...toChartOptions(drawing), responsive: false, devicePixelRatio: SCALE },
    plugins: [annotationsPlugin(() => drawing)],
  });
  const copy = document.createElement("canvas");
  copy.width = canvas.width;
  copy.height = canvas.height;
  copy.getContext("2d")?.drawImage(canvas, 0, 0);
  chart.destroy();
  return copy;
}

function writeHead(ctx: CanvasRenderingContext2D, drawing: LineChartData, labels: ExportLabels) {
  const { colours } = drawing;
  ctx.textBaseline = "alphabetic";
  ctx.fillStyle = colours.ink;
  ctx.font = `600 17px ${SANS}`;
  ctx.fillText(labels.title, MARGIN, 32);
  const titleWidth = ctx.measureText(labels.title).width;
  ctx.fillStyle = colours.muted;
  ctx.font = `13px ${SANS}`;
  ctx.fillText(labels.subtitle, MARGIN + titleWidth + 12, 32);
  ctx.font = `12px ${SANS}`;
  writeLegend(ctx, drawing, labels);
  ctx.fillStyle = colours.muted;
  ctx.fillText(labels.unit, MARGIN, 84);
}

function writeLegend(ctx: CanvasRenderingContext2D, drawing: LineChartData, labels: ExportLabels) {
  const { curves, colours } = drawing;
  let x = MARGIN;
  const entry = (label: string, swatch: (at: number) => void) => {
    ctx.save();
    swatch(x);
    ctx.restore();
    ctx.fillStyle = colours.ink;
    ctx.fillText(label, x + 26, 58);
    x += 26 + ctx.measureText(label).width + 20;
  };
  for (const curve of curves) entry(curve.label, (at) => drawSwatch(ctx, curve, at));
  if (!labels.windows) return;
  entry(labels.windows, (at) => {
    ctx.fillStyle = colours.curtailed;
    ctx.fillRect(at, 48, 18, 3);
    ctx.globalAlpha = 0.2;
    ctx.fillRect(at, 51, 18, 9);
  });
}

function drawSwatch(
  ctx: CanvasRenderingContext2D,
  { colour, colourBelow, width, dash, fill, dot }: Curve,
  at: number,
) {
  if (fill && "towards" in fill) {
    ctx.fillStyle = fill.colour;
    ctx.fillRect(at, 48, 18, 12);
  }
  ctx.strokeStyle = colour;
  ctx.fillStyle = colour;
  ctx.lineWidth = width;
  ctx.setLineDash(dash ?? []);
  ctx.beginPath();
  if (dot) {
    ctx.arc(at + 9, 54, 4, 0, 2 * Math.PI);
    ctx.fill();
    return;
  }
  ctx.moveTo(at, 54);
  ctx.lineTo(at + 18, 54);
  ctx.stroke();
  if (!colourBelow) return;
  ctx.strokeStyle = colourBelow;
  ctx.beginPath();
  ctx.moveTo(at + 9, 54);
  ctx.lineTo(at + 18, 54);
  ctx.stroke();
}
