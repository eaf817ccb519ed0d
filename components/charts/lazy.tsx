"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "@/components/ui/states.tsx";

/*
 * The only way to a chart: its code is fetched once the page stands, and until then its place is
 * kept at its own height.
 */

const Waiting = () => <Skeleton className="h-[46rem] sm:h-[39rem]" />;
const WaitingEffect = () => <Skeleton className="h-[31rem] sm:h-[28rem]" />;

/** `components/charts/history-chart.tsx`, fetched when it is shown. */
export const HistoryChart = dynamic(
  async () => (await import("./history-chart.tsx")).HistoryChart,
  { ssr: false, loading: Waiting },
);

/** `components/charts/control-chart.tsx`, fetched when it is shown. */
export const ControlChart = dynamic(
  async () => (await import("./control-chart.tsx")).ControlChart,
  { ssr: false, loading: WaitingEffect },
);

/** `components/charts/delivery-chart.tsx`, fetched when it is shown. */
export const DeliveryChart = dynamic(
  async () => (await import("./delivery-chart.tsx")).DeliveryChart,
  { ssr: false, loading: WaitingEffect },
);
