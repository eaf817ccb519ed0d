import { deserialize, serialize } from "node:v8";
import { and, eq, lte, ne, sql } from "drizzle-orm";
import type { OutlookSum } from "../engine/outlook-sums.ts";
import { areaSumParts } from "./schema-series.ts";
import type { Db } from "./store.ts";

/** What a sum is of: a quarter-hour, the members of zones and groups, and a division of the fleet. */
export interface SumsAt {
  quarterMs: number;
  /** The last change of members; see `MEMBERS_CHANGED_KEY`. */
  changes: string | null;
  partitions: number;
}

/** The forecasts of zones and groups over the locations of some partitions. */
export interface AreaSumPart {
  partitions: ReadonlySet<number>;
  areas: ReadonlyMap<string, OutlookSum>;
  /** How long summing all of them anew takes, in ms. */
  tookMs: number;
}

/** Stores what an instance summed, instead of what it summed before. */
export async function saveAreaSumPart(
  db: Db,
  instance: string,
  at: SumsAt,
  part: AreaSumPart,
): Promise<void> {
  const row = {
    quarter: new Date(at.quarterMs),
    changes: at.changes,
    partitionCount: at.partitions,
    partitions: [...part.partitions],
    tookMs: part.tookMs,
    sums: serialize(part.areas),
  };
  await db
    .insert(areaSumParts)
    .values({ instance, ...row })
    .onConflictDoUpdate({ target: areaSumParts.instance, set: row });
}

/** What other instances than this one summed at that moment. */
export async function readAreaSumParts(
  db: Db,
  instance: string,
  { quarterMs, changes, partitions }: SumsAt,
): Promise<AreaSumPart[]> {
  const rows = await db
    .select()
    .from(areaSumParts)
    .where(
      and(
        ne(areaSumParts.instance, instance),
        eq(areaSumParts.quarter, new Date(quarterMs)),
        sql`${areaSumParts.changes} is not distinct from ${changes}`,
        eq(areaSumParts.partitionCount, partitions),
      ),
    );
  return rows.map((row) => ({
    partitions: new Set(row.partitions),
    areas: deserialize(row.sums) as AreaSumPart["areas"],
    tookMs: row.tookMs,
  }));
}

/** Deletes what was summed up to a quarter-hour. */
export const deleteAreaSumParts = async (db: Db, quarterMs: number): Promise<void> =>
  void (await db.delete(areaSumParts).where(lte(areaSumParts.quarter, new Date(quarterMs))));
