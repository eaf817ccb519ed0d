import { sql } from "drizzle-orm";
import { toBuffer } from "./binary-columns.ts";
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
  { part, parts }: { part: number; parts: number },
  byLocation: ReadonlyMap<string, PartInForce>,
): Promise<void> {
  const blank = toBuffer(new Float32Array(parts).fill(NaN));
  const all = [...byLocation.values()];
  const packed = (name: keyof PartInForce) =>
    sql`${sql.param(all.map((one) => toBuffer(Float32Array.of(one[name]))))}::bytea[]`;
  const placed = (column: string) => sql`${sql.raw(column)} =
    overlay(coalesce(d.${sql.raw(column)}, ${blank}::bytea)
      placing v.${sql.raw(column)} from ${part * 4 + 1}::int)`;
  await tx.execute(sql`
    update ${deliveries} d set ${placed("in_force_kw")}, ${placed("in_force_export_kw")}
    from unnest(${sql.param([...byLocation.keys()])}::text[], ${packed("inForceKw")},
      ${packed("inForceExportKw")}) as v(location_id, in_force_kw, in_force_export_kw)
    where d.control_id = ${controlId} and d.location_id = v.location_id`);
}
