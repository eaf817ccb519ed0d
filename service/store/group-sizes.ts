import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { ListedGroup } from "../../lib/contract/index.ts";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import { customers, devices, locations } from "./schema.ts";
import type { Db } from "./store.ts";

type GroupSize = Required<Pick<ListedGroup, "locations" | "rated_kw">>;
type GroupSizes = ReadonlyMap<string, GroupSize>;

/** The size of a group without locations. */
export const NO_SIZE: GroupSize = { locations: 0, rated_kw: 0 };

/** The AC power that a device is rated for, in kW; a meter gives none. */
const deviceKw = sql<number>`coalesce(
  least((${devices.ratings} ->> 'pv_peak_kw')::float8, (${devices.ratings} ->> 'inverter_kw')::float8),
  (${devices.ratings} ->> 'power_kw')::float8)`;

/** The rated power of the locations that have devices. */
const ratedLocations = (db: Db) =>
  db
    .select({ locationId: devices.locationId, kw: sql<number>`sum(${deviceKw})`.as("kw") })
    .from(devices)
    .where(isNull(devices.deletedAt))
    .groupBy(devices.locationId)
    .as("rated");

/** Counts the locations of all groups that have any, and sums their rated power. */
async function countGroupSizes(db: Db): Promise<GroupSizes> {
  const rated = ratedLocations(db);
  const rows = await db
    .select({
      groupId: customers.groupId,
      locations: sql<number>`count(*)::int`,
      rated_kw: sql<number>`round(coalesce(sum(${rated.kw}), 0)::numeric, 3)::float8`,
    })
    .from(locations)
    .innerJoin(customers, eq(customers.id, locations.customerId))
    .leftJoin(rated, eq(rated.locationId, locations.id))
    .where(and(isNull(locations.deletedAt), isNotNull(customers.groupId)))
    .groupBy(customers.groupId);
  return new Map(rows.map(({ groupId, ...size }) => [groupId!, size]));
}

/** A count is kept for this many times what it took, so that counting takes a hundredth of the time. */
const MAX_AGE_FACTOR = 100;
/** Up to this a request waits for a new count; a longer one runs beside it. */
const QUICK_MS = 50;
const MAX_AGE_MS = 10 * MINUTE_MS;

interface Counted {
  startedAt: number;
  /** Infinity until it is done. */
  tookMs: number;
  sizes: Promise<GroupSizes>;
  /** The count that will replace this one. */
  next?: Counted | undefined;
}

const counts = new WeakMap<Db, Counted>();

function startCount(db: Db, former?: Counted): Counted {
  const startedAt = performance.now();
  const count: Counted = { startedAt, tookMs: Infinity, sizes: countGroupSizes(db) };
  const done = () => {
    count.tookMs = performance.now() - startedAt;
    counts.set(db, count);
  };
  const failed = () => {
    if (former) former.next = undefined;
    else counts.delete(db);
  };
  count.sizes.then(done, failed);
  return count;
}

/**
 * The sizes of all groups. Counting a large fleet takes half a second: such a count is kept for some
 * time, and then served while a new one runs. That of a small fleet is never older than a few seconds.
 */
export function readGroupSizes(db: Db): Promise<GroupSizes> {
  const last = counts.get(db);
  if (!last) {
    const first = startCount(db);
    counts.set(db, first);
    return first.sizes;
  }
  const ageMs = performance.now() - last.startedAt;
  if (ageMs < last.tookMs * MAX_AGE_FACTOR) return last.sizes;
  last.next ??= startCount(db, last);
  return last.tookMs <= QUICK_MS || ageMs > MAX_AGE_MS ? last.next.sizes : last.sizes;
}
