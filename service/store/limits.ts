import { and, desc, eq, gt, inArray, isNull, lt, notExists, sql, type SQL } from "drizzle-orm";
import type { ActiveChange } from "../engine/limits.ts";
import { controls } from "./schema-controls.ts";
import { controlRequests } from "./schema-guard.ts";
import { devices, groups, locations } from "./schema.ts";
import type { Db } from "./store.ts";
import { HOUR_MS } from "../../lib/time/amsterdam.ts";

/** Rated power of all inverters and batteries of a zone, controllable or not, in kW. */
export async function ratedPowerKw(db: Db, zone: string): Promise<number> {
  const rated = sql`case ${devices.deviceType}
    when 'SOLAR_INVERTER' then (${devices.ratings} ->> 'inverter_kw')::float8
    else (${devices.ratings} ->> 'power_kw')::float8 end`;
  const [row] = await db
    .select({ kw: sql<number>`coalesce(sum(${rated}), 0)::float8` })
    .from(devices)
    .innerJoin(locations, eq(locations.id, devices.locationId))
    .where(
      and(
        eq(locations.biddingZone, zone),
        isNull(locations.deletedAt),
        isNull(devices.deletedAt),
        inArray(devices.deviceType, ["SOLAR_INVERTER", "BATTERY"]),
      ),
    );
  return row!.kw;
}

/** The change in a window by all controls of a zone and its groups. */
export const readPlannedChanges = (
  db: Db,
  zone: string,
  window: { from: Date; to: Date },
): Promise<ActiveChange[]> => readChanges(db, zone, window);

/** The same by those that were issued without approval. */
export const readUnapprovedChanges = (
  db: Db,
  zone: string,
  window: { from: Date; to: Date },
): Promise<ActiveChange[]> => {
  const approved = db
    .select({ one: sql`1` })
    .from(controlRequests)
    .where(eq(controlRequests.controlId, controls.id));
  return readChanges(db, zone, window, notExists(approved));
};

async function readChanges(
  db: Db,
  zone: string,
  { from, to }: { from: Date; to: Date },
  condition?: SQL,
): Promise<ActiveChange[]> {
  const rows = await db
    .select({ results: controls.results, stopAt: controls.stopAt })
    .from(controls)
    .leftJoin(groups, and(eq(controls.targetKind, "group"), eq(groups.id, controls.targetId)))
    .where(
      and(
        gt(controls.stopAt, from),
        lt(controls.timeFrom, to),
        eq(sql`coalesce(${groups.biddingZone}, ${controls.targetId})`, zone),
        condition,
      ),
    );
  return rows.map(({ results, stopAt }) => ({ results, stopMs: stopAt.getTime() }));
}

/**
 * The moment another control of a whole zone fits within `maxPerHour`, in epoch milliseconds; null
 * when one fits now. Cancelled controls count, because their setpoints were sent.
 */
export async function zoneControlFitsAt(
  db: Db,
  zone: string,
  maxPerHour: number,
  nowMs: number,
): Promise<number | null> {
  const recent = await db
    .select({ createdAt: controls.createdAt })
    .from(controls)
    .where(
      and(
        eq(controls.targetKind, "bidding_zone"),
        eq(controls.targetId, zone),
        gt(controls.createdAt, new Date(nowMs - HOUR_MS)),
      ),
    )
    .orderBy(desc(controls.createdAt))
    .limit(maxPerHour);
  if (recent.length < maxPerHour) return null;
  return recent.at(-1)!.createdAt.getTime() + HOUR_MS;
}
