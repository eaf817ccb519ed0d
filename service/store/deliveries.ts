import { and, eq, sql, type SQL } from "drizzle-orm";
import type { QueryOf } from "../../lib/contract/index.ts";
import { anyOf } from "./any-of.ts";
import { pageOfDeliveryIds, type SilenceBounds } from "./delivery-query.ts";
import { readRows, type Page } from "./listing.ts";
import { toBuffer } from "./binary-columns.ts";
import type { RestrictionScope } from "./key-restrictions.ts";
import { controls, controlTotals, deliveries } from "./schema-controls.ts";
import { customers, locations } from "./schema.ts";
import type { Db } from "./store.ts";

/** The measurements of a location over one interval of a control, in kW; NaN means unknown. */
export interface MeasuredPart {
  /** Infinity if the control was not in force for most of the interval. */
  measuredKw: number;
  /** The counterfactual: the value without the control, with its standard deviations. */
  counterfactualKw: number;
  ownErrorKw: number;
  sharedErrorKw: number;
  /** As above, but also where a newer control was in force; Infinity if the control hardly ran. */
  valuedKw: number;
  valuedWithoutKw: number;
  /** What batteries charged and discharged, less what they would have without the control. */
  throughputKw: number;
  /** What panels produced less, or the site exported less; NaN: the whole change of net injection. */
  lostKw: number;
  /** The energy of each battery without the control at the end of each interval, in kWh. */
  freeKwh: Float32Array | null;
}

/** The planned and measured values of a location over one interval of a control. */
export interface PartOfDelivery extends MeasuredPart {
  beforeKw: number;
  afterKw: number;
  /** Devices that acknowledged the control. */
  executed: number;
}

/** In controls from before minutes under newer controls were valued, what was delivered takes their place. */
const DELIVERED_FOR = { valuedKw: "measuredKw", valuedWithoutKw: "counterfactualKw" } as const;

const valuedColumn = (name: keyof typeof DELIVERED_FOR): SQL<Float32Array | null> =>
  sql`coalesce(${deliveries[name]}, ${deliveries[DELIVERED_FOR[name]]})`.mapWith(deliveries[name]);

/** What is valued of a control at a location. */
export const valuedColumns = {
  valuedKw: valuedColumn("valuedKw"),
  valuedWithoutKw: valuedColumn("valuedWithoutKw"),
};

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
      beforeKw: single(deliveries.beforeKw, part),
      afterKw: single(deliveries.afterKw, part),
      measuredKw: single(deliveries.measuredKw, part),
      counterfactualKw: single(deliveries.counterfactualKw, part),
      ownErrorKw: single(deliveries.ownErrorKw, part),
      sharedErrorKw: single(deliveries.sharedErrorKw, part),
      valuedKw: single(valuedColumns.valuedKw, part),
      valuedWithoutKw: single(valuedColumns.valuedWithoutKw, part),
      throughputKw: single(deliveries.throughputKw, part),
      lostKw: single(deliveries.lostKw, part),
      freeKwh: deliveries.freeKwh,
      executed: deliveries.executed,
    })
    .from(deliveries)
    .where(and(eq(deliveries.controlId, controlId), anyOf(deliveries.locationId, locationIds)));
  return new Map(
    rows.map(({ locationId, freeKwh, executed, ...kw }) => [
      locationId,
      { ...unknownAsNaN(kw), freeKwh, executed },
    ]),
  );
}

const unknownAsNaN = <K extends string>(kw: Record<K, number | null>): Record<K, number> =>
  Object.fromEntries(Object.entries(kw).map(([name, value]) => [name, value ?? NaN])) as Record<
    K,
    number
  >;

const PART_COLUMNS = {
  measuredKw: "measured_kw",
  counterfactualKw: "counterfactual_kw",
  ownErrorKw: "own_error_kw",
  sharedErrorKw: "shared_error_kw",
  valuedKw: "valued_kw",
  valuedWithoutKw: "valued_without_kw",
  throughputKw: "throughput_kw",
  lostKw: "lost_kw",
} as const;

/**
 * Sets one interval of a column of `deliveries d` to that of `v`. A column that is empty starts from
 * another one, or unknown.
 */
export function placePart(
  column: SQL,
  { part, parts }: { part: number; parts: number },
  other?: SQL,
): SQL {
  const blank = toBuffer(new Float32Array(parts).fill(NaN));
  const before = [column, ...(other ? [other] : [])].map((one) => sql`d.${one}`);
  return sql`${column} = overlay(coalesce(${sql.join([...before, sql`${blank}::bytea`], sql`, `)})
    placing v.${column} from ${part * 4 + 1}::int)`;
}

/** The values of an interval at many locations, as `placePart` takes them. */
export const packPart = (kw: readonly number[]): SQL =>
  sql`${sql.param(kw.map((one) => toBuffer(Float32Array.of(one))))}::bytea[]`;

/**
 * Stores the measurements of one of a control's `parts` intervals, with the change of the lost energy
 * in kWh.
 */
