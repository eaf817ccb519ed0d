import { and, asc, eq, sql } from "drizzle-orm";
import { addToAreaDay, differenceOf, lockTotals, shareOf } from "./area-totals.ts";
import type { LocationDay } from "./days.ts";
import {
  changes,
  ensureDays,
  flagsOf,
  packed,
  singles,
  withoutFrozen,
  type IspValues,
  type Packed,
  type Slot,
} from "./record-isp.ts";
import { locationDays } from "./schema-series.ts";
import type { Db } from "./store.ts";

/** Values of one interval of a location; see `IspValues`. */
export interface SlotValues {
  slot: Slot;
  values: Omit<IspValues, "locationId">;
}

type Differences = Map<number, ReturnType<typeof differenceOf>>;

/**
 * As `recordIsp`, for many intervals of one location: whole days are read and written once. Call it
 * in a transaction.
 * @returns how many intervals changed.
 */
export async function recordDays(
  tx: Db,
  location: { locationId: string; biddingZone: string; groupId: string | null },
  rows: readonly SlotValues[],
): Promise<number> {
  if (rows.length === 0) return 0;
  await lockTotals(tx);
  const byDay = new Map<string, SlotValues[]>();
  for (const row of rows) byDay.set(row.slot.day, [...(byDay.get(row.slot.day) ?? []), row]);
  for (const own of byDay.values()) await ensureDays(tx, own[0]!.slot, [location.locationId]);
  let changed = 0;
  for (const day of await lockDays(tx, location.locationId, [...byDay.keys()])) {
    const differences = applyTo(day, byDay.get(day.day)!);
    if (differences.size === 0) continue;
    changed += differences.size;
    await writeDay(tx, day);
    await addToDays(tx, location, day, differences);
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

const recordedAt = (day: LocationDay, index: number) => ({
  ...(Object.fromEntries(packed.map((name) => [name, day[name][index]!])) as Record<
    Packed,
    number
  >),
  flags: day.flags[index]!,
});

function applyTo(day: LocationDay, rows: readonly SlotValues[]): Differences {
  const differences: Differences = new Map();
  for (const { slot, values } of rows) {
    const before = recordedAt(day, slot.index);
    const row = withoutFrozen({ locationId: day.locationId, ...values }, before);
    if (!changes(row, before)) continue;
    for (const [name, kw] of Object.entries(singles(row))) day[name as Packed][slot.index] = kw;
    day.flags[slot.index] = flagsOf(row, before.flags);
    const after = recordedAt(day, slot.index);
    differences.set(slot.index, differenceOf(shareOf(before), shareOf(after)));
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

async function addToDays(
  tx: Db,
  { biddingZone, groupId }: { biddingZone: string; groupId: string | null },
  { day, isps }: LocationDay,
  differences: Differences,
): Promise<void> {
  await addToAreaDay(tx, { kind: "bidding_zone", areaId: biddingZone, day, isps }, differences);
  if (groupId) await addToAreaDay(tx, { kind: "group", areaId: groupId, day, isps }, differences);
}
