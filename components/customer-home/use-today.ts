"use client";

import { useMemo } from "react";
import { startOfDay } from "@/lib/time/amsterdam.ts";
import type { Fetched } from "@/components/api/request.ts";
import type { PortalOperation } from "@/components/api/routes.ts";
import { useOperation } from "@/components/api/use-operation.ts";
import type { DeviceClass } from "@/lib/contract/historical.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import type { AnswerOf, ParamsOf, QueryInput } from "@/lib/contract/operations.ts";
import type { InitialToday, TodayCapabilities } from "@/lib/portal/queries/customer-home.ts";
import { summariseToday, type Today } from "./today.ts";

const EVERY = 60_000;

function useReadings<K extends PortalOperation>(
  operation: K,
  input: { params: ParamsOf<K>; query: QueryInput<K> } | null,
  initial: unknown[] | null | undefined,
  at: number,
) {
  const fallbackData = initial && { data: { data: initial } as AnswerOf<K>, total: null, at };
  const answered = fallbackData as Fetched<AnswerOf<K>> | null;
  return useOperation(operation, input, {
    refreshInterval: EVERY,
    keepPreviousData: true,
    ...(answered ? { fallbackData: answered, revalidateOnMount: false } : {}),
  });
}

/** A location's day, kept fresh; null until it is loaded. */
export function useToday(
  id: string,
  offers: TodayCapabilities,
  initial: InitialToday,
  now: number,
): { today: Today | null; from: number; problem: Problem | null; retry: () => void } {
  const from = startOfDay(now);
  const to = startOfDay(now, 1);
  const start = new Date(from).toISOString();
  const end = new Date(to).toISOString();
  const made = startOfDay(initial.at) === from ? initial.readings : null;
  const params = { location_id: id };
  const query = { start, end };
  const { at } = initial;
  const history = useReadings("getLocationHistorical", { params, query }, made?.history, at);
  const ahead = offers.forecast ? { params, query: { end } } : null;
  const forecast = useReadings("getLocationForecast", ahead, made?.forecast, at);
  const of = (device_type: DeviceClass) => ({ params: { ...params, device_type }, query });
  const solar = offers.panels ? of("SOLAR_INVERTER") : null;
  const panels = useReadings("getLocationDeviceHistorical", solar, made?.panels, at);
  const stored = offers.battery ? of("BATTERY") : null;
  const battery = useReadings("getLocationDeviceHistorical", stored, made?.battery, at);
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
