import { sql } from "drizzle-orm";
import { BlockFinder } from "./block-finder.ts";
import { getLocalDay, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { toFloat32s } from "./binary-columns.ts";
import {
  readBlocksAt,
  valuesAt,
  type IntervalBlock,
  type IntervalValues,
} from "./interval-blocks.ts";
import { packed, type Slot } from "./interval-slot.ts";
import { toMoment } from "./moment.ts";
import { customers, locations } from "./schema.ts";
import { groupHistory, locationDays } from "./schema-series.ts";
import type { Db } from "./store.ts";

/** The stored values of one interval of a location, and the zone and group it is counted in. */
export interface Recorded extends IntervalValues {
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
  /** 1 for each location that has the day. */
  days: string;
}

/** When the interval of a slot starts. */
export const getStartMs = ({ day, index }: Slot): number =>
  getLocalDay(day).startMs + index * QUARTER_MS;

/**
 * The stored values of an interval at these locations; locations that are deleted or have none are
 * omitted. Packed in one row, because each quarter-hour reads a whole fleet. `blocks` are those of
 * the interval, if they have been read.
 */
export async function readSlot(
  tx: Db,
  slot: Slot,
  ids: readonly string[],
  blocks?: readonly IntervalBlock[],
): Promise<Map<string, Recorded>> {
  const startMs = getStartMs(slot);
  const inBlocks = blocks ?? (await readBlocksAt(tx, startMs, ids));
  const values = packed.map(
    (column) => sql`substring(d.${sql.identifier(column)} from ${slot.index * 4 + 1}::int for 4)`,
  );
  const unknown = Buffer.from(new Float32Array(packed.length).fill(NaN).buffer);
  const { rows } = await tx.execute<PackedSlots>(sql`
    with requested as (
      select id, ordinal from unnest(${sql.param([...ids])}::text[]) with ordinality as r(id, ordinal)),
    moved as materialized (
      select distinct on (location_id) location_id, group_id from ${groupHistory}
      where until > ${toMoment(startMs)}
        and location_id in (select id from requested)
      order by location_id, until)
    select string_agg(int4send(ordinal::int4), ''::bytea) as ordinals,
      string_agg(kw, ''::bytea) as values, string_agg(flags, ''::bytea) as flags,
      string_agg(coalesce(group_id, ''), ',') as groups, string_agg(bidding_zone, ',') as zones,
      string_agg(has_day, '') as days
    from (
      select ordinal, coalesce(${sql.join(values, sql` || `)}, ${unknown}::bytea) as kw,
        coalesce(substring(d.flags from ${slot.index + 1}::int for 1), '\\x00'::bytea) as flags,
        case when d.location_id is null then '0' else '1' end as has_day,
        case when m.location_id is null then c.group_id else m.group_id end as group_id,
        l.bidding_zone
      from requested
      join ${locations} l on l.id = requested.id and l.deleted_at is null
      join ${customers} c on c.id = l.customer_id
      left join ${locationDays} d on d.location_id = requested.id and d.day = ${slot.day}::date
      left join moved m on m.location_id = requested.id) as found`);
  const found = unpackSlots(rows[0]!, ids);
  const finder = new BlockFinder(inBlocks);
  for (const [id, recorded] of found.members) {
    const position = finder.find(id);
    if (position < 0) continue;
    Object.assign(recorded, valuesAt(finder.block, position));
    found.recordedIds.add(id);
  }
  for (const id of found.members.keys()) if (!found.recordedIds.has(id)) found.members.delete(id);
  return found.members;
}

/** The locations that are not deleted, and those of them that have values. */
interface Found {
  members: Map<string, Recorded>;
  recordedIds: Set<string>;
}

function unpackSlots(row: PackedSlots, ids: readonly string[]): Found {
  const found: Found = { members: new Map(), recordedIds: new Set() };
  if (row.ordinals === null) return found;
  const [groups, zones] = [row.groups.split(","), row.zones.split(",")];
  const block = { kw: toFloat32s(row.values), flags: row.flags };
  for (let i = 0; i < zones.length; i++) {
    const id = ids[row.ordinals.readInt32BE(4 * i) - 1]!;
    if (row.days[i] === "1") found.recordedIds.add(id);
    found.members.set(id, {
      groupId: groups[i]! === "" ? null : groups[i]!,
      biddingZone: zones[i]!,
      ...valuesAt(block, i),
    });
  }
  return found;
}
