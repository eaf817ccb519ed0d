import { and, eq, gt, gte, inArray, sql } from "drizzle-orm";
import { anyOf } from "./any-of.ts";
import { hasBattery } from "./control-energies.ts";
import { valuedColumns } from "./deliveries.ts";
import { controls, deliveries } from "./schema-controls.ts";
import { customers } from "./schema.ts";
import { groupRotations } from "./schema-rotation.ts";
import type { Db } from "./store.ts";

/** The share of what could be lowered that a control of a group addresses; null: all of it. */
export async function readRotationShare(db: Db, groupId: string): Promise<number | null> {
  const [row] = await db
    .select({ share: groupRotations.share })
    .from(groupRotations)
    .where(eq(groupRotations.groupId, groupId));
  return row?.share ?? null;
}

/** Sets the share of a group; null ends the rotation. */
export const saveRotationShare = async (
  tx: Db,
  groupId: string,
  share: number | null,
  nowMs: number,
): Promise<void> => {
  const set = { share, updatedAt: new Date(nowMs) };
  await tx
    .insert(groupRotations)
    .values({ groupId, ...set })
    .onConflictDoUpdate({ target: groupRotations.groupId, set });
};

/** The types of controls that lower injection. */
export const LOWERING = ["ZERO_EXPORT", "MAX_CONSUMPTION"] as const;

/** What these locations lost since a moment under controls that lower injection, in kWh, as measured. */
export async function readLosses(
  db: Db,
  locationIds: readonly string[],
  sinceMs: number,
): Promise<Map<string, number>> {
  const rows = await db
    .select({
      locationId: deliveries.locationId,
      lostKwh: sql<number>`sum(${deliveries.lostKwh})`,
    })
    .from(deliveries)
    .innerJoin(controls, eq(controls.id, deliveries.controlId))
    .where(
      and(
        inArray(controls.type, [...LOWERING]),
        gte(controls.timeFrom, new Date(sinceMs)),
        anyOf(deliveries.locationId, locationIds),
      ),
    )
    .groupBy(deliveries.locationId);
  return new Map(rows.map(({ locationId, lostKwh }) => [locationId, lostKwh ?? 0]));
}

/**
 * The plans and measurements of controls that lower injection at these locations and end after a
 * moment.
 */
export const readOpenLosses = (db: Db, locationIds: readonly string[], endsAfterMs: number) =>
  db
    .select({
      locationId: deliveries.locationId,
      beforeKw: deliveries.beforeKw,
      afterKw: deliveries.afterKw,
      hasBattery: hasBattery(deliveries.locationId),
      valuedKw: valuedColumns.valuedKw,
      timeFrom: controls.timeFrom,
      timeTo: controls.timeTo,
      stopAt: controls.stopAt,
    })
    .from(deliveries)
    .innerJoin(controls, eq(controls.id, deliveries.controlId))
    .where(
      and(
        inArray(controls.type, [...LOWERING]),
        gt(controls.stopAt, new Date(endsAfterMs)),
        gt(controls.stopAt, controls.timeFrom),
        anyOf(deliveries.locationId, locationIds),
      ),
    );

/** The names of customers by their ids. */
export async function readCustomerNames(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: customers.id, name: customers.name })
    .from(customers)
    .where(anyOf(customers.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
