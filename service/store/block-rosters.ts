import { sql } from "drizzle-orm";
import { blockRosters } from "./schema-series.ts";
import type { Db } from "./store.ts";

interface Roster {
  id: string;
  /** The ids in one text, which takes half the memory of a list. */
  locationIds: string;
}

/** A partition has another roster when its locations change; older ones are needed until their blocks are moved. */
const MAX_OF_PARTITION = 2;

/**
 * The locations of rosters, which never change, so that those of the present are read once. Of each partition
 * the ones that were read last stay in memory.
 */
export class RosterCache {
  private readonly byId = new Map<string, Roster>();
  /** The one read last comes last. */
  private readonly byPartition = new Map<string, Roster[]>();

  /** The locations of these rosters that exist, by roster. */
  async read(db: Db, ids: readonly string[]): Promise<Map<string, readonly string[]>> {
    const found = new Map<string, readonly string[]>();
    for (const id of ids) {
      const roster = this.byId.get(id);
      if (roster && !found.has(id)) found.set(id, roster.locationIds.split(","));
    }
    const lacking = [...new Set(ids)].filter((id) => !found.has(id));
    if (lacking.length === 0) return found;
    const { rows } = await db.execute<{ id: string; partition: string; ids: string }>(sql`
      select id, partition || '/' || partitions as partition, array_to_string(location_ids, ',') as ids
      from ${blockRosters} where id = any(${sql.param(lacking)}::text[])`);
    for (const { id, partition, ids: locationIds } of rows) {
      found.set(id, locationIds.split(","));
      this.put(partition, { id, locationIds });
    }
    return found;
  }

  private put(partition: string, roster: Roster): void {
    const others = (this.byPartition.get(partition) ?? []).filter(({ id }) => id !== roster.id);
    const rosters = [...others, roster];
    for (const { id } of rosters.slice(0, -MAX_OF_PARTITION)) this.byId.delete(id);
    this.byPartition.set(partition, rosters.slice(-MAX_OF_PARTITION));
    this.byId.set(roster.id, roster);
  }
}
