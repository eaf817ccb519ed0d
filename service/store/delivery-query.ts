import { and, count, eq, sql, type SQL } from "drizzle-orm";
import type { DeliveryState, QueryOf } from "../../lib/contract/index.ts";
import { matches, order, slice, type SortColumns } from "./listing.ts";
import { address, addressAsSorted } from "./location-query.ts";
import { deliveries, type OutboxState } from "./schema-controls.ts";
import { customers, locations } from "./schema.ts";
import type { Db } from "./store.ts";

type Query = QueryOf<"listControlDeliveries">;

/** States of the outbox in the terms of the contract. */
export const deliveryStates: Record<OutboxState, DeliveryState> = {
  waiting: "pending",
  sent: "pending",
  answered: "acknowledged",
  unknown: "unknown",
  failed: "failed",
  lapsed: "not_dispatched",
};

const storedAs = (state: DeliveryState): string[] =>
  Object.entries(deliveryStates).flatMap(([stored, reported]) =>
    reported === state ? [stored] : [],
  );

/** The filter of a query for deliveries; locations and their customers are joined. */
export const deliveriesFilter = (controlId: string, query: Query): SQL | undefined =>
  and(
    eq(deliveries.controlId, controlId),
    matches(query.search, [deliveries.locationId, customers.name, address]),
    query.state && sql`${deliveries.state} = any(${sql.param(storedAs(query.state))})`,
  );

/** Sorts by the progress of each delivery. */
const stage = sql`array_position(array['waiting', 'sent', 'unknown', 'failed', 'answered', 'lapsed'],
  case ${deliveries.state} when 'sent' then 'waiting' else ${deliveries.state} end)`;

const sorts: SortColumns = {
  location_id: deliveries.locationId,
  address: addressAsSorted,
  customer_name: sql`lower(${customers.name})`,
  state: stage,
  dispatched_at: deliveries.sentAt,
  acknowledged_at: deliveries.acknowledgedAt,
};

/** The locations of a page of deliveries, in order. */
export function deliveryIds(
  db: Db,
  query: Query,
  where: SQL | undefined,
): Promise<{ id: string }[]> {
  const { limit, offset } = slice(query);
  return db
    .select({ id: deliveries.locationId })
    .from(deliveries)
    .leftJoin(locations, eq(locations.id, deliveries.locationId))
    .leftJoin(customers, eq(customers.id, locations.customerId))
    .where(where)
    .orderBy(...order(query.sort, sorts, deliveries.locationId))
    .limit(limit)
    .offset(offset);
}

/** The number of deliveries that match the filter. */
export async function countDeliveriesLike(db: Db, where: SQL | undefined): Promise<number> {
  const [counted] = await db
    .select({ total: count() })
    .from(deliveries)
    .leftJoin(locations, eq(locations.id, deliveries.locationId))
    .leftJoin(customers, eq(customers.id, locations.customerId))
    .where(where);
  return counted!.total;
}
