import { sql, type SQL, type SQLWrapper } from "drizzle-orm";

/** Whether a column equals one of these ids; any number of ids is one array parameter. */
export const anyOf = (column: SQLWrapper, ids: Iterable<string>): SQL =>
  sql`${column} = any(${sql.param([...ids])})`;
