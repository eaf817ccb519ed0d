"use client";

import { useMemo, useRef, useState } from "react";
import type { HistoricalDataItem } from "@/lib/contract/historical.ts";
import { DAY_MS, QUARTER_MS, floorQuarter } from "@/lib/time/amsterdam.ts";
import { zoneCoverage, type Area } from "@/lib/contract/areas.ts";
import { buildOperationUrl } from "@/components/api/routes.ts";
import { areaCall, useAreaOperation, useReading } from "@/components/api/use-operation.ts";
import { DAYS_AHEAD, splitRange, type Range } from "../chart/ranges.ts";
import { joinIntervals, type Interval } from "../chart/series.ts";
import type { MeasurementSource } from "./measurement-source.ts";
import { request, toFetched, type Fetched } from "@/components/api/request.ts";
import { toMillis } from "@/lib/time/instant.ts";
import type { Problem } from "@/lib/contract/problem.ts";

/** Items of a range that is read in chunks, and the state of reading it. */
interface ChunkedResult<T> {
  /** Of all chunks, oldest first; of the previous range of the same source while a new one is loading. */
  items: T[] | undefined;
  at: number | null;
  problem: Problem | null;
  isLoading: boolean;
  isStale: boolean;
  /** How many chunks were received, while a range of several is loading. */
  progress: { done: number; total: number } | null;
  retry: () => void;
}

interface Chunk {
  url: string;
  /** So old that it does not change any more: it is read once. */
  isSettled: boolean;
}

type Answer<T> = { data: T[] };

/** A list, and its URL without the range. */
interface ChunkData<T> {
  source: string;
  list: T[];
}

const getSource = (chunks: readonly Chunk[]) => chunks[0]?.url.split("?")[0] ?? "";

/**
 * Reads lists that belong together one after the other, so that a long range keeps neither the page nor
 * the service busy; settled chunks are read once.
 */
function useChunkedQuery<T>(chunks: readonly Chunk[], every: number): ChunkedResult<T> {
  const settled = useRef(new Map<string, T[]>());
  const [done, setDone] = useState(0);
  const total = chunks.length;
  const source = getSource(chunks);

  async function load(): Promise<Fetched<ChunkData<T>>> {
    const lists: T[][] = [];
    if (total > 1) setDone(0);
    for (const { url, isSettled } of chunks) {
      const cached = settled.current.get(url);
      const list = cached ?? (await request<Answer<T>>({ method: "GET", url })).data.data;
      if (isSettled) settled.current.set(url, list);
      lists.push(list);
      if (total > 1) setDone(lists.length);
    }
    return toFetched({ source, list: lists.flat() });
  }

  const key = `chunks ${chunks.map(({ url }) => url).join(" ")}`;
  const reading = useReading(key, load, { refreshInterval: every, keepPreviousData: true });
  const { data, at, problem, isLoading, isStale, mutate } = reading;
  const isSameSource = data?.source === source;
  return {
    items: isSameSource ? data.list : undefined,
    at: isSameSource ? at : null,
    problem,
    isLoading,
    isStale: isSameSource && isStale,
    progress: isLoading && total > 1 ? { done: Math.min(done, total), total } : null,
    retry: mutate,
  };
}

/** The data of a history chart, and the state of reading it. */
export interface History extends Omit<ChunkedResult<never>, "items"> {
  /** Of the whole range, oldest first. */
  intervals: Interval[];
  forecastFailed: boolean;
  /** What the legend has a row for: what some interval has, or may have once everything is read. */
  rows: LegendRows;
}

/** Values that only some intervals have. */
export type LegendRows = Record<"band" | "coverage" | "reported" | "withControls", boolean>;

/** Whose history is read. */
interface Source {
  area: Area;
  subject: MeasurementSource;
  /** Whether the service provides a forecast. */
  withForecast: boolean;
  /** Whether the service says how much of a zone was measured. */
  withCoverage: boolean;
  /** Whether the service says what controls change in the plan. */
  withChanges: boolean;
}

const iso = (at: number) => new Date(at).toISOString();
const LONG_RANGE = 2 * DAY_MS;
const CHUNK = 31 * DAY_MS;
/** Measurements older than this (ms) do not change any more. */
const SETTLED = 2 * DAY_MS;

/** The chunks of the past part of a range; `toUrl` makes the URL of one. */
const toChunks = (
  range: Range,
  now: number,
  toUrl: (chunk: { start: string; end: string }) => string,
) =>
  splitRange(range, CHUNK)
    .filter(({ from }) => from < now)
    .map(({ from, to }) => ({
      url: toUrl({ start: iso(from), end: iso(to) }),
      isSettled: to < now - SETTLED,
    }));

