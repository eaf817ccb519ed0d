import { createHash } from "node:crypto";
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

/** Statements that get a name; those after them are sent without one. */
const MAX_NAMES = 500;
const MAX_TEXT_LENGTH = 20_000;
const names = new Map<string, string>();

function toName(text: string): string | undefined {
  const given = names.get(text);
  if (given || names.size >= MAX_NAMES || text.length > MAX_TEXT_LENGTH) return given;
  const name = `curtail_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
  names.set(text, name);
  return name;
}

/**
 * Sends the statements of a connection under names, so that PostgreSQL parses each of them once, and
 * plans it once where a plan for all values is no worse. Statements with the same text share a name.
 */
export function sendNamed(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const named = (statement: unknown) =>
    typeof statement === "object" &&
    statement !== null &&
    "text" in statement &&
    !("name" in statement && statement.name)
      ? { ...statement, name: toName(statement.text as string) }
      : statement;
  client.query = ((statement: unknown, ...rest: unknown[]) =>
    query(named(statement), ...rest)) as typeof client.query;
}

/** The statement that sets limits in milliseconds, for the session or for the transaction only. */
export const toSet = (limits: Record<string, number>, scope: "session" | "local"): string =>
  Object.entries(limits)
    .map(([name, ms]) => `set ${scope} ${name} = ${ms}`)
    .join("; ");
