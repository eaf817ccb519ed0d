"use client";

import { useCallback, useMemo, useState } from "react";
import type { DeliveredEffect } from "@/lib/contract/deliveries.ts";
import { UNKNOWN } from "@/lib/i18n/format.ts";
import {
  type DeliveredInterval,
  deliveryCurves,
  describeDelivered,
  describeReporting,
  toDeliveredIntervals,
} from "./delivery-series.ts";
import { type EffectColumn } from "./control-effect-csv.ts";
import { ControlEffectChart } from "./control-effect-chart.tsx";
import type { Reading } from "../../chart/legend.tsx";
import { intervalAt } from "../../chart/series.ts";
import type { Colours } from "../../chart/use-colours.ts";
import { useChartLabels, type Labels } from "../../chart/use-chart-labels.ts";

function createColumns(readAt: number, labels: Labels): EffectColumn<DeliveredInterval>[] {
  const { t, f } = labels;
  const change = (kw: number | null) => f.number(kw, { signed: true });
  return [
    {
      heading: t("delivery.planned"),
      render: ({ planned }) => change(planned),
      number: ({ planned }) => planned,
    },
    {
      heading: t("delivery.delivered"),
      render: ({ delivered }) => change(delivered),
      number: ({ delivered }) => delivered,
    },
    {
      heading: t("delivery.before"),
      render: ({ before }) => f.number(before),
      number: ({ before }) => before,
    },
    {
      heading: t("delivery.counterfactual"),
      render: ({ counterfactual }) => f.number(counterfactual),
      number: ({ counterfactual }) => counterfactual,
    },
    {
      heading: t("delivery.forecastError"),
      render: ({ forecastError }) => change(forecastError),
      number: ({ forecastError }) => forecastError,
    },
    {
      heading: t("delivery.measured"),
      render: ({ measured }) => f.number(measured),
      number: ({ measured }) => measured,
    },
    {
      heading: t("delivery.reporting"),
      render: (interval) => describeReporting(interval, readAt, labels),
    },
  ];
}

function toReadings(pointed: DeliveredInterval | undefined, { t, f }: Labels): Reading[] {
  const kw = (value: number | null) => (value === null ? UNKNOWN : f.kw(value, { signed: true }));
  return [
    {
      swatch: "border-t-2 border-dashed border-curtailed",
      label: t("delivery.planned"),
      value: pointed && kw(pointed.planned),
    },
    {
      swatch: "border-t-[3px] border-production-mark",
      label: t("delivery.delivered"),
      value: pointed && kw(pointed.delivered),
    },
  ];
}

/** The interval under the cursor; without one the last that was measured, else the first. */
const selectInterval = (intervals: DeliveredInterval[], cursor: number | null) =>
  cursor === null
    ? (intervals.findLast(({ delivered }) => delivered !== null) ?? intervals[0])
    : intervalAt(intervals, cursor);

/** The planned and measured change of a control per interval, as a chart and a table. */
export function DeliveryChart({
  effects,
  readAt,
  now,
}: {
  effects: readonly DeliveredEffect[];
  /** When they were read, in milliseconds. */
  readAt: number;
  /** Marked in the drawing, in milliseconds. */
  now: number;
}) {
  const labels = useChartLabels();
  const { t } = labels;
  const [cursor, setCursor] = useState<number | null>(null);
  const intervals = useMemo(() => toDeliveredIntervals(effects), [effects]);
  const curvesOf = useCallback(
    (colours: Colours) => deliveryCurves(intervals, colours, t),
    [intervals, t],
  );
  const pointed = selectInterval(intervals, cursor);
  return (
    <ControlEffectChart
      chart={{
        title: t("title.delivery"),
        file: t("file.delivery"),
        unit: t("unit.change"),
        intervals,
        curvesOf,
        pointed,
        readings: toReadings(pointed, labels),
        summary: describeDelivered(intervals, readAt, labels),
        columns: createColumns(readAt, labels),
        now,
        cursor,
        onCursor: setCursor,
      }}
    />
  );
}
