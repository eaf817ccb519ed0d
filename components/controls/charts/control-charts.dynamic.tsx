"use client";

import { dynamicOnVisible } from "@/components/ui/dynamic-on-visible.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import { HistorySkeleton } from "../../power-history/history-skeleton.tsx";

/*
 * The charts of a control's pages. They share code, so they load as one chunk. Each placeholder has
 * about the height of its chart.
 */

/** `components/power-history/history-chart.tsx`, loaded when it is rendered. */
export const HistoryChart = dynamicOnVisible(
  async () => (await import("./control-charts.ts")).HistoryChart,
  HistorySkeleton,
);

/** `components/controls/charts/control-chart.tsx`, loaded when it is rendered. */
export const ControlChart = dynamicOnVisible(
  async () => (await import("./control-charts.ts")).ControlChart,
  () => <Skeleton className="h-[38.5rem] sm:h-[34.75rem]" />,
);

/** `components/controls/charts/delivery-chart.tsx`, loaded when it is rendered. */
export const DeliveryChart = dynamicOnVisible(
  async () => (await import("./control-charts.ts")).DeliveryChart,
  () => <Skeleton className="h-[36rem] sm:h-[33.5rem]" />,
);
