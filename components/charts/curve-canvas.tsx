"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import { Line } from "react-chartjs-2";
import { dataOf, optionsOf, type Axes, type ChartJs } from "./config-canvas.ts";
import type { Curve } from "./curve.ts";
import { marksPlugin, type Marks, type Plot } from "./marks.ts";
import type { Point } from "./series.ts";

/** All that a chart draws. */
export interface Drawing extends Marks, Axes {
  curves: Curve[];
}

/** Draws curves on a canvas; with the picture the one place that touches chart.js. */
export default function CurveCanvas({
  drawing,
  pixels,
  label,
  onPlot,
}: {
  drawing: Drawing;
  /** How wide it is. */
  pixels: number;
  label: string;
  onPlot: (plot: Plot) => void;
}) {
  const { curves, range, axis, colours, f } = drawing;
  const data = useMemo(() => dataOf(curves, range, pixels), [curves, range, pixels]);
  const options = useMemo(() => optionsOf({ range, axis, colours, f }), [range, axis, colours, f]);
  const chart = useRef<ChartJs<"line", Point[]>>(null);
  const latest = useRef(drawing);
  const [plugins] = useState(() => [marksPlugin(() => latest.current, onPlot)]);
  latest.current = drawing;
  const { windows, now } = drawing;
  useEffect(() => chart.current?.draw(), [windows, now]);
  return (
    <Line
      ref={chart}
      data={data}
      options={options}
      plugins={plugins}
      role="img"
      aria-label={label}
    />
  );
}
