"use client";

import { afterwards } from "@/components/ui/afterwards.tsx";
import { LoadingHistory } from "./loading.tsx";

/**
 * `components/charts/history-chart.tsx` for pages that show no other chart, fetched without the code
 * of the others; pages that do take `lazy.tsx`.
 */
export const HistoryChart = afterwards(
  async () => (await import("./history-chart.tsx")).HistoryChart,
  LoadingHistory,
);
