"use client";

import {
  Chart as ChartJs,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  TimeScale,
  type ChartDataset,
  type ChartOptions,
} from "chart.js";
import "chartjs-adapter-luxon";
import { useEffect, useMemo, useRef, useState } from "react";
import { Line } from "react-chartjs-2";
import { ZONE } from "@/components/amsterdam.ts";
import { formatTick, formatTime, formatWeekday } from "@/components/format-english.ts";
import type { Curve } from "./curve.ts";
import { marksPlugin, type Marks } from "./marks.ts";
import { ticksOf, type Range } from "./ranges.ts";
import type { Point } from "./series.ts";
import type { Colours } from "./use-colours.ts";

ChartJs.register(LineController, LineElement, PointElement, LinearScale, TimeScale, Filler);

function toDataset(curve: Curve, position: number): ChartDataset<"line", Point[]> {
  const { fill, colourBelow } = curve;
  const below = (start: number | null, end: number | null) => (start ?? end ?? 0) < 0;
  return {
    label: curve.label,
    data: curve.points,
    borderColor: curve.colour,
    borderWidth: curve.width,
    borderDash: curve.dashed ? [5, 4] : [],
    stepped: "before",
    pointRadius: curve.dot ? 5 : 0,
    pointBackgroundColor: curve.colour,
    pointBorderColor: curve.dot,
    pointBorderWidth: 2,
    spanGaps: false,
    order: -position,
    segment: colourBelow
      ? {
          borderColor: ({ p0, p1 }) =>
            below(p0.parsed.y, p1.parsed.y) ? colourBelow : curve.colour,
        }
      : undefined,
    fill:
      fill === undefined
        ? false
        : "towards" in fill
          ? { target: fill.towards, above: fill.colour, below: fill.colour }
          : { target: "origin", above: fill.above, below: fill.below },
  };
}

function optionsFor(range: Range, colours: Colours): ChartOptions<"line"> {
  const font = { family: "system-ui, sans-serif", size: 11 };
  return {
    animation: false,
    parsing: false,
    normalized: true,
    maintainAspectRatio: false,
    layout: { padding: { top: 4, right: 4 } },
    interaction: { mode: "x", intersect: false },
    events: ["mousemove", "mouseout", "click", "touchstart", "touchmove"],
    scales: {
      x: {
        type: "time",
        min: range.from,
        max: range.to,
        adapters: { date: { zone: ZONE } },
        afterBuildTicks: (axis) => {
          const room = Math.max(3, Math.floor(axis.width / 54));
          axis.ticks = ticksOf(range, room).map(({ at, day }) => ({ value: at, major: day }));
        },
        ticks: {
          autoSkip: false,
          maxRotation: 0,
          color: colours.muted,
          font,
          callback: (_value, index, ticks) => {
            const tick = ticks[index];
            if (!tick) return "";
            return tick.major ? formatWeekday(tick.value) : formatTime(tick.value);
          },
        },
        grid: { color: colours.line, tickLength: 5 },
        border: { color: colours.line },
      },
      y: {
        grace: "8%",
        beginAtZero: true,
        ticks: {
          color: colours.muted,
          font,
          maxTicksLimit: 7,
          padding: 6,
          callback: (value) => formatTick(Number(value)),
        },
        grid: {
          drawTicks: false,
          color: ({ tick }) => (tick.value === 0 ? colours.muted : colours.line),
        },
        border: { display: false },
      },
    },
  };
}

/** Draws curves on a canvas in Amsterdam time; the one place that touches chart.js. */
export default function CurveCanvas({
  curves,
  range,
  marks,
  label,
}: {
  curves: Curve[];
  range: Range;
  marks: Marks;
  label: string;
}) {
  const { from, to } = range;
  const data = useMemo(() => ({ datasets: curves.map(toDataset) }), [curves]);
  const options = useMemo(() => optionsFor({ from, to }, marks.colours), [from, to, marks.colours]);
  const chart = useRef<ChartJs<"line", Point[]>>(null);
  const latest = useRef(marks);
  const [plugins] = useState(() => [marksPlugin(() => latest.current)]);
  useEffect(() => {
    latest.current = marks;
    chart.current?.draw();
  }, [marks]);
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
