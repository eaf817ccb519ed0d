import { and, count, eq, getTableColumns, sql } from "drizzle-orm";
import { DEFAULT_LANGUAGE, type Customer, type QueryOf } from "../../lib/contract/index.ts";
import { present, toCustomer } from "./customers.ts";
import { matches, order, readPage, slice, type Page } from "./listing.ts";
import { customersInScope, type RestrictionScope } from "./key-restrictions.ts";
import { customers, groups } from "./schema.ts";
import type { Db } from "./store.ts";

/** A page of customers; sorted by group, customers without a group come last. */
export async function listCustomers(
  db: Db,
  query: QueryOf<"listCustomers">,
  reach: RestrictionScope,
): Promise<Page<Customer>> {
  const page = await readPage(db, ["customers", query, reach], () => {
    const where = and(
      present,
      matches(query.search, [customers.name, customers.email]),
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
