import { setImmediate } from "node:timers/promises";
import type {
  ControlEffect,
  ControlShift,
  ControlTarget,
  ControlType,
} from "../../lib/contract/index.ts";
import { floorQuarter, getIspParts, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import {
  AFTERMATH_MS,
  cancelLocation,
  controllableDevices,
  controlLocation,
  energyKwh,
  isControllable,
  toEffects,
  toShifts,
  type Effect,
  type LocationChange,
  type LocationPlan,
} from "../engine/control.ts";
import { forecast, type ForecastModel } from "../engine/forecast.ts";
import type { Site } from "../engine/site.ts";
import {
  controlsAt,
  type ControlAt,
  type LocationEffect,
  type Restatement,
} from "../store/controls.ts";
import { recentReporters, loadStored, type Stored } from "../store/live-state.ts";
import { countLocations, loadSites, type StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";
import { loadCurrentModels } from "./forecast-training.ts";
import { storedIn } from "./flexibility-forecast.ts";
import { loadRamps, withRamps } from "./ramps.ts";

/** A control before acceptance: direction, target and window. */
export interface Draft {
  type: ControlType;
  target: ControlTarget;
  fromMs: number;
  toMs: number;
}

/** The effect of a control, in total and per location. */
export interface Outcome {
  results: ControlEffect[];
  effects: LocationEffect[];
  devices: number;
  unsupported: number;
  unsupportedDevices: number;
  noRecentData: number;
  /** Earlier controls that this one overrides for some minutes. */
  overlapping: string[];
  energyKwh: number;
  /** Its change after its window, outside of other controls. */
  rebound: ControlShift[];
  reboundKwh: number;
  /** Its change in the windows of earlier controls, after its own window. */
  restatements: Restatement[];
}

interface Plan extends LocationPlan {
  earlier: readonly ControlAt[];
}
interface Window {
  fromMs: number;
  toMs: number;
}

/** The plans in force at the selected locations, as far as a window requires, and their models. */
async function computePlans(db: Db, sites: readonly StoredSite[], window: Window, nowMs: number) {
  const ids = sites.map((site) => site.locationId);
  const quarterMs = floorQuarter(nowMs);
  const learned = await loadCurrentModels(db, sites, quarterMs);
  const stored = await loadStored(db, ids);
  const earlier = await controlsAt(db, ids, quarterMs, window.toMs + AFTERMATH_MS);
  const ramps = await loadRamps(db, ids);
  const planAt = (site: StoredSite): Plan =>
    computePlan(withRamps(site, ramps), learned.get(site.locationId)!, window, nowMs, {
      stored: stored.get(site.locationId),
      earlier: earlier.get(site.locationId) ?? [],
    });
  return { planAt, learned };
}

/** The locations of a control's target, their plans without it, and their forecast models. */
export interface Prepared {
  sites: readonly StoredSite[];
  planAt(site: StoredSite): Plan;
  learned: ReadonlyMap<string, ForecastModel>;
}

/** Loads what computing a control requires. */
export async function prepareControl(db: Db, draft: Draft, nowMs: number): Promise<Prepared> {
  const sites = await loadSites(db, draft.target);
  return { sites, ...(await computePlans(db, sites, draft, nowMs)) };
}

/** Without a battery, the time before the window does not affect the plan in it. */
function computePlan(
  site: Site,
  learned: ForecastModel,
  window: Window,
  nowMs: number,
  { stored, earlier }: { stored: Stored | undefined; earlier: readonly ControlAt[] },
): Plan {
  const startMs = floorQuarter(site.batteries.length > 0 ? nowMs : window.fromMs);
  const forecastFrom = (fromMs: number, toMs: number) =>
    forecast(site, learned, fromMs, Math.ceil((toMs - fromMs) / QUARTER_MS));
  return {
    site,
    expected: forecastFrom(startMs, window.toMs),
    expectedUntil: (toMs) => forecastFrom(floorQuarter(window.toMs), toMs),
    storedKwh: storedIn(site, stored?.kwh),
    storedAtMs: stored?.atMs ?? nowMs,
    earlier,
  };
}

/** The limit of a site's net injection in a control's direction in kW; null if unknown. */
export function limitKw(type: ControlType, { site }: StoredSite): number | null {
  if (type === "ZERO_EXPORT") return 0;
  if (site.connectionLimitKw === null) return null;
  return type === "MAX_PRODUCTION" ? site.connectionLimitKw : -site.connectionLimitKw;
}

/** Locations computed before other requests get a turn. */
const LOCATIONS_PER_TURN = 500;

/** Sums over locations of the changes in a window and after it. */
class Sum {
  private readonly parts;
  private readonly beforeKw;
  private readonly afterKw;
  private readonly reboundKw: number[] = [];
  private readonly restated = new Map<string, RestatedSum>();

  constructor(private readonly window: Window) {
    this.parts = getIspParts(window.fromMs, window.toMs);
    this.beforeKw = new Float64Array(this.parts.length);
    this.afterKw = new Float64Array(this.parts.length);
  }

  add(locationId: string, { beforeKw, afterKw, reboundKw, restated }: LocationChange): void {
    for (let i = 0; i < this.parts.length; i++) {
      this.beforeKw[i]! += beforeKw[i]!;
      this.afterKw[i]! += afterKw[i]!;
    }
    for (let i = 0; i < reboundKw.length; i++)
      this.reboundKw[i] = (this.reboundKw[i] ?? 0) + (reboundKw[i] || 0);
    for (const [owner, kw] of restated) this.addRestated(locationId, owner as ControlAt, kw);
  }

  private addRestated(locationId: string, owner: ControlAt, kw: Float64Array): void {
    const sum = this.restated.get(owner.id) ?? new RestatedSum(owner);
    this.restated.set(owner.id, sum);
    sum.add(locationId, kw);
  }

  results(): ControlEffect[] {
    return toEffects(this.parts, this.beforeKw, this.afterKw);
  }

  rebound(): ControlShift[] {
    const { toMs } = this.window;
    const untilMs = floorQuarter(toMs) + this.reboundKw.length * QUARTER_MS;
    return toShifts(getIspParts(toMs, untilMs), this.reboundKw);
  }

  restatements(): Restatement[] {
    return [...this.restated.values()]
      .map((sum) => sum.restatement())
      .filter(({ results }) => results.length > 0);
  }
}

/** A change at one location below this many kW is rounding. */
const NO_CHANGE_KW = 1e-4;

/** The changes in the window of an earlier control. */
class RestatedSum {
  private readonly parts;
  private readonly kw;
  private readonly locations = new Map<string, Float32Array>();

  constructor(private readonly owner: ControlAt) {
    this.parts = getIspParts(owner.fromMs, owner.toMs);
    this.kw = new Float64Array(this.parts.length);
  }

  add(locationId: string, kw: Float64Array): void {
    for (let i = 0; i < this.parts.length; i++) this.kw[i]! += kw[i] || 0;
    if (kw.some((one) => Math.abs(one) >= NO_CHANGE_KW))
      this.locations.set(locationId, this.inPlannedParts(kw));
  }

  /** As averages over the parts of the planned window, which a cancellation may have shortened. */
  private inPlannedParts(kw: Float64Array): Float32Array {
    const planned = getIspParts(this.owner.fromMs, this.owner.plannedToMs);
    return Float32Array.from(planned, ({ fromMs, toMs }, i) => {
      const part = this.parts[i];
      return part ? ((kw[i] || 0) * (part.toMs - part.fromMs)) / (toMs - fromMs) : 0;
    });
  }

  restatement(): Restatement {
    const { id } = this.owner;
    return { controlId: id, results: toShifts(this.parts, this.kw), locations: this.locations };
  }
}

/**
 * Computes a control over all locations of its target: before is the plan in force, after the plan
 * with it. Locations without controllable devices do not change but count in `before` and `after`,
 * which cover the whole target.
 */
export async function computeControl(
  db: Db,
  draft: Draft,
  nowMs: number,
  prepared?: Prepared,
): Promise<Outcome> {
  const { sites, planAt } = prepared ?? (await prepareControl(db, draft, nowMs));
  const reporters = await recentReporters(
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
    sum.add(stored.locationId, kw);
    const controllable = controllableDevices(stored.site);
    devices.addressed += controllable;
    devices.unsupported += stored.site.panels.length + stored.site.batteries.length - controllable;
    if (!isControllable(stored.site)) continue;
    if (!reporters.has(stored.locationId)) devices.noRecentData += 1;
    effects.push(toLocationEffect(stored, kw, controllable, limitKw(draft.type, stored)));
    for (const control of plan.earlier)
      if (control.fromMs < draft.toMs && control.toMs > draft.fromMs) overlapped.add(control.id);
  }
  const [results, rebound] = [sum.results(), sum.rebound()];
  return {
    results,
    rebound,
    reboundKwh: energyKwh(rebound),
    restatements: sum.restatements(),
    effects,
    devices: devices.addressed,
    unsupported: (await countLocations(db, draft.target)) - effects.length,
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

/** The changes from stopping a control at `window.fromMs`, over its locations. */
export async function computeCancel(
  db: Db,
  controlId: string,
  locationIds: readonly string[],
  window: Window,
  nowMs: number,
): Promise<Pick<Outcome, "results" | "rebound" | "restatements">> {
  const sites = await loadSites(db, { kind: "locations", ids: locationIds });
  const { planAt } = await computePlans(db, sites, window, nowMs);
  const sum = new Sum(window);
  for (const [i, stored] of sites.entries()) {
    if (i % LOCATIONS_PER_TURN === 0) await setImmediate();
    const plan = planAt(stored);
    const cancelled = plan.earlier.find((control) => control.id === controlId);
    const change = cancelLocation(plan, (control) => control === cancelled, window, nowMs);
    sum.add(stored.locationId, change);
  }
  return {
    results: sum.results(),
    rebound: sum.rebound(),
    restatements: sum.restatements(),
  };
}
