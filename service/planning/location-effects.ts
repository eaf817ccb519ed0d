import type { StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";
import { computeControl, type Draft, type Outcome } from "./control.ts";
import type { LocationPlans } from "./location-plans.ts";

/** The energies of a control at a location in each part of its window, as averages in kW. */
export interface LocationEffect {
  stored: StoredSite;
  beforeKw: Float32Array;
  afterKw: Float32Array;
}

/** Computes a control that is not recorded, with its effect at each location. */
export async function computeEffects(
  db: Db,
  plans: LocationPlans,
  draft: Draft,
  nowMs: number,
): Promise<{ outcome: Outcome; effects: LocationEffect[] }> {
  const members = new Map(plans.members.map(({ stored }) => [stored.locationId, stored]));
  const effects: LocationEffect[] = [];
  const outcome = await computeControl(db, plans, draft, nowMs, async (saved) => {
    const { locationIds, parts, beforeKw, afterKw } = saved;
    for (const [i, locationId] of locationIds.entries())
      effects.push({
        stored: members.get(locationId)!,
        beforeKw: beforeKw.slice(i * parts, (i + 1) * parts),
        afterKw: afterKw.slice(i * parts, (i + 1) * parts),
      });
  });
  return { outcome, effects };
}
