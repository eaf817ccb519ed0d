"use client";

import { dynamicOnVisible } from "@/components/ui/dynamic-on-visible.tsx";
import { DeliverySkeleton, HistorySkeleton, PlanSkeleton } from "../../chart/chart-skeletons.tsx";

/*
 * The way to the charts of a control's pages, which share their code: it is fetched in one piece once
 * the page stands, and until then about its own height is kept for each.
 */

/** `components/power-history/history-chart.tsx`, loaded when it is rendered. */
export const HistoryChart = dynamicOnVisible(
  async () => (await import("./control-charts.ts")).HistoryChart,
  HistorySkeleton,
);

/** `components/controls/charts/control-chart.tsx`, loaded when it is rendered. */
export const ControlChart = dynamicOnVisible(
  async () => (await import("./control-charts.ts")).ControlChart,
  PlanSkeleton,
);

/** `components/controls/charts/delivery-chart.tsx`, loaded when it is rendered. */
export const DeliveryChart = dynamicOnVisible(
  async () => (await import("./control-charts.ts")).DeliveryChart,
  DeliverySkeleton,
);
