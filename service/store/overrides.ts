import { sql } from "drizzle-orm";
import { controls, deliveries } from "./schema-controls.ts";
import { controlExclusions } from "./schema-preferences.ts";
import type { Db } from "./store.ts";

/** What newer controls take over of a control. */
export interface Overrides {
  /** Its locations where a newer control is in force now, or at its start if that is to come. */
  takenNow: number;
  /** When the next newer control begins at its locations, and at how many; null: none does. */
  next: { time: Date; locations: number } | null;
}

/** The overrides of controls that are in force or to come at `now`; those without one are absent. */
export async function readOverrides(
  db: Db,
  controlIds: readonly string[],
  now: Date,
): Promise<Map<string, Overrides>> {
  if (controlIds.length === 0) return new Map();
  const at = sql`greatest(older.time_from, ${now.toISOString()}::timestamptz)`;
  const { rows } = await db.execute<{
    id: string;
    begins: Date | string | null;
    taken: number;
  }>(sql`
    select older.id, begins, count(distinct own.location_id)::int as taken
    from ${controls} older
    join ${controls} newer on newer.seq > older.seq and newer.time_from < older.stop_at
      and newer.stop_at > ${at} and newer.time_from < newer.stop_at
    cross join lateral (select case when newer.time_from > ${at} then newer.time_from end) t(begins)
    join ${deliveries} theirs on theirs.control_id = newer.id
    join ${deliveries} own on own.control_id = older.id
      and own.location_id = theirs.location_id
    where older.id = any(${sql.param([...controlIds])}::text[])
      and not exists (
        select 1 from ${controlExclusions} excluded where excluded.control_id = newer.id
          and excluded.location_id = theirs.location_id
          and excluded.time_from <= coalesce(begins, ${at})
          and excluded.time_to > coalesce(begins, ${at}))
    group by older.id, begins
    order by begins nulls first`);
  const found = new Map<string, Overrides>();
  for (const { id, begins, taken } of rows) {
    const overrides = found.get(id) ?? { takenNow: 0, next: null };
    if (begins === null) overrides.takenNow = taken;
    else overrides.next ??= { time: new Date(begins), locations: taken };
    found.set(id, overrides);
  }
  return found;
}
