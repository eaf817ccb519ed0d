import type { Range } from "./ranges.ts";

/** Entries in as few rows as the first free one of each allows: those of a row do not overlap. */
export function packRows<T extends Range>(entries: Iterable<T>): T[][] {
  const rows: T[][] = [];
  for (const entry of entries) {
    const free = rows.find((row) =>
      row.every(({ from, to }) => to <= entry.from || from >= entry.to),
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
