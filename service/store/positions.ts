import { and, asc, desc, eq, gte, lt, lte, sql } from "drizzle-orm";
import { firstDecision, type DecisionTimes } from "./decision-times.ts";
import { positions } from "./schema-terms.ts";
import type { Db } from "./store.ts";

/** The energy sold for an interval, as recorded at a moment. */
export interface PositionVersion {
  ispStartMs: number;
  soldKwh: number;
  vintageMs: number;
}

/**
 * Every recorded position of the intervals that start in `[fromMs, toMs)`, by start and recording; with
 * `decisions` those that differ there.
 */
export async function readPositionVersions(
  db: Db,
  zone: string,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  decisions?: DecisionTimes,
): Promise<PositionVersion[]> {
  const { timeFrom, recordedAt, soldKwh } = positions;
  const isRead = and(
    eq(positions.biddingZone, zone),
    gte(timeFrom, new Date(fromMs)),
    lt(timeFrom, new Date(toMs)),
  );
  const columns = { timeFrom, soldKwh, recordedAt };
  const rows = decisions
    ? await db
        .selectDistinctOn([timeFrom, sql`decision`], {
          ...columns,
          decision: firstDecision(recordedAt, timeFrom, decisions, sql`0`).as("decision"),
        })
        .from(positions)
        .where(and(isRead, lte(recordedAt, new Date(decisions.nowMs))))
        .orderBy(asc(timeFrom), sql`decision`, desc(recordedAt))
    : await db.select(columns).from(positions).where(isRead).orderBy(timeFrom, recordedAt);
  return rows.map((row) => ({
    ispStartMs: row.timeFrom.getTime(),
    soldKwh: row.soldKwh,
    vintageMs: row.recordedAt.getTime(),
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
  const stored = await readPositionVersions(tx, zone, { fromMs: first, toMs: last + 1 });
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
