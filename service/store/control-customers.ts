import { and, eq, gt, isNull } from "drizzle-orm";
import { atLocationsInScope, type RestrictionScope } from "./key-restrictions.ts";
import { deliveries } from "./schema-controls.ts";
import { locations } from "./schema.ts";
import type { Db } from "./store.ts";

/** The customers with a delivery of a control at one of their locations, by id, after one of them. */
export async function listControlCustomerIds(
  db: Db,
  controlId: string,
  { after, limit }: { after: string | undefined; limit: number },
  reach: RestrictionScope,
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: locations.customerId })
    .from(deliveries)
    .innerJoin(locations, eq(locations.id, deliveries.locationId))
    .where(
      and(
        eq(deliveries.controlId, controlId),
        isNull(locations.deletedAt),
        after === undefined ? undefined : gt(locations.customerId, after),
        atLocationsInScope(db, deliveries.locationId, reach),
      ),
    )
    .orderBy(locations.customerId)
    .limit(limit);
  return rows.map(({ id }) => id);
}
