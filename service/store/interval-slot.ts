import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { dayAt, getLocalDay, ispNumber, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { anyOf } from "./any-of.ts";
import { locationDays, groupHistory } from "./schema-series.ts";
import { customers, locations } from "./schema.ts";
import type { Db } from "./store.ts";

/** Position of an interval: the local day, its number of intervals, and the index (from 0). */
export interface Slot {
  day: string;
  isps: number;
  index: number;
}

/** The slot of the interval that contains this moment. */
export function slotAt(ms: number): Slot {
  const day = dayAt(ms);
  return { day: day.date, isps: day.isps, index: ispNumber(ms) - 1 };
}

export const packed = [
  "forecast",
  "upward",
  "downward",
  "actual",
  "pv",
  "load",
  "battery",
] as const;
export type Packed = (typeof packed)[number];

/** The stored values of one interval of a location, and the zone and group it is counted in. */
export interface Recorded extends Record<Packed, number> {
  flags: number;
  groupId: string | null;
  biddingZone: string;
}

/** The group of a location in this interval, if it has moved to another since. */
function movedAfter({ day, index }: Slot) {
  const start = new Date(getLocalDay(day).startMs + index * QUARTER_MS).toISOString();
  return sql<{ groupId: string | null } | null>`(
    select json_build_object('groupId', m.group_id) from ${groupHistory} m
    where m.location_id = ${locationDays.locationId} and m.until > ${start}::timestamptz
    order by m.until limit 1)`;
}

/** The stored values of an interval at these locations; deleted locations are omitted. */
export async function readSlot(
  tx: Db,
  slot: Slot,
  ids: readonly string[],
): Promise<Map<string, Recorded>> {
  const at = (column: Packed) =>
    sql<Float32Array>`substring(${locationDays[column]} from ${slot.index * 4 + 1}::int for 4)`.mapWith(
      locationDays[column],
    );
  const rows = await tx
    .select({
      locationId: locationDays.locationId,
      groupId: customers.groupId,
      moved: movedAfter(slot),
      biddingZone: locations.biddingZone,
      forecast: at("forecast"),
      upward: at("upward"),
      downward: at("downward"),
      actual: at("actual"),
      pv: at("pv"),
      load: at("load"),
      battery: at("battery"),
      flags: sql<number>`get_byte(${locationDays.flags}, ${slot.index}::int)`,
    })
    .from(locationDays)
    .innerJoin(locations, eq(locations.id, locationDays.locationId))
    .innerJoin(customers, eq(customers.id, locations.customerId))
    .where(
      and(
        eq(locationDays.day, slot.day),
        isNull(locations.deletedAt),
        anyOf(locationDays.locationId, ids),
      ),
    )
    .orderBy(asc(locationDays.locationId));
  return new Map(
    rows.map(({ locationId, moved, ...row }) => [
      locationId,
      {
        ...row,
        groupId: moved ? moved.groupId : row.groupId,
        forecast: row.forecast[0]!,
        upward: row.upward[0]!,
        downward: row.downward[0]!,
        actual: row.actual[0]!,
        pv: row.pv[0]!,
        load: row.load[0]!,
        battery: row.battery[0]!,
      },
    ]),
  );
}
