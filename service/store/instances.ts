import { eq, sql } from "drizzle-orm";
import { instances, partitions } from "./schema.ts";
import type { Db } from "./store.ts";

/** An instance that has not been seen for this long has stopped. */
export const STOPPED_MS = 7_000;
/** Only an instance that was seen within this time judges others. */
const JUDGES_MS = 3_000;
/** One that was not seen for this long is not counted, also where no other could judge it. */
const COUNTED_MS = 30_000;

const isSeenWithin = (ms: number) => sql`seen_at >= clock_timestamp() - ${ms} * interval '1 ms'`;

/** Notes that an instance runs. @returns the number of running instances */
export async function noteInstance(db: Db, id: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    with seen as (
      insert into ${instances} (id, seen_at) values (${id}, clock_timestamp())
      on conflict (id) do update set seen_at = excluded.seen_at
    )
    select count(*)::int as count from ${instances}
    where id <> ${id} and ${isSeenWithin(COUNTED_MS)}`);
  return rows[0]!.count + 1;
}

/** Notes that an instance stops, so that others take its partitions at once. */
export async function removeInstance(db: Db, id: string): Promise<void> {
  await db.delete(instances).where(eq(instances.id, id));
  await db.update(partitions).set({ owner: null }).where(eq(partitions.owner, id));
}

/**
 * Forgets the instances that stopped without a word, so that others take their partitions, if this one was
 * seen just now. A partition whose row a transaction holds is left out until the next call.
 * @returns the ids of those forgotten
 */
export async function removeStopped(db: Db, id: string): Promise<string[]> {
  const judges = sql`exists (
    select 1 from ${instances} where id = ${id} and ${isSeenWithin(JUDGES_MS)})`;
  const { rows } = await db.execute<{ id: string }>(sql`
    with stopped as (
      delete from ${instances} where not ${isSeenWithin(STOPPED_MS)} and ${judges}
      returning id
    ), abandoned as (
      select partition from ${partitions}
      where owner is not null and ${judges}
        and owner not in (select id from ${instances} where ${isSeenWithin(STOPPED_MS)})
      for update skip locked
    ), freed as (
      update ${partitions} p set owner = null from abandoned where p.partition = abandoned.partition
    )
    select id from stopped order by id`);
  return rows.map(({ id: stopped }) => stopped);
}
