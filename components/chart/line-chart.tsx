"use client";

import { useEffect, useMemo, useRef } from "react";
import { ChartJs, toChartData, toChartOptions, type Axes } from "./chartjs-config.ts";
import type { Curve, Point } from "./series.ts";
import { annotationsPlugin, type Annotations, type Plot } from "./annotations-plugin.ts";

/** The data of a line chart. */
export interface LineChartData extends Annotations, Axes {
  curves: Curve[];
}

type LineChart = ChartJs<"line", Point[]>;

/** Replaces the curves, which is faster than creating a new chart. */
function redraw(chart: LineChart, { data, options }: Pick<LineChart, "data" | "options">) {
  const { datasets } = chart.data;
  chart.options = options;
  chart.data.datasets = data.datasets.map((next, at) => Object.assign(datasets[at] ?? {}, next));
  chart.update();
}

/** An effect of what changes later, not of how it was first. */
function useLatestEffect(effect: () => void, changing: readonly unknown[]) {
  const before = useRef(changing);
  useEffect(() => {
    const hasChanged = changing.some((value, at) => value !== before.current[at]);
    before.current = changing;
    if (hasChanged) effect();
  });
}

/** Draws curves on a canvas; with the picture the one place that touches chart.js. */
export default function CurveCanvas({
  drawing,
  pixels,
  label,
  onPlot,
}: {
  drawing: LineChartData;
  /** How wide it is. */
  pixels: number;
  label: string;
  onPlot: (plot: Plot) => void;
}) {
  const { curves, range, axis, colours, f, windows, now } = drawing;
  const data = useMemo(() => toChartData(curves, range, pixels), [curves, range, pixels]);
  const options = useMemo(
    () => toChartOptions({ range, axis, colours, f }),
    [range, axis, colours, f],
  );
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<LineChart>(null);
  const latest = useRef({ drawing, data, options });
  latest.current = { drawing, data, options };
  useEffect(() => {
    const lineChart: LineChart = new ChartJs(canvas.current!, {
      type: "line",
      data: latest.current.data,
      options: latest.current.options,
      plugins: [annotationsPlugin(() => latest.current.drawing, onPlot)],
    });
    chart.current = lineChart;
    return () => lineChart.destroy();
  }, [onPlot]);
  useLatestEffect(() => redraw(chart.current!, { data, options }), [data, options]);
  useLatestEffect(() => chart.current?.draw(), [windows, now]);
  return <canvas ref={canvas} role="img" aria-label={label} />;
}
