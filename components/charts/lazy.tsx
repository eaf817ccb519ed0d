"use client";

import { afterwards } from "@/components/ui/afterwards.tsx";
import { LoadingDelivery, LoadingHistory, LoadingPlan } from "./loading.tsx";

/*
 * The way to the charts of a control's pages, which share their code: it is fetched in one piece once
 * the page stands, and until then about its own height is kept for each.
 */

/** `components/charts/history-chart.tsx`, fetched when it is shown. */
export const HistoryChart = afterwards(
  async () => (await import("./all-charts.ts")).HistoryChart,
  LoadingHistory,
);

/** `components/charts/control-chart.tsx`, fetched when it is shown. */
export const ControlChart = afterwards(
  async () => (await import("./all-charts.ts")).ControlChart,
  LoadingPlan,
);

/** `components/charts/delivery-chart.tsx`, fetched when it is shown. */
export const DeliveryChart = afterwards(
  async () => (await import("./all-charts.ts")).DeliveryChart,
  LoadingDelivery,
);
