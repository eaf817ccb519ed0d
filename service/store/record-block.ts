import { addToAreas, lockTotals, ShareSums } from "./area-totals.ts";
import { BlockFinder } from "./block-finder.ts";
import {
  emptyBlock,
  insertBlock,
  lockBlocks,
  putValues,
  valuesAt,
  writeBlock,
  type IntervalBlock,
  type IntervalValues,
} from "./interval-blocks.ts";
import { slotAt } from "./interval-slot.ts";
import { areUnchanged, type PartitionMembers } from "./partition-members.ts";
import { applyValues, type IspValues } from "./record-isp.ts";
import type { StoredSite } from "./sites.ts";
import type { Db } from "./store.ts";

type Members = Pick<StoredSite, "locationId" | "biddingZone" | "groupId">;

const blank: IntervalValues = {
  forecast: NaN,
  upward: NaN,
  downward: NaN,
  actual: NaN,
  pv: NaN,
  load: NaN,
  battery: NaN,
  flags: 0,
};

/**
 * Stores the forecasts of the quarter-hour that has just begun in a new block, and adds them to the
 * totals of zones and groups, in one transaction. Its days have no values yet.
 * @returns false if it cannot, because members changed or there is a block already
 */
export const recordNewBlock = (
  db: Db,
  of: PartitionMembers,
  quarterMs: number,
  rows: readonly IspValues[],
): Promise<boolean> =>
  db.transaction(async (tx) => {
    await lockTotals(tx, "partition");
    if (!(await areUnchanged(tx, of, quarterMs))) return false;
    const ids = rows.map(({ locationId }) => locationId);
    if ((await lockBlocks(tx, quarterMs, ids)).length > 0) return false;
    const block = emptyBlock(of, quarterMs, ids);
    const find = findInOrder(of.sites);
    const shares = new ShareSums();
    for (const [position, row] of rows.entries()) {
      const after = applyValues(row, blank);
      if (!after) continue;
      putValues(block, position, after);
      shares.add(find(row.locationId)!, 1, after);
    }
    await insertBlock(tx, of, block);
    await addToAreas(tx, slotAt(quarterMs), shares);
    return true;
  });

/**
 * Stores values of one interval in the block of its forecasts and updates the totals of zones and
 * groups, like `recordIsp`. Call it in a transaction.
 * @returns the number of locations with changes; null if it cannot, because members changed or some
 *   locations are in no block
 */
export async function recordInBlocks(
  tx: Db,
  of: PartitionMembers,
  quarterMs: number,
  rows: readonly IspValues[],
): Promise<number | null> {
  await lockTotals(tx, "partition");
  if (!(await areUnchanged(tx, of, quarterMs))) return null;
  const ids = rows.map(({ locationId }) => locationId);
  const finder = new BlockFinder(await lockBlocks(tx, quarterMs, ids));
  const find = findInOrder(of.sites);
  const shares = new ShareSums();
  const written = new Set<IntervalBlock>();
  let changed = 0;
  for (const row of rows) {
    const position = finder.find(row.locationId);
    // Nothing is written yet.
    if (position < 0) return null;
    const { block } = finder;
    const before = valuesAt(block, position);
    const after = applyValues(row, before);
    if (!after) continue;
    putValues(block, position, after);
    written.add(block);
    changed += 1;
    const member = find(row.locationId)!;
    if (!Number.isNaN(before.forecast)) shares.add(member, -1, before);
    shares.add(member, 1, after);
  }
  for (const block of written) await writeBlock(tx, block);
  if (changed > 0) await addToAreas(tx, slotAt(quarterMs), shares);
  return changed;
}

/** Finds members whose ids are asked in the order of the list. */
function findInOrder(members: readonly Members[]): (locationId: string) => Members | undefined {
  let at = 0;
  return (locationId) => {
    while (at < members.length && members[at]!.locationId !== locationId) at += 1;
    return members[at];
  };
}
