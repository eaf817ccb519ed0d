import { type Placeholder, sql, type SQL, type SQLWrapper } from "drizzle-orm";

/** A value, or the place of one in a statement that is built once and run with many. */
export type Given<T> = T | Placeholder;

/**
 * Values as the text of a PostgreSQL array. The driver quotes each of them by itself, which takes long
 * for a whole fleet.
 */
export function toTextArray(values: readonly string[]): string {
  if (values.length === 0) return "{}";
  const escaped = /["\\]/.test(values.join(""))
    ? values.map((value) => value.replace(/["\\]/g, "\\$&"))
    : values;
  return `{"${escaped.join('","')}"}`;
}

/** Numbers or booleans as the text of a PostgreSQL array, for the same reason; null stays null. */
export const toPlainArray = (values: readonly (number | boolean | null)[]): string =>
  `{${values.map((value) => value ?? "null").join(",")}}`;

/** Whether a column equals one of these ids; any number of ids is one array parameter. */
export const anyOf = (column: SQLWrapper, ids: Given<Iterable<string>>): SQL =>
  sql`${column} = any(${"getSQL" in ids ? ids : toTextArray([...ids])})`;
