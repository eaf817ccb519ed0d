import { sql, type SQL, type SQLWrapper } from "drizzle-orm";

/** Whether a column is one of these ids, however many: they travel as one array. */
export const anyOf = (column: SQLWrapper, ids: Iterable<string>): SQL =>
  sql`${column} = any(${sql.param([...ids])})`;