export async function writePart(
  tx: Db,
  controlId: string,
  { part, parts }: { part: number; parts: number },
  measured: ReadonlyMap<string, MeasuredPart & { lostKwhChange: number }>,
): Promise<void> {
  const all = [...measured.values()];
  const names = Object.keys(PART_COLUMNS) as (keyof typeof PART_COLUMNS)[];
  const column = (name: keyof typeof PART_COLUMNS) => sql.raw(PART_COLUMNS[name]);
  const sets = names.map((name) => {
    const delivered = name in DELIVERED_FOR && DELIVERED_FOR[name as keyof typeof DELIVERED_FOR];
    return placePart(column(name), { part, parts }, delivered ? column(delivered) : undefined);
  });
  const values = names.map((name) => packPart(all.map((one) => one[name])));
  const freeKwh = all.map((one) => (one.freeKwh ? toBuffer(one.freeKwh) : null));
  await tx.execute(sql`
    update ${deliveries} d set ${sql.join(sets, sql`, `)}, free_kwh = v.free_kwh,
      lost_kwh = coalesce(d.lost_kwh, 0) + v.lost_kwh
    from unnest(${sql.param([...measured.keys()])}::text[], ${sql.join(values, sql`, `)},
      ${sql.param(freeKwh)}::bytea[], ${sql.param(all.map((one) => one.lostKwhChange))}::float8[])
      as v(location_id, ${sql.join(names.map(column), sql`, `)}, free_kwh, lost_kwh)
    where d.control_id = ${controlId} and d.location_id = v.location_id`);
}

export type Totals = Omit<typeof controlTotals.$inferSelect, "controlId">;

/**
 * A control's deliveries summed over its locations. Zero before anything was measured; NaN for the
 * counterfactual of a control from before counterfactuals existed.
 */
export async function readTotals(db: Db, controlId: string, parts: number): Promise<Totals> {
  const [row] = await db.select().from(controlTotals).where(eq(controlTotals.controlId, controlId));
  const nothing = () => new Float64Array(parts);
  if (row) return fillTotals(row, parts);
  return {
    reporting: nothing(),
    measured: nothing(),
    before: nothing(),
    taken: nothing(),
    takenDelta: nothing(),
    counterfactual: nothing(),
    valuedCurtailed: nothing(),
    ownErrorSquares: nothing(),
    sharedError: nothing(),
  };
}

/** Totals whose sums are unknown where they are from before these were recorded. */
function fillTotals(totals: Totals, parts: number): Totals {
  const nothing = () => new Float64Array(parts);
  const valued = totals.valuedCurtailed.length > 0 ? null : nothing().fill(NaN);
  const filled = { ...totals, ...(valued && { valuedCurtailed: valued }) };
  if (totals.counterfactual.length > 0) return filled;
  return {
    ...filled,
    counterfactual: nothing().fill(NaN),
    ownErrorSquares: nothing(),
    sharedError: nothing(),
  };
}

/** Adds a location's interval to the sums of a control, or takes it away. */
export function addPart(totals: Totals, part: number, kw: PartOfDelivery, sign: 1 | -1): void {
  const add = (name: keyof Totals, value: number) => void (totals[name][part]! += sign * value);
  if (Number.isNaN(kw.measuredKw)) return;
  if (kw.measuredKw === Infinity) {
    add("taken", 1);
    add("takenDelta", kw.afterKw - kw.beforeKw);
    return;
  }
  add("reporting", 1);
  add("measured", kw.measuredKw);
  add("before", kw.beforeKw);
  add("counterfactual", kw.counterfactualKw);
  add("ownErrorSquares", kw.ownErrorKw ** 2);
  add("sharedError", kw.sharedErrorKw);
}

/** Of these controls those of which something was measured, with their summed deliveries. */
export async function readMeasuredControls(db: Db, controlIds: readonly string[]) {
  if (controlIds.length === 0) return [];
  const { id, timeFrom, timeTo, stopAt, results, locations: addressed } = controls;
  const rows = await db
    .select({
      control: { id, timeFrom, timeTo, stopAt, results, locations: addressed },
      totals: controlTotals,
    })
    .from(controlTotals)
    .innerJoin(controls, eq(controls.id, controlTotals.controlId))
    .where(anyOf(controlTotals.controlId, controlIds));
  return rows.map(({ control, totals }) => ({
    control,
    totals: fillTotals(totals, control.results.length),
  }));
}

/** Replaces the summed deliveries of a control. */
export const writeTotals = async (tx: Db, controlId: string, totals: Totals): Promise<void> =>
  void (await tx
    .insert(controlTotals)
    .values({ controlId, ...totals })
    .onConflictDoUpdate({ target: controlTotals.controlId, set: totals }));

/** The outcome of devices without an acknowledgement. */
export type Silent = "pending" | "unknown" | "failed";

/**
 * The numbers of a control's locations by state, with their devices; `silent` is the state of
 * devices that did not acknowledge at a location where others did.
 */
export const countDeliveries = (db: Db, controlId: string, bounds: SilenceBounds) => {
  const sum = (column: unknown) => sql<number>`coalesce(sum(${column}), 0)::int`;
  const sentBy = (at: Date) => sql`${deliveries.sentAt} <= ${at.toISOString()}::timestamptz`;
  const silent = sql<Silent>`case when ${sentBy(bounds.failedBy)} then 'failed'
    when ${sentBy(bounds.unknownBy)} then 'unknown' else 'pending' end`.as("silent");
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
      customerName: customers.name,
      address: sql<string | null>`${locations.metadata} ->> 'address'`,
    })
    .from(deliveries)
    .innerJoin(locations, eq(locations.id, deliveries.locationId))
    .innerJoin(customers, eq(customers.id, locations.customerId));
export type DeliveryRow = Awaited<ReturnType<typeof selectDelivery>>[number];

/** A page of the deliveries of a control. */
export async function listDeliveries(
  db: Db,
  controlId: string,
  query: QueryOf<"listControlDeliveries">,
  bounds: SilenceBounds,
  reach: RestrictionScope,
): Promise<Page<DeliveryRow>> {
  const page = await pageOfDeliveryIds(db, controlId, query, bounds, reach);
  const rows = await readRows(
    page.rows,
    (ids) =>
      selectDelivery(db).where(
        and(eq(deliveries.controlId, controlId), anyOf(deliveries.locationId, ids)),
      ),
    ({ delivery }) => delivery.locationId,
  );
  return { rows, total: page.total };
}
