import { toStatementName } from "./pooler.ts";

/** A statement that Drizzle has not built yet, such as a `select`. */
export interface Preparable<T> {
  toSQL(): { sql: string };
  prepare(name: string): { execute(values?: Record<string, unknown>): Promise<T> };
}

type Execute = (values: Record<string, unknown>) => Promise<unknown>;

/** Statements kept for each database; the one used longest ago gives way. */
const MAX_STATEMENTS = 500;
const statements = new WeakMap<object, Map<string, Execute>>();

/**
 * Runs a statement that is built once for each `key`, which tells apart all that the statement depends
 * on but the `values` of its placeholders. Building takes Drizzle longer than the database needs to
 * answer. PostgreSQL plans it once per connection: statements with the same text share a name.
 */
export function runPrepared<T>(
  db: object,
  key: string,
  build: () => Preparable<T>,
  values: Record<string, unknown> = {},
): Promise<T> {
  const prepared = statements.get(db) ?? new Map<string, Execute>();
  statements.set(db, prepared);
  const execute = prepared.get(key) ?? prepare(build());
  prepared.delete(key);
  prepared.set(key, execute);
  if (prepared.size > MAX_STATEMENTS) prepared.delete(prepared.keys().next().value!);
  return execute(values) as Promise<T>;
}

function prepare<T>(statement: Preparable<T>): Execute {
  const prepared = statement.prepare(toStatementName(statement.toSQL().sql));
  return (values) => prepared.execute(values);
}
