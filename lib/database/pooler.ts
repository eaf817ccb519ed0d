import type pg from "pg";

/**
 * How the programs reach PostgreSQL: each connection has a session of its own, or a pooler such as
 * pgbouncer gives any session to each transaction.
 */
export const poolerModes = ["session", "transaction"] as const;
export type PoolerMode = (typeof poolerModes)[number];

/**
 * Sends the named statements of a connection without their names. In a session that others use as
 * well, a name may be missing, or belong to another statement.
 */
export function sendUnnamed(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const unnamed = (statement: unknown) =>
    typeof statement === "object" &&
    statement !== null &&
    "name" in statement &&
    "text" in statement
      ? { ...statement, name: undefined }
      : statement;
  client.query = ((statement: unknown, ...rest: unknown[]) =>
    query(unnamed(statement), ...rest)) as typeof client.query;
}

/** The statement that sets limits in milliseconds, for the session or for the transaction only. */
export const toSet = (limits: Record<string, number>, scope: "session" | "local"): string =>
  Object.entries(limits)
    .map(([name, ms]) => `set ${scope} ${name} = ${ms}`)
    .join("; ");
