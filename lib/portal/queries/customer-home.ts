import { notFound } from "next/navigation";
import { MAX_PAGE_SIZE } from "../../contract/page-size.ts";
import { startOfDay } from "@/lib/time/amsterdam.ts";
import { env } from "@/lib/env.ts";
import {
  filterMeasured,
  readParts,
  type DeviceParts,
  type LocationEquipment,
} from "@/lib/energy/device-energy.ts";
import type { AnswerOf, DeviceClass } from "@/lib/contract/index.ts";
import type {
  DeviceHistoricalItem,
  HistoricalDataItem,
  LiveStatus,
} from "@/lib/contract/historical.ts";
import type { Connection, DataSource, Location, LocatedControl } from "@/lib/contract/locations.ts";
import type { QueryOf } from "@/lib/contract/operations.ts";
import { byState } from "@/lib/controls/display-state.ts";
import type { CallInput } from "@/lib/portal/service-client/validate-input.ts";
import { listRows } from "@/lib/portal/directory/page.ts";
import type { PartialLocation, Page } from "@/lib/portal/directory/types.ts";
import type { Portal } from "@/lib/portal/client/portal-client.ts";
import { readAreaStatus } from "./overview.ts";
import { nullOnError } from "./load.ts";
import { readOverlapping } from "./overlapping-controls.ts";

export type ForecastItem = Pick<HistoricalDataItem, "time" | "forecast">;

/** The series of a location's day; null if the service does not return them. */
export interface TodayReadings {
  history: HistoricalDataItem[];
  forecast: ForecastItem[] | null;
  panels: DeviceHistoricalItem[] | null;
  battery: DeviceHistoricalItem[] | null;
}

/** The series of a day that the service supports for a location. */
export interface TodayCapabilities {
  status: boolean;
  forecast: boolean;
  panels: boolean;
  battery: boolean;
}

/** The series at page load, and when they were read (ms). */
export interface InitialToday {
  at: number;
  readings: TodayReadings | null;
}

/** A location on a customer's home page, with its data at page load. */
export interface HomeLocation extends Location {
  data_source?: DataSource;
  connection?: Connection;
  capabilities: TodayCapabilities;
  status: LiveStatus | null;
  today: InitialToday;
}

/** Number of locations on a customer's home page. */
const MAX_LOCATIONS = 6;

/** The device types with a history at each of a customer's locations. */
export async function readEquipment({ directory, supports }: Portal): Promise<LocationEquipment[]> {
  if (!supports("getLocationDeviceHistorical")) return [];
  const read = (page: number) => directory.listDevices({ page, page_size: MAX_PAGE_SIZE });
  const equipment = new Map<string, LocationEquipment>();
  for await (const { location_id: id, device_type } of listRows(await read(0), read)) {
    const { panels, battery } = equipment.get(id) ?? { panels: false, battery: false };
    equipment.set(id, {
      id,
      panels: panels || device_type === "SOLAR_INVERTER",
      battery: battery || device_type === "BATTERY",
    });
  }
  return [...equipment.values()];
}

/**
 * The energy of devices during each ended control, by control id; empty if it cannot be read, so
 * that the browser reads it.
 */
async function readDeviceEnergy(
  portal: Portal,
  equipment: readonly LocationEquipment[],
  controls: readonly LocatedControl[],
  now: number,
): Promise<Record<string, DeviceParts>> {
  const read = readParts(equipment, filterMeasured(controls, now), async (params, query) => {
    const answer = await portal.call("getLocationDeviceHistorical", { params, query });
    return answer.data.data;
  });
  return (await nullOnError(read)) ?? {};
}

/** A customer's first locations with their status and their day so far. */
async function readHomeLocations(
  portal: Portal,
  equipment: readonly LocationEquipment[],
  now: number,
): Promise<Page<HomeLocation>> {
  const page = await portal.directory.listLocations({ page_size: MAX_LOCATIONS });
  const items = await Promise.all(
    page.items.map((location) => readHomeLocation(portal, location, equipment, now)),
  );
  return { ...page, items };
}

async function readHomeLocation(
  portal: Portal,
  location: PartialLocation,
  equipment: readonly LocationEquipment[],
  now: number,
): Promise<HomeLocation> {
  const ofLocation = equipment.find(({ id }) => id === location.id);
  const capabilities = {
    status: portal.supports("getLocationStatus"),
    forecast: portal.supports("getLocationForecast"),
    panels: ofLocation?.panels ?? false,
    battery: ofLocation?.battery ?? false,
  };
  const [status, readings] = await Promise.all([
    nullOnError(readAreaStatus(portal, { kind: "location", id: location.id })),
    readToday(portal, location.id, capabilities, now),
  ]);
  return { ...location, capabilities, status, today: { at: now, readings } };
}

/**
 * The series of a location's day; null if its history cannot be read, so that the browser reads it.
 */
