import { createHash } from "node:crypto";
import { bigint, boolean, pgTable, text } from "drizzle-orm/pg-core";
import type pg from "pg";
import { sql, type SQL } from "drizzle-orm";
import { ZONE } from "../time/amsterdam.ts";

/** The outcome of a call by its HTTP status; `unknown` without one. */
export const outcomeConditions = (status: SQL) => ({
  done: sql`${status} < 400`,
  refused: sql`${status} >= 400 and ${status} < 500`,
  unclear: sql`${status} >= 500`,
  unknown: sql`${status} is null`,
});

/** The start of a local day in Amsterdam, from a date expression. */
export const startOfDay = (day: SQL) =>
  sql`(${day})::timestamp at time zone ${sql.raw(`'${ZONE}'`)}`;

/**
 * A table whose rows form a hash chain. The database links them on insert; this file reads and
 * verifies them. The order of the columns is part of what is hashed.
 */
export interface AuditChain {
  name: "portal" | "service";
  table: string;
  columns: readonly string[];
  /** Columns that were added later: a row in which all of them are null is hashed without them. */
  addedColumns: readonly string[];
}

/** The columns that link a row to the one before it. The database fills them in. */
export const chainColumns = () => ({
  /** The hash of the row before; zeros before the first. */
  previous: text("previous")
    .notNull()
    .$default(() => ""),
  /** SHA-256 of `previous` and this row's fields, in hexadecimal. */
  hash: text("hash")
    .notNull()
    .$default(() => ""),
});

/**
 * The table with the last row of a chain. The database updates it and links the next row to it, so
 * that removing rows at the end leaves a gap.
 */
export const chainHead = <Name extends string>(name: Name) =>
  pgTable(name, {
    only: boolean("only").primaryKey().default(true),
    id: bigint("id", { mode: "number" }).notNull(),
    hash: text("hash").notNull(),
  });

/** A row as it is stored: its fields in the order they are hashed. */
export interface ChainedRow {
  id: number;
  fields: Value[];
  previous: string;
  hash: string;
}

type Value = string | number | null;

/** The hash before the first row. */
const GENESIS = "0".repeat(64);

/** A row at which a chain is not as it was written. */
export type ChainFault =
  /** The row's fields or its hash were changed. */
  | { kind: "changed"; id: number }
  /** The row does not follow the one before it: rows were removed, inserted or reordered. */
  | { kind: "out-of-order"; id: number; after: number | null }
  /** The last row that was written is missing: rows at the end were removed. */
  | { kind: "cut"; id: number };

/** The last row of a chain. */
interface ChainHead {
  id: number;
  hash: string;
}

interface VerifiedChain {
  rows: number;
  /** The hash of the last row. */
  head: string;
  faults: ChainFault[];
  /** Expected hashes that no row has: rows at the end were removed or written again. */
  missing: string[];
}

/**
 * Verifies a chain in the order of its ids. After a fault it continues from the stored hash, so that
 * each fault is reported once.
 * @param expected hashes that were noted outside the database
 * @param end the chain's head, read before the rows
 */
export async function verifyChain(
  rows: AsyncIterable<ChainedRow> | Iterable<ChainedRow>,
  expected: readonly string[] = [],
  end: ChainHead | null = null,
): Promise<VerifiedChain> {
  const missing = new Set(expected);
  const faults: ChainFault[] = [];
  let hasEnd = end === null;
  let last: ChainHead | null = null;
  let count = 0;
  for await (const { id, fields, previous, hash } of rows) {
    count += 1;
    if (previous !== (last?.hash ?? GENESIS))
      faults.push({ kind: "out-of-order", id, after: last?.id ?? null });
    if (hash !== hashRow(previous, fields) || id !== fields[0])
      faults.push({ kind: "changed", id });
    missing.delete(hash);
    hasEnd ||= id === end?.id && hash === end.hash;
    last = { id, hash };
  }
  if (!hasEnd) faults.push({ kind: "cut", id: end!.id });
  return { rows: count, head: last?.hash ?? GENESIS, faults, missing: [...missing] };
}

/** SHA-256 of the previous hash and the fields as JSON with ", " between them, in hexadecimal. */
export const hashRow = (previous: string, fields: ChainedRow["fields"]): string =>
  createHash("sha256")
    .update(`${previous}[${fields.map((field) => JSON.stringify(field)).join(", ")}]`)
    .digest("hex");

/** The head of a chain as the database stores it; null for an empty chain. */
export async function readChainHead(
  pool: pg.Pool,
  { table }: AuditChain,
): Promise<ChainHead | null> {
  const { rows } = await pool.query<{ id: string; hash: string }>(
    `SELECT id, hash FROM ${table}_head`,
  );
  return rows[0] ? { id: Number(rows[0].id), hash: rows[0].hash } : null;
}

const timeColumns = new Set(["at", "window_from", "window_to"]);
/** Stored as bigint, which the driver returns as text. */
const bigintColumns = new Set(["id", "intent_id"]);
const BATCH_SIZE = 5_000;

/** Reads the rows of a chain in the order of their ids, in batches. */
export async function* readChain(pool: pg.Pool, chain: AuditChain): AsyncGenerator<ChainedRow> {
  const columns = [...chain.columns, ...chain.addedColumns];
  const fields = columns.map((column, i) => `${toSqlField(column)} AS f${i}`);
  const text = `SELECT ${fields.join(", ")}, previous, hash
    FROM ${chain.table} WHERE id > $1 ORDER BY id LIMIT ${BATCH_SIZE}`;
  let after = "-9223372036854775808";
  for (;;) {
    const { rows } = await pool.query<Record<string, Value>>(text, [after]);
    for (const row of rows) {
      const values = columns.map((column, i) => toValue(column, row[`f${i}`] ?? null));
      after = String(row.f0);
      yield {
        id: Number(row.f0),
        fields: withoutEmptyAdded(values, chain),
        previous: String(row.previous),
        hash: String(row.hash),
      };
    }
    if (rows.length < BATCH_SIZE) return;
  }
}

const toSqlField = (column: string) =>
  timeColumns.has(column)
    ? `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : column;

const toValue = (column: string, value: Value) =>
  bigintColumns.has(column) && value !== null ? Number(value) : value;

function withoutEmptyAdded(values: Value[], { columns }: AuditChain): Value[] {
  const isEmpty = values.slice(columns.length).every((value) => value === null);
  return isEmpty ? values.slice(0, columns.length) : values;
}
