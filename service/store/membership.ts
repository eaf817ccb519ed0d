import { inArray } from "drizzle-orm";
import { addToAreas, lockTotals, shareOf, type Share } from "./area-totals.ts";
import {
  saveExpectations,
  shiftAreaExpectation,
  type AreaKind,
  type Expectation,
} from "./expectations.ts";
import { readSlot, slotAt } from "./record-isp.ts";
import { expectations } from "./schema.ts";
import type { Db } from "./store.ts";

/** The zone and group a location is counted in; null where it is in none. */
export interface Areas {
  biddingZone: string | null;
  groupId: string | null;
}

/**
 * Moves locations from one pair of areas to another from the running interval on: its totals and
 * the forecasts to come. Past intervals stay where they were counted. Call it in the transaction
 * that changes the membership, before the locations are gone.
 */
export async function moveLocations(
  tx: Db,
  locationIds: readonly string[],
  from: Areas,
  to: Areas,
  nowMs: number,
): Promise<void> {
  if (locationIds.length === 0) return;
  await lockTotals(tx);
  const slot = slotAt(nowMs);
  const recorded = await readSlot(tx, slot, locationIds);
  const shares = [...recorded.values()].flatMap((values): Share[] => [
    { ...from, sign: -1, by: shareOf(values) },
    { ...to, sign: 1, by: shareOf(values) },
  ]);
  await addToAreas(tx, slot, shares);
  const rows = await tx
    .select()
    .from(expectations)
    .where(inArray(expectations.locationId, [...locationIds]));
  for (const row of rows) {
    await shiftAreas(tx, from, row, -1);
    await shiftAreas(tx, to, row, 1);
  }
}

/** Replaces the forecast of one location, and its part in those of its zone and group. */
export async function replaceExpectation(tx: Db, areas: Areas, row: Expectation): Promise<void> {
  await lockTotals(tx);
  const [old] = await tx
    .select()
    .from(expectations)
    .where(inArray(expectations.locationId, [row.locationId]));
  if (old) await shiftAreas(tx, areas, old, -1);
  await saveExpectations(tx, [row]);
  await shiftAreas(tx, areas, row, 1);
}

async function shiftAreas(tx: Db, areas: Areas, row: Expectation, sign: 1 | -1): Promise<void> {
  const own: [AreaKind, string | null][] = [
    ["bidding_zone", areas.biddingZone],
    ["group", areas.groupId],
  ];
  for (const [kind, id] of own) if (id) await shiftAreaExpectation(tx, kind, id, row, sign);
}
