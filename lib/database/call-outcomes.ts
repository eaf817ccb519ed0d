import { sql, type SQL } from "drizzle-orm";
import { ZONE } from "../time/amsterdam.ts";

/** The outcome of a call by its HTTP status; `unknown` without one. */
export const outcomeConditions = (status: SQL) => ({
  done: sql`${status} < 400`,
  refused: sql`${status} >= 400 and ${status} < 500`,
  unclear: sql`${status} >= 500`,
  unknown: sql`${status} is null`,
});

/** The start of a local day in Amsterdam, from a date expression. */
export const startOfDay = (day: SQL) =>
  sql`(${day})::timestamp at time zone ${sql.raw(`'${ZONE}'`)}`;
