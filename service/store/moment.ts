import { sql, type SQL } from "drizzle-orm";

/** A moment in a statement. */
export const toMoment = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`;
