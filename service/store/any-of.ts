import { type Placeholder, sql, type SQL, type SQLWrapper } from "drizzle-orm";

/** A value, or the place of one in a statement that is built once and run with many. */
export type Given<T> = T | Placeholder;

/** Whether a column equals one of these ids; any number of ids is one array parameter. */
export const anyOf = (column: SQLWrapper, ids: Given<Iterable<string>>): SQL =>
  sql`${column} = any(${"getSQL" in ids ? ids : sql.param([...ids])})`;
