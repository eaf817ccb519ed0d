import { and, eq, inArray, isNull, or, sql, count, getTableColumns, type SQL } from "drizzle-orm";
import {
  DEFAULT_LANGUAGE,
  type Customer,
  type CustomerCreate,
  type CustomerUpdate,
  type Language,
  type QueryOf,
} from "../../lib/contract/index.ts";
import { token } from "./ids.ts";
import { lockMembers } from "./acceptance-locks.ts";
import { runPrepared } from "../../lib/database/prepared.ts";
import { moveLocations, type OutlooksOf } from "./group-membership.ts";
import { customers, devices, groups, locations } from "./schema.ts";
import type { Db } from "./store.ts";
import { customersAt } from "./location-search.ts";
import { matches, order, readPage, slice, type Page } from "./listing.ts";
import { customersInScope, type RestrictionScope } from "./key-restrictions.ts";

/** A customer in the form of the contract. */
export const toCustomer = (row: typeof customers.$inferSelect): Customer => ({
  id: row.id,
  created_at: row.createdAt.toISOString(),
  name: row.name,
  email: row.email,
  language: (row.language as Language | null) ?? DEFAULT_LANGUAGE,
  group_id: row.groupId,
});

/** Whether a customer exists. */
export const present = isNull(customers.deletedAt);

async function groupExists(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: groups.id })
    .from(groups)
    .where(eq(groups.id, id))
    .for("share");
  return rows.length > 0;
}

/** Creates a customer, or returns the conflicting field. */
export function createCustomer(
  db: Db,
  given: CustomerCreate,
  nowMs: number,
): Promise<Customer | "group_unknown" | "email_taken"> {
  return db.transaction(async (tx) => {
    if (given.group_id && !(await groupExists(tx, given.group_id))) return "group_unknown";
    const [row] = await tx
      .insert(customers)
      .values({
        id: `cus_${token(nowMs)}`,
        createdAt: new Date(nowMs),
        name: given.name,
        email: given.email,
        language: given.language ?? null,
        groupId: given.group_id ?? null,
      })
      .onConflictDoNothing()
      .returning();
    return row ? toCustomer(row) : "email_taken";
  });
}

export async function getCustomer(db: Db, id: string): Promise<Customer | null> {
  const byId = () =>
    db
      .select()
      .from(customers)
      .where(and(eq(customers.id, sql.placeholder("id")), present));
  const [row] = await runPrepared(db, "customer", byId, { id });
  return row ? toCustomer(row) : null;
}

/** Updates a customer: omitted fields are unchanged; `group_id: null` removes it from its group. */
export function updateCustomer(
  db: Db,
  id: string,
  given: CustomerUpdate,
  nowMs: number,
  outlooksOf: OutlooksOf,
): Promise<Customer | "group_unknown" | null> {
  return db.transaction(async (tx) => {
    const [before] = await tx
      .select()
      .from(customers)
      .where(and(eq(customers.id, id), present))
      .for("update");
    if (!before) return null;
    if (given.group_id && !(await groupExists(tx, given.group_id))) return "group_unknown";
    if (given.group_id !== undefined && given.group_id !== before.groupId)
      await moveCustomerLocations(
        tx,
        id,
        { from: before.groupId, to: given.group_id },
        nowMs,
        outlooksOf,
      );
    const [row] = await tx
      .update(customers)
      .set({
        name: given.name,
        ...(given.language !== undefined && { language: given.language }),
        ...(given.group_id !== undefined && { groupId: given.group_id }),
      })
      .where(and(eq(customers.id, id), present))
      .returning();
    return toCustomer(row!);
  });
}

/**
 * Lets a customer stay in its group until `tx` ends, and returns that. Call it before `lockAcceptance`: a change of group locks the
 * customer first as well.
 */
export async function lockCustomer(tx: Db, id: string): Promise<string | null> {
  const [row] = await tx
    .select({ groupId: customers.groupId })
    .from(customers)
    .where(eq(customers.id, id))
    .for("share");
  return row?.groupId ?? null;
}

