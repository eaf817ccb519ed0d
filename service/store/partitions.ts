import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { floorQuarter, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { readOnce } from "./held-rows.ts";
import { leases, partitions } from "./schema.ts";
import type { Db } from "./store.ts";

/** How far the minute jobs have come with a partition of the locations; null before the first. */
export interface Partition {
  partition: number;
  /** The instance that recorded it last; null when that has more than its share. */
  owner: string | null;
  recordedUntilMs: number | null;
  frozenQuarterMs: number | null;
  observedQuarterMs: number | null;
  renewedMinuteMs: number | null;
}

/** One of all partitions, whose number is a power of two. */
export interface PartitionOf {
  partition: number;
  partitions: number;
}

/** Some of all partitions. */
export interface SomePartitions {
  some: readonly number[];
  partitions: number;
}

/** The jobs that have a lease for each partition. */
const jobs = ["tick", "dispatch"] as const;

export const MAX_PARTITIONS = 1_024;

/** The partition of a location, by the column of its id. */
export const getPartition = (id: SQL | AnyPgColumn, partitions: number) =>
  sql<number>`(hashtextextended(${id}, 0) & ${sql.raw(String(partitions - 1))})::int`;

/** The hash of a location's id, whose last bits name its partition: 0 to 1,023. */
export const locationHash = (id: AnyPgColumn) => getPartition(id, MAX_PARTITIONS);

/** The filter for the locations of some partitions, by the column of their ids. */
export const isInPartitions = (id: SQL | AnyPgColumn, { some, partitions }: SomePartitions) =>
  some.length === partitions
    ? undefined
    : sql`${getPartition(id, partitions)} = any(${sql.param([...some])}::int[])`;

/** Locations divided into so many partitions by the hashes of their ids. */
export function divideByHash<Hashed extends { hash: number }>(
  all: readonly Hashed[],
  partitions: number,
): Hashed[][] {
  const divided: Hashed[][] = Array.from({ length: partitions }, () => []);
  for (const one of all) divided[one.hash & (partitions - 1)]!.push(one);
  return divided;
}

/** A number by which locations with these hashes lie together by partition, however many there are. */
export function partitionOrder(hash: number): number {
  let reversed = 0;
  for (let bit = 1; bit < MAX_PARTITIONS; bit *= 2) reversed = 2 * reversed + (hash & bit ? 1 : 0);
  return reversed;
}

const toMs = (moment: Date | null) => moment?.getTime() ?? null;
const toDate = (ms: number | null) => (ms === null ? null : new Date(ms));

/** All partitions, in order. */
export const readPartitions = (db: Db): Promise<Partition[]> =>
  readOnce(db, "partitions", async () => {
    const rows = await db.select().from(partitions).orderBy(partitions.partition);
    return rows.map(toPartition);
  });

/** The numbers of partitions. */
export const toNumbers = (some: readonly Partition[]): ReadonlySet<number> =>
  new Set(some.map(({ partition }) => partition));

/** A partition that exists. */
export async function readPartition(db: Db, partition: number): Promise<Partition> {
  const [row] = await db.select().from(partitions).where(eq(partitions.partition, partition));
  return toPartition(row!);
}

const toPartition = (row: typeof partitions.$inferSelect): Partition => ({
  partition: row.partition,
  owner: row.owner,
  recordedUntilMs: toMs(row.recordedUntil),
  frozenQuarterMs: toMs(row.frozenQuarter),
  observedQuarterMs: toMs(row.observedQuarter),
  renewedMinuteMs: toMs(row.renewedMinute),
});

/** Stores how far a job has come with a partition, or with several. */
export async function writePartition(
  db: Db,
  partition: number | readonly number[],
  {
    owner,
    recordedUntilMs,
    frozenQuarterMs,
    observedQuarterMs,
    renewedMinuteMs,
  }: Partial<Partition>,
): Promise<void> {
  await db
    .update(partitions)
    .set({
      ...(owner !== undefined && { owner }),
      ...(recordedUntilMs !== undefined && { recordedUntil: toDate(recordedUntilMs) }),
      ...(frozenQuarterMs !== undefined && { frozenQuarter: toDate(frozenQuarterMs) }),
      ...(observedQuarterMs !== undefined && { observedQuarter: toDate(observedQuarterMs) }),
      ...(renewedMinuteMs !== undefined && { renewedMinute: toDate(renewedMinuteMs) }),
    })
    .where(inArray(partitions.partition, [partition].flat()));
}

/** The earliest moment among partitions; null before the first of any of them. */
export function earliest(
  all: readonly Partition[],
  of: Exclude<keyof Partition, "partition" | "owner">,
): number | null {
  const moments = all.map((one) => one[of]);
  return moments.includes(null) ? null : Math.min(...(moments as number[]));
}

/**
 * The quarter-hour that runs at a location. It is not `clockMs`, by the clock, if a change waited meanwhile or the
 * clock is behind: what is closed stays closed. Read the partitions under `lockMinutes`.
 */
export function getRunning(
  partitions: readonly Partition[],
  { hash }: { hash: number },
  clockMs: number,
): number {
  const { recordedUntilMs } = partitions[hash & (partitions.length - 1)]!;
  return Math.max(clockMs, floorQuarter(recordedUntilMs ?? clockMs));
}

/** Until when measurements are recorded at a moment: a quarter-hour is some seconds after its end. */
export async function readRecordedUntil(db: Db, nowMs: number): Promise<number> {
  return Math.min(nowMs, earliest(await readPartitions(db), "recordedUntilMs") ?? 0);
}

/** How often any instance has taken the lease of a job on a partition. */
export async function readToken(
  db: Db,
  name: (typeof jobs)[number],
  partition: number,
): Promise<number> {
  const [row] = await db
    .select({ token: leases.token })
    .from(leases)
    .where(and(eq(leases.name, name), eq(leases.partition, partition)));
  return row!.token;
}

/**
 * Doubles the partitions until none has more than `largest` of these locations: each is divided in
 * two that have come equally far. Waits until no job runs on any of them.
 * @returns their number
 */
export async function divideLocations(
  db: Db,
  locationCount: number,
  largest: number,
): Promise<number> {
  return db.transaction(async (tx) => {
    await tx
      .select({ partition: leases.partition })
      .from(leases)
      .where(sql`${leases.name} = any(${sql.param([...jobs])}::text[])`)
      .for("update");
    // Another instance may have divided them while this one waited, which that statement does not see.
    const { length: count } = await readPartitions(tx);
    let next = count;
    while (next < MAX_PARTITIONS && locationCount / next > largest) next *= 2;
    if (next === count) return count;
    const [running] = await tx
      .select({ partition: leases.partition })
      .from(leases)
      .where(
        sql`${leases.name} = any(${sql.param([...jobs])}::text[]) and ${leases.holder} is not null`,
      )
      .limit(1);
    if (running) return count;
    await tx.execute(sql`
      insert into ${leases} (name, partition)
      select name, partition from unnest(${sql.param([...jobs])}::text[]) as name,
        generate_series(${count}::int, ${next - 1}::int) as partition`);
    await tx.execute(sql`
      insert into ${partitions}
        (partition, recorded_until, frozen_quarter, observed_quarter, renewed_minute)
      select n, recorded_until, frozen_quarter, observed_quarter, renewed_minute
      from generate_series(${count}::int, ${next - 1}::int) as n
      join ${partitions} p on p.partition = n & ${count - 1}::int`);
    return next;
  });
}

/** Whether the forecast of a quarter-hour is frozen in a partition. */
export const hasFrozen = ({ frozenQuarterMs }: Partition, quarterMs: number): boolean =>
  frozenQuarterMs !== null && frozenQuarterMs >= quarterMs;

/** Whether a partition has observed the sky of a quarter-hour. */
export const hasObserved = ({ observedQuarterMs, recordedUntilMs }: Partition, quarterMs: number) =>
  (observedQuarterMs !== null && observedQuarterMs >= quarterMs) ||
  (recordedUntilMs !== null && recordedUntilMs >= quarterMs + QUARTER_MS);
