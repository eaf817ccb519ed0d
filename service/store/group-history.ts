import { and, eq, gt, sql } from "drizzle-orm";
import { groupHistory } from "./schema-series.ts";
import type { Db } from "./store.ts";

/** Records that locations belonged to one group before this interval and to another from it on. */
export async function recordMoves(
  tx: Db,
  locationIds: readonly string[],
  from: string | null,
  to: string | null,
  untilMs: number,
): Promise<void> {
  if (from === to) return;
  await tx.execute(sql`
    insert into ${groupHistory} (location_id, until, group_id)
    select id, ${new Date(untilMs).toISOString()}::timestamptz, ${from}
    from unnest(${sql.param([...locationIds])}::text[]) as id
    on conflict do nothing`);
}

/** The group of a location at a moment, given its present group. */
export type GroupAt = (ms: number) => string | null;

/** The groups of a location in the intervals since `fromMs`. */
export async function groupsSince(
  tx: Db,
  locationId: string,
  current: string | null,
  fromMs: number,
): Promise<GroupAt> {
  const past = await tx
    .select({ until: groupHistory.until, groupId: groupHistory.groupId })
    .from(groupHistory)
    .where(and(eq(groupHistory.locationId, locationId), gt(groupHistory.until, new Date(fromMs))))
    .orderBy(groupHistory.until);
  return (ms) => {
    const then = past.find(({ until }) => ms < until.getTime());
    return then ? then.groupId : current;
  };
}
