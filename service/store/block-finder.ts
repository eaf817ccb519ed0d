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

/** Finds the values of one interval at a location. */
export type FindValues<Values = IntervalValues> = (locationId: string) => Values | undefined;

/**
 * Where these locations are in blocks: finds their values, best in this order, and makes an object when it
 * does, because those of a whole fleet would stay in memory for long. Also the other locations.
 */
export async function findInBlocks(
  db: Db,
  quarterMs: number,
  locationIds: readonly string[],
): Promise<{ find: FindValues; lacking: readonly string[] }> {
  if (locationIds.length < MANY) {
    const single = await readFromBlocks(db, locationIds, quarterMs, quarterMs + 1);
    const lacking = locationIds.filter((id) => !single.has(id));
    return { find: (id) => single.get(id)?.[0]!.values, lacking };
  }
  const blocks = await readBlocksAt(db, quarterMs, locationIds);
  const looking = new BlockFinder(blocks);
  const lacking = locationIds.filter((id) => looking.find(id) < 0);
  const finder = new BlockFinder(blocks);
  const find: FindValues = (id) => {
    const position = finder.find(id);
    return position < 0 ? undefined : valuesAt(finder.block, position);
  };
  return { find, lacking };
}
