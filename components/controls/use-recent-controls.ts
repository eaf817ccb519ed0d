"use client";

import { useMemo } from "react";
import type { Area } from "@/components/api/areas.ts";
import { useOperation } from "@/components/api/use-operation.ts";
import { energyKwh } from "@/components/charts/series.ts";
import { useLiveState } from "@/components/live/use-live.ts";
import type { Control } from "@/lib/contract/controls.ts";
import { isOn, type ShownControl } from "./shown-control.ts";

const EVERY = 15_000;
/** The portal tells of changes itself then; this is for what it might miss. */
const EVERY_WHILE_LIVE = 60_000;
const MOST = 50;

/** A bare control: its target is known only where the page was given it. */
function toShown(control: Control, known: ShownControl | undefined): ShownControl {
  const { results, ...rest } = control;
  return {
    target: null,
    reason: null,
    locations: null,
    devices: null,
    unsupported: null,
    superseded: null,
    cancelled_at: null,
    effective_to: rest.time_to,
    ...known,
    ...rest,
    energy_kwh: energyKwh(results),
  };
}

/**
 * The latest controls on an area by their start, kept fresh; from the plain list where the service
 * offers no summaries. `initial` is what the page was drawn with.
 */
export function useRecentControls(area: Area, initial: ShownControl[], offersSummaries: boolean) {
  const isLive = useLiveState(area)?.mode === "live";
  const refreshInterval = isLive ? EVERY_WHILE_LIVE : EVERY;
  const summaries = useOperation(
    "listControlSummaries",
    offersSummaries ? { query: { sort: "-time_from", page_size: MOST } } : null,
    { refreshInterval },
  );
  const plain = useOperation(
    "listControls",
    offersSummaries ? null : { query: { page_size: MOST } },
    { refreshInterval },
  );
  const { kind, id } = area;
  return useMemo((): ShownControl[] => {
    const known = new Map(initial.map((control) => [control.id, control]));
    const latest =
      summaries.data?.data ??
      plain.data?.data.map((control) => toShown(control, known.get(control.id))) ??
      initial;
    return latest.filter((control) => isOn(control, { kind, id }));
  }, [summaries.data, plain.data, initial, kind, id]);
}
