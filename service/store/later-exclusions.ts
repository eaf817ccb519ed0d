import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Exclusion } from "../engine/preferences.ts";
import { anyOf } from "./any-of.ts";
import { isExcludedAt, readExclusions } from "./exclusions.ts";
import { controls, deliveries } from "./schema-controls.ts";
import { controlExclusions } from "./schema-preferences.ts";
import type { Db } from "./store.ts";

/** The plan of a control at a location. */
export const plannedColumns = {
  timeFrom: controls.timeFrom,
  timeTo: controls.timeTo,
  stopAt: controls.stopAt,
  beforeKw: deliveries.beforeKw,
  afterKw: deliveries.afterKw,
  restatedKw: deliveries.restatedKw,
};

type PlannedKw = Pick<typeof deliveries.$inferSelect, "beforeKw" | "afterKw" | "restatedKw">;

/** The planned change at a location in a part, with that of later controls, in kW. */
export const getPlannedKw = ({ beforeKw, afterKw, restatedKw }: PlannedKw, part: number): number =>
  afterKw[part]! - beforeKw[part]! + (restatedKw?.[part] ?? 0);

/** Whether a control is at one of these locations. */
export const isAtLocations = (ids: readonly string[]): SQL => anyOf(deliveries.locationId, ids);

/**
 * The plan of controls at the locations that were excluded after acceptance, with all of their
 * exclusions; `atLocations` is a condition on `deliveries`.
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
      controlId: deliveries.controlId,
      locationId: deliveries.locationId,
      ...plannedColumns,
      measuredKw: deliveries.measuredKw,
    })
    .from(later)
    .innerJoin(
      deliveries,
      and(eq(deliveries.controlId, later.controlId), eq(deliveries.locationId, later.locationId)),
    )
    .innerJoin(controls, eq(controls.id, deliveries.controlId))
    .where(atLocations);
  if (rows.length === 0) return [];
  const ids = (of: "controlId" | "locationId") => [...new Set(rows.map((row) => row[of]))];
  const exclusions = await readExclusions(db, ids("controlId"), isExcludedAt(ids("locationId")));
  return rows.map((row) => ({
    ...row,
    exclusions: exclusions.get(row.controlId)?.get(row.locationId) ?? ([] as Exclusion[]),
  }));
}

export type LaterExclusionRow = Awaited<ReturnType<typeof readLaterExclusions>>[number];
