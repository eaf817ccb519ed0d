import { and, eq, lt, sql } from "drizzle-orm";
import type { PanelGain } from "../engine/sky-field.ts";
import { anyOf } from "./any-of.ts";
import { toBuffer } from "./binary-columns.ts";
import { getHeld, type HeldRows } from "./held-rows.ts";
import { liveState, skyObservations } from "./schema-series.ts";
import type { Db } from "./store.ts";

/** Replaces the cells that a partition observed of a quarter-hour's sky. */
export async function saveSky(
  tx: Db,
  quarterMs: number,
  partition: number,
  cells: Float64Array,
): Promise<void> {
  await tx
    .insert(skyObservations)
    .values({ quarter: new Date(quarterMs), partition, cells })
    .onConflictDoUpdate({
      target: [skyObservations.quarter, skyObservations.partition],
      set: { cells },
    });
}

/** The cells that a partition observed; `version` is another one when they are replaced. */
export interface SkyPart {
  partition: number;
  version: string;
  cells: Float64Array;
}

/** Changes with each write of a row. */
const version = sql<string>`xmin::text`;

/** The versions of what each partition observed of a quarter-hour's sky, in order of the partitions. */
export const readSkyVersions = (db: Db, quarterMs: number): Promise<Omit<SkyPart, "cells">[]> =>
  db
    .select({ partition: skyObservations.partition, version })
    .from(skyObservations)
    .where(eq(skyObservations.quarter, new Date(quarterMs)))
    .orderBy(skyObservations.partition);

/** What each partition, or each of `some`, observed of a quarter-hour's sky, in order of the partitions. */
export const loadSkyParts = (
  db: Db,
  quarterMs: number,
  some?: readonly number[],
): Promise<SkyPart[]> =>
  db
    .select({ partition: skyObservations.partition, version, cells: skyObservations.cells })
    .from(skyObservations)
    .where(
      and(
        eq(skyObservations.quarter, new Date(quarterMs)),
        some && sql`${skyObservations.partition} = any(${sql.param([...some])}::int[])`,
      ),
    )
    .orderBy(skyObservations.partition);

/** Deletes the skies of quarter-hours before this moment. */
export const pruneSky = async (db: Db, beforeMs: number): Promise<void> =>
  void (await db.delete(skyObservations).where(lt(skyObservations.quarter, new Date(beforeMs))));

/** The panel gains of these locations, by location. */
export async function loadPanelGains(
  db: Db,
  locationIds: readonly string[],
): Promise<Map<string, PanelGain>> {
  const held = getHeld(db, HeldGains);
  if (held) return held.get(locationIds);
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
  const held = getHeld(tx, HeldGains);
  if (held) return held.change(gains);
  const pairs = Float32Array.from(
    [...gains.values()].flatMap(({ measuredKw, modelledKw }) => [measuredKw, modelledKw]),
  );
  await tx.execute(sql`
    update ${liveState} l set panel_gain = v.gain
    from (select location_id, substr(packed, (n::int - 1) * 8 + 1, 8) as gain
      from (select ${toBuffer(pairs)}::bytea as packed) as p,
        unnest(string_to_array(${[...gains.keys()].join(",")}, ',')) with ordinality
          as u(location_id, n) offset 0) as v
    where l.location_id = v.location_id`);
}

/** The panel gains of locations, whose minutes are locked. */
export class HeldGains implements HeldRows {
  private readonly changed = new Set<string>();

  constructor(private readonly gains: Map<string, PanelGain>) {}

  static async read(tx: Db, locationIds: readonly string[]): Promise<HeldGains> {
    return new HeldGains(await loadPanelGains(tx, locationIds));
  }

  get(locationIds: readonly string[]): Map<string, PanelGain> {
    const found = new Map<string, PanelGain>();
    for (const id of locationIds) {
      const gain = this.gains.get(id);
      if (gain) found.set(id, gain);
    }
    return found;
  }

  change(gains: ReadonlyMap<string, PanelGain>): void {
    for (const [id, { measuredKw, modelledKw }] of gains) {
      // In single precision, as it will be read back.
      const stored = { measuredKw: Math.fround(measuredKw), modelledKw: Math.fround(modelledKw) };
      this.gains.set(id, stored);
      this.changed.add(id);
    }
  }

  write(tx: Db): Promise<void> {
    return savePanelGains(tx, this.get([...this.changed]));
  }
}
