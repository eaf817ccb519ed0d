import type { ControlEffect, ControlTarget, ControlType } from "../../lib/contract/index.ts";
import { floorQuarter, ispsTouched } from "../engine/calendar.ts";
import {
  controllableDevices,
  controlLocation,
  energyKwh,
  isControllable,
  toEffects,
} from "../engine/control.ts";
import { controlsAt, type LocationEffect } from "../store/controls.ts";
import { loadPlanBasis, type PlanBasis } from "../store/expectations.ts";
import { countLocations, loadSites, type StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";
import { storedIn } from "./expect.ts";

/** A control not yet accepted: what, where and when. */
export interface Draft {
  type: ControlType;
  target: ControlTarget;
  fromMs: number;
  toMs: number;
}

/** What a control would do, summed and per location. */
export interface Outcome {
  results: ControlEffect[];
  effects: LocationEffect[];
  devices: number;
  unsupported: number;
  overlapping: number;
  energyKwh: number;
}

/**
 * Computes a control over every location of its target: before is the plan in force, after the
 * plan with it. Locations without a forecast, or without a device that follows, change nothing;
 * the latter still count in `before` and `after`, which are the whole target's.
 */
export async function computeControl(db: Db, draft: Draft, nowMs: number): Promise<Outcome> {
  const sites = await loadSites(db, { kind: draft.target.kind, id: draft.target.id });
  const ids = sites.map((site) => site.locationId);
  const startMs = floorQuarter(nowMs);
  const basis = await loadPlanBasis(db, ids, startMs, draft.toMs);
  const earlier = await controlsAt(db, ids, startMs, draft.toMs);
  const parts = ispsTouched(draft.fromMs, draft.toMs);
  const before = new Float64Array(parts.length);
  const after = new Float64Array(parts.length);
  const effects: LocationEffect[] = [];
  const overlapped = new Set<string>();
  let devices = 0;
  for (const stored of sites) {
    const own = basis.get(stored.locationId);
    if (!own) continue;
    const running = earlier.get(stored.locationId) ?? [];
    const kw = effectAt(stored, own, running, draft, startMs, nowMs);
    kw.beforeKw.forEach((value, i) => (before[i]! += value));
    kw.afterKw.forEach((value, i) => (after[i]! += value));
    if (!isControllable(stored.site)) continue;
    devices += controllableDevices(stored.site);
    effects.push({
      locationId: stored.locationId,
      beforeKw: Float32Array.from(kw.beforeKw),
      afterKw: Float32Array.from(kw.afterKw),
    });
    for (const control of running)
      if (control.fromMs < draft.toMs && control.toMs > draft.fromMs) overlapped.add(control.id);
  }
  const results = toEffects(parts, before, after);
  return {
    results,
    effects,
    devices,
    unsupported: (await countLocations(db, draft.target)) - effects.length,
    overlapping: overlapped.size,
    energyKwh: energyKwh(results),
  };
}

function effectAt(
  stored: StoredSite,
  basis: PlanBasis,
  earlier: Parameters<typeof controlLocation>[0]["earlier"],
  draft: Draft,
  startMs: number,
  nowMs: number,
) {
  return controlLocation(
    {
      site: stored.site,
      expected: { startMs, pvKw: basis.pv, loadKw: basis.load },
      storedKwh: storedIn(stored.site, basis.stored?.kwh),
      storedAtMs: basis.stored?.atMs ?? nowMs,
      earlier,
    },
    { type: draft.type, fromMs: draft.fromMs, toMs: draft.toMs },
    nowMs,
  );
}
