import { and, count, desc, eq, inArray, isNull } from "drizzle-orm";
import { summaryColumns, type SummaryRow } from "./controls.ts";
import { readPage, slice, type Page, type Paging } from "./listing.ts";
import { controlEffects, controls, locations } from "./schema.ts";
import type { Db } from "./store.ts";

/** A control as a location, or all locations of a customer together, felt it. */
export interface FeltControl {
  control: SummaryRow;
  beforeKw: Float64Array;
  afterKw: Float64Array;
}

/** A page of the controls that touched a location or a customer's locations, newest first. */
export async function listFeltControls(
  db: Db,
  whose: { locationId: string } | { customerId: string },
  query: Paging,
): Promise<Page<FeltControl>> {
  const own =
    "locationId" in whose
      ? eq(controlEffects.locationId, whose.locationId)
      : inArray(
          controlEffects.locationId,
          db
            .select({ id: locations.id })
            .from(locations)
            .where(and(eq(locations.customerId, whose.customerId), isNull(locations.deletedAt))),
        );
  const touched = db
    .selectDistinct({ id: controlEffects.controlId })
    .from(controlEffects)
    .where(own);
  const { limit, offset } = slice(query);
  const page = await readPage(
    db,
    (tx) =>
      tx
        .select(summaryColumns)
        .from(controls)
        .where(inArray(controls.id, touched))
        .orderBy(desc(controls.seq))
        .limit(limit)
        .offset(offset),
    async (tx) => {
      const [counted] = await tx
        .select({ total: count() })
        .from(controls)
        .where(inArray(controls.id, touched));
      return counted!.total;
    },
  );
  const ids = page.rows.map((row) => row.id);
  const effects = ids.length
    ? await db
        .select()
        .from(controlEffects)
        .where(and(inArray(controlEffects.controlId, ids), own))
    : [];
  return { total: page.total, rows: page.rows.map((control) => feltOf(control, effects)) };
}

function feltOf(control: SummaryRow, effects: (typeof controlEffects.$inferSelect)[]): FeltControl {
  const mine = effects.filter((effect) => effect.controlId === control.id);
  const sum = (column: "beforeKw" | "afterKw") =>
    mine.reduce(
      (total, effect) => total.map((value, i) => value + effect[column][i]!),
      new Float64Array(mine[0]?.[column].length ?? 0),
    );
  return { control, beforeKw: sum("beforeKw"), afterKw: sum("afterKw") };
}
