import { lt, sql } from "drizzle-orm";
import { HOUR_MS } from "../../lib/time/amsterdam.ts";
import { rateBuckets } from "./schema.ts";
import type { Db } from "./store.ts";

/** Requests that an instance allowed: of which quota per minute, how many, and the last one when. */
export interface BucketUse {
  name: string;
  quota: number;
  used: number;
  atMs: number;
}

/**
 * Subtracts requests from the shared buckets, which refill evenly up to their quota. Returns the
 * requests left by name, at the time of the use; below 0 if instances allowed too many together.
 */
export async function takeFromBuckets(
  db: Db,
  uses: readonly BucketUse[],
): Promise<Map<string, number>> {
  const column = (read: (use: BucketUse) => string | number) => sql.param(uses.map(read));
  const { rows } = await db.execute<{ name: string; tokens: number }>(sql`
    insert into ${rateBuckets} as shared (name, quota, tokens, at)
    select name, quota, quota - used, to_timestamp(at / 1000)
    from unnest(${column(({ name }) => name)}::text[], ${column(({ quota }) => quota)}::float8[],
      ${column(({ used }) => used)}::float8[], ${column(({ atMs }) => atMs)}::float8[])
      as v(name, quota, used, at)
    order by name
    on conflict (name) do update set
      quota = excluded.quota,
      tokens = least(excluded.quota, shared.tokens + excluded.quota / 60
          * greatest(0, extract(epoch from excluded.at - shared.at)::float8))
        - (excluded.quota - excluded.tokens),
      at = greatest(shared.at, excluded.at)
    returning name, tokens`);
  return new Map(rows.map(({ name, tokens }) => [name, tokens]));
}

/** Deletes buckets that are full again. */
export const pruneRateBuckets = async (db: Db, nowMs: number): Promise<void> =>
  void (await db.delete(rateBuckets).where(lt(rateBuckets.at, new Date(nowMs - HOUR_MS))));
