import { sql } from "drizzle-orm";
import { toFloat32s } from "./binary-columns.ts";
import { findInBlocks, type FindValues } from "./block-finder.ts";
import { getHeldDay } from "./held-days.ts";
import type { Slot } from "./interval-slot.ts";
import { getStartMs } from "./read-slot.ts";
import { locationDays } from "./schema-series.ts";
import type { Db } from "./store.ts";

/** One stored interval as training input, in kW; flags as in the day. */
export interface TrainingSample {
  pv: number;
  load: number;
  actual: number;
  flags: number;
}

interface PackedSamples extends Record<string, unknown> {
  ordinals: Buffer | null;
  values: Buffer;
  flags: Buffer;
}

/**
 * Finds one interval (from 0) of a day at these locations, best in this order; undefined at locations
 * without that day. Read packed in one row, because each quarter-hour reads a whole fleet.
 */
export async function readTrainingSamples(
  db: Db,
  slot: Slot,
  locationIds: readonly string[],
): Promise<FindValues<TrainingSample>> {
  const held = getHeldDay(db, slot);
  if (held) {
    const found = held.valuesAt(slot, locationIds);
    return (id) => found.get(id);
  }
  const { find, lacking } = await findInBlocks(db, getStartMs(slot), locationIds);
  if (lacking.length === 0) return find;
  const others = await readFromDays(db, slot, lacking);
  return (id) => others.get(id) ?? find(id);
}

async function readFromDays(
  db: Db,
  { day, index }: Slot,
  locationIds: readonly string[],
): Promise<Map<string, TrainingSample>> {
  const samples = new Map<string, TrainingSample>();
  const at = sql`${index * 4 + 1}::int`;
  const { rows } = await db.execute<PackedSamples>(sql`
    select string_agg(int4send(ordinal::int4), ''::bytea) as ordinals,
      string_agg(substring(pv from ${at} for 4) || substring(load from ${at} for 4)
        || substring(actual from ${at} for 4), ''::bytea) as values,
      string_agg(substring(flags from ${index + 1}::int for 1), ''::bytea) as flags
    from unnest(${sql.param([...locationIds])}::text[]) with ordinality as r(id, ordinal)
    join ${locationDays} d on d.location_id = id and d.day = ${day}::date`);
  const { ordinals, values, flags } = rows[0]!;
  if (ordinals === null) return samples;
  const floats = toFloat32s(values);
  for (let i = 0; i < flags.length; i++)
    samples.set(locationIds[ordinals.readInt32BE(4 * i) - 1]!, {
      pv: floats[3 * i]!,
      load: floats[3 * i + 1]!,
      actual: floats[3 * i + 2]!,
      flags: flags[i]!,
    });
  return samples;
}
