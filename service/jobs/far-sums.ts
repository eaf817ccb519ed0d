import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import {
  OutlookSums,
  type CountedSite,
  type Horizon,
  type OutlookSum,
} from "../engine/outlook-sums.ts";
import { HORIZON_QUARTERS } from "../planning/flexibility-forecast.ts";
import type { SumsAt } from "../store/area-sum-parts.ts";

/**
 * Horizon of the bands of zones and groups: two days, and the quarter-hours until the next refresh.
 */
export const BAND_QUARTERS = 2 * 96 + 8;
export const HORIZON: Horizon = { quarters: HORIZON_QUARTERS, bandQuarters: BAND_QUARTERS };

/** One of so many classes of locations is summed over the whole horizon each quarter-hour. */
const CLASSES = 8;
/** A far sum is used for so many quarter-hours after its own, and reaches as much further. */
const MAX_AGE = CLASSES - 1;
/** All locations are summed over this part of the horizon each quarter-hour: 26 hours. */
const NEAR_QUARTERS = 26 * 4;
const NEAR: Horizon = { quarters: NEAR_QUARTERS, bandQuarters: NEAR_QUARTERS };
const WHOLE: Horizon = {
  quarters: HORIZON.quarters + MAX_AGE,
  bandQuarters: HORIZON.bandQuarters + MAX_AGE,
};
const FAR: Horizon = {
  quarters: WHOLE.quarters - NEAR_QUARTERS,
  bandQuarters: WHOLE.bandQuarters - NEAR_QUARTERS,
};

/** A site with the hash of its location; see `divideByHash`. */
export interface HashedSite extends CountedSite {
  hash: number;
}

type Areas = ReadonlyMap<string, OutlookSum>;

/** Some of the partitions. */
type Partitions = ReadonlySet<number>;

/** The far sum of all locations of a class in some partitions, and where it starts. */
interface ClassSum {
  at: SumsAt;
  planned: Partitions;
  startMs: number;
  areas: Areas;
}

/** Up to 128 partitions differ in the low bits of the hash, so each has locations of all classes. */
const classOf = ({ hash }: HashedSite): number => (hash >> 7) % CLASSES;
const ALL_CLASSES = Array.from({ length: CLASSES }, (_, which) => which);

/**
 * The forecasts of zones and groups beyond 26 hours, by class of locations, in a fleet of several
 * partitions: at each quarter-hour one class is summed over the whole horizon, and what was summed of
 * the others up to seven quarter-hours before is added. A class is summed anew if members of zones
 * and groups, the number of partitions or those that are summed here have changed since.
 */
export class FarSums {
  private readonly classes = new Map<number, ClassSum>();

  /** Begins the sums of a quarter-hour. Far sums are used for the locations of `planned` partitions. */
  begin(at: SumsAt, planned: Partitions): QuarterSums {
    if (at.partitions === 1 || planned.size === 0)
      return new QuarterSums(at, planned, new Set(), []);
    const turn = (at.quarterMs / QUARTER_MS) % CLASSES;
    const usable = [...this.classes].filter(
      ([which, made]) => which !== turn && isUsable(made.at, at) && isEqual(made.planned, planned),
    );
    const others = new Map(usable);
    const due = new Set(ALL_CLASSES.filter((which) => !others.has(which)));
    return new QuarterSums(at, planned, due, [...others.values()]);
  }

  /** Saves the far sums of a quarter-hour to which all locations have been added. */
  save(sums: QuarterSums): void {
    for (const [which, sum] of sums.farSums()) this.classes.set(which, sum);
  }
}

function isUsable(made: SumsAt, at: SumsAt): boolean {
  const age = (at.quarterMs - made.quarterMs) / QUARTER_MS;
  const isSame = made.changes === at.changes && made.partitions === at.partitions;
  return isSame && age >= 0 && age <= MAX_AGE;
}

const isEqual = (a: Partitions, b: Partitions): boolean =>
  a.size === b.size && [...a].every((one) => b.has(one));

/** Sites that are summed over the same horizon. */
export interface SitesPart {
  sites: readonly HashedSite[];
  horizon: Horizon;
  /** The class of which they are all; null if their far sum is not saved. */
  which: number | null;
}

/** The forecasts of zones and groups from a quarter-hour on. */
export class QuarterSums {
  private readonly total: OutlookSums;
  private readonly far: ReadonlyMap<number, OutlookSums>;

  /**
   * @param planned the partitions of which the far sums are
   * @param due the classes that are summed over the whole horizon
   * @param earlier the far sums of the others
   */
  constructor(
    readonly at: SumsAt,
    readonly planned: Partitions,
    private readonly due: ReadonlySet<number>,
    private readonly earlier: readonly ClassSum[],
  ) {
    this.total = new OutlookSums(at.quarterMs, HORIZON);
    this.far = new Map([...due].map((which) => [which, new OutlookSums(this.farMs, FAR)]));
  }

  private get farMs(): number {
    return this.at.quarterMs + NEAR_QUARTERS * QUARTER_MS;
  }

  /** Divides sites by how far they are summed: those of other partitions over the horizon. */
  divide(sites: readonly HashedSite[], arePlanned: boolean): SitesPart[] {
    if (this.at.partitions === 1 || !arePlanned) return [{ sites, horizon: HORIZON, which: null }];
    const near = sites.filter((site) => !this.due.has(classOf(site)));
    const whole = [...this.due].map((which): SitesPart => {
      const all = sites.filter((site) => classOf(site) === which);
      return { sites: all, horizon: WHOLE, which };
    });
    return [...whole, { sites: near, horizon: NEAR, which: null }].filter(
      (part) => part.sites.length > 0,
    );
  }

  /** Adds the sums of a part. */
  add({ which }: SitesPart, areas: Areas): void {
    const { quarterMs } = this.at;
    this.total.merge(areas, quarterMs);
    if (which !== null) this.far.get(which)!.merge(areas, quarterMs);
  }

  /** The sums of all parts and of the earlier far sums. */
  get areas(): Areas {
    const sums = new OutlookSums(this.at.quarterMs, HORIZON);
    sums.merge(this.total.areas, this.at.quarterMs);
    for (const { areas, startMs } of this.earlier) sums.merge(areas, startMs, this.farMs);
    return sums.areas;
  }

  /** The far sums of the classes that were summed over the whole horizon. */
  farSums(): [which: number, sum: ClassSum][] {
    return [...this.far].map(([which, { areas }]) => [
      which,
      { at: this.at, planned: this.planned, startMs: this.farMs, areas },
    ]);
  }
}
