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
  const outcome = await computeControl(db, plans, draft, nowMs, () => ({
    add: (locationId, { beforeKw, afterKw }) => {
      effects.push({
        stored: members.get(locationId)!,
        beforeKw: Float32Array.from(beforeKw),
        afterKw: Float32Array.from(afterKw),
      });
    },
    exclude: () => undefined,
    isWriting: false,
    end: async () => undefined,
    abort: async () => undefined,
  }));
  return { outcome, effects };
}
