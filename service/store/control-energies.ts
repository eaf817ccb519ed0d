import { and, eq, gt, inArray, lt, sql, type SQL } from "drizzle-orm";
import { valuedColumns } from "./deliveries.ts";
import { controls, deliveries } from "./schema-controls.ts";
import { customers, devices, locations } from "./schema.ts";
import { groupHistory } from "./schema-series.ts";
import type { Db } from "./store.ts";

/** The group of a location when a control began. */
const groupThen = sql<string | null>`coalesce(
  (select jsonb_build_array(h.group_id) from ${groupHistory} h
    where h.location_id = ${deliveries.locationId}
      and coalesce(h.moved_at, h.until) > ${controls.timeFrom}
    order by h.until limit 1),
  jsonb_build_array(${customers.groupId})) ->> 0`;

/** Whether a location has a battery. */
export const hasBattery = (locationId: typeof deliveries.locationId) =>
  sql<boolean>`exists (select 1 from ${devices}
    where ${devices.locationId} = ${locationId} and ${devices.deviceType} = 'BATTERY')`;

const selectEnergies = (db: Db, where: SQL | undefined) =>
  db
    .select({
      controlId: deliveries.controlId,
      locationId: deliveries.locationId,
      customerId: locations.customerId,
      groupId: groupThen,
      beforeKw: deliveries.beforeKw,
      afterKw: deliveries.afterKw,
      ...valuedColumns,
      ownErrorKw: deliveries.ownErrorKw,
      sharedErrorKw: deliveries.sharedErrorKw,
      throughputKw: deliveries.throughputKw,
      lostKw: deliveries.lostKw,
      hasBattery: hasBattery(deliveries.locationId),
    })
    .from(deliveries)
    .innerJoin(controls, eq(controls.id, deliveries.controlId))
    .innerJoin(locations, eq(locations.id, deliveries.locationId))
    .innerJoin(customers, eq(customers.id, locations.customerId))
    .where(where);
/** The plan and the delivery of a control at a location, with its contract partner then. */
export type LocationEnergies = Awaited<ReturnType<typeof selectEnergies>>[number];

/** The locations of a control, of all customers or of one. */
export const readControlEnergies = (
  db: Db,
  controlId: string,
  customerId?: string,
): Promise<LocationEnergies[]> =>
  selectEnergies(
    db,
    and(
      eq(deliveries.controlId, controlId),
      customerId === undefined ? undefined : eq(locations.customerId, customerId),
    ),
  );

/** The controls that ran in `[from, to)` at locations of a customer. */
export async function readCustomerEnergies(db: Db, customerId: string, from: Date, to: Date) {
  const where = and(gt(controls.stopAt, from), lt(controls.timeFrom, to));
  const energies = await selectEnergies(db, and(eq(locations.customerId, customerId), where));
  const ids = new Set(energies.map(({ controlId }) => controlId));
  const rows =
    ids.size === 0
      ? []
      : await db
          .select()
          .from(controls)
          .where(inArray(controls.id, [...ids]));
  return { energies, controls: rows };
}
