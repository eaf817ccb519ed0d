import { createHash } from "node:crypto";
import type pg from "pg";

/**
 * How the programs reach PostgreSQL: each connection has a session of its own, or a pooler such as
 * pgbouncer gives any session to each transaction.
 */
export const poolerModes = ["session", "transaction"] as const;
export type PoolerMode = (typeof poolerModes)[number];

/** The name of a statement: those with the same text share it. */
export const toStatementName = (text: string): string =>
  `curtail_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;

/** Sends the statements of a connection that are more than a text as `change` returns them. */
function changeStatements(
  client: pg.ClientBase,
  change: (statement: pg.QueryConfig) => pg.QueryConfig,
): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const isStatement = (given: unknown): given is pg.QueryConfig =>
    typeof given === "object" && given !== null && "text" in given;
  client.query = ((given: unknown, ...rest: unknown[]) =>
    query(isStatement(given) ? change(given) : given, ...rest)) as typeof client.query;
}

/**
 * Sends the named statements of a connection without their names. In a session that others use as
 * well, a name may be missing, or belong to another statement.
 */
export const sendUnnamed = (client: pg.ClientBase): void =>
  changeStatements(client, (statement) =>
    "name" in statement ? { ...statement, name: undefined } : statement,
  );

/** Statements that get a name; those after them are sent without one. */
const MAX_NAMES = 500;
const MAX_TEXT_LENGTH = 20_000;
const names = new Map<string, string>();

function getName(text: string): string | undefined {
  const given = names.get(text);
  if (given || names.size >= MAX_NAMES || text.length > MAX_TEXT_LENGTH) return given;
  const name = toStatementName(text);
  names.set(text, name);
  return name;
}

/**
 * Sends the statements of a connection under names, so that PostgreSQL parses each of them once, and
 * plans it once where a plan for all values is no worse.
 */
export const sendNamed = (client: pg.ClientBase): void =>
  changeStatements(client, (statement) =>
    statement.name ? statement : { ...statement, name: getName(statement.text) },
  );

/** The statement that sets limits in milliseconds, for the session or for the transaction only. */
export const toSet = (limits: Record<string, number>, scope: "session" | "local"): string =>
  Object.entries(limits)
    .map(([name, ms]) => `set ${scope} ${name} = ${ms}`)
    .join("; ");
