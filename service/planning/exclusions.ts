import { isDeepStrictEqual } from "node:util";
import type { ControlExclusion, ControlType } from "../../lib/contract/index.ts";
import { floorMinute, MINUTE_MS } from "../../lib/time/amsterdam.ts";
import {
  exclusionReasons,
  findExclusions,
  monthAt,
  subtract,
  type Exclusion,
  type ExclusionReason,
  type Period,
  type Preferences,
} from "../engine/preferences.ts";
import { controlsAt, NO_CONTROLS, type ControlAt } from "../store/controls.ts";
import { endExclusions, insertExclusions, type LocationExclusion } from "../store/exclusions.ts";
import { getFirstReason, withExclusionCounts } from "../store/exclusion-counts.ts";
import { readOptOutWindows, type OptOutWindow } from "../store/control-opt-outs.ts";
import { loadSites, type StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";

/** The periods in which a control is in force at a location. */
const inForce = ({ fromMs, toMs, except = [] }: ControlAt): Period[] =>
  subtract([{ fromMs, toMs }], except);

/**
 * The periods under control of the locations with a maximum per month, in the months of a window;
 * locations with the same controls share them. It reads nothing if no location has one.
 */
export async function readUsedPeriods(
  db: Db,
  sites: readonly StoredSite[],
  { fromMs, toMs }: Period,
): Promise<ReadonlyMap<string, Period[]>> {
  const ids = sites
    .filter(({ preferences }) => preferences !== null && preferences.maxMonthMs !== null)
    .map(({ locationId }) => locationId);
  if (ids.length === 0) return new Map();
  const untilMs = monthAt(toMs - MINUTE_MS).toMs;
  const found = await controlsAt(db, ids, monthAt(fromMs).fromMs, untilMs);
  const periods = new Map<readonly ControlAt[], Period[]>();
  const used = new Map<string, Period[]>();
  for (const id of ids) {
    const controls = found.get(id) ?? NO_CONTROLS;
    const shared = periods.get(controls) ?? controls.flatMap(inForce);
    periods.set(controls, shared);
    used.set(id, shared);
  }
  return used;
}

/** Counts the locations of a control's target that preferences exclude. */
export class ExclusionCount {
  private readonly counts = new Map<string, { locations: number; partial: number }>();
  /** The locations of each customer that are excluded from the whole window. */
  private readonly whole = new Map<string, LocationExclusion[]>();
  /** The reason for which each customer counts. */
  private readonly reasons = new Map<string, ExclusionReason>();
  /** Locations excluded from the whole window. */
  locations = 0;

  add(
    { customerId, locationId }: StoredSite,
    exclusions: readonly Exclusion[],
    isWhole: boolean,
  ): void {
    const { reason } = exclusions[0]!;
    this.reasons.set(customerId, getFirstReason([this.reasons.get(customerId) ?? reason, reason]));
    const count = this.counts.get(reason) ?? { locations: 0, partial: 0 };
    this.counts.set(reason, count);
    if (!isWhole) {
      count.partial += 1;
      return;
    }
    count.locations += 1;
    this.locations += 1;
    const located = exclusions.map((exclusion) => ({ locationId, ...exclusion }));
    this.whole.set(customerId, [...(this.whole.get(customerId) ?? []), ...located]);
  }

  list(): ControlExclusion[] {
    const customers = new Map<ExclusionReason, number>();
    for (const reason of this.reasons.values())
      customers.set(reason, (customers.get(reason) ?? 0) + 1);
    return exclusionReasons.flatMap((reason) => {
      const count = this.counts.get(reason);
      return count ? { reason, customers: customers.get(reason) ?? 0, ...count } : [];
    });
  }

  /** What excludes locations from the whole window whose customers have others that are addressed. */
  listWithAddressed(addressed: Iterable<StoredSite>): LocationExclusion[] {
    if (this.whole.size === 0) return [];
    const found = new Set<string>();
    for (const { customerId } of addressed) if (this.whole.has(customerId)) found.add(customerId);
    return [...found].flatMap((customerId) => this.whole.get(customerId)!);
  }
}

/**
 * Applies the preferences of locations, as this transaction sees them, to the controls that run or
 * are to start, from the next minute on. Call it under the acceptance lock. Earlier accepted controls
 * take the hours of a month first. @returns that minute
 */
export async function reviewExclusions(
  tx: Db,
  ids: readonly string[],
  nowMs: number,
): Promise<number> {
  const sinceMs = floorMinute(nowMs) + MINUTE_MS;
  const sites = await loadSites(tx, { kind: "locations", ids });
  const controls = await controlsAt(tx, ids, monthAt(sinceMs).fromMs, Infinity);
  const open = [...controls.values()].flat().filter(({ toMs }) => toMs > sinceMs);
  const optOuts = open.length === 0 ? [] : await readOptOutWindows(tx, { fromMs: sinceMs });
  const changed = new Map<string, LocationExclusion[]>();
  const locationIds = new Map<string, string[]>();
  const customerIds = [...new Set(sites.map(({ customerId }) => customerId))];
  for (const site of sites)
    for (const { control, exclusions } of review(site, controls, optOuts, sinceMs)) {
      const { locationId } = site;
      const list = changed.get(control.id) ?? [];
      changed.set(control.id, list);
      list.push(...exclusions.map((exclusion) => ({ locationId, ...exclusion })));
      locationIds.set(control.id, [...(locationIds.get(control.id) ?? []), locationId]);
    }
  await withExclusionCounts(tx, { controlIds: [...changed.keys()], customerIds }, async () => {
    for (const [controlId, exclusions] of changed) {
      await endExclusions(tx, controlId, locationIds.get(controlId)!, sinceMs);
      await insertExclusions(tx, controlId, exclusions);
    }
  });
  return sinceMs;
}

/** The open controls of a location whose exclusions from `sinceMs` on change, with the new ones. */
function review(
  { locationId, customerId, preferences }: StoredSite,
  controls: ReadonlyMap<string, readonly ControlAt[]>,
  optOuts: readonly OptOutWindow[],
  sinceMs: number,
): { control: ControlAt; exclusions: Exclusion[] }[] {
  const all = controls.get(locationId) ?? [];
  const used = all
    .flatMap(inForce)
    .flatMap(({ fromMs, toMs }) => toPeriod(fromMs, Math.min(toMs, sinceMs)));
  return all.flatMap((control) => {
    const [window] = toPeriod(Math.max(control.fromMs, sinceMs), control.toMs);
    if (!window) return [];
    const optedOutOf = optOuts.filter(
      (one) => one.customerId === customerId && one.type === control.type,
    );
    const exclusions = findExclusions(preferences ?? ALL_ALLOWED, window, used, optedOutOf);
    used.push(...subtract([window], exclusions));
    const before = (control.except ?? []).flatMap(({ fromMs, toMs, ...exclusion }) =>
      toPeriod(Math.max(fromMs, sinceMs), toMs).map((period) => ({ ...period, ...exclusion })),
    );
    const marked = exclusions.map((one) => ({ ...one, afterAcceptance: isLater(one, before) }));
    return isDeepStrictEqual(before, marked) ? [] : [{ control, exclusions: marked }];
  });
}

/** Whether the plan of a control that had these exclusions did not leave out this one. */
const isLater = ({ fromMs, toMs }: Period, before: readonly Exclusion[]): boolean =>
  !before.some((one) => !one.afterAcceptance && one.fromMs === fromMs && one.toMs === toMs);

const ALL_ALLOWED: Preferences = { optedOut: false, hoursOff: [], maxMonthMs: null };

const toPeriod = (fromMs: number, toMs: number): Period[] =>
  fromMs < toMs ? [{ fromMs, toMs }] : [];

const NO_PERIODS: readonly Period[] = [];

/** What decides on the part of a location in a control. */
export interface Participation {
  preferences: Preferences | null;
  /** The periods that count for its maximum per month. */
  used: readonly Period[] | undefined;
  /** Whether it is the turn of others in the rotation of its group. */
  isResting: boolean;
  /** The windows of controls of this type of which its customer opted out. */
  optedOutOf: readonly Period[] | undefined;
}

/**
 * The windows in which customers opted out of a control of the same type, by customer. Who opted out
 * of the control that is replaced is out of all of the new one.
 */
export async function readOptedOut(
  db: Db,
  { type, replaces, fromMs, toMs }: Period & { type: ControlType; replaces?: string },
  nowMs: number,
): Promise<ReadonlyMap<string, Period[]>> {
  const optedOut = new Map<string, Period[]>();
  // The replaced control is in force or to come, and may begin and end outside of the new window.
  const within = replaces === undefined ? { fromMs, toMs } : { fromMs: Math.min(fromMs, nowMs) };
  for (const one of await readOptOutWindows(db, within)) {
    const isReplaced = one.controlId === replaces;
    if (one.type !== type && !isReplaced) continue;
    const period = isReplaced ? { fromMs, toMs } : one;
    optedOut.set(one.customerId, [...(optedOut.get(one.customerId) ?? []), period]);
  }
  return optedOut;
}

/**
 * A new control at locations: without the parts from which the preferences of their customers exclude
 * it. Locations with the same exclusions share the result.
 */
export class ControlAtLocations<C extends Period> {
  private readonly cached = new Map<Preferences, Map<readonly Period[], C>>();
  private readonly shared = new Map<string, C & { except: Exclusion[] }>();

  constructor(private readonly control: C) {}

  /** At a location with this part in the controls of its group. */
  at({ preferences, used = NO_PERIODS, isResting, optedOutOf }: Participation): C & {
    except?: Exclusion[];
  } {
    const { fromMs, toMs } = this.control;
    if (isResting) return this.exclude([{ fromMs, toMs, reason: "rotation" }]);
    if (optedOutOf)
      return this.exclude(
        findExclusions(preferences ?? ALL_ALLOWED, this.control, used, optedOutOf),
      );
    if (preferences === null) return this.control;
    let byUsed = this.cached.get(preferences);
    if (!byUsed) this.cached.set(preferences, (byUsed = new Map()));
    let here = byUsed.get(used);
    if (!here)
      byUsed.set(used, (here = this.exclude(findExclusions(preferences, this.control, used))));
    return here;
  }

  private exclude(except: Exclusion[]): C {
    if (except.length === 0) return this.control;
    const key = except.map(({ fromMs, toMs, reason }) => `${fromMs} ${toMs} ${reason}`).join();
    const here = this.shared.get(key) ?? { ...this.control, except };
    this.shared.set(key, here);
    return here;
  }
}
