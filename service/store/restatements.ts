import { and, eq, sql } from "drizzle-orm";
import type { ControlShift } from "../../lib/contract/index.ts";
import { anyOf } from "./any-of.ts";
import { toBuffer } from "./binary-columns.ts";
import { controlRestatements, deliveries } from "./schema-controls.ts";
import type { Db } from "./store.ts";

/** Locations of one statement. */
const CHUNK = 10_000;

/**
 * The change that a control, accepted or cancelled later, makes in the window of an earlier one.
 */
export interface Restatement {
  controlId: string;
  results: ControlShift[];
  /** The change in kW at each location; a value for each interval of the earlier control. */
  locations: ReadonlyMap<string, Float32Array>;
}

/** Stores the changes that a newly accepted or cancelled control makes in earlier ones. */
export async function insertRestatements(
  tx: Db,
  cause: { causeId: string; cancelled: boolean; time: Date },
  restatements: readonly Restatement[],
): Promise<void> {
  for (const { controlId, results, locations } of restatements) {
    await tx.insert(controlRestatements).values({ controlId, ...cause, results });
    const ids = [...locations.keys()];
    for (let i = 0; i < ids.length; i += CHUNK)
      await addRestated(tx, controlId, ids.slice(i, i + CHUNK), locations);
  }
}

async function addRestated(
  tx: Db,
  controlId: string,
  ids: readonly string[],
  changes: Restatement["locations"],
): Promise<void> {
  const { locationId, restatedKw } = deliveries;
  const existing = await tx
    .select({ locationId, restatedKw })
    .from(deliveries)
    .where(and(eq(deliveries.controlId, controlId), anyOf(locationId, ids)));
  const sums = existing.map((row) => {
    const change = changes.get(row.locationId)!;
    return toBuffer(change.map((kw, part) => kw + (row.restatedKw?.[part] ?? 0)));
  });
  await tx.execute(sql`
    update ${deliveries} e set restated_kw = v.kw
    from unnest(${sql.param(existing.map((row) => row.locationId))}::text[], ${sql.param(sums)}::bytea[])
      as v(location_id, kw)
    where e.control_id = ${controlId} and e.location_id = v.location_id`);
}
