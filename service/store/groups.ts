import { and, count, eq, getTableColumns, sql } from "drizzle-orm";
import type { BiddingZone, Group, GroupCreate, QueryOf } from "../../lib/contract/index.ts";
import { token } from "./ids.ts";
import { matches, order, readPage, slice, type Page } from "./listing.ts";
import { runPrepared } from "../../lib/database/prepared.ts";
import { groupsInScope, type RestrictionScope } from "./key-restrictions.ts";
import { groups } from "./schema.ts";
import type { Db } from "./store.ts";

const toGroup = (row: typeof groups.$inferSelect): Group => ({
  id: row.id,
  created_at: row.createdAt.toISOString(),
  name: row.name,
  bidding_zone: row.biddingZone as BiddingZone,
});

export async function createGroup(db: Db, given: GroupCreate, nowMs: number): Promise<Group> {
  const [row] = await db
    .insert(groups)
    .values({
      id: `grp_${token(nowMs)}`,
      createdAt: new Date(nowMs),
      name: given.name,
      biddingZone: given.bidding_zone,
    })
    .returning();
  return toGroup(row!);
}

export async function getGroup(db: Db, id: string): Promise<Group | null> {
  const byId = () =>
    db
      .select()
      .from(groups)
      .where(eq(groups.id, sql.placeholder("id")));
  const [row] = await runPrepared(db, ["group"], byId, { id });
  return row ? toGroup(row) : null;
}

export async function listGroups(
  db: Db,
  query: QueryOf<"listGroups">,
  reach: RestrictionScope,
): Promise<Page<Group>> {
  const page = await readPage(db, ["groups", query, reach], () => {
    const where = and(matches(query.search, [groups.name]), groupsInScope(reach));
    const columns = {
      name: sql`lower(${groups.name})`,
      bidding_zone: groups.biddingZone,
      created_at: groups.createdAt,
      id: groups.id,
    };
    const { limit, offset } = slice(query);
    return {
      count: db.select({ total: count() }).from(groups).where(where),
      rows: (total) =>
        db
          .select({ ...getTableColumns(groups), total })
          .from(groups)
          .where(where)
          .orderBy(...order(query.sort, columns, groups.id))
          .limit(limit)
          .offset(offset),
    };
  });
  return { ...page, rows: page.rows.map(toGroup) };
}
