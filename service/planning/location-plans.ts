import { floorQuarter, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { AFTERMATH_MS, type LocationPlan } from "../engine/location-change.ts";
import { FloatScratch } from "../engine/float-arrays.ts";
import { forecast } from "../engine/forecast.ts";
import type { Period } from "../engine/preferences.ts";
import { toPlant, type Plant } from "../engine/site-model.ts";
import type { Series, Site, StoredKwh } from "../engine/site.ts";
import { controlsAt, NO_CONTROLS, type ControlAt } from "../store/controls.ts";
import { LastReports } from "../store/last-reports.ts";
import { StatementQueue } from "../store/statement-queue.ts";
import type { StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";
import type { ForecastThreads } from "../threads/forecast-threads.ts";
import { readUsedPeriods, type Participation } from "./exclusions.ts";
import type { Member } from "./fleet-entries.ts";
import { ForecastsAhead } from "./forecasts-ahead.ts";
import { storedIn } from "./flexibility-forecast.ts";

/** A period in ms, `[fromMs, toMs)`. */
export interface Window {
  fromMs: number;
  toMs: number;
}

/** The plan in force at a location, one after another: `moveTo` a location replaces all of it. */
class MemberPlan implements LocationPlan {
  site!: Site;
  plant!: Plant;
  expected!: Series;
  storedKwh!: StoredKwh;
  storedAtMs!: number;
  earlier!: readonly ControlAt[];
  private member!: Member;
  private readonly scratch = new FloatScratch(SCRATCH_FLOATS);
  private readonly typicalPvKw = new Map<number, Float64Array>();

  constructor(
    private readonly nowMs: number,
    private readonly ahead: ForecastsAhead,
  ) {}

  moveTo(
    position: number,
    member: Member,
    reportedKwh: Float32Array,
    reportedAtMs: number,
    earlier: readonly ControlAt[],
  ): void {
    this.scratch.clear();
    this.member = member;
    this.site = member.site;
    this.plant = toPlant(member.site);
    this.expected = this.ahead.take(position, this.scratch.take) ?? this.forecastPlanned();
    this.storedKwh = storedIn(this.site, reportedKwh);
    this.storedAtMs = Number.isNaN(reportedAtMs) ? this.nowMs : reportedAtMs;
    this.earlier = earlier;
  }

  expectedFrom(fromMs: number, toMs: number): Series {
    return this.forecast(fromMs, Math.ceil((toMs - fromMs) / QUARTER_MS));
  }

  private forecastPlanned(): Series {
    const { startMs, count } = this.ahead.getSpan(this.site.batteries.length > 0);
    return this.forecast(startMs, count);
  }

  private forecast(startMs: number, count: number): Series {
    const { site, member, scratch } = this;
    return forecast(site, member.model, startMs, count, scratch.take, this.getTypicalPv(count));
  }

  /** Memory for the typical output of so many quarter-hours, which every location uses again. */
  private getTypicalPv(count: number): Float64Array {
    const memory = this.typicalPvKw.get(count) ?? new Float64Array(count);
    this.typicalPvKw.set(count, memory);
    return memory;
  }
}

const SCRATCH_FLOATS = 2_000;

/** The ids and sites of members, in their order. */
interface Listed {
  ids: readonly string[];
  sites: readonly StoredSite[];
}

const listed = new WeakMap<readonly Member[], Listed>();

/** Lists the ids and sites of the same members once. */
function listSites(members: readonly Member[]): Listed {
  const before = listed.get(members);
  if (before) return before;
  const sites = members.map(({ stored }) => stored);
  const list = { ids: sites.map(({ locationId }) => locationId), sites };
  listed.set(members, list);
  return list;
}

/** The plans in force at locations, as far as a window requires. */
export class LocationPlans {
  private readonly plan: MemberPlan;
  /** Locations whose turn it is not in the rotation of their group. */
  private resting: ReadonlySet<string> = new Set();
  private optedOut: ReadonlyMap<string, readonly Period[]> = new Map();

  private constructor(
    readonly members: readonly Member[],
    nowMs: number,
    /** For statements beside those that read the last reports. */
    readonly statements: StatementQueue,
    private readonly reports: LastReports,
    private readonly earlier: ReadonlyMap<string, readonly ControlAt[]>,
    private readonly used: ReadonlyMap<string, readonly Period[]>,
    private readonly ahead: ForecastsAhead,
  ) {
    this.plan = new MemberPlan(nowMs, ahead);
  }

  /**
   * Reads the controls that may concern the window at these locations, which are in order of their ids,
   * what is used of maximums per month, and the last reports; see `isLacking`.
   */
  static async read(
    db: Db,
    members: readonly Member[],
    window: Window,
    nowMs: number,
    threads: ForecastThreads | null = null,
  ): Promise<LocationPlans> {
    const { ids, sites } = listSites(members);
    const earlier = await controlsAt(db, ids, floorQuarter(nowMs), window.toMs + AFTERMATH_MS);
    const used = await readUsedPeriods(db, sites, window);
    const statements = new StatementQueue();
    const reports = new LastReports(db, statements, ids);
    const ahead = new ForecastsAhead(members, window, nowMs, threads);
    return new LocationPlans(members, nowMs, statements, reports, earlier, used, ahead);
  }

  /** Whether `wait` must be called before the location at a position is planned. */
  isLacking(position: number): boolean {
    return this.ahead.isLacking(position) || this.reports.isLacking(position);
  }

  /** Waits until the last report of the location at a position has been read. */
  async wait(position = this.members.length - 1): Promise<void> {
    await this.reports.wait(position);
    await this.ahead.wait(position);
  }

  /** Ends reading and waits for statements in progress, so that none follow a rollback. */
  async end(): Promise<void> {
    this.ahead.end();
    this.reports.end();
    await this.statements.settle();
    this.reports.release();
  }

  /** Excludes locations from a new control because of the rotation of their group. */
  rest(locationIds: ReadonlySet<string>): void {
    this.resting = locationIds;
  }

  /** Excludes customers from the windows in which they opted out of a control like the planned one. */
  optOut(windows: ReadonlyMap<string, readonly Period[]>): void {
    this.optedOut = windows;
  }

  /** What decides on the part of the location at a position in the planned control. */
  participationAt(position: number): Participation {
    const { locationId, customerId, preferences } = this.members[position]!.stored;
    return {
      preferences,
      used: this.used.size === 0 ? undefined : this.used.get(locationId),
      isResting: this.resting.size > 0 && this.resting.has(locationId),
      optedOutOf: this.optedOut.size === 0 ? undefined : this.optedOut.get(customerId),
    };
  }

  /** When the location at a position last reported, in ms; NaN if it never did. */
  reportedAtMs(position: number): number {
    return this.reports.reportedAtMs(position);
  }

  /** The plan of the location at a position; valid until the next call. */
  at(position: number): MemberPlan {
    const { members, reports, plan } = this;
    const member = members[position]!;
    const earlier =
      this.earlier.size === 0 ? undefined : this.earlier.get(member.stored.locationId);
    plan.moveTo(
      position,
      member,
      reports.storedKwh(position),
      reports.reportedAtMs(position),
      earlier ?? NO_CONTROLS,
    );
    return plan;
  }
}
