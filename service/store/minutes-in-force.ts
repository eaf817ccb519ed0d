import { sql } from "drizzle-orm";
import { packPart, placePart } from "./deliveries.ts";
import { deliveries } from "./schema-controls.ts";
import type { Db } from "./store.ts";

/** What changed in an interval while a control was in force, against none, in kW over the interval. */
export interface PartInForce {
  inForceKw: number;
  /** The share of it in the export of the location. */
  inForceExportKw: number;
}

/** Stores it of one of a control's `parts` intervals, by location. */
export async function writePartInForce(
  tx: Db,
  controlId: string,
  of: { part: number; parts: number },
  byLocation: ReadonlyMap<string, PartInForce>,
): Promise<void> {
  const all = [...byLocation.values()];
  await tx.execute(sql`
    update ${deliveries} d set ${placePart(sql`in_force_kw`, of)},
      ${placePart(sql`in_force_export_kw`, of)}
    from unnest(${sql.param([...byLocation.keys()])}::text[],
      ${packPart(all.map(({ inForceKw }) => inForceKw))},
      ${packPart(all.map(({ inForceExportKw }) => inForceExportKw))})
      as v(location_id, in_force_kw, in_force_export_kw)
    where d.control_id = ${controlId} and d.location_id = v.location_id`);
}
