"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { MINUTE_MS } from "@/lib/time/amsterdam.ts";
import type { AreaCapabilities } from "@/lib/contract/areas.ts";
import { fallbackData, useOperation } from "@/components/api/use-operation.ts";
import { HistoryChart } from "@/components/power-history/history-chart.dynamic.tsx";
import type { MeasurementSource } from "./measurement-source.ts";
import {
  earlierControlsAtLocation,
  cachedSince,
} from "@/components/controls/control-history-query.ts";
import { shadedWindows } from "@/components/controls/shaded-windows.ts";
import type { LocatedControl } from "@/lib/contract/locations.ts";

/** The latest controls at a location, as they came with the page. */
export interface LocationControlsInitial {
  items: LocatedControl[];
  /** How many there are in all. */
  total: number;
  /** When they were read (ms). */
  at: number;
}

const PAGE_SIZE = 50;

/** The latest controls at a location, polled, and their total number. */
function useLatestControls(
  location_id: string,
  { items, total, at }: LocationControlsInitial,
  isOffered: boolean,
) {
  const reading = useOperation(
    "listLocationControls",
    isOffered ? { params: { location_id }, query: { page_size: PAGE_SIZE } } : null,
    {
      refreshInterval: MINUTE_MS,
      ...fallbackData({ data: items }, at),
      revalidateOnMount: false,
    },
  );
  const controls = reading.data?.data ?? items;
  return { controls, total: reading.total ?? Math.max(total, controls.length) };
}

/** A location's history with its controls; `plain` for customers. */
export function LocationHistory({
  id,
  name,
  capabilities,
  touched,
  hasControls,
  plain,
  subjects,
}: {
  id: string;
  name: string | undefined;
  capabilities: AreaCapabilities;
  touched: LocationControlsInitial;
  /** Whether the service provides the controls of a location. */
  hasControls: boolean;
  plain: boolean;
  /** The sources that can be selected; all by default. */
  subjects?: readonly MeasurementSource[] | undefined;
}) {
  const labels = useTranslations("controls");
  const { controls, total } = useLatestControls(id, touched, hasControls);
  const cachedFrom = cachedSince(controls, total, "created_at");
  const earlier = useMemo(
    () => earlierControlsAtLocation(id, { controls, cachedFrom }, labels, plain),
    [id, controls, cachedFrom, labels, plain],
  );
  const windows = useMemo(() => shadedWindows(controls, labels, plain), [controls, labels, plain]);
  return (
    <HistoryChart
      area={{ kind: "location", id }}
      name={name}
      capabilities={capabilities}
      windows={windows}
      earlier={earlier}
      plain={plain}
      subjects={subjects}
    />
  );
}
