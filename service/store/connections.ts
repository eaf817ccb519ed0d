import { sql } from "drizzle-orm";
import { connections } from "./schema-series.ts";
import type { Db } from "./store.ts";

export type Connection = typeof connections.$inferInsert;

/** Keeps whether locations are connected; news older than what is kept changes nothing. */
export async function saveConnections(db: Db, news: readonly Connection[]): Promise<void> {
  const newest = new Map<string, Connection>();
  for (const one of news) {
    const known = newest.get(one.locationId);
    if (!known || known.since <= one.since) newest.set(one.locationId, one);
  }
  if (newest.size === 0) return;
  await db
    .insert(connections)
    .values([...newest.values()])
    .onConflictDoUpdate({
      target: connections.locationId,
      set: { online: sql`excluded.online`, since: sql`excluded.since` },
      setWhere: sql`${connections.since} <= excluded.since`,
    });
}
