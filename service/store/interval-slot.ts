import { sql } from "drizzle-orm";
import { dayAt, getLocalDay, ispNumber, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { toFloat32s } from "./binary-columns.ts";
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

/** The packed columns of a day, in the order of `unpackSlots`. */
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

/** The stored values of many locations in one row, each with its ordinal among the requested ids. */
interface PackedSlots extends Record<string, unknown> {
  ordinals: Buffer | null;
  values: Buffer;
  flags: Buffer;
  groups: string;
  zones: string;
}

/**
 * The stored values of an interval at these locations; deleted locations are omitted. Packed in one
 * row, because each quarter-hour reads a whole fleet.
 */
export async function readSlot(
  tx: Db,
  slot: Slot,
  ids: readonly string[],
): Promise<Map<string, Recorded>> {
  const values = packed.map(
    (column) => sql`substring(d.${sql.identifier(column)} from ${slot.index * 4 + 1}::int for 4)`,
  );
  const startMs = getLocalDay(slot.day).startMs + slot.index * QUARTER_MS;
  const { rows } = await tx.execute<PackedSlots>(sql`
    with requested as (
      select id, ordinal from unnest(${sql.param([...ids])}::text[]) with ordinality as r(id, ordinal)),
    moved as materialized (
      select distinct on (location_id) location_id, group_id from ${groupHistory}
      where until > ${new Date(startMs).toISOString()}::timestamptz
        and location_id in (select id from requested)
      order by location_id, until)
    select string_agg(int4send(ordinal::int4), ''::bytea) as ordinals,
      string_agg(kw, ''::bytea) as values, string_agg(flags, ''::bytea) as flags,
      string_agg(coalesce(group_id, ''), ',') as groups, string_agg(bidding_zone, ',') as zones
    from (
      select ordinal, ${sql.join(values, sql` || `)} as kw,
        substring(d.flags from ${slot.index + 1}::int for 1) as flags,
        case when m.location_id is null then c.group_id else m.group_id end as group_id,
        l.bidding_zone
      from requested
      join ${locationDays} d on d.location_id = id and d.day = ${slot.day}::date
      join ${locations} l on l.id = requested.id and l.deleted_at is null
      join ${customers} c on c.id = l.customer_id
      left join moved m on m.location_id = requested.id) as found`);
  return unpackSlots(rows[0]!, ids);
}

function unpackSlots(row: PackedSlots, ids: readonly string[]): Map<string, Recorded> {
  const found = new Map<string, Recorded>();
  if (row.ordinals === null) return found;
  const [groups, zones] = [row.groups.split(","), row.zones.split(",")];
  const values = toFloat32s(row.values);
  for (let i = 0; i < zones.length; i++) {
    const at = i * packed.length;
    found.set(ids[row.ordinals.readInt32BE(4 * i) - 1]!, {
      groupId: groups[i]! === "" ? null : groups[i]!,
      biddingZone: zones[i]!,
      forecast: values[at]!,
      upward: values[at + 1]!,
      downward: values[at + 2]!,
      actual: values[at + 3]!,
      pv: values[at + 4]!,
      load: values[at + 5]!,
      battery: values[at + 6]!,
      flags: row.flags[i]!,
    });
  }
  return found;
}
