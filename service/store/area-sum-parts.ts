import { and, desc, eq, lte, sql } from "drizzle-orm";
import type { BandSum } from "../engine/flexibility.ts";
import type { Horizon, OutlookSum } from "../engine/outlook-sums.ts";
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
  /** The last change of members that it counts. */
  changes: string | null;
  areas: ReadonlyMap<string, OutlookSum>;
}

const POWERS = ["forecast", "upward", "downward"] as const;
const BANDS = [
  "pvBelowKw",
  "pvAboveKw",
  "loadBelowKw2",
  "loadAboveKw2",
  "pvMedianKw",
  "loadWidthKw2",
  "loadMedianKw3",
] as const satisfies (keyof BandSum)[];

/** Stores a part that an instance summed; it replaces the one with the same lowest partition. */
export async function saveAreaSumPart(
  db: Db,
  instance: string,
  at: SumsAt,
  { partitions, changes, areas }: AreaSumPart,
): Promise<void> {
  const row = {
    quarter: new Date(at.quarterMs),
    changes,
    partitionCount: at.partitions,
    partitions: [...partitions],
    areas: [...areas.keys()],
    sums: packAreas([...areas.values()]),
  };
  await db
    .insert(areaSumParts)
    .values({ instance, lowestPartition: Math.min(...partitions), ...row })
    .onConflictDoUpdate({
      target: [areaSumParts.instance, areaSumParts.lowestPartition],
      set: row,
    });
}

/**
 * Parts of a quarter-hour without a common partition, large ones before small ones: every instance chooses the
 * same. Parts of another version's horizon are left out.
 */
export async function chooseAreaSumParts(
  db: Db,
  { quarterMs, partitions: count }: SumsAt,
  horizon: Horizon,
): Promise<AreaSumPart[]> {
  const { quarter, partitions, partitionCount, lowestPartition, instance } = areaSumParts;
  const rows = await db
    .select()
    .from(areaSumParts)
    .where(and(eq(quarter, new Date(quarterMs)), eq(partitionCount, count)))
    .orderBy(desc(sql`cardinality(${partitions})`), lowestPartition, instance);
  const chosen: AreaSumPart[] = [];
  const taken = new Set<number>();
  for (const row of rows) {
    const areas = unpackAreas(row.areas, row.sums, horizon);
    if (!areas || row.partitions.some((partition) => taken.has(partition))) continue;
    for (const partition of row.partitions) taken.add(partition);
    chosen.push({ partitions: new Set(row.partitions), changes: row.changes, areas });
  }
  return chosen;
}

/** Deletes what was summed up to a quarter-hour. */
export const deleteAreaSumParts = async (db: Db, quarterMs: number): Promise<void> =>
  void (await db.delete(areaSumParts).where(lte(areaSumParts.quarter, new Date(quarterMs))));

const listSeries = ({ bands, ...powers }: OutlookSum): Float64Array[] => [
  ...POWERS.map((name) => powers[name]),
  ...BANDS.map((name) => bands[name]),
];

/** The series of each area, one after the other. */
function packAreas(areas: readonly OutlookSum[]): Float64Array {
  const all = areas.flatMap(listSeries);
  const packed = new Float64Array(all.reduce((length, series) => length + series.length, 0));
  let start = 0;
  for (const series of all) {
    packed.set(series, start);
    start += series.length;
  }
  return packed;
}

/** @returns null if the numbers are not as many as these areas have */
function unpackAreas(
  names: readonly string[],
  packed: Float64Array,
  { quarters, bandQuarters }: Horizon,
): AreaSumPart["areas"] | null {
  const length = POWERS.length * quarters + BANDS.length * bandQuarters;
  if (packed.length !== names.length * length) return null;
  let start = 0;
  const takeSeries = <Name extends string>(series: readonly Name[], count: number) =>
    Object.fromEntries(
      series.map((name) => [name, packed.subarray(start, (start += count))]),
    ) as Record<Name, Float64Array>;
  return new Map(
    names.map((name) => [
      name,
      { ...takeSeries(POWERS, quarters), bands: takeSeries(BANDS, bandQuarters) },
    ]),
  );
}
