import { and, eq, sql } from "drizzle-orm";
import type { QueryOf } from "../../lib/contract/index.ts";
import { anyOf } from "./any-of.ts";
import { deliveriesFilter, countDeliveriesLike, deliveryIds } from "./delivery-query.ts";
import { readPage, readRows, type Page } from "./listing.ts";
import { toBuffer } from "./binary-columns.ts";
import { atLocationsInScope, type RestrictionScope } from "./key-restrictions.ts";
import { controlEffects, controlTotals, deliveries } from "./schema-controls.ts";
import { customers, locations } from "./schema.ts";
import type { Db } from "./store.ts";

/** What a location planned and measured over one interval of a control, in kW. */
export interface PartOfDelivery {
  beforeKw: number;
  afterKw: number;
  /** NaN not known, Infinity where most of the interval was not this control's own. */
  measuredKw: number;
}

/** Joins the plan of a control at a location with its delivery there. */
export const ofItsEffect = and(
  eq(controlEffects.controlId, deliveries.controlId),
  eq(controlEffects.locationId, deliveries.locationId),
);

const single = (column: unknown, part: number) =>
  sql<number | null>`substring(${column} from ${part * 4 + 1}::int for 4)`.mapWith(
    (bytes: Buffer) => (bytes.length === 4 ? bytes.readFloatLE() : NaN),
  );

/** One interval (from 0) of a control at these locations. */
export async function readPart(
  tx: Db,
  controlId: string,
  locationIds: readonly string[],
  part: number,
): Promise<Map<string, PartOfDelivery>> {
  const rows = await tx
    .select({
      locationId: deliveries.locationId,
      beforeKw: single(controlEffects.beforeKw, part),
      afterKw: single(controlEffects.afterKw, part),
      measuredKw: single(deliveries.measuredKw, part),
    })
    .from(deliveries)
    .innerJoin(controlEffects, ofItsEffect)
    .where(and(eq(deliveries.controlId, controlId), anyOf(deliveries.locationId, locationIds)));
  return new Map(
    rows.map(({ locationId, beforeKw, afterKw, measuredKw }) => [
      locationId,
      { beforeKw: beforeKw ?? NaN, afterKw: afterKw ?? NaN, measuredKw: measuredKw ?? NaN },
    ]),
  );
}

/** Writes what was measured over one of a control's `parts` intervals. */
export async function writePart(
  tx: Db,
  controlId: string,
  part: number,
  parts: number,
  measuredKw: ReadonlyMap<string, number>,
): Promise<void> {
  const blank = toBuffer(new Float32Array(parts).fill(NaN));
  const bytes = [...measuredKw.values()].map((kw) => toBuffer(Float32Array.of(kw)));
  await tx.execute(sql`
    update ${deliveries} d set measured_kw =
      overlay(coalesce(d.measured_kw, ${blank}::bytea) placing v.kw from ${part * 4 + 1}::int)
    from unnest(${sql.param([...measuredKw.keys()])}::text[], ${sql.param(bytes)}::bytea[])
      as v(location_id, kw)
    where d.control_id = ${controlId} and d.location_id = v.location_id`);
}

export type Totals = Omit<typeof controlTotals.$inferSelect, "controlId">;

/** A control's deliveries summed over its locations; zeros while nothing was measured. */
export async function readTotals(db: Db, controlId: string, parts: number): Promise<Totals> {
  const [row] = await db.select().from(controlTotals).where(eq(controlTotals.controlId, controlId));
  if (row) return row;
  const nothing = () => new Float64Array(parts);
  return {
    reporting: nothing(),
    measured: nothing(),
    before: nothing(),
    taken: nothing(),
    takenDelta: nothing(),
  };
}

/** Replaces the sums of a control's deliveries. */
export const writeTotals = async (tx: Db, controlId: string, totals: Totals): Promise<void> =>
  void (await tx
    .insert(controlTotals)
    .values({ controlId, ...totals })
    .onConflictDoUpdate({ target: controlTotals.controlId, set: totals }));

/** Unacknowledged setpoints sent by `unknownBy` are unknown, those sent by `failedBy` failed. */
export interface SilenceBounds {
  unknownBy: Date;
  failedBy: Date;
}
/** The outcome of devices without an acknowledgement. */
export type Silent = "pending" | "unknown" | "failed";

/**
 * How many locations of a control stand where, and the devices there; `silent` is what those stand
 * for that did not answer where others did.
 */
export const countDeliveries = (db: Db, controlId: string, bounds: SilenceBounds) => {
  const sum = (column: unknown) => sql<number>`coalesce(sum(${column}), 0)::int`;
  const toldBy = (at: Date) => sql`${deliveries.sentAt} <= ${at.toISOString()}::timestamptz`;
  const silent = sql<Silent>`case when ${toldBy(bounds.failedBy)} then 'failed'
    when ${toldBy(bounds.unknownBy)} then 'unknown' else 'pending' end`.as("silent");
  return db
    .select({
      state: deliveries.state,
      silent,
      devices: sum(deliveries.devices),
      executed: sum(deliveries.executed),
      failed: sum(deliveries.failed),
      unsupported: sum(deliveries.unsupported),
    })
    .from(deliveries)
    .where(eq(deliveries.controlId, controlId))
    .groupBy(deliveries.state, silent);
};

const selectDelivery = (db: Db) =>
  db
    .select({
      delivery: deliveries,
      beforeKw: controlEffects.beforeKw,
      afterKw: controlEffects.afterKw,
      customerName: customers.name,
      address: sql<string | null>`${locations.metadata} ->> 'address'`,
    })
    .from(deliveries)
    .innerJoin(controlEffects, ofItsEffect)
    .innerJoin(locations, eq(locations.id, deliveries.locationId))
    .innerJoin(customers, eq(customers.id, locations.customerId));
export type DeliveryRow = Awaited<ReturnType<typeof selectDelivery>>[number];

/** A page of the deliveries of a control. */
export async function listDeliveries(
  db: Db,
  controlId: string,
  query: QueryOf<"listControlDeliveries">,
  reach: RestrictionScope,
): Promise<Page<DeliveryRow>> {
  const own = atLocationsInScope(db, deliveries.locationId, reach);
  const where = and(deliveriesFilter(controlId, query), own);
  return readPage(
    db,
    async (tx) =>
      readRows(
        await deliveryIds(tx, query, where),
        (ids) =>
          selectDelivery(tx).where(
            and(eq(deliveries.controlId, controlId), anyOf(deliveries.locationId, ids)),
          ),
        ({ delivery }) => delivery.locationId,
      ),
    (tx) => countDeliveriesLike(tx, where),
  );
}
