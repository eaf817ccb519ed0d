import { and, count, eq, isNull, sql } from "drizzle-orm";
import type {
  DeviceDetail,
  DeviceRegister,
  DeviceType,
  QueryOf,
} from "../../lib/contract/index.ts";
import { uuidV7 } from "./ids.ts";
import { matches, order, readPage, slice, type Page } from "./listing.ts";
import { address, addressAsSorted } from "./location-query.ts";
import { runPrepared } from "../../lib/database/prepared.ts";
import { devicesInScope, type RestrictionScope } from "./key-restrictions.ts";
import { devices, locations } from "./schema.ts";
import type { Db } from "./store.ts";
import type { RampEstimate } from "../engine/ramp.ts";
import { anyOf } from "./any-of.ts";
import { noteFleetChange } from "./fleet-changes.ts";
import { toBuffer } from "./binary-columns.ts";
import { liveState } from "./schema-series.ts";

const NUMBERS = 3;

/** How fast the devices of these locations reach a setpoint, in order of their ids, by location. */
export async function loadDeviceRamps(
  db: Db,
  locationIds: readonly string[],
): Promise<Map<string, RampEstimate[]>> {
  const rows = await db
    .select({ id: liveState.locationId, ramps: liveState.ramps })
    .from(liveState)
    .where(and(sql`length(${liveState.ramps}) > 0`, anyOf(liveState.locationId, locationIds)));
  return new Map(rows.map(({ id, ramps }) => [id, unpack(ramps)]));
}

function unpack(numbers: Float32Array): RampEstimate[] {
  return Array.from({ length: numbers.length / NUMBERS }, (_, device) => {
    const [first, second, changes] = numbers.subarray(device * NUMBERS, (device + 1) * NUMBERS);
    return { first: first!, second: second!, changes: changes! };
  });
}

/** A location's ramps as they are stored. */
const packRamps = (ramps: readonly RampEstimate[]): Float32Array =>
  Float32Array.from(ramps.flatMap(({ first, second, changes }) => [first, second, changes]));

/** Saves the ramps of locations that have reported. */
export async function saveDeviceRamps(
  tx: Db,
  ramps: ReadonlyMap<string, readonly RampEstimate[]>,
): Promise<void> {
  const bytes = [...ramps.values()].map((locationRamps) => toBuffer(packRamps(locationRamps)));
  await tx.execute(sql`
    update ${liveState} l set ramps = v.ramps
    from unnest(${sql.param([...ramps.keys()])}::text[], ${sql.param(bytes)}::bytea[])
      as v(location_id, ramps)
    where l.location_id = v.location_id`);
  await noteFleetChange(tx, "ramp", [...ramps.keys()]);
}

/** A device as stored; the API adds the URL of its icon. */
export type StoredDevice = Omit<DeviceDetail, "icon_url">;

const present = isNull(devices.deletedAt);

const getAddress = (metadata: Record<string, unknown>) =>
  typeof metadata.address === "string" ? metadata.address : null;

const toDevice = (
  row: typeof devices.$inferSelect,
  metadata: Record<string, unknown>,
): StoredDevice => ({
  id: row.id,
  created_at: row.createdAt.toISOString(),
  location_id: row.locationId,
  name: row.name,
  device_type: row.deviceType as DeviceType,
  brand: row.brand,
  ratings: row.ratings as DeviceDetail["ratings"],
  address: getAddress(metadata),
});

/** Registers a device at a location; null if there is no such location. */
export async function registerDevice(
  db: Db,
  given: DeviceRegister,
  nowMs: number,
): Promise<StoredDevice | null> {
  const [location] = await db
    .select({ metadata: locations.metadata })
    .from(locations)
    .where(and(eq(locations.id, given.location_id), isNull(locations.deletedAt)))
    .for("share");
  if (!location) return null;
  const [row] = await db
    .insert(devices)
    .values({
      id: uuidV7(nowMs),
      createdAt: new Date(nowMs),
      locationId: given.location_id,
      name: given.name,
      deviceType: given.device_type,
      brand: given.brand,
      ratings: given.ratings,
    })
    .returning();
  return toDevice(row!, location.metadata);
}

const selectDevices = (db: Db) =>
  db
    .select({ device: devices, metadata: locations.metadata })
    .from(devices)
    .innerJoin(locations, eq(locations.id, devices.locationId));

export async function getDevice(db: Db, id: string): Promise<StoredDevice | null> {
  const byId = () => selectDevices(db).where(and(eq(devices.id, sql.placeholder("id")), present));
  const [row] = await runPrepared(db, "device", byId, { id });
  return row ? toDevice(row.device, row.metadata) : null;
}

export async function listDevices(
  db: Db,
  query: QueryOf<"listDevices">,
  reach: RestrictionScope,
): Promise<Page<StoredDevice>> {
  const page = await readPage(db, ["devices", query, reach], () => {
    const where = and(
      present,
      matches(query.search, [devices.name, devices.brand, address]),
      query.location_id ? eq(devices.locationId, query.location_id) : undefined,
      query.customer_id ? eq(locations.customerId, query.customer_id) : undefined,
      query.device_type ? eq(devices.deviceType, query.device_type) : undefined,
      query.brand ? eq(devices.brand, query.brand) : undefined,
      devicesInScope(db, reach),
    );
    const columns = {
      name: devices.name,
      device_type: devices.deviceType,
      brand: devices.brand,
      address: addressAsSorted,
      controllable: sql`not (${devices.ratings} ->> 'controllable')::boolean`,
      created_at: devices.createdAt,
      id: devices.id,
    };
    const { limit, offset } = slice(query);
    return {
      count: db
        .select({ total: count() })
        .from(devices)
        .leftJoin(locations, eq(locations.id, devices.locationId))
        .where(where),
      rows: (total) =>
        db
          .select({ device: devices, metadata: locations.metadata, total })
          .from(devices)
          .innerJoin(locations, eq(locations.id, devices.locationId))
          .where(where)
          .orderBy(...order(query.sort, columns, devices.id))
          .limit(limit)
          .offset(offset),
    };
  });
  return { ...page, rows: page.rows.map(({ device, metadata }) => toDevice(device, metadata)) };
}
