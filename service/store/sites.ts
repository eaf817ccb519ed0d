import { and, count, eq, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import type {
  BatteryRatings,
  DeviceType,
  MeterRatings,
  SolarInverterRatings,
} from "../../lib/contract/index.ts";
import { HOUR_MS } from "../../lib/time/amsterdam.ts";
import type { Site } from "../engine/site.ts";
import type { Preferences } from "../engine/preferences.ts";
import { anyOf } from "./any-of.ts";
import { locationHash } from "./partitions.ts";
import {
  applyLimits,
  preferenceColumns,
  preferenceJoins,
  type StoredLimits,
  type StoredPreferences,
} from "./preferences.ts";
import { customers, devices, locations, type Simulation } from "./schema.ts";
import type { Db } from "./store.ts";

/** A location with its site model for the engine. */
export interface StoredSite {
  locationId: string;
  /** Names it in packed rows. */
  number: number;
  customerId: string;
  groupId: string | null;
  biddingZone: string;
  /** What its customer allows; null: everything. */
  preferences: Preferences | null;
  site: Site;
  /** In order of their ids, which is also the order of panels and batteries in `site`. */
  devices: readonly SiteDevice[];
  /** Their ids; see `listDeviceIds`. */
  deviceIds: string;
  simulation: Simulation | null;
  /** The hash of its id; see `divideByHash`. */
  hash: number;
}

/** Locations that are read together share a list of these if they have devices of the same kinds. */
interface SiteDevice {
  deviceType: DeviceType;
  controllable: boolean;
}

/** The devices of a location with their ids, in order. */
export const listDevices = (site: StoredSite) =>
  listDeviceIds(site).map((id, at) => ({ id, ...site.devices[at]! }));

/** The ids of a location's devices, in order. In memory they are one text, which takes half of what a list does. */
export const listDeviceIds = ({ deviceIds }: Pick<StoredSite, "deviceIds">): string[] =>
  deviceIds.split(",");

/** A selection of locations: all, of a zone, of a group, or by id. */
export type Selection =
  | { kind: "all" }
  | { kind: "bidding_zone"; id: string }
  | { kind: "group"; id: string }
  | { kind: "locations"; ids: readonly string[] };

/** A selection, or the simulated locations. */
type StoredSelection = Selection | { kind: "simulated" };

/** The filter for the existing locations of a selection (joined with customers). */
export const selected = (selection: StoredSelection) =>
  and(isNull(locations.deletedAt), isSelected(selection));

function isSelected(selection: StoredSelection): SQL | undefined {
  if (selection.kind === "all") return undefined;
  if (selection.kind === "simulated") return isNotNull(locations.simulation);
  if (selection.kind === "bidding_zone") return eq(locations.biddingZone, selection.id);
  if (selection.kind === "group") return eq(customers.groupId, selection.id);
  return anyOf(locations.id, selection.ids);
}

type DeviceRow = { deviceId: string; deviceType: string; ratings: unknown };

/** Equal values in many rows as one, since those of a fleet stay in memory. */
type Share = <Value>(value: Value) => Value;
function shareValues(): Share {
  const shared = new Map<string, unknown>();
  return <Value>(value: Value) => {
    const json = JSON.stringify(value);
    if (!shared.has(json)) shared.set(json, value);
    return shared.get(json) as Value;
  };
}

const toDevice = ({ deviceType, ratings }: DeviceRow): SiteDevice => ({
  deviceType: deviceType as DeviceType,
  controllable: (ratings as { controllable?: boolean }).controllable === true,
});

const toPanels = (r: SolarInverterRatings) => ({
  peakKw: r.pv_peak_kw,
  inverterKw: r.inverter_kw,
  tiltDeg: r.tilt,
  azimuthDeg: r.azimuth,
  controllable: r.controllable,
});
/** A controllable battery is not discharged below the customer's reserve. */
const toBattery = (r: BatteryRatings, reserve: number) => ({
  capacityKwh: r.capacity_kwh,
  powerKw: r.power_kw,
  efficiency: r.efficiency,
  floorKwh: Math.max(r.floor, r.controllable ? reserve : 0) * r.capacity_kwh,
  controllable: r.controllable,
});

function toSite(
  coordinates: { latitude: number; longitude: number },
  rows: DeviceRow[],
  reserve: number,
): Site {
  const ratingsOf = <T>(type: string) =>
    rows.filter((row) => row.deviceType === type).map((row) => row.ratings as T);
  const limits = ratingsOf<MeterRatings>("METER").flatMap((r) => r.connection_limit_kw ?? []);
  return {
    latitude: coordinates.latitude,
    longitude: coordinates.longitude,
    panels: ratingsOf<SolarInverterRatings>("SOLAR_INVERTER").map(toPanels),
    batteries: ratingsOf<BatteryRatings>("BATTERY").map((r) => toBattery(r, reserve)),
    connectionLimitKw: limits.length > 0 ? Math.min(...limits) : null,
  };
}

/** The number of selected locations, with or without devices. */
export async function countLocations(db: Db, selection: Selection): Promise<number> {
  const counting = db.select({ total: count() }).from(locations).$dynamic();
  const isOfCustomers = selection.kind === "group";
  const [counted] = await (
    isOfCustomers ? counting.innerJoin(customers, eq(customers.id, locations.customerId)) : counting
  ).where(selected(selection));
  return counted!.total;
}

const pausedUntilMs = sql`(extract(epoch from ${locations.pausedUntil}) * 1000)::float8`;

interface SiteRow extends DeviceRow, Record<string, unknown> {
  locationId: string;
  /** A `bigint`, which the driver reads as text. */
  number: string;
  customerId: string;
  preferences: StoredPreferences | null;
  limits: StoredLimits | null;
  groupId: string | null;
  biddingZone: string;
  pausedUntilMs: number | null;
  latitude: number;
  longitude: number;
  simulation: Simulation | null;
  hash: number;
}

/**
 * The selected locations that have devices, each with its site; devices in order of their ids. Read
 * without drizzle's mapping, because every control reads a whole fleet.
 */
export async function loadSites(db: Db, selection: StoredSelection): Promise<StoredSite[]> {
  const { rows } = await db.execute<SiteRow>(sql`
    select ${locations.id} as "locationId", ${locations.number} as number,
      ${customers.id} as "customerId",
      ${customers.groupId} as "groupId", ${preferenceColumns},
      ${locations.biddingZone} as "biddingZone", ${pausedUntilMs} as "pausedUntilMs", ${locations.latitude} as latitude,
      ${locations.longitude} as longitude, ${locations.simulation} as simulation,
      ${locationHash(locations.id)} as hash,
      ${devices.id} as "deviceId", ${devices.deviceType} as "deviceType",
      ${devices.ratings} as ratings
    from ${locations}
    join ${customers} on ${eq(customers.id, locations.customerId)}
    join ${devices} on ${and(eq(devices.locationId, locations.id), isNull(devices.deletedAt))}
    ${preferenceJoins}
    where ${selected(selection)}
    order by ${locations.id}, ${devices.id}`);
  const sites: StoredSite[] = [];
  const share = shareValues();
  for (let from = 0; from < rows.length;) {
    let to = from + 1;
    while (to < rows.length && rows[to]!.locationId === rows[from]!.locationId) to++;
    sites.push(toStored(rows.slice(from, to), share));
    from = to;
  }
  return sites;
}

/** Preferences and a pause at the location in the form of the engine; null without both. */
const toPreferences = (
  chosen: StoredPreferences | null,
  pausedUntilMs: number | null,
): Preferences | null =>
  chosen === null && pausedUntilMs === null
    ? null
    : {
        optedOut: chosen?.optedOut ?? false,
        hoursOff: chosen?.hoursOff ?? [],
        maxMonthMs:
          chosen === null || chosen.maxHoursPerMonth === null
            ? null
            : chosen.maxHoursPerMonth * HOUR_MS,
        pausedUntilMs,
      };

function toStored(siteRows: SiteRow[], share: Share): StoredSite {
  const [first] = siteRows as [SiteRow, ...SiteRow[]];
  const { locationId, customerId, groupId, biddingZone, simulation, hash } = first;
  const chosen = first.preferences && applyLimits(first.preferences, first.limits);
  return {
    locationId,
    number: Number(first.number),
    customerId,
    groupId: share(groupId),
    biddingZone: share(biddingZone),
    simulation,
    hash,
    preferences: toPreferences(chosen, first.pausedUntilMs),
    site: toSite(first, siteRows, chosen?.batteryReserve ?? 0),
    devices: share(siteRows.map(toDevice)),
    deviceIds: siteRows.map(({ deviceId }) => deviceId).join(","),
  };
}
