import { and, gt, sql } from "drizzle-orm";
import type { Learned } from "../engine/forecast.ts";
import { profiles } from "./schema-series.ts";
import type { Db } from "./store.ts";

const CHUNK = 2_000;

const SLOTS = 96;

/**
 * What these locations have taught; a location that taught nothing yet is left out. Read without
 * drizzle's mapping, in one packed column: whole fleets are read with every control.
 */
export async function loadProfiles(
  db: Db,
  locationIds: readonly string[],
): Promise<Map<string, Learned>> {
  const { rows } = await db.execute<{ id: string; until: Date; packed: Buffer }>(sql`
    select location_id as id, until, pv || load || traits as packed from ${profiles}
    where location_id = any(${sql.param([...locationIds])})`);
  return new Map(rows.map(({ id, until, packed }) => [id, unpack(new Date(until), packed)]));
}

function unpack(until: Date, packed: Buffer): Learned {
  const all = new Float32Array(packed.length / 4);
  Buffer.from(all.buffer).set(packed);
  return {
    untilMs: until.getTime(),
    pvKw: all.subarray(0, SLOTS),
    loadKw: all.subarray(SLOTS, 2 * SLOTS),
    traits: all.subarray(2 * SLOTS),
  };
}

/** Replaces what these locations have taught. */
export async function saveProfiles(db: Db, learned: ReadonlyMap<string, Learned>): Promise<void> {
  const rows = [...learned].map(([locationId, { untilMs, pvKw, loadKw, traits }]) => ({
    locationId,
    until: new Date(untilMs),
    pv: pvKw,
    load: loadKw,
    traits,
  }));
  const excluded = (name: string) => sql.raw(`excluded.${name}`);
  const set = {
    until: excluded("until"),
    pv: excluded("pv"),
    load: excluded("load"),
    traits: excluded("traits"),
  };
  for (let i = 0; i < rows.length; i += CHUNK)
    await db
      .insert(profiles)
      .values(rows.slice(i, i + CHUNK))
      .onConflictDoUpdate({ target: profiles.locationId, set });
}

/** Forgets what locations taught where it goes beyond this moment: it is learned anew from their days. */
export const forgetProfiles = async (
  db: Db,
  locationIds: readonly string[],
  afterMs: number,
): Promise<void> =>
  void (await db
    .delete(profiles)
    .where(
      and(
        gt(profiles.until, new Date(afterMs)),
        sql`${profiles.locationId} = any(${sql.param([...locationIds])})`,
      ),
    ));
