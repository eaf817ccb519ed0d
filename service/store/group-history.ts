import { and, eq, gt, sql } from "drizzle-orm";
import { groupHistory } from "./schema-series.ts";
import type { Db } from "./store.ts";

/** Notes that locations counted in a group before this interval, and from it on in another. */
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

/** In which group a location counted at a moment, given the one it counts in now. */
export type GroupAt = (ms: number) => string | null;

/** Where a location counted in the intervals since `fromMs`. */
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
