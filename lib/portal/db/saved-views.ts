import { and, desc, eq, or, sql } from "drizzle-orm";
import type { SavedView, SavedViewPage } from "../../tables/saved-view.ts";
import type { Database } from "./database.ts";
import { accounts } from "./schema.ts";
import { savedViews } from "./schema-views.ts";

/** The most views of a page that one person saves. */
export const MAX_VIEWS = 30;
const MAX_LISTED = 100;
const LOCK = 7_314_003;

interface Reader {
  id: string;
  isAdmin: boolean;
}

/** The views of a page that a person sees, by name: the own ones first, then those that others share. */
export async function listViews(
  db: Database,
  page: SavedViewPage,
  reader: Reader,
): Promise<SavedView[]> {
  const isOwn = sql<boolean>`${savedViews.accountId} = ${reader.id}`;
  const rows = await db
    .select({ view: savedViews, isOwn, by: accounts.name, email: accounts.email })
    .from(savedViews)
    .innerJoin(accounts, eq(accounts.id, savedViews.accountId))
    .where(and(eq(savedViews.page, page), or(isOwn, savedViews.isShared)))
    .orderBy(desc(isOwn), sql`lower(${savedViews.name})`, savedViews.id)
    .limit(MAX_LISTED);
  return rows.map(({ view, by, email, ...row }) => ({
    id: view.id,
    name: view.name,
    query: view.query,
    isShared: view.isShared,
    by: row.isOwn ? null : by || email,
    mayDelete: row.isOwn || reader.isAdmin,
  }));
}

/** Saves a view, unless its owner has one of this name there or as many as can be. */
export const createView = (
  db: Database,
  view: Omit<typeof savedViews.$inferInsert, "id">,
): Promise<{ id: string } | "name-taken" | "too-many"> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK}::bigint)`);
    const { accountId, page } = view;
    const own = and(eq(savedViews.accountId, accountId), eq(savedViews.page, page));
    if ((await tx.$count(savedViews, own)) >= MAX_VIEWS) return "too-many";
    const [row] = await tx
      .insert(savedViews)
      .values(view)
      .onConflictDoNothing()
      .returning({ id: savedViews.id });
    return row ?? "name-taken";
  });

/** A view with its owner. */
export async function getView(db: Database, id: string) {
  const [row] = await db.select().from(savedViews).where(eq(savedViews.id, id));
  return row ?? null;
}

export async function deleteView(db: Database, id: string): Promise<void> {
  await db.delete(savedViews).where(eq(savedViews.id, id));
}
