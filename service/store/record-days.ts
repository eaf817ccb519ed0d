import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { getLocalDay, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { addToAreaDay, subtractShares, lockTotals, computeShare } from "./area-totals.ts";
import { getValuesAt, type LocationDay } from "./location-days.ts";
import { putInDays } from "./read-days.ts";
import { applyValues, type IspValues } from "./record-isp.ts";
import { groupsSince, type GroupAt } from "./group-membership.ts";
import { locationDays } from "./schema-series.ts";
import { putInBlocks, readFromBlocks, type BlockInterval } from "./interval-blocks.ts";
import { packed, slotAt, type Slot } from "./interval-slot.ts";
import { customers, locations } from "./schema.ts";
import type { Db } from "./store.ts";
import { ensureDays } from "./write-intervals.ts";

/** Values of one interval of a location; see `IspValues`. */
export interface SlotValues {
  slot: Slot;
  values: Omit<IspValues, "locationId">;
}

type Differences = Map<number, ReturnType<typeof subtractShares>>;

/**
 * Like `recordIsp`, for many intervals of one location, oldest first: whole days are read and
 * written once. Deleted locations are skipped. Call it in a transaction.
 * @returns the number of changed intervals
 */
export async function recordDays(
  tx: Db,
  locationId: string,
  rows: readonly SlotValues[],
): Promise<number> {
  if (rows.length === 0) return 0;
  await lockTotals(tx);
  const member = await readMembership(tx, locationId, getLocalDay(rows[0]!.slot.day).startMs);
  if (!member) return 0;
  const byDay = new Map<string, SlotValues[]>();
  for (const row of rows) byDay.set(row.slot.day, [...(byDay.get(row.slot.day) ?? []), row]);
  for (const dayValues of byDay.values()) await ensureDays(tx, dayValues[0]!.slot, [locationId]);
  const days = await lockDays(tx, locationId, [...byDay.keys()]);
  const inBlocks = await readInBlocks(tx, locationId, days);
  let changed = 0;
  for (const day of days) {
    const differences = applyTo(day, byDay.get(day.day)!);
    if (differences.size === 0) continue;
    changed += differences.size;
    await writeDay(tx, day);
    const moved = inBlocks.flatMap(({ quarterMs }): BlockInterval[] => {
      const { day: date, index } = slotAt(quarterMs);
      const isChanged = date === day.day && differences.has(index);
      return isChanged ? [{ quarterMs, values: getValuesAt(day, index) }] : [];
    });
    await putInBlocks(tx, locationId, moved);
    await addToDays(tx, member, day, differences);
  }
  return changed;
}

const lockDays = (tx: Db, locationId: string, days: string[]): Promise<LocationDay[]> =>
  tx
    .select()
    .from(locationDays)
    .where(
      and(
        eq(locationDays.locationId, locationId),
        sql`${locationDays.day} = any(${sql.param(days)}::date[])`,
      ),
    )
    .orderBy(asc(locationDays.day))
    .for("update");

/** Puts the intervals that are in blocks into their days, which no job changes meanwhile. */
async function readInBlocks(
  tx: Db,
  locationId: string,
  days: readonly LocationDay[],
): Promise<BlockInterval[]> {
  if (days.length === 0) return [];
  const [fromMs, toMs] = [getLocalDay(days[0]!.day).startMs, getLocalDay(days.at(-1)!.day).endMs];
  const found = (await readFromBlocks(tx, [locationId], fromMs, toMs)).get(locationId) ?? [];
  putInDays(days, found);
  return found;
}

function applyTo(day: LocationDay, rows: readonly SlotValues[]): Differences {
  const differences: Differences = new Map();
  for (const { slot, values } of rows) {
    const before = getValuesAt(day, slot.index);
    const after = applyValues(values, before);
    if (!after) continue;
    for (const name of packed) day[name][slot.index] = after[name];
    day.flags[slot.index] = after.flags;
    differences.set(slot.index, subtractShares(computeShare(before), computeShare(after)));
  }
  return differences;
}

async function writeDay(tx: Db, day: LocationDay): Promise<void> {
  const { locationId, day: date, isps: _isps, ...columns } = day;
  await tx
    .update(locationDays)
    .set(columns)
    .where(and(eq(locationDays.locationId, locationId), eq(locationDays.day, date)));
}

interface Member {
  biddingZone: string;
  groupAt: GroupAt;
}

/** The zone and groups of a location since `fromMs`; null if it is deleted. */
async function readMembership(tx: Db, locationId: string, fromMs: number): Promise<Member | null> {
  const [row] = await tx
    .select({ biddingZone: locations.biddingZone, groupId: customers.groupId })
    .from(locations)
    .innerJoin(customers, eq(customers.id, locations.customerId))
    .where(and(eq(locations.id, locationId), isNull(locations.deletedAt)));
  if (!row) return null;
  const groupAt = await groupsSince(tx, locationId, row.groupId, fromMs);
  return { biddingZone: row.biddingZone, groupAt };
}

async function addToDays(
  tx: Db,
  { biddingZone, groupAt }: Member,
  { day, isps }: LocationDay,
  differences: Differences,
): Promise<void> {
  await addToAreaDay(tx, { kind: "bidding_zone", areaId: biddingZone, day, isps }, differences);
  const { startMs } = getLocalDay(day);
  const byGroup = new Map<string, Differences>();
  for (const [index, difference] of differences) {
    const groupId = groupAt(startMs + index * QUARTER_MS);
    if (groupId === null) continue;
    byGroup.set(groupId, (byGroup.get(groupId) ?? new Map()).set(index, difference));
  }
  for (const [areaId, groupValues] of byGroup)
    await addToAreaDay(tx, { kind: "group", areaId, day, isps }, groupValues);
}
