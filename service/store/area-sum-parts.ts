import { and, eq, lte, ne, sql } from "drizzle-orm";
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
  areas: ReadonlyMap<string, OutlookSum>;
  /** How long summing all of them anew takes, in ms. */
  tookMs: number;
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

/** Stores a part that an instance summed, instead of the one with the same lowest partition. */
export async function saveAreaSumPart(
  db: Db,
  instance: string,
  at: SumsAt,
  { partitions, areas, tookMs }: AreaSumPart,
): Promise<void> {
  const row = {
    quarter: new Date(at.quarterMs),
    changes: at.changes,
    partitionCount: at.partitions,
    partitions: [...partitions],
    tookMs,
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

/** What other instances than this one summed at that moment; without parts of another version's horizon. */
export async function readAreaSumParts(
  db: Db,
  instance: string,
  { quarterMs, changes, partitions }: SumsAt,
  horizon: Horizon,
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
  return rows.flatMap((row) => {
    const areas = unpackAreas(row.areas, row.sums, horizon);
    return areas ? [{ partitions: new Set(row.partitions), areas, tookMs: row.tookMs }] : [];
  });
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
