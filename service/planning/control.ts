import { setImmediate } from "node:timers/promises";
import type { ControlEffect, ControlTarget, ControlType } from "../../lib/contract/index.ts";
import { floorQuarter, getIspParts, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import {
  cancelLocation,
  controllableDevices,
  controlLocation,
  energyKwh,
  isControllable,
  toEffects,
  type Effect,
  type LocationPlan,
} from "../engine/control.ts";
import { forecast, type ForecastModel } from "../engine/forecast.ts";
import { controlsAt, type ControlAt, type LocationEffect } from "../store/controls.ts";
import { recentReporters, loadStored, type Stored } from "../store/live-state.ts";
import { countLocations, loadSites, type Selection, type StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";
import { loadCurrentModels } from "./forecast-training.ts";
import { storedIn } from "./flexibility-forecast.ts";

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
  unsupportedDevices: number;
  noRecentData: number;
  /** Earlier controls that lose minutes to this one. */
  overlapping: string[];
  energyKwh: number;
}

interface Plan extends LocationPlan {
  earlier: readonly ControlAt[];
}
interface Window {
  fromMs: number;
  toMs: number;
}

/** The plans in force at the selected locations, as far as a window needs them. */
export async function computePlans(
  db: Db,
  sites: readonly StoredSite[],
  window: Window,
  nowMs: number,
) {
  const ids = sites.map((site) => site.locationId);
  const quarterMs = floorQuarter(nowMs);
  const learned = await loadCurrentModels(db, sites, quarterMs);
  const stored = await loadStored(db, ids);
  const earlier = await controlsAt(db, ids, quarterMs, window.toMs);
  return (site: StoredSite): Plan =>
    computePlan(site, learned.get(site.locationId)!, window, nowMs, {
      stored: stored.get(site.locationId),
      earlier: earlier.get(site.locationId) ?? [],
    });
}

/** Without a battery nothing before the window matters to what happens in it. */
function computePlan(
  { site }: StoredSite,
  learned: ForecastModel,
  window: Window,
  nowMs: number,
  { stored, earlier }: { stored: Stored | undefined; earlier: readonly ControlAt[] },
): Plan {
  const startMs = floorQuarter(site.batteries.length > 0 ? nowMs : window.fromMs);
  const quarters = Math.ceil((window.toMs - startMs) / QUARTER_MS);
  return {
    site,
    expected: forecast(site, learned, startMs, quarters),
    storedKwh: storedIn(site, stored?.kwh),
    storedAtMs: stored?.atMs ?? nowMs,
    earlier,
  };
}

/** Net injection a site is not to go past in a control's direction, in kW; null when not known. */
export function limitKw(type: ControlType, { site }: StoredSite): number | null {
  if (type === "ZERO_EXPORT") return 0;
  if (site.connectionLimitKw === null) return null;
  return type === "MAX_PRODUCTION" ? site.connectionLimitKw : -site.connectionLimitKw;
}

/** Locations worked on before other requests have their turn. */
const LOCATIONS_PER_TURN = 500;

/** Effects of a window added up over locations, location after location. */
class Sum {
  private readonly parts;
  private readonly beforeKw;
  private readonly afterKw;

  constructor({ fromMs, toMs }: Window) {
    this.parts = getIspParts(fromMs, toMs);
    this.beforeKw = new Float64Array(this.parts.length);
    this.afterKw = new Float64Array(this.parts.length);
  }

  add({ beforeKw, afterKw }: Effect): void {
    for (let i = 0; i < this.parts.length; i++) {
      this.beforeKw[i]! += beforeKw[i]!;
      this.afterKw[i]! += afterKw[i]!;
    }
  }

  results(): ControlEffect[] {
    return toEffects(this.parts, this.beforeKw, this.afterKw);
  }
}

/**
 * Computes a control over every location of its target: before is the plan in force, after the
 * plan with it. Locations without a device that follows change nothing; they still count in
 * `before` and `after`, which are the whole target's.
 */
export async function computeControl(db: Db, draft: Draft, nowMs: number): Promise<Outcome> {
  const target: Selection = { kind: draft.target.kind, id: draft.target.id };
  const sites = await loadSites(db, target);
  const planAt = await computePlans(db, sites, draft, nowMs);
  const heard = await recentReporters(
    db,
    sites.map((site) => site.locationId),
    new Date(nowMs),
  );
  const sum = new Sum(draft);
  const effects: LocationEffect[] = [];
  const overlapped = new Set<string>();
  const devices = { addressed: 0, unsupported: 0, noRecentData: 0 };
  for (const [i, stored] of sites.entries()) {
    if (i % LOCATIONS_PER_TURN === 0) await setImmediate();
    const plan = planAt(stored);
    const kw = controlLocation(plan, draft, nowMs);
    sum.add(kw);
    const controllable = controllableDevices(stored.site);
    devices.addressed += controllable;
    devices.unsupported += stored.site.panels.length + stored.site.batteries.length - controllable;
    if (!isControllable(stored.site)) continue;
    if (!heard.has(stored.locationId)) devices.noRecentData += 1;
    effects.push(toLocationEffect(stored, kw, controllable, limitKw(draft.type, stored)));
    for (const control of plan.earlier)
      if (control.fromMs < draft.toMs && control.toMs > draft.fromMs) overlapped.add(control.id);
  }
  const results = sum.results();
  return {
    results,
    effects,
    devices: devices.addressed,
    unsupported: (await countLocations(db, target)) - effects.length,
    unsupportedDevices: devices.unsupported,
    noRecentData: devices.noRecentData,
    overlapping: [...overlapped],
    energyKwh: energyKwh(results),
  };
}

const toLocationEffect = (
  { locationId }: StoredSite,
  { beforeKw, afterKw }: Effect,
  devices: number,
  limit: number | null,
): LocationEffect => ({
  locationId,
  beforeKw: Float32Array.from(beforeKw),
  afterKw: Float32Array.from(afterKw),
  devices,
  limitKw: limit,
});

/** What stopping a control at `window.fromMs` gives back, over the locations it touches. */
export async function computeCancel(
  db: Db,
  controlId: string,
  locationIds: readonly string[],
  window: Window,
  nowMs: number,
): Promise<ControlEffect[]> {
  const sites = await loadSites(db, { kind: "locations", ids: locationIds });
  const planAt = await computePlans(db, sites, window, nowMs);
  const sum = new Sum(window);
  for (const [i, stored] of sites.entries()) {
    if (i % LOCATIONS_PER_TURN === 0) await setImmediate();
    const plan = planAt(stored);
    const cancelled = plan.earlier.find((control) => control.id === controlId);
    sum.add(cancelLocation(plan, (control) => control === cancelled, window, nowMs));
  }
  return sum.results();
}
