import { setImmediate } from "node:timers/promises";
import type {
  ControlEffect,
  ControlExclusion,
  ControlShift,
  ControlTarget,
  ControlType,
} from "../../lib/contract/index.ts";
import { floorQuarter, getIspParts, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { energyKwh, isExcluded, stopControls, toEffects, toShifts } from "../engine/control.ts";
import { WindowChanges, type LocationChange } from "../engine/location-change.ts";
import type { PlannedControl } from "../engine/simulate-plan.ts";
import type { ControlAt, Restatement } from "../store/controls.ts";
import { RECENT_MS } from "../store/live-state.ts";
import { SharedLists } from "../store/shared-lists.ts";
import { countLocations, type StoredSite } from "../store/sites.ts";
import { ping, type Db } from "../store/store.ts";
import { EffectWriter, type SaveEffects } from "./effect-writer.ts";
import { ControlAtLocations, ExclusionCount, readOptedOut } from "./exclusions.ts";
import type { Fleet } from "./fleet.ts";
import { LocationPlans, type Window } from "./location-plans.ts";
import { findResting } from "./rotation.ts";

/** A control before acceptance: direction, target and window. */
export interface Draft {
  type: ControlType;
  target: ControlTarget;
  fromMs: number;
  toMs: number;
  /** The control that it replaces. */
  replaces?: string;
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
  /** Locations that preferences of customers exclude. */
  excluded: ControlExclusion[];
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

/** Other requests get a turn after this time, which is checked after so many locations. */
const TURN_MS = 4;
const LOCATIONS_PER_CHECK = 16;

/** Idle transactions end after some seconds, so a computation sends a statement after this time. */
const KEEPALIVE_MS = 2_000;

/** Lets other requests have turns while locations are computed, and keeps the transaction. */
class Turns {
  private endsAt = performance.now() + TURN_MS;
  private sentAt = performance.now();

  constructor(private readonly db: Db) {}

  isOver(computed: number): boolean {
    return computed % LOCATIONS_PER_CHECK === 0 && performance.now() >= this.endsAt;
  }

  async next(): Promise<void> {
    await setImmediate();
    if (performance.now() - this.sentAt >= KEEPALIVE_MS) {
      await ping(this.db);
      this.sentAt = performance.now();
    }
    this.endsAt = performance.now() + TURN_MS;
  }
}

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
    if (restated.size === 0) return;
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
 * which cover the whole target. `save` gets the effects at the others while they are computed.
 */
export async function computeControl(
  db: Db,
  plans: LocationPlans,
  draft: Draft,
  nowMs: number,
  save?: SaveEffects,
): Promise<Outcome> {
  const counting = countLocations(db, draft.target);
  counting.catch(() => undefined);
  const sum = new Sum(draft);
  const parts = getIspParts(draft.fromMs, draft.toMs).length;
  const writer = save && new EffectWriter(plans.members.length, parts, save);
  const overlapped = new Set<string>();
  const excluded = new ExclusionCount();
  const devices = { addressed: 0, unsupported: 0, noRecentData: 0 };
  const addressedSites: StoredSite[] = [];
  const [turns, changes] = [new Turns(db), new WindowChanges(draft, nowMs)];
  const atLocations = new ControlAtLocations<Draft & PlannedControl>(draft);
  const lists = new SharedLists<PlannedControl>();
  try {
    for (let i = 0; i < plans.members.length; i++) {
      if (turns.isOver(i)) await turns.next();
      const { stored, plant } = plans.members[i]!;
      const plan = plans.at(i);
      const control = atLocations.at(plans.participationAt(i));
      const isWhole = isExcluded(control);
      const isAddressed = plant.controllable > 0 && !isWhole;
      const kw = changes.compute(
        plan,
        isAddressed ? lists.append(plan.earlier, control) : plan.earlier,
      );
      sum.add(stored.locationId, kw);
      if (control.except && plant.controllable > 0) excluded.add(stored, control.except, isWhole);
      if (isWhole) continue;
      devices.addressed += plant.controllable;
      devices.unsupported +=
        stored.site.panels.length + stored.site.batteries.length - plant.controllable;
      if (!isAddressed) continue;
      if (!(plans.reportedAtMs(i) >= nowMs - RECENT_MS)) devices.noRecentData += 1;
      addressedSites.push(stored);
      const limit = limitKw(draft.type, stored);
      const addressed = { devices: plant.controllable, limit, except: control.except };
      writer?.add(stored.locationId, kw, addressed);
      for (const { id, fromMs, toMs } of plan.earlier)
        if (fromMs < draft.toMs && toMs > draft.fromMs) overlapped.add(id);
    }
    writer?.exclude(excluded.listWithAddressed(addressedSites));
    await writer?.end();
  } catch (error) {
    await writer?.settle();
    throw error;
  }
  const [results, rebound] = [sum.results(), sum.rebound()];
  const locations = addressedSites.length;
  return {
    results,
    rebound,
    reboundKwh: energyKwh(rebound),
    restatements: sum.restatements(),
    locations,
    devices: devices.addressed,
    unsupported: (await counting) - locations - excluded.locations,
    excluded: excluded.list(),
    unsupportedDevices: devices.unsupported,
    noRecentData: devices.noRecentData,
    overlapping: [...overlapped],
    energyKwh: energyKwh(results),
  };
}

/** The plans in force at the locations of a control, and whose turn it is. */
export async function prepareControl(
  db: Db,
  fleet: Fleet,
  draft: Draft,
  nowMs: number,
): Promise<LocationPlans> {
  const members = await fleet.select(db, draft.target, nowMs);
  const plans = await LocationPlans.read(db, members, draft, nowMs);
  plans.optOut(await readOptedOut(db, draft, nowMs));
  plans.rest(await findResting(db, plans, draft, nowMs));
  return plans;
}

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
  const [turns, changes] = [new Turns(db), new WindowChanges(window, nowMs)];
  const remaining = new Map<readonly ControlAt[], readonly ControlAt[]>();
  for (let i = 0; i < members.length; i++) {
    if (turns.isOver(i)) await turns.next();
    const plan = plans.at(i);
    const controls =
      remaining.get(plan.earlier) ??
      stopControls(plan.earlier, ({ id }) => id === controlId, window.fromMs);
    remaining.set(plan.earlier, controls);
    sum.add(members[i]!.stored.locationId, changes.compute(plan, controls));
  }
  return {
    results: sum.results(),
    rebound: sum.rebound(),
    restatements: sum.restatements(),
  };
}
