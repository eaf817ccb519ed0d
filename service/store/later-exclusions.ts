import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Exclusion } from "../engine/preferences.ts";
import { anyOf } from "./any-of.ts";
import { ofItsEffect } from "./deliveries.ts";
import { readExclusions } from "./exclusions.ts";
import { controlEffects, controls, deliveries } from "./schema-controls.ts";
import { controlExclusions } from "./schema-preferences.ts";
import type { Db } from "./store.ts";

/** The plan of a control at a location. */
export const plannedColumns = {
  timeFrom: controls.timeFrom,
  timeTo: controls.timeTo,
  stopAt: controls.stopAt,
  beforeKw: controlEffects.beforeKw,
  afterKw: controlEffects.afterKw,
  restatedKw: controlEffects.restatedKw,
};

type PlannedKw = Pick<typeof controlEffects.$inferSelect, "beforeKw" | "afterKw" | "restatedKw">;

/** The planned change at a location in a part, with that of later controls, in kW. */
export const getPlannedKw = ({ beforeKw, afterKw, restatedKw }: PlannedKw, part: number): number =>
  afterKw[part]! - beforeKw[part]! + (restatedKw?.[part] ?? 0);

/** Whether an effect is at one of these locations. */
export const isAtLocations = (ids: readonly string[]): SQL => anyOf(controlEffects.locationId, ids);

/**
 * The plan of controls at the locations that were excluded after acceptance, with all of their
 * exclusions; `atLocations` is a condition on `controlEffects`.
 */
export async function readLaterExclusions(
  db: Db,
  controlIds: readonly string[],
  atLocations?: SQL,
) {
  if (controlIds.length === 0) return [];
  const { controlId, locationId, afterAcceptance } = controlExclusions;
  const later = db
    .selectDistinct({ controlId, locationId })
    .from(controlExclusions)
    .where(and(anyOf(controlId, controlIds), sql`${afterAcceptance}`))
    .as("later");
  const rows = await db
    .select({
      controlId: controlEffects.controlId,
      locationId: controlEffects.locationId,
      ...plannedColumns,
      measuredKw: deliveries.measuredKw,
    })
    .from(later)
    .innerJoin(
      controlEffects,
      and(
        eq(controlEffects.controlId, later.controlId),
        eq(controlEffects.locationId, later.locationId),
      ),
    )
    .innerJoin(deliveries, ofItsEffect)
    .innerJoin(controls, eq(controls.id, controlEffects.controlId))
    .where(atLocations);
  if (rows.length === 0) return [];
  const exclusions = await readExclusions(db, [...new Set(rows.map((row) => row.controlId))]);
  return rows.map((row) => ({
    ...row,
    exclusions: exclusions.get(row.controlId)?.get(row.locationId) ?? ([] as Exclusion[]),
  }));
}

export type LaterExclusionRow = Awaited<ReturnType<typeof readLaterExclusions>>[number];
