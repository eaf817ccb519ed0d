import { and, count, eq, gt, inArray, isNull, not, or, sql, type SQL } from "drizzle-orm";
import type { DeliveryState, QueryOf } from "../../lib/contract/index.ts";
import { atLocationsInScope, type RestrictionScope } from "./key-restrictions.ts";
import { matches, order, readPage, slice, type SharedPage, type SortColumns } from "./listing.ts";
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

/**
 * Marks setpoints without acknowledgement: sent by `unknownBy` as unknown, by `failedBy` as failed.
 */
export interface SilenceBounds {
  unknownBy: Date;
  failedBy: Date;
}
/** Devices that did not acknowledge at a location where others did. */
const unanswered = sql`${deliveries.devices} - ${deliveries.executed} - ${deliveries.failed}
  - ${deliveries.unsupported} > 0`;
const sentAfter = (at: Date) => sql`${deliveries.sentAt} > ${at.toISOString()}::timestamptz`;

/** Whether a device of a delivery has an outcome, by the same rules as their counts. */
function hasOutcome(outcome: Query["outcome"], bounds: SilenceBounds): SQL | undefined {
  const { state, executed, failed, unsupported } = deliveries;
  const answered = (condition: SQL | undefined) => and(eq(state, "answered"), condition);
  const isRecent = or(isNull(deliveries.sentAt), sentAfter(bounds.unknownBy));
  switch (outcome) {
    case undefined:
      return undefined;
    case "executed":
      return answered(gt(executed, 0));
    case "unsupported":
      return answered(gt(unsupported, 0));
    case "not_dispatched":
      return eq(state, "lapsed");
    case "pending":
      return or(inArray(state, ["waiting", "sent"]), answered(and(unanswered, isRecent)));
    case "unknown":
      return or(
        eq(state, "unknown"),
        answered(and(unanswered, not(isRecent!), sentAfter(bounds.failedBy))),
      );
    case "failed":
      return or(
        eq(state, "failed"),
        answered(
          or(gt(failed, 0), and(unanswered, not(isRecent!), not(sentAfter(bounds.failedBy)))),
        ),
      );
  }
}

/** The filter of a query for deliveries; locations and their customers are joined. */
const deliveriesFilter = (
  controlId: string,
  query: Query,
  bounds: SilenceBounds,
): SQL | undefined =>
  and(
    hasOutcome(query.outcome, bounds),
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

/** The locations of a page of deliveries, in order, and the number of deliveries in the list. */
export function pageOfDeliveryIds(
  db: Db,
  controlId: string,
  query: Query,
  bounds: SilenceBounds,
  reach: RestrictionScope,
): Promise<SharedPage<{ id: string }>> {
  const times = query.outcome === undefined ? null : bounds;
  return readPage(db, ["deliveries", controlId, query, reach, times], () => {
    const inScope = atLocationsInScope(db, deliveries.locationId, reach);
    const where = and(deliveriesFilter(controlId, query, bounds), inScope);
    const { limit, offset } = slice(query);
    return {
      count: countDeliveriesLike(db, where),
      rows: (total) =>
        db
          .select({ id: deliveries.locationId, total })
          .from(deliveries)
          .leftJoin(locations, eq(locations.id, deliveries.locationId))
          .leftJoin(customers, eq(customers.id, locations.customerId))
          .where(where)
          .orderBy(...order(query.sort, sorts, deliveries.locationId))
          .limit(limit)
          .offset(offset),
    };
  });
}

const countDeliveriesLike = (db: Db, where: SQL | undefined) =>
  db
    .select({ total: count() })
    .from(deliveries)
    .leftJoin(locations, eq(locations.id, deliveries.locationId))
    .leftJoin(customers, eq(customers.id, locations.customerId))
    .where(where);