const historyUrl = ({ area, subject }: Source, range: { start: string; end: string }): string => {
  const { operation, params, query } =
    subject === "CONNECTION"
      ? areaCall(area, "history", range)
      : areaCall(area, "devices", { ...range, device_type: subject });
  return buildOperationUrl(operation, params, query).url;
};

/** By time, how much of a zone's history was measured; nothing where the history says it itself. */
function useCoverage(
  { area, subject, withCoverage }: Source,
  range: Range,
  now: number,
  every: number,
): { byTime: ReadonlyMap<string, number>; isRead: boolean } {
  const isRead = withCoverage && subject === "CONNECTION" && area.kind === "bidding-zone";
  const params = { bidding_zone_id: area.id };
  const chunks = isRead
    ? toChunks(range, now, (query) => buildOperationUrl(zoneCoverage, params, query).url)
    : [];
  const { items } = useChunkedQuery<{ time: string; coverage: number }>(chunks, every);
  const byTime = useMemo(
    () => new Map(items?.map(({ time, coverage }) => [time, coverage])),
    [items],
  );
  return { byTime, isRead };
}

function useForecast(
  { area, subject, withForecast }: Source,
  range: Range,
  now: number,
  every: number,
) {
  const isAhead = range.to >= now + QUARTER_MS;
  const isRead = withForecast && subject === "CONNECTION" && isAhead;
  const end = iso(Math.min(range.to, now + DAYS_AHEAD * DAY_MS));
  const { data, problem } = useAreaOperation(area, "forecast", isRead ? { end } : null, {
    refreshInterval: every,
    keepPreviousData: true,
  });
  return {
    items: isRead ? data?.data : undefined,
    problem,
    isExpected: isRead && !problem,
  };
}

const NO_CHANGES: ReadonlyMap<number, number> = new Map();

/** What controls change in the plan of a range, by the start of the interval (ms), in kW; null until it is read. */
function usePlannedChanges(
  { area, subject, withChanges }: Source,
  range: Range,
  every: number,
): ReadonlyMap<number, number> | null {
  const isRead = withChanges && subject === "CONNECTION";
  const query = { start: iso(range.from), end: iso(range.to) };
  // Without those of the previous range, in which the rest of this one would count as unchanged.
  const { data } = useAreaOperation(area, "changes", isRead ? query : null, {
    refreshInterval: every,
  });
  return useMemo(() => {
    if (!isRead) return NO_CHANGES;
    return data ? new Map(data.data.map(({ time, change }) => [toMillis(time), change])) : null;
  }, [isRead, data]);
}

/** An interval with what is expected of it with controls, where they change something or may do so. */
function withPlannedChange(
  interval: Interval,
  changes: ReadonlyMap<number, number> | null,
): Interval {
  if (changes === null) return { ...interval, withControls: null };
  const change = changes.get(interval.from);
  if (change === undefined || interval.forecast === null) return interval;
  return { ...interval, withControls: interval.forecast + change };
}

/**
 * Reads history and, where the range reaches past now, the forecast, and keeps both fresh: every
 * 30 seconds for a day, every 5 minutes for more. `now` in milliseconds.
 */
export function useHistory(source: Source, range: Range, now: number): History {
  const quarter = floorQuarter(now);
  const every = range.to - range.from > LONG_RANGE ? 300_000 : 30_000;
  const { items, ...past } = useChunkedQuery<HistoricalDataItem>(
    toChunks(range, quarter + QUARTER_MS, (chunk) => historyUrl(source, chunk)),
    every,
  );
  const coverage = useCoverage(source, range, quarter + QUARTER_MS, every);
  const ahead = useForecast(source, range, quarter, every);
  const { withChanges, subject } = source;
  const changes = usePlannedChanges(source, range, every);
  const { from, to } = range;
  const expected = ahead.items;
  const intervals = useMemo(() => {
    if (!items) return [];
    const measured = items.map((item) => ({ coverage: coverage.byTime.get(item.time), ...item }));
    return joinIntervals(measured, expected)
      .filter((each) => each.from >= from && each.from < to)
      .map((each) => withPlannedChange(each, changes));
  }, [items, coverage.byTime, expected, changes, from, to]);
  const isWhole = items !== undefined && ahead.items !== undefined;
  const rows = useMemo(
    () => ({
      // Until both have come, so that the legend does not lose a row and get it back.
      band: (ahead.isExpected && !isWhole) || intervals.some(({ band }) => band),
      coverage: coverage.isRead || intervals.some(({ coverage: share }) => share !== undefined),
      reported: intervals.some(({ reported }) => reported),
      withControls: withChanges && subject === "CONNECTION",
    }),
    [intervals, ahead.isExpected, isWhole, coverage.isRead, withChanges, subject],
  );
  return {
    ...past,
    isLoading: (items === undefined && past.problem === null) || past.isLoading,
    intervals,
    forecastFailed: ahead.problem !== null,
    rows,
  };
}
