import { and, eq, ne, sql } from "drizzle-orm";
import { customers, locations } from "./schema.ts";
import { controls, deliveries } from "./schema-controls.ts";
import type { Db } from "./store.ts";

/** What a control may change: a group of a zone, or (null) all of the zone. */
export interface AcceptanceScope {
  zone: string;
  groupId: string | null;
}

const ACCEPTANCE_LOCK = 7_204_115;
const ORDER_LOCK = 7_204_116;
const scopeLock = (name: string) => sql`hashtextextended(${name}, ${ACCEPTANCE_LOCK}::bigint)`;

/**
 * Serialises the acceptance of controls that may share locations, so that each sees all earlier ones;
 * ends with `tx`. Controls of different groups do not wait for each other.
 */
export async function lockAcceptance(tx: Db, { zone, groupId }: AcceptanceScope): Promise<void> {
  const all = sql`pg_advisory_xact_lock_shared(${ACCEPTANCE_LOCK}::bigint)`;
  const zoneLock = scopeLock(`zone ${zone}`);
  await tx.execute(
    groupId === null
      ? sql`select ${all}, pg_advisory_xact_lock(${zoneLock})`
      : sql`select ${all}, pg_advisory_xact_lock_shared(${zoneLock}),
          pg_advisory_xact_lock(${scopeLock(`group ${groupId}`)})`,
  );
}

/**
 * Locks the acceptance of a target. If a control of it is stopped as well, the one with this id, it also locks that
 * of the groups to which some of its locations were moved since.
 */
export async function lockStopping(
  tx: Db,
  scope: AcceptanceScope,
  id: string | null | undefined,
): Promise<void> {
  await lockAcceptance(tx, scope);
  if (!id || scope.groupId === null) return;
  const rows = await tx
    .selectDistinct({ groupId: customers.groupId })
    .from(deliveries)
    .innerJoin(locations, eq(locations.id, deliveries.locationId))
    .innerJoin(customers, eq(customers.id, locations.customerId))
    .where(and(eq(deliveries.controlId, id), ne(customers.groupId, scope.groupId)));
  await lockMembers(
    tx,
    rows.map(({ groupId }) => groupId),
  );
}

/** Waits until no control is being accepted, and lets none be until `tx` ends. */
export const lockAllAcceptance = async (tx: Db): Promise<void> =>
  void (await tx.execute(sql`select pg_advisory_xact_lock(${ACCEPTANCE_LOCK}::bigint)`));

/**
 * Serialises changes of these groups' members with controls of the groups, so that no location is
 * controlled in two groups at once; ends with `tx`.
 */
export async function lockMembers(tx: Db, groupIds: readonly (string | null)[]): Promise<void> {
  const named = groupIds.filter((id) => id !== null).toSorted();
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${ACCEPTANCE_LOCK}::bigint)`);
  for (const id of named)
    await tx.execute(sql`select pg_advisory_xact_lock(${scopeLock(`group ${id}`)})`);
}

/**
 * Gives a control its place in the order of acceptance. Controls take it one at a time, last in their
 * transactions: an earlier place never becomes visible after a later one.
 */
export async function placeInOrder(tx: Db, id: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ORDER_LOCK}::bigint)`);
  await tx.execute(sql`update ${controls} set seq = default where ${eq(controls.id, id)}`);
}
