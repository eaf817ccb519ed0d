import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { hasFrozen, readPartitions } from "../store/partitions.ts";
import type { StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";
import type { FleetEntry } from "./fleet-entries.ts";

/**
 * Finds until when the model of a location is trained for plans in a quarter-hour: until its start
 * once the partition of the location has frozen the forecast of it, and a quarter-hour less before, so
 * that plans do not do the work of the turn. It is the same at each instance.
 */
async function readModelQuarters(
  db: Db,
  quarterMs: number,
): Promise<(stored: StoredSite) => number> {
  const all = await readPartitions(db);
  const until = all.map((one) => (hasFrozen(one, quarterMs) ? quarterMs : quarterMs - QUARTER_MS));
  return ({ hash }) => until[hash & (all.length - 1)] ?? quarterMs;
}

/**
 * The entries whose models must be trained for plans in a quarter-hour, by the moment until which. A
 * model that was trained for longer is not trained again.
 */
export async function divideDue(
  db: Db,
  outdated: readonly FleetEntry[],
  quarterMs: number,
): Promise<Map<number, FleetEntry[]>> {
  const due = new Map<number, FleetEntry[]>();
  if (outdated.length === 0) return due;
  const quarterOf = await readModelQuarters(db, quarterMs);
  for (const entry of outdated) {
    const untilMs = quarterOf(entry.stored);
    if (entry.modelMs >= untilMs) continue;
    const same = due.get(untilMs);
    if (same) same.push(entry);
    else due.set(untilMs, [entry]);
  }
  return due;
}
