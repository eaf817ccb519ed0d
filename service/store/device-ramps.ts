import { and, sql } from "drizzle-orm";
import type { RampEstimate } from "../engine/ramp.ts";
import { anyOf } from "./any-of.ts";
import { toBuffer } from "./binary-columns.ts";
import { liveState } from "./schema-series.ts";
import type { Db } from "./store.ts";

const NUMBERS = 3;

/** How fast the devices of these locations reach a setpoint, in order of their ids, by location. */
export async function loadDeviceRamps(
  db: Db,
  locationIds: readonly string[],
): Promise<Map<string, RampEstimate[]>> {
  const rows = await db
    .select({ id: liveState.locationId, ramps: liveState.ramps })
    .from(liveState)
    .where(and(sql`length(${liveState.ramps}) > 0`, anyOf(liveState.locationId, locationIds)));
  return new Map(rows.map(({ id, ramps }) => [id, unpack(ramps)]));
}

function unpack(numbers: Float32Array): RampEstimate[] {
  return Array.from({ length: numbers.length / NUMBERS }, (_, device) => {
    const [first, second, changes] = numbers.subarray(device * NUMBERS, (device + 1) * NUMBERS);
    return { first: first!, second: second!, changes: changes! };
  });
}

/** A location's ramps as they are stored. */
export const packRamps = (ramps: readonly RampEstimate[]): Float32Array =>
  Float32Array.from(ramps.flatMap(({ first, second, changes }) => [first, second, changes]));

/** Saves the ramps of locations that have reported. */
export async function saveDeviceRamps(
  tx: Db,
  ramps: ReadonlyMap<string, readonly RampEstimate[]>,
): Promise<void> {
  const bytes = [...ramps.values()].map((own) => toBuffer(packRamps(own)));
  await tx.execute(sql`
    update ${liveState} l set ramps = v.ramps
    from unnest(${sql.param([...ramps.keys()])}::text[], ${sql.param(bytes)}::bytea[])
      as v(location_id, ramps)
    where l.location_id = v.location_id`);
}
