"use client";

import { dynamicOnVisible } from "@/components/ui/dynamic-on-visible.tsx";
import { HistorySkeleton } from "./history-skeleton.tsx";

/**
 * The history chart alone. Pages that show charts of a control as well take
 * `components/controls/charts/control-charts.dynamic.tsx`.
 */
export const HistoryChart = dynamicOnVisible(
  async () => (await import("./history-chart.tsx")).HistoryChart,
  HistorySkeleton,
);
