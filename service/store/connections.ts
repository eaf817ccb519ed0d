import { sql } from "drizzle-orm";
import { anyOf } from "./any-of.ts";
import { connections } from "./schema-series.ts";
import { locations } from "./schema.ts";
import type { Db } from "./store.ts";

export type Connection = typeof connections.$inferInsert;

/**
 * Stores whether locations are connected. Reports older than the stored one, and reports of unknown
 * locations, are ignored.
 */
export async function saveConnections(db: Db, news: readonly Connection[]): Promise<void> {
  const newest = new Map<string, Connection>();
  for (const one of news) {
    const known = newest.get(one.locationId);
    if (!known || known.since <= one.since) newest.set(one.locationId, one);
  }
  if (newest.size === 0) return;
  const there = await db
    .select({ id: locations.id })
    .from(locations)
    .where(anyOf(locations.id, newest.keys()));
  if (there.length === 0) return;
  await db
    .insert(connections)
    .values(there.map(({ id }) => newest.get(id)!))
    .onConflictDoUpdate({
      target: connections.locationId,
      set: { online: sql`excluded.online`, since: sql`excluded.since` },
      setWhere: sql`${connections.since} <= excluded.since`,
    });
}
