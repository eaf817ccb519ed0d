"use client";

import { sumEffectsKwh, toKwh } from "@/lib/energy/energy.ts";
import { useCallback, useMemo, useState } from "react";
import type { ControlEffect } from "@/lib/contract/controls.ts";
import { FORECAST_DASH, type Curve } from "../../chart/chart-series.ts";
import { type EffectColumn } from "./control-effect-csv.ts";
import { ControlEffectChart } from "./control-effect-chart.tsx";
import type { Reading } from "../../chart/readings-legend.tsx";
import { intervalAt, steps, toEffectIntervals, type EffectInterval } from "../../chart/series.ts";
import { faint, type Colours } from "../../chart/use-colours.ts";
import { useChartLabels, type Labels } from "../../chart/use-chart-labels.ts";

/** What a control changes, in a sentence. */
export function describeEffect(effects: readonly ControlEffect[], { t, f }: Labels): string {
  const intervals = toEffectIntervals(effects);
  const [first] = intervals;
  const last = intervals.at(-1);
  if (!first || !last) return "";
  const energy = f.kwh(sumEffectsKwh(effects), { signed: true });
  const named = (interval: EffectInterval) => ({
    interval: f.ispLabel({ isp: interval.isp, time_from: interval.from, time_to: interval.to }),
    power: f.kw(interval.delta, { signed: true }),
  });
  if (first === last) return t("effect.one", { ...named(first), energy });
  const steepest = intervals.reduce((best, next) =>
    Math.abs(next.delta) > Math.abs(best.delta) ? next : best,
  );
  return t("effect.many", { ...named(steepest), energy, window: f.window(first.from, last.to) });
}

const createColumns = ({ t, f }: Labels): EffectColumn<EffectInterval>[] => [
  {
    heading: t("effect.before"),
    shown: ({ before }) => f.number(before),
    number: ({ before }) => before,
  },
  {
    heading: t("effect.after"),
    shown: ({ after }) => f.number(after),
    number: ({ after }) => after,
  },
  {
    heading: t("effect.delta"),
    shown: ({ delta }) => f.number(delta, { signed: true }),
    number: ({ delta }) => delta,
  },
  {
    heading: t("effect.energy"),
    shown: (interval) => f.number(toEnergyKwh(interval), { signed: true }),
  },
];

/** What the change comes to over the interval, in kWh. */
const toEnergyKwh = ({ delta, from, to }: EffectInterval) => toKwh(delta, to - from);

const toReadings = (pointed: EffectInterval | undefined, { t, f }: Labels): Reading[] => [
  { swatch: "forecast", label: t("effect.before"), value: pointed && f.kw(pointed.before) },
  { swatch: "after", label: t("effect.after"), value: pointed && f.kw(pointed.after) },
  {
    swatch: "change",
    label: t("effect.delta"),
    value: pointed && f.kw(pointed.delta, { signed: true }),
  },
];

/** What a control changes, per interval: the plan before, the plan with it, and the table. */
export function ControlChart({ effects }: { effects: readonly ControlEffect[] }) {
  const texts = useChartLabels();
  const { t } = texts;
  const [cursor, setCursor] = useState<number | null>(null);
  const intervals = useMemo(() => toEffectIntervals(effects), [effects]);
  const curvesOf = useCallback(
    (colours: Colours) => effectCurves(intervals, colours, t),
    [intervals, t],
  );
  const pointed = cursor === null ? intervals[0] : intervalAt(intervals, cursor);
  return (
    <ControlEffectChart
      chart={{
        title: t("title.plan"),
        file: t("file.plan"),
        unit: t("unit.injection"),
        intervals,
        curvesOf,
        pointed,
        readings: toReadings(pointed, texts),
        summary: describeEffect(effects, texts),
        columns: createColumns(texts),
        now: null,
        cursor,
        onCursor: setCursor,
      }}
    />
  );
}

/** A control's effect as curves: the plan before it, the plan with it, the change between them. */
function effectCurves(
  intervals: readonly EffectInterval[],
  colours: Colours,
  t: Labels["t"],
): Curve[] {
  return [
    {
      label: t("effect.before"),
      points: steps(intervals, ({ before }) => before),
      colour: colours.forecast,
      width: 2,
      dash: FORECAST_DASH,
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
