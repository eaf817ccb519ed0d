"use client";

import { useMemo } from "react";
import { startOfDay } from "@/lib/time/amsterdam.ts";
import { useAreaOperation } from "@/components/api/use-area-operation.ts";
import { fallbackData, type ReadingOptions } from "@/components/api/use-operation.ts";
import type { DeviceClass } from "@/lib/contract/historical.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import type { InitialToday, TodayCapabilities } from "@/lib/portal/queries/customer-home.ts";
import { summariseToday, type Today } from "./today.ts";

const EVERY = 60_000;

/**
 * The options of a read that is kept fresh. What came with the page at a moment (ms), without the fields
 * that this page does not use, is not read again at once.
 */
const initially = <A extends object>(
  initial: readonly object[] | null | undefined,
  at: number,
): ReadingOptions<A> => ({
  refreshInterval: EVERY,
  keepPreviousData: true,
  ...(initial && { ...fallbackData({ data: initial } as A, at), revalidateOnMount: false }),
});

/** A location's day, kept fresh; null until it is loaded. */
export function useToday(
  id: string,
  capabilities: TodayCapabilities,
  initial: InitialToday,
  now: number,
): { today: Today | null; from: number; problem: Problem | null; retry: () => void } {
  const from = startOfDay(now);
  const to = startOfDay(now, 1);
  const start = new Date(from).toISOString();
  const end = new Date(to).toISOString();
  const made = startOfDay(initial.at) === from ? initial.readings : null;
  const { at } = initial;
  const area = { kind: "location", id } as const;
  const range = { start, end };
  const history = useAreaOperation(area, "history", range, initially(made?.history, at));
  const ahead = capabilities.forecast ? { end } : null;
  const forecast = useAreaOperation(area, "forecast", ahead, initially(made?.forecast, at));
  const of = (device_type: DeviceClass) => ({ ...range, device_type });
  const solar = capabilities.panels ? of("SOLAR_INVERTER") : null;
  const panels = useAreaOperation(area, "devices", solar, initially(made?.panels, at));
  const stored = capabilities.battery ? of("BATTERY") : null;
  const battery = useAreaOperation(area, "devices", stored, initially(made?.battery, at));
  const readings = useMemo(
    () =>
      history.data && {
        history: history.data.data,
        forecast: forecast.data?.data ?? null,
        panels: panels.data?.data ?? null,
        battery: battery.data?.data ?? null,
      },
    [history.data, forecast.data, panels.data, battery.data],
  );
  const today = useMemo(
    () => (readings ? summariseToday(readings, { from, to }, now) : null),
    [readings, from, to, now],
  );
  return { today, from, problem: history.problem, retry: history.mutate };
}
