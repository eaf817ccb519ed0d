import { eq, lt, sql } from "drizzle-orm";
import type { PanelGain } from "../engine/sky-field.ts";
import { anyOf } from "./any-of.ts";
import { toBuffer } from "./binary-columns.ts";
import { liveState, skyObservations } from "./schema-series.ts";
import type { Db } from "./store.ts";

/** Replaces the cells of a quarter-hour's sky. */
export async function saveSky(tx: Db, quarterMs: number, cells: Float64Array): Promise<void> {
  const quarter = new Date(quarterMs);
  await tx
    .insert(skyObservations)
    .values({ quarter, cells })
    .onConflictDoUpdate({ target: skyObservations.quarter, set: { cells } });
}

/** The cells of a quarter-hour's sky; empty if it was not observed. */
export async function loadSky(db: Db, quarterMs: number): Promise<Float64Array> {
  const [row] = await db
    .select()
    .from(skyObservations)
    .where(eq(skyObservations.quarter, new Date(quarterMs)));
  return row?.cells ?? new Float64Array();
}

/** Deletes the skies of quarter-hours before this moment. */
export const pruneSky = async (db: Db, beforeMs: number): Promise<void> =>
  void (await db.delete(skyObservations).where(lt(skyObservations.quarter, new Date(beforeMs))));

/** The panel gains of these locations, by location. */
export async function loadPanelGains(
  db: Db,
  locationIds: readonly string[],
): Promise<Map<string, PanelGain>> {
  const rows = await db
    .select({ id: liveState.locationId, gain: liveState.panelGain })
    .from(liveState)
    .where(anyOf(liveState.locationId, locationIds));
  return new Map(
    rows
      .filter(({ gain }) => gain.length === 2)
      .map(({ id, gain }) => [id, { measuredKw: gain[0]!, modelledKw: gain[1]! }]),
  );
}

/** Saves the panel gains of locations that have reported. */
export async function savePanelGains(tx: Db, gains: ReadonlyMap<string, PanelGain>): Promise<void> {
  if (gains.size === 0) return;
  const bytes = [...gains.values()].map(({ measuredKw, modelledKw }) =>
    toBuffer(Float32Array.of(measuredKw, modelledKw)),
  );
  await tx.execute(sql`
    update ${liveState} l set panel_gain = v.gain
    from unnest(${sql.param([...gains.keys()])}::text[], ${sql.param(bytes)}::bytea[])
      as v(location_id, gain)
    where l.location_id = v.location_id`);
}
