import { and, asc, count, eq, inArray, isNull } from "drizzle-orm";
import type {
  BatteryRatings,
  DeviceType,
  MeterRatings,
  SolarInverterRatings,
} from "../../lib/contract/index.ts";
import type { Site } from "../engine/site.ts";
import { customers, devices, locations, type Simulation } from "./schema.ts";
import type { Db } from "./store.ts";

/** A location with what stands there, as the engine wants it. */
export interface StoredSite {
  locationId: string;
  groupId: string | null;
  biddingZone: string;
  site: Site;
  /** In order of their ids, which is also the order of panels and batteries in `site`. */
  devices: SiteDevice[];
  simulation: Simulation | null;
}

export interface SiteDevice {
  id: string;
  deviceType: DeviceType;
  controllable: boolean;
}

/** Which locations: of a zone, of a group, or by id. */
export type Selection =
  | { kind: "bidding_zone"; id: string }
  | { kind: "group"; id: string }
  | { kind: "locations"; ids: readonly string[] };

/** The condition that keeps the present locations of a selection (joined with customers). */
export const selected = (selection: Selection) =>
  and(
    isNull(locations.deletedAt),
    selection.kind === "bidding_zone"
      ? eq(locations.biddingZone, selection.id)
      : selection.kind === "group"
        ? eq(customers.groupId, selection.id)
        : inArray(locations.id, [...selection.ids]),
  );

type DeviceRow = { deviceId: string; deviceType: string; ratings: unknown };

const toDevice = ({ deviceId, deviceType, ratings }: DeviceRow): SiteDevice => ({
  id: deviceId,
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
const toBattery = (r: BatteryRatings) => ({
  capacityKwh: r.capacity_kwh,
  powerKw: r.power_kw,
  efficiency: r.efficiency,
  floorKwh: r.floor * r.capacity_kwh,
  controllable: r.controllable,
});

function toSite(place: { latitude: number; longitude: number }, rows: DeviceRow[]): Site {
  const ratingsOf = <T>(type: string) =>
    rows.filter((row) => row.deviceType === type).map((row) => row.ratings as T);
  const limits = ratingsOf<MeterRatings>("METER").flatMap((r) => r.connection_limit_kw ?? []);
  return {
    latitude: place.latitude,
    longitude: place.longitude,
    panels: ratingsOf<SolarInverterRatings>("SOLAR_INVERTER").map(toPanels),
    batteries: ratingsOf<BatteryRatings>("BATTERY").map(toBattery),
    connectionLimitKw: limits.length > 0 ? Math.min(...limits) : null,
  };
}

/** How many locations are selected, with devices or without. */
export async function countLocations(db: Db, selection: Selection): Promise<number> {
  const [counted] = await db
    .select({ total: count() })
    .from(locations)
    .innerJoin(customers, eq(customers.id, locations.customerId))
    .where(selected(selection));
  return counted!.total;
}

/** The selected locations that have devices, each with its site; devices in order of their ids. */
export async function loadSites(db: Db, selection: Selection): Promise<StoredSite[]> {
  const rows = await db
    .select({
      locationId: locations.id,
      groupId: customers.groupId,
      biddingZone: locations.biddingZone,
      latitude: locations.latitude,
      longitude: locations.longitude,
      simulation: locations.simulation,
      deviceId: devices.id,
      deviceType: devices.deviceType,
      ratings: devices.ratings,
    })
    .from(locations)
    .innerJoin(customers, eq(customers.id, locations.customerId))
    .innerJoin(devices, and(eq(devices.locationId, locations.id), isNull(devices.deletedAt)))
    .where(selected(selection))
    .orderBy(asc(locations.id), asc(devices.id));
  const byLocation = new Map<string, typeof rows>();
  for (const row of rows) {
    const own = byLocation.get(row.locationId);
    if (own) own.push(row);
    else byLocation.set(row.locationId, [row]);
  }
  return [...byLocation.values()].map((own) => ({
    locationId: own[0]!.locationId,
    groupId: own[0]!.groupId,
    biddingZone: own[0]!.biddingZone,
    simulation: own[0]!.simulation,
    site: toSite(own[0]!, own),
    devices: own.map(toDevice),
  }));
}
