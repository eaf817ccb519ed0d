import { randomUUID } from "node:crypto";
import { floorQuarter } from "../../lib/time/amsterdam.ts";
import { addToAreas, lockTotals, ShareSums, type CountedIn } from "./area-totals.ts";
import { getAreas, shiftAreaForecast, type Outlook } from "./area-forecasts.ts";
import { toMoment } from "./moment.ts";
import { readPartitions } from "./partitions.ts";
import { MEMBERS_CHANGED_KEY, writeServiceState } from "./service-state.ts";
import { slotAt } from "./interval-slot.ts";
import { readSlot } from "./read-slot.ts";
import type { Db } from "./store.ts";
import { and, eq, gt, sql } from "drizzle-orm";
import { groupHistory } from "./schema-series.ts";

/** Computes the forecasts of locations; the store only sums them. */
export type OutlooksOf = (
  tx: Db,
  locationIds: readonly string[],
  nowMs: number,
) => Promise<Outlook[]>;

/**
 * Moves locations from one zone and group to another from the current interval on: its totals and
 * the coming forecasts. Past intervals are unchanged. The current interval is that of
 * `changedMs`, or a later one whose forecasts were frozen meanwhile. Call it in the transaction that changes
 * the membership, before the locations are deleted.
 */
export async function moveLocations(
  tx: Db,
  locationIds: readonly string[],
  from: CountedIn,
  to: CountedIn,
  changedMs: number,
  outlooksOf: OutlooksOf,
): Promise<void> {
  if (locationIds.length === 0) return;
  await lockTotals(tx);
  const nowMs = Math.max(changedMs, await readFrozenMs(tx));
  const slot = slotAt(nowMs);
  const recorded = await readSlot(tx, slot, locationIds);
  const shares = new ShareSums();
  for (const values of recorded.values()) {
    shares.add(from, -1, values);
    shares.add(to, 1, values);
  }
  await addToAreas(tx, slot, shares);
  const moved = { untilMs: floorQuarter(nowMs), movedMs: changedMs };
  await recordMoves(tx, locationIds, from.groupId, to.groupId, moved);
  for (const computed of await outlooksOf(tx, locationIds, nowMs)) {
    const outlook = withFirst(computed, recorded.get(computed.locationId));
    await shiftAreas(tx, from, outlook, -1);
    await shiftAreas(tx, to, outlook, 1);
  }
}

/** The latest quarter-hour with frozen forecasts; 0 without one. */
async function readFrozenMs(tx: Db): Promise<number> {
  const partitions = await readPartitions(tx);
  return Math.max(...partitions.map(({ frozenQuarterMs }) => frozenQuarterMs ?? 0));
}

/** A forecast with the frozen values in its first interval; null if nothing was frozen. */
export function withFirst(
  outlook: Outlook,
  frozen: { forecast: number; upward: number; downward: number } | undefined,
): Outlook {
  const first = (kw: Float32Array, value: number | undefined) => {
    const copy = kw.slice();
    copy[0] = value || 0;
    return copy;
  };
  return {
    ...outlook,
    forecastKw: first(outlook.forecastKw, frozen?.forecast),
    upwardKw: first(outlook.upwardKw, frozen?.upward),
    downwardKw: first(outlook.downwardKw, frozen?.downward),
  };
}

/**
 * Adds a forecast to those of a zone and a group (sign 1), or subtracts it (−1). It may differ
 * slightly from the one in the sums; the next refresh corrects that.
 */
export async function shiftAreas(
  tx: Db,
  areas: CountedIn,
  outlook: Outlook,
  sign: 1 | -1,
): Promise<void> {
  for (const [kind, id] of getAreas(areas)) await shiftAreaForecast(tx, kind, id, outlook, sign);
  await writeServiceState(tx, MEMBERS_CHANGED_KEY, randomUUID());
}

/** Records that locations belonged to one group before this interval and to another from it on. */
async function recordMoves(
  tx: Db,
  locationIds: readonly string[],
  from: string | null,
  to: string | null,
  { untilMs, movedMs }: { untilMs: number; movedMs: number },
): Promise<void> {
  if (from === to) return;
  await tx.execute(sql`
    insert into ${groupHistory} (location_id, until, group_id, moved_at)
    select id, ${toMoment(untilMs)}, ${from}, ${toMoment(movedMs)}
    from unnest(${sql.param([...locationIds])}::text[]) as id
    on conflict do nothing`);
}

/** The group of a location at a moment, given its present group. */
export type GroupAt = (ms: number) => string | null;

/** The groups of a location in the intervals since `fromMs`. */
export async function groupsSince(
  tx: Db,
  locationId: string,
  current: string | null,
  fromMs: number,
): Promise<GroupAt> {
  const past = await tx
    .select({ until: groupHistory.until, groupId: groupHistory.groupId })
    .from(groupHistory)
    .where(and(eq(groupHistory.locationId, locationId), gt(groupHistory.until, new Date(fromMs))))
    .orderBy(groupHistory.until);
  return (ms) => {
    const then = past.find(({ until }) => ms < until.getTime());
    return then ? then.groupId : current;
  };
}
