import { and, eq, inArray, sql } from "drizzle-orm";
import {
  exclusionReason,
  type ControlExclusion,
  type ExclusionReason,
} from "../../lib/contract/index.ts";
import { anyOf } from "./any-of.ts";
import { controls } from "./schema-controls.ts";
import { controlExclusions } from "./schema-preferences.ts";
import { locations } from "./schema.ts";
import type { Db } from "./store.ts";

interface Exclusions {
  controlIds: readonly string[];
  customerIds: readonly string[];
}

interface CustomerCount extends ControlExclusion {
  controlId: string;
}

/** The reason for which a customer counts whose locations are excluded for several. */
export const getFirstReason = (reasons: readonly ExclusionReason[]): ExclusionReason =>
  exclusionReason.options.find((reason) => reasons.includes(reason))!;

/** What excludes locations of some customers from these controls, by control, customer and reason. */
async function countByCustomer(
  db: Db,
  { controlIds, customerIds }: Exclusions,
): Promise<CustomerCount[]> {
  const { controlId, timeFrom, timeTo, reason } = controlExclusions;
  const excluded = db
    .select({
      controlId,
      customerId: locations.customerId,
      reason: sql<ExclusionReason>`(array_agg(${reason} order by ${timeFrom}))[1]`.as("reason"),
      isWhole: sql<boolean>`sum(${timeTo} - ${timeFrom})
        >= min(${controls.timeTo} - ${controls.timeFrom})`.as("is_whole"),
    })
    .from(controlExclusions)
    .innerJoin(controls, eq(controls.id, controlId))
    .innerJoin(locations, eq(locations.id, controlExclusions.locationId))
    .where(and(inArray(controlId, [...controlIds]), anyOf(locations.customerId, customerIds)))
    .groupBy(controlId, locations.customerId, controlExclusions.locationId)
    .as("excluded");
  const rows = await db
    .select({
      controlId: excluded.controlId,
      customerId: excluded.customerId,
      reason: excluded.reason,
      locations: sql<number>`count(*) filter (where ${excluded.isWhole})`.mapWith(Number),
      partial: sql<number>`count(*) filter (where not ${excluded.isWhole})`.mapWith(Number),
    })
    .from(excluded)
    .groupBy(excluded.controlId, excluded.customerId, excluded.reason);
  const reasons = new Map<string, ExclusionReason[]>();
  const toKey = (row: (typeof rows)[number]) => `${row.controlId} ${row.customerId}`;
  for (const row of rows) reasons.set(toKey(row), [...(reasons.get(toKey(row)) ?? []), row.reason]);
  return rows.map((row) => ({
    controlId: row.controlId,
    reason: row.reason,
    customers: getFirstReason(reasons.get(toKey(row))!) === row.reason ? 1 : 0,
    locations: row.locations,
    partial: row.partial,
  }));
}

/** The sums of counts by reason, some of them subtracted. */
function sumCounts(
  added: readonly ControlExclusion[],
  subtracted: readonly ControlExclusion[] = [],
): ControlExclusion[] {
  const sums = exclusionReason.options.map((reason) => {
    const sum = { reason, customers: 0, locations: 0, partial: 0 };
    for (const [counts, sign] of [[added, 1] as const, [subtracted, -1] as const])
      for (const count of counts.filter((one) => one.reason === reason)) {
        sum.customers += sign * count.customers;
        sum.locations += sign * count.locations;
        sum.partial += sign * count.partial;
      }
    return sum;
  });
  return sums.filter(({ locations, partial }) => locations + partial > 0);
}

/**
 * Changes exclusions of locations of some customers from controls, and with them what these controls
 * say of their exclusions.
 */
export async function withExclusionCounts(
  tx: Db,
  exclusions: Exclusions,
  change: () => Promise<void>,
): Promise<void> {
  if (exclusions.controlIds.length === 0) return;
  // In one order: others may change the counts of the same controls at this moment.
  const rows = await tx
    .select({ id: controls.id, excluded: controls.excluded })
    .from(controls)
    .where(inArray(controls.id, [...exclusions.controlIds]))
    .orderBy(controls.id)
    .for("no key update");
  const before = await countByCustomer(tx, exclusions);
  await change();
  const after = await countByCustomer(tx, exclusions);
  for (const { id, excluded } of rows) {
    const isOfIt = ({ controlId }: CustomerCount) => controlId === id;
    await tx
      .update(controls)
      .set({ excluded: sumCounts([...excluded, ...after.filter(isOfIt)], before.filter(isOfIt)) })
      .where(eq(controls.id, id));
  }
}

/** What excludes locations of a customer from a control that addressed them. */
export const readCustomerExclusions = async (
  db: Db,
  controlId: string,
  customerId: string,
): Promise<ControlExclusion[]> =>
  sumCounts(await countByCustomer(db, { controlIds: [controlId], customerIds: [customerId] }));
