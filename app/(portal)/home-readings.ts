import { startOfDay } from "@/components/amsterdam.ts";
import type { HomeLocation } from "@/components/home/location-card.tsx";
import type { TodayReadings } from "@/components/home/today.ts";
import {
  measuredAmong,
  readParts,
  type DeviceParts,
  type Equipped,
} from "@/components/home/device-parts.ts";
import type { AnswerOf, DeviceClass } from "@/lib/contract/index.ts";
import type { OwnControl } from "@/lib/contract/locations.ts";
import type { CallInput } from "@/lib/portal/checked-input.ts";
import type { KnownLocation, Page } from "@/lib/portal/directory.ts";
import type { Portal } from "@/lib/portal/door.ts";
import { areaStatus } from "./areas.ts";
import { orUnread } from "./drawn.ts";

/** As many locations as a customer's start shows. */
const MOST = 6;
const MANY = 100;

/** Which classes of device with a history of their own stand at each of a customer's locations. */
export async function readEquipped({ directory, offers }: Portal): Promise<Equipped[]> {
  if (!offers("getLocationDeviceHistorical")) return [];
  const { items } = await directory.listDevices({ page_size: MANY });
  const ids = [...new Set(items.map(({ location_id }) => location_id))];
  const has = (id: string, type: DeviceClass) =>
    items.some(({ location_id, device_type }) => location_id === id && device_type === type);
  return ids.map((id) => ({ id, panels: has(id, "SOLAR_INVERTER"), battery: has(id, "BATTERY") }));
}

/**
 * What devices measured during each of some controls that ended, by its id; none where it could
 * not be read, so that the browser asks again.
 */
export async function readPartsOf(
  portal: Portal,
  places: readonly Equipped[],
  controls: readonly OwnControl[],
  now: number,
): Promise<Record<string, DeviceParts>> {
  const read = readParts(places, measuredAmong(controls, now), async (params, query) => {
    const answer = await portal.call("getLocationDeviceHistorical", { params, query });
    return answer.data.data;
  });
  return (await orUnread(read)) ?? {};
}

/** A customer's first locations, each with how it stands and its day so far. */
export async function homeLocations(
  portal: Portal,
  places: readonly Equipped[],
  now: number,
): Promise<Page<HomeLocation>> {
  const page = await portal.directory.listLocations({ page_size: MOST });
  const items = await Promise.all(
    page.items.map((location) => homeLocation(portal, location, places, now)),
  );
  return { ...page, items };
}

async function homeLocation(
  portal: Portal,
  location: KnownLocation,
  places: readonly Equipped[],
  now: number,
): Promise<HomeLocation> {
  const place = places.find(({ id }) => id === location.id);
  const offers = {
    status: portal.offers("getLocationStatus"),
    forecast: portal.offers("getLocationForecast"),
    panels: place?.panels ?? false,
    battery: place?.battery ?? false,
  };
  const [status, readings] = await Promise.all([
    orUnread(areaStatus(portal, { kind: "location", id: location.id })),
    readToday(portal, location.id, offers, now),
  ]);
  return { ...location, offers, status, today: { at: now, readings } };
}

/** A location's day; null where its history could not be read, so that the browser asks again. */
async function readToday(
  portal: Portal,
  id: string,
  offers: HomeLocation["offers"],
  now: number,
): Promise<TodayReadings | null> {
  const end = new Date(startOfDay(now, 1)).toISOString();
  const query = { start: new Date(startOfDay(now)).toISOString(), end };
  const params = { location_id: id };
  const of = (device_type: DeviceClass) => ({ params: { ...params, device_type }, query });
  const [history, forecast, panels, battery] = await Promise.all([
    listed(portal, "getLocationHistorical", { params, query }),
    offers.forecast ? listed(portal, "getLocationForecast", { params, query: { end } }) : null,
    offers.panels ? listed(portal, "getLocationDeviceHistorical", of("SOLAR_INVERTER")) : null,
    offers.battery ? listed(portal, "getLocationDeviceHistorical", of("BATTERY")) : null,
  ]);
  return history && { history, forecast, panels, battery };
}

type Reads = "getLocationHistorical" | "getLocationForecast" | "getLocationDeviceHistorical";

const listed = async <K extends Reads>(
  { call }: Portal,
  operation: K,
  input: CallInput<K>,
): Promise<AnswerOf<K>["data"] | null> =>
  (await orUnread(call(operation, input)))?.data.data ?? null;
