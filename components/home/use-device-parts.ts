"use client";

import useSWR from "swr";
import { DAY, QUARTER } from "@/components/amsterdam.ts";
import { request } from "@/components/api/request.ts";
import { addressOf } from "@/components/api/routes.ts";
import { toMillis } from "@/components/format.ts";
import type { DeviceClass, DeviceHistoricalItem } from "@/lib/contract/historical.ts";
import type { OwnControl } from "@/lib/contract/locations.ts";
import { partsDuring, type DeviceParts, type DeviceSeries } from "./device-parts.ts";
import { tenseOf } from "./told-control.ts";

/** A location and which classes of device it has. */
export interface Equipped {
  id: string;
  panels: boolean;
  battery: boolean;
}

/** As far back as devices are asked what they measured during a control. */
const MOST = 31 * DAY;

/**
 * What the devices of some locations measured during each of the controls that ended: undefined
 * as long as it is not known, null where nothing is to be told.
 */
export function useDeviceParts(
  places: readonly Equipped[],
  controls: readonly OwnControl[],
  now: number,
): (control: OwnControl) => DeviceParts | null | undefined {
  const measured = controls.filter(
    (control) =>
      control.delivered_kwh !== null &&
      tenseOf(control, now) === "past" &&
      toMillis(control.time_from) > now - MOST,
  );
  const starts = measured.map(({ time_from }) => toMillis(time_from));
  const ends = measured.map(({ effective_to }) => toMillis(effective_to));
  const range = {
    start: iso(Math.min(...starts) - QUARTER),
    end: iso(Math.max(...ends)),
  };
  const key =
    places.length > 0 && measured.length > 0
      ? ["device-parts", ...places.map(({ id }) => id), range.start, range.end]
      : null;
  const { data } = useSWR<DeviceSeries>(key, () => readSeries(places, range), {
    keepPreviousData: true,
    shouldRetryOnError: false,
  });
  return (control) => {
    if (key === null || !measured.includes(control)) return null;
    if (!data) return undefined;
    return partsDuring(data, toMillis(control.time_from), toMillis(control.effective_to));
  };
}

const iso = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString() : "");

async function readSeries(
  places: readonly Equipped[],
  range: { start: string; end: string },
): Promise<DeviceSeries> {
  const read = async (location_id: string, device_type: DeviceClass) => {
    const params = { location_id, device_type };
    const call = addressOf("getLocationDeviceHistorical", params, range);
    return (await request<{ data: DeviceHistoricalItem[] }>(call)).data.data;
  };
  const of = (has: (place: Equipped) => boolean, type: DeviceClass) =>
    Promise.all(places.filter(has).map(({ id }) => read(id, type)));
  const [panels, battery] = await Promise.all([
    of((place) => place.panels, "SOLAR_INVERTER"),
    of((place) => place.battery, "BATTERY"),
  ]);
  return { panels, battery };
}
