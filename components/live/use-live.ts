"use client";

import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { useSWRConfig, type SWRConfiguration } from "swr";
import type { LiveStatus } from "@/lib/contract/historical.ts";
import { areaOperations, type Area } from "@/lib/contract/areas.ts";
import type { Fetched, ProblemError } from "@/components/api/request.ts";
import { buildOperationUrl } from "@/components/api/routes.ts";
import { feedState, subscribeArea, watchFeeds } from "./feed-registry.ts";
import type { LiveState } from "./event-stream.ts";
import { useAreaOperation, type Reading } from "@/components/api/use-operation.ts";

const EVERY = 15_000;

/** While the service is unreachable it is polled at the same interval. */
const onErrorRetry: SWRConfiguration<Fetched<LiveStatus>, ProblemError>["onErrorRetry"] = (
  _error,
  _key,
  _config,
  revalidate,
  options,
) => void setTimeout(() => void revalidate(options), EVERY);

/**
 * The status of an area this minute: pushed where the page subscribes to the area, otherwise polled
 * every 15 seconds; null reads nothing.
 */
export function useStatus(area: Area | null): Reading<LiveStatus> {
  const live = useLiveState(area);
  const isPushed = live?.mode === "live";
  const reading: Reading<LiveStatus> = useAreaOperation(area, "status", undefined, {
    refreshInterval: isPushed ? 0 : EVERY,
    // What is pushed is not read again by a component that is mounted later.
    revalidateIfStale: !isPushed,
    onErrorRetry,
  });
  if (!live?.problem) return reading;
  return { ...reading, problem: live.problem, isStale: reading.data !== undefined };
}

/** The state of an area's feed; null without a subscriber on this page. */
export function useLiveState(area: Area | null): LiveState | null {
  const read = () => feedState(area);
  return useSyncExternalStore(watchFeeds, read, () => null);
}

/**
 * Subscribes to an area while the page is visible: pushed status replaces polling its
 * status, and history, forecast and controls are read again when they change.
 */
export function useLive({ kind, id }: Area): void {
  const { mutate } = useSWRConfig();
  const isp = useRef<number | null>(null);

  const readAgain = useCallback(
    (concerns: (address: string) => boolean) =>
      void mutate((key) => typeof key === "string" && concerns(key)),
    [mutate],
  );

  useEffect(() => {
    const { status, param } = areaOperations[kind];
    const address = buildOperationUrl(status, { [param]: id }).url;
    const readings = address.replace(/status$/, "");
    const put = (change: (current?: Fetched<LiveStatus>) => Fetched<LiveStatus> | undefined) =>
      void mutate<Fetched<LiveStatus>>(address, change, { revalidate: false });
    const listener = {
      status(data: LiveStatus, at: number) {
        put(() => ({ data, total: null, at }));
        if (isp.current !== null && isp.current !== data.isp) {
          readAgain((key) => key.includes(readings) && key !== address);
        }
        isp.current = data.isp;
      },
      unchanged: (at: number) => put((current) => current && { ...current, at }),
      controls: () =>
        readAgain(
          (key) =>
            /^\/api\/control(s|-summaries)(\?|$)/.test(key) ||
            key.startsWith(`${readings}controls`),
        ),
    };
    return whileVisible(() => subscribeArea({ kind, id }, listener));
  }, [kind, id, mutate, readAgain]);
}

/** Runs something while the page is visible. @returns a function that stops it. */
function whileVisible(begin: () => () => void): () => void {
  let end: (() => void) | null = null;
  const turn = () => {
    if (document.visibilityState === "visible") end ??= begin();
    else {
      end?.();
      end = null;
    }
  };
  turn();
  document.addEventListener("visibilitychange", turn);
  return () => {
    document.removeEventListener("visibilitychange", turn);
    end?.();
  };
}
