"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useMemo, useState } from "react";
import type { Area } from "@/lib/contract/areas.ts";
import { startOfDay } from "@/lib/time/amsterdam.ts";
import type { Interval } from "../chart/series.ts";
import { hrefWith, type ViewportState } from "../chart/use-viewport.ts";
import { useChartLabels } from "../chart/use-chart-labels.ts";
import type { MeasurementSource } from "./measurement-source.ts";
import { useHistory } from "./use-history.ts";

type Code = typeof import("@/lib/time/compare-day.ts") & typeof import("./compare-day.ts");

const loadCode = async (): Promise<Code> => {
  const [days, chart] = await Promise.all([
    import("@/lib/time/compare-day.ts"),
    import("./compare-day.ts"),
  ]);
  return { ...days, ...chart };
};

/** Loads the code of comparisons when one is asked for; without it there is none. */
function useCode(isWanted: boolean): Code | null {
  const [code, setCode] = useState<Code | null>(null);
  useEffect(() => {
    if (isWanted && !code) void loadCode().then(setCode, () => undefined);
  }, [isWanted, code]);
  return code;
}

/** Nothing is read of it. */
const NO_DAY = { from: Date.UTC(9999, 0, 1), to: Date.UTC(9999, 0, 1) };

const choose = (value: string | null) =>
  history.replaceState(null, "", hrefWith(location, "compare", value));

/** The day a chart of one day is compared with, as the page's address says. */
export function useComparison(
  { area, subject, isOffered }: { area: Area; subject: MeasurementSource; isOffered: boolean },
  { days, now }: ViewportState,
) {
  const { f } = useChartLabels();
  const text = useSearchParams().get("compare");
  const code = useCode(isOffered && text !== null);
  const value = (isOffered && code?.parseComparison(text)) || null;
  const day = useMemo(() => code?.toComparedDay(value, days) ?? null, [code, value, days]);
  const source = { area, subject, withForecast: false, withCoverage: false, withChanges: false };
  const { intervals, problem, isLoading, retry } = useHistory(source, day ?? NO_DAY, now);
  // Until another day is read, what was read before is not of that day.
  const other = useMemo(
    () => intervals.filter(({ from }) => day && from >= day.from && from < day.to),
    [intervals, day],
  );
  const aligned = useMemo(
    () => (code && day ? code.alignByWallClock(days, other) : null),
    [code, day, days, other],
  );
  const join = useMemo(
    () => code && aligned && ((intervals: Interval[]) => code.withCompared(intervals, aligned)),
    [code, aligned],
  );
  return {
    value,
    day,
    /** Adds what was measured on the other day; null without one. */
    join,
    /** Whether one of the days has an hour that the other has not. */
    differsInHours: day !== null && day.to - day.from !== days.to - days.from,
    comparedWith: day ? f.day(day.from) : undefined,
    /** Why the other day could not be read. */
    problem: day && other.length === 0 ? problem : null,
    /** It was read, and nothing was measured. */
    isEmpty: day !== null && !isLoading && !problem && other.every(({ actual }) => actual === null),
    retry,
    isOffered: isOffered && startOfDay(days.from, 1) === days.to,
    choose,
  };
}
