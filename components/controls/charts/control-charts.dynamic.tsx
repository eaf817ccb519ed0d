"use client";

import { dynamicOnVisible } from "@/components/ui/dynamic-on-visible.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import { HistorySkeleton } from "../../power-history/history-skeleton.tsx";

/** The heights of `ChartDataTable` in pixels. */
const TABLE_HEAD_PX = 62;
const TABLE_ROW_PX = 25;
const MAX_TABLE_PX = 384;

/*
 * The charts of a control's pages. They share code, so they load as one chunk. Each placeholder has
 * about the height of its chart.
 */

/** A chart with texts, as high as `className` says, above a table of so many rows, which scrolls. */
const ChartPlaceholder = ({ className, rows }: { className: string; rows: number }) => (
  <div className="flex flex-col gap-3">
    <Skeleton className={className} />
    <div style={{ height: Math.min(TABLE_HEAD_PX + rows * TABLE_ROW_PX, MAX_TABLE_PX) }} />
  </div>
);

/** `components/power-history/history-chart.tsx`, loaded when it is rendered. */
export const HistoryChart = dynamicOnVisible(
  async () => (await import("./control-charts.ts")).HistoryChart,
  HistorySkeleton,
);

/** `components/controls/charts/control-chart.tsx`, loaded when it is rendered. */
export const ControlChart = dynamicOnVisible(
  async () => (await import("./control-charts.ts")).ControlChart,
  ({ effects }) => (
    <ChartPlaceholder className="h-[39.25rem] sm:h-[33.5rem]" rows={effects.length} />
  ),
);

/** `components/controls/charts/delivery-chart.tsx`, loaded when it is rendered. */
export const DeliveryChart = dynamicOnVisible(
  async () => (await import("./control-charts.ts")).DeliveryChart,
  ({ effects }) => <ChartPlaceholder className="h-[29rem] sm:h-[27.5rem]" rows={effects.length} />,
);
