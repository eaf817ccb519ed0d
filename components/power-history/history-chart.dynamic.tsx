"use client";

import { dynamicOnVisible } from "@/components/ui/dynamic-on-visible.tsx";
import { HistorySkeleton } from "../chart/chart-skeletons.tsx";

/**
 * `components/power-history/history-chart.tsx` for pages that show no other chart, fetched without the code
 * of the others; pages that do take `lazy.tsx`.
 */
export const HistoryChart = dynamicOnVisible(
  async () => (await import("./history-chart.tsx")).HistoryChart,
  HistorySkeleton,
);
