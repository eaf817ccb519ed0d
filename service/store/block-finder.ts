import {
  readBlocksAt,
  readFromBlocks,
  valuesAt,
  type IntervalBlock,
  type IntervalValues,
} from "./interval-blocks.ts";
import type { Db } from "./store.ts";

/** In a single block, so many locations after the last one found are looked at first. */
const NEARBY = 64;
/** More than a block has locations. */
const BLOCK_SIZE = 2 ** 24;

/**
 * Finds locations in a quarter-hour's blocks; each is in one of them. The jobs of a partition look for
 * its locations in the order in which its block has them.
 */
export class BlockFinder {
  /** The block in which the last location was found. */
  block: IntervalBlock;
  private next = 0;
  private all: Map<string, number> | null = null;

  constructor(private readonly blocks: readonly IntervalBlock[]) {
    this.block = blocks[0]!;
  }

  /** The position of a location in `block`; −1 if it is in no block. */
  find(locationId: string): number {
    const near = this.blocks.length === 1 ? this.findNearby(locationId) : -1;
    if (near >= 0) return near;
    const found = this.positions.get(locationId);
    if (found === undefined) return -1;
    this.block = this.blocks[Math.floor(found / BLOCK_SIZE)]!;
    return found % BLOCK_SIZE;
  }

  private findNearby(locationId: string): number {
    const { locationIds } = this.block;
    const until = Math.min(locationIds.length, this.next + NEARBY);
    for (let position = this.next; position < until; position++) {
      if (locationIds[position] !== locationId) continue;
      this.next = position + 1;
      return position;
    }
    return -1;
  }

  private get positions(): ReadonlyMap<string, number> {
    if (this.all) return this.all;
    this.all = new Map();
    for (let which = 0; which < this.blocks.length; which++) {
      const { locationIds } = this.blocks[which]!;
      for (let position = 0; position < locationIds.length; position++)
        this.all.set(locationIds[position]!, which * BLOCK_SIZE + position);
    }
    return this.all;
  }
}

/** From so many locations on, whole blocks are read. */
const MANY = 200;

/** The values of one interval at these locations where they are in blocks, and the other locations. */
export async function findInBlocks(
  db: Db,
  quarterMs: number,
  locationIds: readonly string[],
): Promise<{ found: Map<string, IntervalValues>; lacking: readonly string[] }> {
  const found = new Map<string, IntervalValues>();
  if (locationIds.length < MANY) {
    const single = await readFromBlocks(db, locationIds, quarterMs, quarterMs + 1);
    for (const [id, [interval]] of single) found.set(id, interval!.values);
  } else {
    const finder = new BlockFinder(await readBlocksAt(db, quarterMs, locationIds));
    for (const id of locationIds) {
      const position = finder.find(id);
      if (position >= 0) found.set(id, valuesAt(finder.block, position));
    }
  }
  const lacking = found.size === 0 ? locationIds : locationIds.filter((id) => !found.has(id));
  return { found, lacking };
}
