import type { Range } from "./ranges.ts";

/**
 * Entries in as few rows as the first free one of each allows: those of a row do not overlap, even if
 * each takes at least `shortest` from its start.
 */
export function packRows<T extends Range>(entries: Iterable<T>, shortest = 0): T[][] {
  const rows: T[][] = [];
  const endOf = ({ from, to }: Range) => Math.max(to, from + shortest);
  for (const entry of entries) {
    const free = rows.find((row) =>
      row.every((other) => endOf(other) <= entry.from || other.from >= endOf(entry)),
    );
    if (free) free.push(entry);
    else rows.push([entry]);
  }
  return rows;
}

/** Where the visible part of an entry lies in a range, as CSS. */
export function toPosition({ from, to }: Range, range: Range) {
  const span = range.to - range.from;
  const start = Math.max(0, (from - range.from) / span);
  const end = Math.min(1, (to - range.from) / span);
  return { left: `${start * 100}%`, width: `${(end - start) * 100}%` };
}
