import type {
  ControlEffect,
  ControlExclusion,
  ControlShift,
  ControlTarget,
  ControlType,
} from "../../lib/contract/index.ts";
import { getIspParts } from "../../lib/time/amsterdam.ts";
import { energyKwh, isExcluded, stopControls } from "../engine/control.ts";
import { WindowChanges } from "../engine/location-change.ts";
import type { PlannedControl } from "../engine/simulate-plan.ts";
import type { ControlAt } from "../store/controls.ts";
import type { Restatement } from "../store/restatements.ts";
import { RECENT_MS } from "../store/live-state.ts";
import { SharedLists } from "../store/shared-lists.ts";
import { countLocations, type Selection, type StoredSite } from "../store/sites.ts";
import { ping, type Db } from "../store/store.ts";
import { ControlSums } from "./control-sums.ts";
import { EffectWriter, type SaveEffects } from "./effect-writer.ts";
import { ControlAtLocations, ExclusionCount, readOptedOut } from "./exclusions.ts";
import type { Fleet } from "./fleet.ts";
import { LocationPlans, type Window } from "./location-plans.ts";
import { findResting } from "./rotation.ts";
import { TransactionTurns } from "./transaction-turns.ts";

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
  const begun = plans.wait(0);
  const { statements } = plans;
  const counting = statements.run(() => countLocations(db, draft.target));
  for (const reading of [begun, counting]) reading.catch(() => undefined);
  const sum = new ControlSums(draft);
  const parts = getIspParts(draft.fromMs, draft.toMs).length;
  const writer =
    save &&
    new EffectWriter(plans.members.length, parts, (effects) => statements.run(() => save(effects)));
  const overlapped = new Set<string>();
  const excluded = new ExclusionCount();
  const devices = { addressed: 0, unsupported: 0, noRecentData: 0 };
  const addressedSites: StoredSite[] = [];
  const turns = new TransactionTurns(() => statements.run(() => ping(db)));
  const changes = new WindowChanges(draft, nowMs);
  const atLocations = new ControlAtLocations<Draft & PlannedControl>(draft);
  const lists = new SharedLists<PlannedControl>();
  try {
    for (let i = 0; i < plans.members.length; i++) {
      if (turns.isOver(i)) await turns.next();
      if (plans.isLacking(i)) await plans.wait(i);
      const { stored } = plans.members[i]!;
      const plan = plans.at(i);
      const { plant } = plan;
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

/** Reads the plans in force at some locations, as far as a window requires, and uses them. */
const withLocationPlans = <Result>(
  db: Db,
  fleet: Fleet,
  selection: Selection,
  window: Window,
  nowMs: number,
  work: (plans: LocationPlans) => Promise<Result>,
): Promise<Result> =>
  fleet.use(db, selection, nowMs, async (members) => {
    const plans = await LocationPlans.read(db, members, window, nowMs, fleet.threads);
    try {
      return await work(plans);
    } finally {
      await plans.end();
    }
  });

/** Reads the plans in force at the locations of a control, and whose turn it is, and uses them. */
export const withPlans = <Result>(
  db: Db,
  fleet: Fleet,
  draft: Draft,
  nowMs: number,
  work: (plans: LocationPlans) => Promise<Result>,
): Promise<Result> =>
  withLocationPlans(db, fleet, draft.target, draft, nowMs, async (plans) => {
    plans.optOut(await readOptedOut(db, draft, nowMs));
    plans.rest(await findResting(db, plans, draft, nowMs));
    return work(plans);
  });

/** Reads what a control requires, and computes it. */
export const planControl = async (
  db: Db,
  fleet: Fleet,
  draft: Draft,
  nowMs: number,
  save?: SaveEffects,
): Promise<Outcome> =>
  withPlans(db, fleet, draft, nowMs, (plans) => computeControl(db, plans, draft, nowMs, save));

type Cancelled = Pick<Outcome, "results" | "rebound" | "restatements">;

/** The changes from stopping a control at `window.fromMs`, over its locations. */
export const computeCancel = (
  db: Db,
  fleet: Fleet,
  controlId: string,
  locationIds: readonly string[],
  window: Window,
  nowMs: number,
): Promise<Cancelled> =>
  withLocationPlans(db, fleet, { kind: "locations", ids: locationIds }, window, nowMs, (plans) =>
    sumCancel(db, plans, controlId, window, nowMs),
  );

async function sumCancel(
  db: Db,
  plans: LocationPlans,
  controlId: string,
  window: Window,
  nowMs: number,
): Promise<Cancelled> {
  const { members } = plans;
  const sum = new ControlSums(window);
  const turns = new TransactionTurns(() => plans.statements.run(() => ping(db)));
  const changes = new WindowChanges(window, nowMs);
  const remaining = new Map<readonly ControlAt[], readonly ControlAt[]>();
  for (let i = 0; i < members.length; i++) {
    if (turns.isOver(i)) await turns.next();
    if (plans.isLacking(i)) await plans.wait(i);
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
