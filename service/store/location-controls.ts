import { and, count, desc, eq, gt, inArray, isNull, lt, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Exclusion } from "../engine/preferences.ts";
import type { SummaryRow } from "./control-list.ts";
import { hasEffectAt, summaryColumns } from "./control-query.ts";
import { valuedColumns } from "./deliveries.ts";
import { readExclusions } from "./exclusions.ts";
import { readPage, slice, type Page, type Paging } from "./listing.ts";
import { readControlOptOuts } from "./control-opt-outs.ts";
import { controls, deliveries } from "./schema-controls.ts";
import { controlExclusions } from "./schema-preferences.ts";
import { locations } from "./schema.ts";
import type { Db } from "./store.ts";

/** A control that affected a location or a customer, with its effects there. */
export interface LocationControlRow {
  control: SummaryRow;
  /** Whether a newer control overrode minutes of it at one of these locations. */
  superseded: boolean;
  /** Whether the customer opted out of it; null at a location. */
  optedOut: boolean | null;
  effects: EffectRow[];
  /** What the locations would have done before each older control that ran with it, oldest first. */
  earlier: EarlierRow[];
  /** Its exclusions by location. */
  exclusions: ReadonlyMap<string, readonly Exclusion[]>;
}

/** A page of the controls that affected a location or a customer's locations, newest first. */
export async function listLocationControlRows(
  db: Db,
  whose: { locationId: string } | { customerId: string },
  query: Paging,
): Promise<Page<LocationControlRow>> {
  const itsLocations = db
    .select({ id: locations.id })
    .from(locations)
    .where(
      "locationId" in whose
        ? eq(locations.id, whose.locationId)
        : and(eq(locations.customerId, whose.customerId), isNull(locations.deletedAt)),
    );
  const atLocations = inArray(deliveries.locationId, itsLocations);
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
  const exclusions = await readExclusions(
    db,
    ids,
    inArray(controlExclusions.locationId, itsLocations),
  );
  const superseded = await findSuperseded(db, page.rows, atLocations);
  const customerId = "customerId" in whose ? whose.customerId : null;
  const optOuts = customerId === null ? null : await readControlOptOuts(db, ids);
  return {
    total: page.total,
    rows: page.rows.map((control) => ({
      control,
      superseded: superseded.has(control.id),
      optedOut: optOuts && optOuts.has(`${customerId} ${control.id}`),
      effects: effects.filter(({ controlId }) => controlId === control.id),
      earlier: earlier.filter(({ controlId }) => controlId === control.id),
      exclusions: exclusions.get(control.id) ?? new Map<string, Exclusion[]>(),
    })),
  };
}

const [older, newer] = [alias(controls, "older"), alias(controls, "newer")];
const theirs = alias(deliveries, "theirs");
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
    .from(deliveries)
    .innerJoin(older, eq(older.id, deliveries.controlId))
    .innerJoin(theirs, eq(theirs.locationId, deliveries.locationId))
    .innerJoin(newer, overlapsOlder)
    .where(and(inArray(older.id, ids), atLocations));
  return new Set(found.map(({ id }) => id));
}

const selectEffects = (db: Db, controlIds: string[], atLocations: SQL | undefined) =>
  db
    .select({
      controlId: deliveries.controlId,
      locationId: deliveries.locationId,
      beforeKw: deliveries.beforeKw,
      afterKw: deliveries.afterKw,
      measuredKw: deliveries.measuredKw,
      counterfactualKw: deliveries.counterfactualKw,
      inForceKw: deliveries.inForceKw,
      inForceExportKw: deliveries.inForceExportKw,
    })
    .from(deliveries)
    .where(and(inArray(deliveries.controlId, controlIds), atLocations));

export type EffectRow = Awaited<ReturnType<typeof selectEffects>>[number];

/** What these locations would have done before each older control that ran with these, oldest first. */
async function readEarlier(db: Db, ids: string[], atLocations: SQL | undefined) {
  if (ids.length === 0) return [];
  return db
    .select({
      controlId: newer.id,
      locationId: deliveries.locationId,
      timeFrom: older.timeFrom,
      stopAt: older.stopAt,
      valuedWithoutKw: valuedColumns.valuedWithoutKw,
    })
    .from(deliveries)
    .innerJoin(older, eq(older.id, deliveries.controlId))
    .innerJoin(theirs, eq(theirs.locationId, deliveries.locationId))
    .innerJoin(newer, overlapsOlder)
    .where(and(inArray(newer.id, ids), atLocations))
    .orderBy(older.seq);
}

export type EarlierRow = Awaited<ReturnType<typeof readEarlier>>[number];
