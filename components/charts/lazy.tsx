"use client";

import { afterwards } from "@/components/ui/afterwards.tsx";
import { Skeleton } from "@/components/ui/states.tsx";

/*
 * The only way to a chart: its code is fetched once the page stands, and until then about its own
 * height is kept for it.
 */

const loadingHistory = () => <Skeleton className="h-[48rem] sm:h-[40.5rem]" />;
const loadingPlan = () => <Skeleton className="h-[36.5rem] sm:h-[34.75rem]" />;
const loadingDelivery = () => <Skeleton className="h-[33rem] sm:h-[33.5rem]" />;

/** `components/charts/history-chart.tsx`, fetched when it is shown. */
export const HistoryChart = afterwards(
  async () => (await import("./all-charts.ts")).HistoryChart,
  loadingHistory,
);

/** `components/charts/control-chart.tsx`, fetched when it is shown. */
export const ControlChart = afterwards(
  async () => (await import("./all-charts.ts")).ControlChart,
  loadingPlan,
);

/** `components/charts/delivery-chart.tsx`, fetched when it is shown. */
export const DeliveryChart = afterwards(
  async () => (await import("./all-charts.ts")).DeliveryChart,
  loadingDelivery,
);