async function readToday(
  portal: Portal,
  id: string,
  capabilities: HomeLocation["capabilities"],
  now: number,
): Promise<TodayReadings | null> {
  const end = new Date(startOfDay(now, 1)).toISOString();
  const query = { start: new Date(startOfDay(now)).toISOString(), end };
  const params = { location_id: id };
  const of = (device_type: DeviceClass) => ({ params: { ...params, device_type }, query });
  const [history, forecast, panels, battery] = await Promise.all([
    listOrNull(portal, "getLocationHistorical", { params, query }),
    capabilities.forecast
      ? listOrNull(portal, "getLocationForecast", { params, query: { end } })
      : null,
    capabilities.panels
      ? listOrNull(portal, "getLocationDeviceHistorical", of("SOLAR_INVERTER"))
      : null,
    capabilities.battery ? listOrNull(portal, "getLocationDeviceHistorical", of("BATTERY")) : null,
  ]);
  return history && { history, forecast, panels, battery };
}

type SeriesOperation =
  "getLocationHistorical" | "getLocationForecast" | "getLocationDeviceHistorical";

const listOrNull = async <K extends SeriesOperation>(
  { call }: Portal,
  operation: K,
  input: CallInput<K>,
): Promise<AnswerOf<K>["data"] | null> =>
  (await nullOnError(call(operation, input)))?.data.data ?? null;

/** Number of latest requests on a customer's home page. */
const LATEST_CONTROLS = 50;
/**
 * Number of past requests whose device energy is prefetched; those without effect are collapsed.
 */
const DESCRIBED_CONTROLS = 10;

/** The customer who can opt out of a single control at this service. */
const getOptOutCapability = ({ supports, user }: Portal) => ({
  optsOut:
    supports("optOutOfControl") && supports("getCustomerPreferences")
      ? (user.customerId ?? undefined)
      : undefined,
});

/** The customer to whom the service says what controls were worth. */
const getValueCapability = ({ supports, user }: Portal) => ({
  valuedFor: supports("getCustomerControlValue") ? (user.customerId ?? undefined) : undefined,
});

/** Whom customers can reach with questions; what is not configured is null. */
export interface SupplierContact {
  name: string | null;
  phone: string | null;
  email: string | null;
}

function getSupplierContact(): SupplierContact {
  const { CONTACT_NAME, CONTACT_PHONE, CONTACT_EMAIL } = env();
  return {
    name: CONTACT_NAME ?? null,
    phone: CONTACT_PHONE ?? null,
    email: CONTACT_EMAIL ?? null,
  };
}

/** A customer's home page: current requests, locations today, and past requests. */
export async function readCustomerHome(portal: Portal, now: number) {
  const customerId = portal.user.customerId ?? "";
  const [equipment, controls] = await Promise.all([
    readEquipment(portal),
    portal.directory.listLocatedControls({ customerId }, { page_size: LATEST_CONTROLS }),
  ]);
  const described = byState(controls.items, now).ended.slice(0, DESCRIBED_CONTROLS);
  const [locations, parts] = await Promise.all([
    readHomeLocations(portal, equipment, now),
    readDeviceEnergy(portal, equipment, described, now),
  ]);
  const contact = getSupplierContact();
  return {
    equipment,
    controls,
    locations,
    parts,
    contact,
    ...getValueCapability(portal),
    ...getOptOutCapability(portal),
  };
}

const MAX_SEARCHED_PAGES = 20;

/** The position of a control among a customer's, from 0. @throws the not-found page without it. */
export async function findControl(portal: Portal, controlId: string): Promise<number> {
  const customerId = portal.user.customerId ?? "";
  for (let page = 0; page < MAX_SEARCHED_PAGES; page++) {
    const query = { page, page_size: MAX_PAGE_SIZE };
    const { items } = await portal.directory.listLocatedControls({ customerId }, query);
    const index = items.findIndex(({ control_id }) => control_id === controlId);
    if (index >= 0) return page * MAX_PAGE_SIZE + index;
    if (items.length < MAX_PAGE_SIZE) break;
  }
  return notFound();
}

/** A page of a customer's requests, with what devices measured during each, and the others that overlap them. */
export async function readActivity(
  portal: Portal,
  query: QueryOf<"listCustomerControls">,
  now: number,
) {
  const customerId = portal.user.customerId ?? "";
  const readPage = (page: number) =>
    portal.directory.listLocatedControls({ customerId }, { ...query, page });
  const [page, equipment] = await Promise.all([readPage(query.page), readEquipment(portal)]);
  const readItems = async (index: number) => (await readPage(index)).items;
  const [parts, others] = await Promise.all([
    readDeviceEnergy(portal, equipment, page.items, now),
    page.total > page.items.length ? readOverlapping(page.items, query.page, readItems) : [],
  ]);
  return {
    page,
    equipment,
    parts,
    allControls: [...page.items, ...others],
    ...getValueCapability(portal),
  };
}
