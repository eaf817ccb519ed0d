import { and, count, desc, eq, gt, inArray, isNull, lt, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { floorQuarter, getIspParts, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { SummaryRow } from "./control-list.ts";
import { hasEffectAt, summaryColumns } from "./control-query.ts";
import { ofItsEffect, valuedColumns } from "./deliveries.ts";
import { readPage, slice, type Page, type Paging } from "./listing.ts";
import { readControlOptOuts } from "./control-opt-outs.ts";
import { controlEffects, controls, deliveries } from "./schema-controls.ts";
import { locations } from "./schema.ts";
import type { Db } from "./store.ts";

/** A control with its effect at a location, or at all locations of a customer. */
export interface LocationControl {
  control: SummaryRow;
  /** Whether a newer control overrode minutes of it at one of these locations. */
  superseded: boolean;
  /** Whether the customer opted out of it; null at a location. */
  optedOut: boolean | null;
  beforeKw: Float64Array;
  afterKw: Float64Array;
  /**
   * Measured less what would have been without any control, over the locations that reported; NaN if
   * none did.
   */
  deliveredKw: Float64Array;
  /** The share of `deliveredKw` in the export of the locations; NaN if none reported. */
  exportChangeKw: Float64Array;
  /** For each interval, whether a location has yet to report measurements under this control. */
  isMissing: boolean[];
}

/** A page of the controls that affected a location or a customer's locations, newest first. */
export async function listLocationControlEffects(
  db: Db,
  whose: { locationId: string } | { customerId: string },
  query: Paging,
): Promise<Page<LocationControl>> {
  const itsLocations = db
    .select({ id: locations.id })
    .from(locations)
    .where(
      "locationId" in whose
        ? eq(locations.id, whose.locationId)
        : and(eq(locations.customerId, whose.customerId), isNull(locations.deletedAt)),
    );
  const atLocations = inArray(controlEffects.locationId, itsLocations);
  const page = await readPage(db, ["location controls", whose, query], () => {
    const { limit, offset } = slice(query);
    return {
      count: db.select({ total: count() }).from(controls).where(hasEffectAt(itsLocations)),
      rows: (total) =>
        db
          .select({ ...summaryColumns, total })
          .from(controls)
          .where(hasEffectAt(itsLocations))
          .orderBy(desc(controls.seq))
          .limit(limit)
          .offset(offset),
    };
  });
  const ids = page.rows.map((row) => row.id);
  const effects = ids.length > 0 ? await selectEffects(db, ids, atLocations) : [];
  const earlier = await readEarlier(db, ids, atLocations);
  const superseded = await findSuperseded(db, page.rows, atLocations);
  const customerId = "customerId" in whose ? whose.customerId : null;
  const optOuts = customerId === null ? null : await readControlOptOuts(db, ids);
  return {
    total: page.total,
    rows: page.rows.map((control) => ({
      ...toLocationControls(control, effects, earlier),
      superseded: superseded.has(control.id),
      optedOut: optOuts && optOuts.has(`${customerId} ${control.id}`),
    })),
  };
}

const [older, newer] = [alias(controls, "older"), alias(controls, "newer")];
const theirs = alias(controlEffects, "theirs");
/** A newer control at the same location whose window overlaps that of an older one. */
const overlapsOlder = and(
  eq(newer.id, theirs.controlId),
  gt(newer.seq, older.seq),
  lt(newer.timeFrom, older.stopAt),
  gt(newer.stopAt, older.timeFrom),
  lt(newer.timeFrom, newer.stopAt),
);

/** Which of these controls were overridden at these locations, not only elsewhere. */
async function findSuperseded(
  db: Db,
  rows: readonly SummaryRow[],
  atLocations: SQL | undefined,
): Promise<ReadonlySet<string>> {
  const ids = rows.filter(({ superseded }) => superseded).map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const found = await db
    .selectDistinct({ id: older.id })
    .from(controlEffects)
    .innerJoin(older, eq(older.id, controlEffects.controlId))
    .innerJoin(theirs, eq(theirs.locationId, controlEffects.locationId))
    .innerJoin(newer, overlapsOlder)
    .where(and(inArray(older.id, ids), atLocations));
  return new Set(found.map(({ id }) => id));
}

const selectEffects = (db: Db, controlIds: string[], atLocations: SQL | undefined) =>
  db
    .select({
      controlId: controlEffects.controlId,
      locationId: controlEffects.locationId,
      beforeKw: controlEffects.beforeKw,
      afterKw: controlEffects.afterKw,
      measuredKw: deliveries.measuredKw,
      counterfactualKw: deliveries.counterfactualKw,
    })
    .from(controlEffects)
    .leftJoin(deliveries, ofItsEffect)
    .where(and(inArray(controlEffects.controlId, controlIds), atLocations));

type EffectRow = Awaited<ReturnType<typeof selectEffects>>[number];

/** What these locations would have done before each older control that ran with these, oldest first. */
async function readEarlier(db: Db, ids: string[], atLocations: SQL | undefined) {
  if (ids.length === 0) return [];
  return db
    .select({
      controlId: newer.id,
      locationId: controlEffects.locationId,
      timeFrom: older.timeFrom,
      stopAt: older.stopAt,
      valuedWithoutKw: valuedColumns.valuedWithoutKw,
    })
    .from(controlEffects)
    .innerJoin(older, eq(older.id, controlEffects.controlId))
    .innerJoin(theirs, eq(theirs.locationId, controlEffects.locationId))
    .innerJoin(newer, overlapsOlder)
    .innerJoin(deliveries, ofItsEffect)
    .where(and(inArray(newer.id, ids), atLocations))
    .orderBy(older.seq);
}

type EarlierRow = Awaited<ReturnType<typeof readEarlier>>[number];

/** What a location would have done in an interval before the oldest of the controls that ran in it. */
function findWithoutAny(
  earlier: readonly EarlierRow[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): number | undefined {
  for (const { timeFrom, stopAt, valuedWithoutKw } of earlier) {
    if (timeFrom.getTime() >= toMs || stopAt.getTime() <= fromMs) continue;
    const part = (floorQuarter(fromMs) - floorQuarter(timeFrom.getTime())) / QUARTER_MS;
    const kw = valuedWithoutKw?.[part] ?? NaN;
    if (Number.isFinite(kw)) return kw;
  }
  return undefined;
}

function toLocationControls(
  control: SummaryRow,
  effects: readonly EffectRow[],
  earlier: readonly EarlierRow[],
): Omit<LocationControl, "superseded" | "optedOut"> {
  const isOwn = ({ controlId }: { controlId: string }) => controlId === control.id;
  const mine = effects.filter(isOwn);
  const before = earlier.filter(isOwn);
  const parts = mine[0]?.beforeKw.length ?? 0;
  const windows = getIspParts(control.timeFrom.getTime(), control.timeTo.getTime());
  const located = {
    control,
    beforeKw: new Float64Array(parts),
    afterKw: new Float64Array(parts),
    deliveredKw: new Float64Array(parts).fill(NaN),
    exportChangeKw: new Float64Array(parts).fill(NaN),
    isMissing: Array.from({ length: parts }, () => false),
  };
  for (const { locationId, beforeKw, afterKw, measuredKw, counterfactualKw } of mine) {
    const earlierHere = before.filter((one) => one.locationId === locationId);
    for (let i = 0; i < parts; i++) {
      located.beforeKw[i]! += beforeKw[i]!;
      located.afterKw[i]! += afterKw[i]!;
      const measured = measuredKw?.[i] ?? NaN;
      if (measured === Infinity) continue;
      const without = findWithoutAny(earlierHere, windows[i]!) ?? counterfactualKw?.[i] ?? NaN;
      if (Number.isNaN(measured - without)) located.isMissing[i] = true;
      else {
        located.deliveredKw[i] = (located.deliveredKw[i] || 0) + measured - without;
        const exported = Math.max(measured, 0) - Math.max(without, 0);
        located.exportChangeKw[i] = (located.exportChangeKw[i] || 0) + exported;
      }
    }
  }
  return located;
}