const findCustomerLocations = async (tx: Db, customerId: string) =>
  tx
    .select({ id: locations.id, biddingZone: locations.biddingZone })
    .from(locations)
    .where(and(eq(locations.customerId, customerId), isNull(locations.deletedAt)));

/** Moves a customer's locations from one group to another within their zone. */
async function moveCustomerLocations(
  tx: Db,
  customerId: string,
  group: { from: string | null; to: string | null },
  nowMs: number,
  outlooksOf: OutlooksOf,
): Promise<void> {
  await lockMembers(tx, [group.from, group.to]);
  const ids = (await findCustomerLocations(tx, customerId)).map((location) => location.id);
  const inGroup = (groupId: string | null) => ({ biddingZone: null, groupId });
  await moveLocations(tx, ids, inGroup(group.from), inGroup(group.to), nowMs, outlooksOf);
}

/** Removes a customer's locations from the totals of their zone and group. */
async function removeCustomerLocations(
  tx: Db,
  customerId: string,
  groupId: string | null,
  nowMs: number,
  outlooksOf: OutlooksOf,
): Promise<void> {
  const nowhere = { biddingZone: null, groupId: null };
  const customerLocations = await findCustomerLocations(tx, customerId);
  for (const biddingZone of new Set(customerLocations.map((location) => location.biddingZone))) {
    const ids = customerLocations
      .filter((location) => location.biddingZone === biddingZone)
      .map(({ id }) => id);
    await moveLocations(tx, ids, { biddingZone, groupId }, nowhere, nowMs, outlooksOf);
  }
}

/**
 * Deletes a customer with its locations and devices; the rows are retained, but the API no longer
 * returns them.
 */
export function deleteCustomer(
  db: Db,
  id: string,
  nowMs: number,
  outlooksOf: OutlooksOf,
): Promise<Customer | null> {
  return db.transaction(async (tx) => {
    const deletedAt = new Date(nowMs);
    const [row] = await tx
      .update(customers)
      .set({ deletedAt })
      .where(and(eq(customers.id, id), present))
      .returning();
    if (!row) return null;
    await removeCustomerLocations(tx, id, row.groupId, nowMs, outlooksOf);
    const gone = await tx
      .update(locations)
      .set({ deletedAt })
      .where(and(eq(locations.customerId, id), isNull(locations.deletedAt)))
      .returning({ id: locations.id });
    if (gone.length > 0)
      await tx
        .update(devices)
        .set({ deletedAt })
        .where(
          and(
            inArray(
              devices.locationId,
              gone.map((l) => l.id),
            ),
            isNull(devices.deletedAt),
          ),
        );
    return toCustomer(row);
  });
}

function bySearch(db: Db, text: string | undefined): SQL | undefined {
  if (!text) return undefined;
  const named = matches(text, [customers.name, customers.email]);
  return or(named, inArray(customers.id, customersAt(db, text)));
}

/** A page of customers; sorted by group, customers without a group come last. */
export async function listCustomers(
  db: Db,
  query: QueryOf<"listCustomers">,
  reach: RestrictionScope,
): Promise<Page<Customer>> {
  const page = await readPage(db, ["customers", query, reach], () => {
    const where = and(
      present,
      bySearch(db, query.search),
      query.group_id ? eq(customers.groupId, query.group_id) : undefined,
      customersInScope(db, reach),
    );
    const columns = {
      name: sql`lower(${customers.name})`,
      email: sql`lower(${customers.email})`,
      language: sql`coalesce(${customers.language}, ${DEFAULT_LANGUAGE})`,
      group_name: sql`lower(${groups.name})`,
      created_at: customers.createdAt,
      id: customers.id,
    };
    const { limit, offset } = slice(query);
    return {
      count: db.select({ total: count() }).from(customers).where(where),
      rows: (total) =>
        db
          .select({ ...getTableColumns(customers), total })
          .from(customers)
          .leftJoin(groups, eq(groups.id, customers.groupId))
          .where(where)
          .orderBy(...order(query.sort, columns, customers.id))
          .limit(limit)
          .offset(offset),
    };
  });
  return { ...page, rows: page.rows.map(toCustomer) };
}
