import { and, asc, eq, gte, lt, sql } from "drizzle-orm";
import { positions } from "./schema-terms.ts";
import type { Db } from "./store.ts";

/** The energy sold for an interval, as recorded at a moment. */
export interface PositionVersion {
  ispStartMs: number;
  soldKwh: number;
  vintageMs: number;
}

/** Every recorded position of the intervals that start in `[fromMs, toMs)`, by start and recording. */
export async function readPositionVersions(
  db: Db,
  zone: string,
  fromMs: number,
  toMs: number,
): Promise<PositionVersion[]> {
  const rows = await db
    .select()
    .from(positions)
    .where(
      and(
        eq(positions.biddingZone, zone),
        gte(positions.timeFrom, new Date(fromMs)),
        lt(positions.timeFrom, new Date(toMs)),
      ),
    )
    .orderBy(asc(positions.timeFrom), asc(positions.recordedAt));
  return rows.map(({ timeFrom, soldKwh, recordedAt }) => ({
    ispStartMs: timeFrom.getTime(),
    soldKwh,
    vintageMs: recordedAt.getTime(),
  }));
}

/**
 * Records the energy sold for intervals, by their starts (ms), where it differs from what is known;
 * returns how many differ.
 */
export async function recordPositions(
  tx: Db,
  zone: string,
  soldKwh: ReadonlyMap<number, number>,
  nowMs: number,
): Promise<number> {
  const starts = [...soldKwh.keys()];
  const first = starts.reduce((a, b) => Math.min(a, b));
  const last = starts.reduce((a, b) => Math.max(a, b));
  const stored = await readPositionVersions(tx, zone, first, last + 1);
  const latest = new Map(stored.map((one) => [one.ispStartMs, one.soldKwh]));
  const changed = [...soldKwh].filter(([start, kwh]) => latest.get(start) !== kwh);
  if (changed.length === 0) return 0;
  const rows = changed.map(([start, kwh]) => ({
    biddingZone: zone,
    timeFrom: new Date(start),
    recordedAt: new Date(nowMs),
    soldKwh: kwh,
  }));
  await tx
    .insert(positions)
    .values(rows)
    .onConflictDoUpdate({
      target: [positions.biddingZone, positions.timeFrom, positions.recordedAt],
      set: { soldKwh: sql`excluded.sold_kwh` },
    });
  return changed.length;
}
