import type pg from "pg";
import type { ChainedRow } from "./chain.ts";

/** An audit trail in a database: its table and the columns that are hashed, in their order. */
export interface Trail {
  name: "portal" | "service";
  table: string;
  columns: readonly string[];
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
};

const moments = new Set(["at", "window_from", "window_to"]);
const BATCH = 5_000;

const inUtc = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** The rows of a trail in the order of their ids, read in parts. */
export async function* rowsOf(
  pool: pg.Pool,
  { table, columns }: Trail,
): AsyncGenerator<ChainedRow> {
  const fields = columns.map((column) => (moments.has(column) ? inUtc(column) : column));
  const text = `SELECT ${fields.map((field, i) => `${field} AS f${i}`).join(", ")}, previous, hash
    FROM ${table} WHERE id > $1 ORDER BY id LIMIT ${BATCH}`;
  let after = "-9223372036854775808";
  for (;;) {
    const { rows } = await pool.query<Record<string, string | number | null>>(text, [after]);
    for (const row of rows) {
      const [id, ...rest] = columns.map((_, i) => row[`f${i}`] ?? null);
      after = String(id);
      yield {
        id: Number(id),
        fields: [Number(id), ...rest],
        previous: String(row.previous),
        hash: String(row.hash),
      };
    }
    if (rows.length < BATCH) return;
  }
}
