import { gt } from "drizzle-orm";
import type { PartitionOf } from "./partitions.ts";
import { groupHistory } from "./schema-series.ts";
import { MEMBERS_CHANGED_KEY, readServiceState } from "./service-state.ts";
import type { StoredSite } from "./sites.ts";
import type { Db } from "./store.ts";

/** The locations of a partition, as they were at a change of members; see `MEMBERS_CHANGED_KEY`. */
export interface PartitionMembers extends PartitionOf {
  sites: readonly StoredSite[];
  changes: string | null;
}

/**
 * Whether no location was added, deleted or moved since the members were read, or since this moment.
 * Call it in a transaction that has locked the totals.
 */
export async function areUnchanged(
  tx: Db,
  { changes }: PartitionMembers,
  sinceMs: number,
): Promise<boolean> {
  if ((await readServiceState<string>(tx, MEMBERS_CHANGED_KEY)) !== changes) return false;
  const moved = await tx
    .select({ until: groupHistory.until })
    .from(groupHistory)
    .where(gt(groupHistory.until, new Date(sinceMs)))
    .limit(1);
  return moved.length === 0;
}
