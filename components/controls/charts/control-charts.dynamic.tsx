"use client";

import { afterwards } from "@/components/ui/dynamic-on-visible.tsx";
import { LoadingDelivery, LoadingHistory, LoadingPlan } from "../../chart/chart-skeletons.tsx";

/*
 * The way to the charts of a control's pages, which share their code: it is fetched in one piece once
 * the page stands, and until then about its own height is kept for each.
 */

/** `components/power-history/history-chart.tsx`, fetched when it is shown. */
export const HistoryChart = afterwards(
  async () => (await import("./control-charts.ts")).HistoryChart,
  LoadingHistory,
);

/** `components/controls/charts/control-chart.tsx`, fetched when it is shown. */
export const ControlChart = afterwards(
  async () => (await import("./control-charts.ts")).ControlChart,
  LoadingPlan,
);

/** `components/controls/charts/delivery-chart.tsx`, fetched when it is shown. */
export const DeliveryChart = afterwards(
  async () => (await import("./control-charts.ts")).DeliveryChart,
  LoadingDelivery,
);
