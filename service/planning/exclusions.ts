import type { ControlExclusion } from "../../lib/contract/index.ts";
import { floorMinute, MINUTE_MS } from "../../lib/time/amsterdam.ts";
import {
  exclusionReasons,
  findExclusions,
  monthAt,
  subtract,
  type Exclusion,
  type Period,
  type Preferences,
} from "../engine/preferences.ts";
import { controlsAt, NO_CONTROLS, type ControlAt } from "../store/controls.ts";
import { endExclusions, insertExclusions, type LocationExclusion } from "../store/exclusions.ts";
import { readControlOptOuts } from "../store/preferences.ts";
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
  private readonly counts = new Map<
    string,
    { customers: Set<string>; locations: number; partial: number }
  >();
  /** Locations excluded from the whole window. */
  locations = 0;

  add({ customerId }: StoredSite, exclusions: readonly Exclusion[], isWhole: boolean): void {
    const { reason } = exclusions[0]!;
    const count = this.counts.get(reason) ?? { customers: new Set(), locations: 0, partial: 0 };
    this.counts.set(reason, count);
    count.customers.add(customerId);
    if (isWhole) this.locations += 1;
    if (isWhole) count.locations += 1;
    else count.partial += 1;
  }

  list(): ControlExclusion[] {
    return exclusionReasons.flatMap((reason) => {
      const count = this.counts.get(reason);
      return count ? { reason, ...count, customers: count.customers.size } : [];
    });
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
  const optOuts = await readControlOptOuts(tx, [...new Set(open.map(({ id }) => id))]);
  const changed = new Map<string, LocationExclusion[]>();
  const locationIds = new Map<string, string[]>();
  for (const site of sites)
    for (const { control, exclusions } of review(site, controls, optOuts, sinceMs)) {
      const { locationId } = site;
      const list = changed.get(control.id) ?? [];
      changed.set(control.id, list);
      list.push(...exclusions.map((exclusion) => ({ locationId, ...exclusion })));
      locationIds.set(control.id, [...(locationIds.get(control.id) ?? []), locationId]);
    }
  for (const [controlId, exclusions] of changed) {
    await endExclusions(tx, controlId, locationIds.get(controlId)!, sinceMs);
    await insertExclusions(tx, controlId, exclusions);
  }
  return sinceMs;
}

/** The open controls of a location whose exclusions from `sinceMs` on change, with the new ones. */
function review(
  { locationId, customerId, preferences }: StoredSite,
  controls: ReadonlyMap<string, readonly ControlAt[]>,
  optOuts: ReadonlySet<string>,
  sinceMs: number,
): { control: ControlAt; exclusions: Exclusion[] }[] {
  const all = controls.get(locationId) ?? [];
  const used = all
    .flatMap(inForce)
    .flatMap(({ fromMs, toMs }) => toPeriod(fromMs, Math.min(toMs, sinceMs)));
  return all.flatMap((control) => {
    const [window] = toPeriod(Math.max(control.fromMs, sinceMs), control.toMs);
    if (!window) return [];
    const exclusions: Exclusion[] = optOuts.has(`${customerId} ${control.id}`)
      ? [{ ...window, reason: "opted_out_of_control" }]
      : preferences
        ? findExclusions(preferences, window, used)
        : [];
    used.push(...subtract([window], exclusions));
    const before = (control.except ?? []).flatMap((period) =>
      toPeriod(Math.max(period.fromMs, sinceMs), period.toMs),
    );
    const isSame =
      JSON.stringify(before) ===
      JSON.stringify(exclusions.map(({ fromMs, toMs }) => ({ fromMs, toMs })));
    return isSame ? [] : [{ control, exclusions }];
  });
}

const toPeriod = (fromMs: number, toMs: number): Period[] =>
  fromMs < toMs ? [{ fromMs, toMs }] : [];

const NO_PERIODS: readonly Period[] = [];

/**
 * A new control at locations: without the parts from which the preferences of their customers exclude
 * it. Locations with the same exclusions share the result.
 */
export class ControlAtLocations<C extends Period> {
  private readonly cached = new Map<Preferences, Map<readonly Period[], C>>();
  private readonly shared = new Map<string, C & { except: Exclusion[] }>();

  constructor(private readonly control: C) {}

  /**
   * At a location of which `used` are the periods that count for its maximum per month; none of it if
   * the location `rests` in the rotation of its group.
   */
  at(
    preferences: Preferences | null,
    used: readonly Period[] = NO_PERIODS,
    rests = false,
  ): C & { except?: Exclusion[] } {
    const { fromMs, toMs } = this.control;
    if (rests) return this.exclude([{ fromMs, toMs, reason: "rotation" }]);
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
