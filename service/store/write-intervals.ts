import { sql } from "drizzle-orm";
import { blankDay } from "./location-days.ts";
import type { Packed, Slot } from "./interval-slot.ts";
import { locationDays } from "./schema-series.ts";
import type { Db } from "./store.ts";

/** Adds the day of these locations where it is missing. */
export async function ensureDays(
  tx: Db,
  slot: Omit<Slot, "index">,
  ids: readonly string[],
): Promise<void> {
  const { forecast: blank, flags } = blankDay("", slot.day, slot.isps);
  const nothing = sql.param(blank, locationDays.forecast);
  await tx.execute(sql`
    insert into ${locationDays}
      (location_id, day, isps, forecast, upward, downward, actual, pv, load, battery, flags)
    select id, ${slot.day}::date, ${slot.isps}::int, b, b, b, b, b, b, b,
      ${sql.param(flags, locationDays.flags)}::bytea
    from unnest(${sql.param([...ids])}::text[]) as id, (select ${nothing}::bytea as b) as blank
    on conflict do nothing`);
}

/** Successive intervals of a day at many locations. */
export interface Intervals {
  day: string;
  /** The first of the intervals (from 0), and their number. */
  first: number;
  count: number;
  locationIds: readonly string[];
  /** The columns that are written, and `count` numbers of each of them for each location. */
  names: readonly Packed[];
  kw: Float32Array;
  /** `count` flags of each location. */
  flags: Uint8Array;
}

/** Writes intervals into the days of locations, packed into one parameter. */
export async function writeIntervals(
  tx: Db,
  { day, first, count, locationIds, names, kw, flags }: Intervals,
): Promise<void> {
  const length = count * 4;
  const bytes = names.length * length;
  const pieces = names.map((name, column) => {
    const from = sql`(n::int - 1) * ${bytes}::int + ${column * length + 1}::int`;
    return sql`, substr(packed, ${from}, ${length}::int) as ${sql.identifier(name)}`;
  });
  const placed = names.map((name) => {
    const field = sql.identifier(name);
    return sql`${field} = overlay(d.${field} placing v.${field} from ${first * 4 + 1}::int)`;
  });
  const flagged = sql`flags = overlay(d.flags placing v.marks from ${first + 1}::int)`;
  const ids = locationIds.join(",");
  const buffer = Buffer.from(kw.buffer, kw.byteOffset, kw.byteLength);
  // "offset 0" cuts the parameters before the join, which might copy them for each row.
  await tx.execute(sql`
    update ${locationDays} d set ${sql.join([...placed, flagged], sql`, `)}
    from (
      select id, substr(marks, (n::int - 1) * ${count}::int + 1, ${count}::int) as marks
        ${sql.join(pieces, sql``)}
      from (select ${buffer}::bytea as packed, ${Buffer.from(flags)}::bytea as marks) as p,
        unnest(string_to_array(${ids}, ',')) with ordinality as u(id, n) offset 0) as v
    where d.location_id = v.id and d.day = ${day}::date`);
}
