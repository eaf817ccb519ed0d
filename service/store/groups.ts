import { and, count, eq, getTableColumns, sql } from "drizzle-orm";
import type {
  BiddingZone,
  Group,
  GroupCreate,
  ListedGroup,
  QueryOf,
} from "../../lib/contract/index.ts";
import { token } from "./ids.ts";
import { matches, order, readPage, slice, type Page } from "./listing.ts";
import { runPrepared } from "../../lib/database/prepared.ts";
import { groupsInScope, type RestrictionScope } from "./key-restrictions.ts";
import { NO_SIZE, readGroupSizes } from "./group-sizes.ts";
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
  const [row] = await runPrepared(db, "group", byId, { id });
  return row ? toGroup(row) : null;
}

/**
 * A name for sorting: without case and accents, whatever the collation of the database. Names in ASCII
 * have no accents. Removing accents takes longer than the rest of a small list.
 */
const nameAsSorted = sql`case when octet_length(${groups.name}) = length(${groups.name})
  then lower(${groups.name})
  else regexp_replace(normalize(lower(${groups.name}), NFD), '[\\u0300-\\u036f]', '', 'g') end`;

/** A page of groups; their sizes may be of a moment ago (see `readGroupSizes`). */
export async function listGroups(
  db: Db,
  query: QueryOf<"listGroups">,
  reach: RestrictionScope,
): Promise<Page<ListedGroup>> {
  const page = await readPage(db, ["groups", query, reach], () => {
    const where = and(matches(query.search, [groups.name]), groupsInScope(reach));
    const columns = {
      name: nameAsSorted,
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
  const sizes = await readGroupSizes(db);
  const rows = page.rows.map((row) => ({ ...toGroup(row), ...(sizes.get(row.id) ?? NO_SIZE) }));
  return { ...page, rows };
}
