import type { Range } from "./ranges.ts";

/** The share of a phone's chart that a finger needs for a block: 24 of 300 px. */
const SHORTEST_SHARE = 0.08;

/**
 * Entries in as few rows as the first free one of each allows. No two blocks of a row cover each other:
 * each is as wide as the visible part of its entry, and at least as wide as a finger needs.
 */
export function packRows<T extends Range>(entries: Iterable<T>, range: Range): T[][] {
  const shortest = SHORTEST_SHARE * (range.to - range.from);
  const toBlock = ({ from, to }: Range): Range => {
    const start = Math.min(Math.max(from, range.from), range.to - shortest);
    return { from: start, to: Math.max(Math.min(to, range.to), start + shortest) };
  };
  const rows: { block: Range; entry: T }[][] = [];
  for (const entry of entries) {
    const block = toBlock(entry);
    const free = rows.find((row) =>
      row.every(({ block: other }) => other.to <= block.from || other.from >= block.to),
    );
    if (free) free.push({ block, entry });
    else rows.push([{ block, entry }]);
  }
  return rows.map((row) => row.map(({ entry }) => entry));
}

/** Where the visible part of an entry lies in a range, as CSS. */
export function toPosition({ from, to }: Range, range: Range) {
  const span = range.to - range.from;
  const start = Math.max(0, (from - range.from) / span);
  const end = Math.min(1, (to - range.from) / span);
  return { left: `${start * 100}%`, width: `${(end - start) * 100}%` };
}

/** The same for a block of at least 1.5 rem, which the end of the range does not cut. */
export function toBlockPosition(entry: Range, range: Range) {
  const { left, width } = toPosition(entry, range);
  return { left: `min(${left}, 100% - 1.5rem)`, width };
}
