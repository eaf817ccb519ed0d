"use client";

import useSWR from "swr";
import { request } from "@/components/api/request.ts";
import { addressOf } from "@/components/api/routes.ts";
import type { DeviceHistoricalItem } from "@/lib/contract/historical.ts";
import type { OwnControl } from "@/lib/contract/locations.ts";
import {
  measuredAmong,
  readParts,
  type DeviceParts,
  type Equipped,
  type ReadDevices,
} from "@/lib/energy/device-energy.ts";

/**
 * What the devices of some locations measured during each of the controls that ended; null where
 * nothing is known. `known` is what the page came with, by the control's id; the rest is read.
 */
export function useDeviceParts(
  places: readonly Equipped[],
  known: Readonly<Record<string, DeviceParts>>,
  controls: readonly OwnControl[],
  now: number,
): (control: OwnControl) => DeviceParts | null {
  const unread = measuredAmong(controls, now).filter(({ control_id }) => !(control_id in known));
  const key =
    places.length > 0 && unread.length > 0
      ? ["device-parts", ...unread.map(({ control_id }) => control_id)]
      : null;
  const { data } = useSWR(key, () => readParts(places, unread, readDevices), {
    keepPreviousData: true,
    shouldRetryOnError: false,
  });
  return ({ control_id }) => known[control_id] ?? data?.[control_id] ?? null;
}

const readDevices: ReadDevices = async (params, range) => {
  const call = addressOf("getLocationDeviceHistorical", params, range);
  return (await request<{ data: DeviceHistoricalItem[] }>(call)).data.data;
};
