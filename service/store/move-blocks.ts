import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { lockTotals } from "./area-totals.ts";
import { deleteBlocks, lockPartitionBlocks, type IntervalBlock } from "./interval-blocks.ts";
import { packed, slotAt } from "./interval-slot.ts";
import type { PartitionOf } from "./partitions.ts";
import type { Db } from "./store.ts";
import { ensureDays, writeIntervals, type Intervals } from "./write-intervals.ts";

/** Quarter-hours after which a partition moves its blocks to the days. */
const MOVED_AFTER = 16;

/** Whether a partition moves its blocks after this quarter-hour; a part of them does after each. */
export const isMovedAfter = (quarterMs: number, { partition }: PartitionOf): boolean =>
  (quarterMs / QUARTER_MS + partition) % MOVED_AFTER === 0;

/** Moves the blocks of a partition before a moment to the days of its locations. */
export async function moveBlocks(db: Db, of: PartitionOf, beforeMs: number): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTotals(tx, "partition");
    const blocks = await lockPartitionBlocks(tx, of, beforeMs);
    if (blocks.length === 0) return;
    for (const some of inRuns(blocks)) {
      const intervals = toIntervals(some);
      const { day, locationIds } = intervals;
      await ensureDays(tx, { day, isps: slotAt(some[0]!.quarterMs).isps }, locationIds);
      await writeIntervals(tx, intervals);
    }
    await deleteBlocks(tx, of, blocks);
  });
}

/** Successive blocks of the same locations and day. */
function inRuns(blocks: readonly IntervalBlock[]): IntervalBlock[][] {
  const runs: IntervalBlock[][] = [];
  const last = new Map<string, IntervalBlock[]>();
  for (const block of blocks) {
    const run = last.get(block.roster);
    const before = run?.at(-1);
    const isNext =
      before?.quarterMs === block.quarterMs - QUARTER_MS &&
      slotAt(before.quarterMs).day === slotAt(block.quarterMs).day;
    if (run && isNext) run.push(block);
    else {
      const begun = [block];
      runs.push(begun);
      last.set(block.roster, begun);
    }
  }
  return runs;
}

/** The intervals of successive blocks. */
function toIntervals(blocks: readonly IntervalBlock[]): Intervals {
  const { quarterMs, locationIds } = blocks[0]!;
  const { day, index } = slotAt(quarterMs);
  const count = blocks.length;
  const columns = packed.length;
  const kw = new Float32Array(locationIds.length * columns * count);
  const flags = new Uint8Array(locationIds.length * count);
  for (const [i, block] of blocks.entries())
    for (let position = 0; position < locationIds.length; position++) {
      for (let column = 0; column < columns; column++)
        kw[(position * columns + column) * count + i] = block.kw[position * columns + column]!;
      flags[position * count + i] = block.flags[position]!;
    }
  return { day, first: index, count, locationIds, names: packed, kw, flags };
}
