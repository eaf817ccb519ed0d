import { setImmediate } from "node:timers/promises";
import type {
  ControlEffect,
  ControlShift,
  ControlTarget,
  ControlType,
} from "../../lib/contract/index.ts";
import { floorQuarter, getIspParts, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import {
  cancelLocation,
  controllableDevices,
  controlLocation,
  energyKwh,
  isControllable,
  toEffects,
  toShifts,
  type Effect,
  type LocationChange,
} from "../engine/control.ts";
import type { ControlAt, LocationEffects, Restatement } from "../store/controls.ts";
import { RECENT_MS } from "../store/live-state.ts";
import { countLocations, type StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";
import type { Fleet } from "./fleet.ts";
import { LocationPlans, type Window } from "./location-plans.ts";

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
  /** Locations with controllable devices. */
  locations: number;
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

/** Stores the effects of a control at some of its locations. */
export type SaveEffects = (effects: LocationEffects) => Promise<void>;

/** Locations whose effects are stored at once, while those of the next are computed. */
const LOCATIONS_PER_SAVE = 5_000;

/** Collects the effects of a control and stores them while it is computed. */
class EffectWriter {
  private saving: Promise<void> = Promise.resolve();
  private effects: LocationEffects;
  private readonly length: number;

  constructor(
    locations: number,
    private readonly parts: number,
    private readonly save: SaveEffects,
  ) {
    this.length = Math.min(locations, LOCATIONS_PER_SAVE) * parts;
    this.effects = this.empty();
  }

  private empty(): LocationEffects {
    const { parts } = this;
    const [beforeKw, afterKw] = [new Float32Array(this.length), new Float32Array(this.length)];
    return { locationIds: [], parts, beforeKw, afterKw, devices: [], limitsKw: [] };
  }

  add(locationId: string, kw: Effect, devices: number, limit: number | null): void {
    const { effects, parts } = this;
    const at = effects.locationIds.length * parts;
    effects.beforeKw.set(kw.beforeKw, at);
    effects.afterKw.set(kw.afterKw, at);
    effects.locationIds.push(locationId);
    effects.devices.push(devices);
    effects.limitsKw.push(limit);
    if (at + parts === this.length) this.flush();
  }

  private flush(): void {
    const { effects } = this;
    if (effects.locationIds.length === 0) return;
    this.effects = this.empty();
    const used = effects.locationIds.length * this.parts;
    const beforeKw = effects.beforeKw.subarray(0, used);
    const afterKw = effects.afterKw.subarray(0, used);
    this.saving = this.saving.then(() => this.save({ ...effects, beforeKw, afterKw }));
    // `end` reports a failure.
    this.saving.catch(() => undefined);
  }

  /** Resolves when all effects are stored. */
  async end(): Promise<void> {
    this.flush();
    await this.saving;
  }
}

/**
 * Computes a control over all locations of its target: before is the plan in force, after the plan
 * with it. Locations without controllable devices do not change but count in `before` and `after`,
 * which cover the whole target. `save` gets the effects at the others while they are computed.
 */
export async function computeControl(
  db: Db,
  plans: LocationPlans,
  draft: Draft,
  nowMs: number,
  save: SaveEffects = async () => undefined,
): Promise<Outcome> {
  const counting = countLocations(db, draft.target);
  counting.catch(() => undefined);
  const sum = new Sum(draft);
  const parts = getIspParts(draft.fromMs, draft.toMs).length;
  const writer = new EffectWriter(plans.members.length, parts, save);
  const overlapped = new Set<string>();
  const devices = { addressed: 0, unsupported: 0, noRecentData: 0 };
  let locations = 0;
  for (const [i, member] of plans.members.entries()) {
    if (i % LOCATIONS_PER_TURN === 0) await setImmediate();
    const { stored } = member;
    const plan = plans.at(member);
    const kw = controlLocation(plan, draft, nowMs);
    sum.add(stored.locationId, kw);
    const controllable = controllableDevices(stored.site);
    devices.addressed += controllable;
    devices.unsupported += stored.site.panels.length + stored.site.batteries.length - controllable;
    if (!isControllable(stored.site)) continue;
    if (!((plans.reportAt(member)?.atMs ?? 0) >= nowMs - RECENT_MS)) devices.noRecentData += 1;
    locations += 1;
    writer.add(stored.locationId, kw, controllable, limitKw(draft.type, stored));
    for (const control of plan.earlier)
      if (control.fromMs < draft.toMs && control.toMs > draft.fromMs) overlapped.add(control.id);
  }
  await writer.end();
  const [results, rebound] = [sum.results(), sum.rebound()];
  return {
    results,
    rebound,
    reboundKwh: energyKwh(rebound),
    restatements: sum.restatements(),
    locations,
    devices: devices.addressed,
    unsupported: (await counting) - locations,
    unsupportedDevices: devices.unsupported,
    noRecentData: devices.noRecentData,
    overlapping: [...overlapped],
    energyKwh: energyKwh(results),
  };
}

/** The plans in force at the locations of a control. */
export const prepareControl = async (
  db: Db,
  fleet: Fleet,
  draft: Draft,
  nowMs: number,
): Promise<LocationPlans> =>
  LocationPlans.read(db, await fleet.select(db, draft.target, nowMs), draft, nowMs);

/** Reads what a control requires, and computes it. */
export const planControl = async (
  db: Db,
  fleet: Fleet,
  draft: Draft,
  nowMs: number,
  save?: SaveEffects,
): Promise<Outcome> =>
  computeControl(db, await prepareControl(db, fleet, draft, nowMs), draft, nowMs, save);

/** The changes from stopping a control at `window.fromMs`, over its locations. */
export async function computeCancel(
  db: Db,
  fleet: Fleet,
  controlId: string,
  locationIds: readonly string[],
  window: Window,
  nowMs: number,
): Promise<Pick<Outcome, "results" | "rebound" | "restatements">> {
  const members = await fleet.select(db, { kind: "locations", ids: locationIds }, nowMs);
  const plans = await LocationPlans.read(db, members, window, nowMs);
  const sum = new Sum(window);
  for (const [i, member] of plans.members.entries()) {
    if (i % LOCATIONS_PER_TURN === 0) await setImmediate();
    const plan = plans.at(member);
    const cancelled = plan.earlier.find((control) => control.id === controlId);
    const change = cancelLocation(plan, (control) => control === cancelled, window, nowMs);
    sum.add(member.stored.locationId, change);
  }
  return {
    results: sum.results(),
    rebound: sum.rebound(),
    restatements: sum.restatements(),
  };
}
