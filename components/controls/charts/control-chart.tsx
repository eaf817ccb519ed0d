"use client";

import { sumEffectsKwh, toKwh } from "@/lib/energy/energy.ts";
import { useCallback, useMemo, useState } from "react";
import type { ControlEffect, ControlShift } from "@/lib/contract/controls.ts";
import { FORECAST_DASH, type Curve, intervalAt, steps } from "@/components/chart/series.ts";
import { type EffectColumn } from "./control-effect-csv.ts";
import { ControlEffectChart } from "./control-effect-chart.tsx";
import type { Reading } from "../../chart/legend.tsx";
import { faint, type Colours } from "../../chart/use-colours.ts";
import { toMillis } from "@/lib/time/instant.ts";
import { reboundVisibleUntil, reboundUntil } from "../rebound.ts";
import { useChartLabels, type Labels } from "../../chart/use-chart-labels.ts";

/** A control's effect over `[from, to)` in milliseconds; powers in kW, production positive. */
interface EffectInterval {
  from: number;
  to: number;
  isp: number;
  before: number;
  after: number;
  delta: number;
}

/** Effects as intervals of the length they really cover, oldest first. */
export const toEffectIntervals = (effects: readonly ControlEffect[]): EffectInterval[] =>
  effects
    .map(({ time_from, time_to, ...values }) => ({
      from: toMillis(time_from),
      to: toMillis(time_to),
      ...values,
    }))
    .sort((a, b) => a.from - b.from);

/** Describes the effect of a control in a sentence. */
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
  return t("effect.multiple", {
    ...named(steepest),
    energy,
    window: f.window(first.from, last.to),
  });
}

/** An interval of a control's window, or of its rebound after it. */
interface PlanInterval {
  from: number;
  to: number;
  isp: number;
  /** Null, as the next two, after the window. */
  before: number | null;
  after: number | null;
  delta: number | null;
  /** Null in the window. */
  rebound: number | null;
}

/** The intervals of a control's window and, after them, those of its rebound. */
export function toPlanIntervals(
  effects: readonly ControlEffect[],
  rebound: readonly ControlShift[],
): PlanInterval[] {
  const after = rebound.map(({ time_from, time_to, isp, delta }) => ({
    from: toMillis(time_from),
    to: toMillis(time_to),
    isp,
    before: null,
    after: null,
    delta: null,
    rebound: delta,
  }));
  return [...toEffectIntervals(effects).map((each) => ({ ...each, rebound: null })), ...after];
}

/** The columns of the table and the file. */
export function createColumns(hasRebound: boolean, { t, f }: Labels): EffectColumn<PlanInterval>[] {
  const columns: EffectColumn<PlanInterval>[] = [
    {
      heading: t("effect.before"),
      render: ({ before }) => f.number(before),
      number: ({ before }) => before,
    },
    {
      heading: t("effect.after"),
      render: ({ after }) => f.number(after),
      number: ({ after }) => after,
    },
    {
      heading: t("effect.delta"),
      render: ({ delta }) => f.number(delta, { signed: true }),
      number: ({ delta }) => delta,
    },
  ];
  if (hasRebound)
    columns.push({
      heading: t("effect.rebound"),
      render: ({ rebound }) => f.number(rebound, { signed: true }),
      number: ({ rebound }) => rebound,
    });
  const energy = (interval: PlanInterval) => f.number(toEnergyKwh(interval), { signed: true });
  return [...columns, { heading: t("effect.energy"), render: energy }];
}

/** The change over the interval, in kWh. */
const toEnergyKwh = ({ delta, rebound, from, to }: PlanInterval) =>
  toKwh(delta ?? rebound ?? 0, to - from);

const swatches = {
  before: "border-t-2 border-dashed border-forecast",
  after: "border-t-[3px] border-curtailed",
  change: "h-2.5 bg-curtailed/20",
  rebound: "h-2.5 border-t-2 border-dotted border-consumption bg-consumption/20",
};

function toReadings(
  pointed: PlanInterval | undefined,
  hasRebound: boolean,
  { t, f }: Labels,
): Reading[] {
  const readings: Reading[] = [
    { swatch: swatches.before, label: t("effect.before"), value: pointed && f.kw(pointed.before) },
    { swatch: swatches.after, label: t("effect.after"), value: pointed && f.kw(pointed.after) },
    {
      swatch: swatches.change,
      label: t("effect.delta"),
      value: pointed && f.kw(pointed.delta, { signed: true }),
    },
  ];
  if (hasRebound)
    readings.push({
      swatch: swatches.rebound,
      label: t("effect.rebound"),
      value: pointed && f.kw(pointed.rebound, { signed: true }),
    });
  return readings;
}

const NO_REBOUND: ControlShift[] = [];
const isRebound = ({ rebound }: PlanInterval) => rebound !== null;

/** What a rebound comes to, in a sentence; empty where there is none. */
export function describeRebound(rebound: readonly ControlShift[], { t, f }: Labels): string {
  const until = reboundUntil(rebound);
  if (until === null) return "";
  const energy = f.kwh(sumEffectsKwh(rebound), { signed: true });
  return t("effect.reboundAfter", { energy, until: f.moment(until) });
}

/**
 * What a control changes, per interval: the plan before, the plan with it, the rebound after its window,
 * and the table, which shows the rebound on request. The tail of the rebound is in the table and the file only.
 */
export function ControlChart({
  effects,
  rebound = NO_REBOUND,
}: {
  effects: readonly ControlEffect[];
  rebound?: readonly ControlShift[] | undefined;
}) {
  const labels = useChartLabels();
  const { t } = labels;
  const [cursor, setCursor] = useState<number | null>(null);
  const intervals = useMemo(() => toPlanIntervals(effects, rebound), [effects, rebound]);
  const curvesOf = useCallback(
    (colours: Colours) => effectCurves(intervals, colours, t),
    [intervals, t],
  );
  const until = useMemo(() => reboundVisibleUntil(effects, rebound), [effects, rebound]);
  const hasRebound = reboundUntil(rebound) !== null;
  const pointed = cursor === null ? intervals[0] : intervalAt(intervals, cursor);
  const sentences = [describeEffect(effects, labels), describeRebound(rebound, labels)];
  return (
    <ControlEffectChart
      chart={{
        title: t("title.plan"),
        file: t("file.plan"),
        unit: t("unit.injection"),
        intervals,
        until,
        curvesOf,
        pointed,
        readings: toReadings(pointed, hasRebound, labels),
        summary: sentences.filter(Boolean).join(" "),
        columns: createColumns(hasRebound, labels),
        isAfter: isRebound,
        now: null,
        cursor,
        onCursor: setCursor,
      }}
    />
  );
}

/** The plan before a control, the plan with it, and the change after it, as curves. */
export function effectCurves(
  intervals: readonly PlanInterval[],
  colours: Colours,
  t: Labels["t"],
): Curve[] {
  const faded = faint(colours.consumption, 0.14);
  const plans: Curve[] = [
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
  if (!intervals.some(isRebound)) return plans;
  return [
    ...plans,
    {
      label: t("effect.rebound"),
      points: steps(intervals, ({ rebound }) => rebound),
      colour: colours.consumption,
      width: 2,
      dash: REBOUND_DOTS,
      fill: { above: faded, below: faded },
    },
  ];
}

const REBOUND_DOTS = [2, 3];
