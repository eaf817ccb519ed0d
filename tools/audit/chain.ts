import { createHash } from "node:crypto";

/** A row of an audit trail as it is stored: its fields in the order they are hashed. */
export interface ChainedRow {
  id: number;
  fields: (string | number | null)[];
  previous: string;
  hash: string;
}

/** What is before the first row: a hash of zeros. */
export const GENESIS = "0".repeat(64);

/** A place where a trail is not as it was written. */
export type Fault =
  /** The row's fields, or its hash, are not what was written. */
  | { kind: "changed"; id: number }
  /** The row does not follow the one before it: rows were removed, put in, or change places. */
  | { kind: "out-of-order"; id: number; after: number | null }
  /** The row that the database has as the trail's last is not there: rows at the end were removed. */
  | { kind: "cut"; id: number };

/** Which row a trail ends with, as the database keeps it beside the trail. */
export interface TrailEnd {
  id: number;
  hash: string;
}

/** What a verification found: how long the trail is, its last hash, and every fault. */
export interface Verified {
  rows: number;
  head: string;
  faults: Fault[];
  /** Hashes noted outside that are nowhere in it: rows at its end were removed or written anew. */
  missing: string[];
}

/** The fields as text: a JSON array with a comma and a space between its values. */
export const canonical = (fields: ChainedRow["fields"]): string =>
  `[${fields.map((field) => JSON.stringify(field)).join(", ")}]`;

/** SHA-256 over the hash of the row before and the fields, in hexadecimal. */
export const hashOf = (previous: string, fields: ChainedRow["fields"]): string =>
  createHash("sha256")
    .update(previous + canonical(fields))
    .digest("hex");

/**
 * Walks a trail in the order of its ids. After a fault it goes on from the hash that is stored, so
 * that each fault is told once. `end` is what was the last row before the rows were read.
 */
export async function verifyChain(
  rows: AsyncIterable<ChainedRow> | Iterable<ChainedRow>,
  heads: readonly string[] = [],
  end: TrailEnd | null = null,
): Promise<Verified> {
  const missing = new Set(heads);
  let isWhole = end === null;
  const faults: Fault[] = [];
  let last: { id: number; hash: string } | null = null;
  let count = 0;
  for await (const { id, fields, previous, hash } of rows) {
    count += 1;
    if (previous !== (last?.hash ?? GENESIS))
      faults.push({ kind: "out-of-order", id, after: last?.id ?? null });
    if (hash !== hashOf(previous, fields) || id !== fields[0]) faults.push({ kind: "changed", id });
    missing.delete(hash);
    isWhole ||= id === end?.id && hash === end.hash;
    last = { id, hash };
  }
  if (!isWhole) faults.push({ kind: "cut", id: end!.id });
  return { rows: count, head: last?.hash ?? GENESIS, faults, missing: [...missing] };
}
