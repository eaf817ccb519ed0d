import type pg from "pg";
import type { ChainedRow, TrailEnd } from "./chain.ts";

/** An audit trail in a database: its table and the columns that are hashed, in their order. */
export interface Trail {
  name: "portal" | "service";
  table: string;
  columns: readonly string[];
  /** Columns that came later: rows without any of them are hashed as before. */
  later: readonly string[];
}

export const portalTrail: Trail = {
  name: "portal",
  table: "audit",
  columns: [
    "id",
    "at",
    "account_id",
    "who",
    "role",
    "level",
    "address",
    "session_id",
    "kind",
    "operation",
    "target",
    "window_from",
    "window_to",
    "status",
    "result",
    "request_id",
  ],
  later: [],
};

export const serviceTrail: Trail = {
  name: "service",
  table: "api_calls",
  columns: [
    "id",
    "at",
    "caller",
    "actor",
    "kind",
    "operation",
    "target",
    "window_from",
    "window_to",
    "status",
    "request_id",
  ],
  later: ["address", "intent_id"],
};

const moments = new Set(["at", "window_from", "window_to"]);
/** Kept as bigint, which the driver reads as text. */
const numbers = new Set(["id", "intent_id"]);
const BATCH = 5_000;

const inUtc = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** The row a trail ends with, as the database keeps it; null before the first. */
export async function endOf(pool: pg.Pool, { table }: Trail): Promise<TrailEnd | null> {
  const { rows } = await pool.query<{ id: string; hash: string }>(
    `SELECT id, hash FROM ${table}_head`,
  );
  return rows[0] ? { id: Number(rows[0].id), hash: rows[0].hash } : null;
}

/** The rows of a trail in the order of their ids, read in parts. */
export async function* rowsOf(pool: pg.Pool, trail: Trail): AsyncGenerator<ChainedRow> {
  const columns = [...trail.columns, ...trail.later];
  const fields = columns.map((column) => (moments.has(column) ? inUtc(column) : column));
  const text = `SELECT ${fields.map((field, i) => `${field} AS f${i}`).join(", ")}, previous, hash
    FROM ${trail.table} WHERE id > $1 ORDER BY id LIMIT ${BATCH}`;
  let after = "-9223372036854775808";
  for (;;) {
    const { rows } = await pool.query<Stored>(text, [after]);
    for (const row of rows) {
      const values = columns.map((column, i) => read(column, row[`f${i}`] ?? null));
      after = String(row.f0);
      yield {
        id: Number(row.f0),
        fields: withoutLater(values, trail),
        previous: String(row.previous),
        hash: String(row.hash),
      };
    }
    if (rows.length < BATCH) return;
  }
}

type Value = string | number | null;
type Stored = Record<string, Value>;

const read = (column: string, value: Value) =>
  numbers.has(column) && value !== null ? Number(value) : value;

function withoutLater(values: Value[], { columns, later }: Trail): Value[] {
  const added = values.slice(columns.length);
  return later.length > 0 && added.some((value) => value !== null)
    ? values
    : values.slice(0, columns.length);
}
