import { floorQuarter, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { AFTERMATH_MS, type LocationPlan } from "../engine/control.ts";
import { FloatScratch } from "../engine/float-arrays.ts";
import { forecast } from "../engine/forecast.ts";
import type { Exclusion, Period } from "../engine/preferences.ts";
import type { Series, Site, StoredKwh } from "../engine/site.ts";
import { controlsAt, type ControlAt } from "../store/controls.ts";
import { loadLastReports, type LastReport } from "../store/live-state.ts";
import type { Db } from "../store/store.ts";
import { atLocation, readUsedPeriods } from "./exclusions.ts";
import type { Member } from "./fleet.ts";
import { storedIn } from "./flexibility-forecast.ts";

/** A period in ms, `[fromMs, toMs)`. */
export interface Window {
  fromMs: number;
  toMs: number;
}

interface PlanningContext {
  window: Window;
  nowMs: number;
  report: LastReport | undefined;
  earlier: readonly ControlAt[];
}

/** The plan in force at a location; its forecast is made when it is needed. */
class MemberPlan implements LocationPlan {
  readonly site: Site;
  readonly expected: Series;
  readonly storedKwh: StoredKwh;
  readonly storedAtMs: number;
  readonly earlier: readonly ControlAt[];

  constructor(
    private readonly member: Member,
    private readonly scratch: FloatScratch,
    { window, nowMs, report, earlier }: PlanningContext,
  ) {
    const { site } = member;
    this.site = site;
    // Without a battery, the time before the window does not affect the plan in it.
    const fromMs = floorQuarter(site.batteries.length > 0 ? nowMs : window.fromMs);
    this.expected = this.expectedFrom(fromMs, window.toMs);
    this.storedKwh = storedIn(site, report?.storedKwh);
    this.storedAtMs = report?.atMs ?? nowMs;
    this.earlier = earlier;
  }

  expectedFrom(fromMs: number, toMs: number): Series {
    const count = Math.ceil((toMs - fromMs) / QUARTER_MS);
    return forecast(this.site, this.member.model, fromMs, count, this.scratch.take);
  }
}

const NO_CONTROLS: readonly ControlAt[] = [];

const SCRATCH_FLOATS = 2_000;

/** The plans in force at locations, as far as a window requires. */
export class LocationPlans {
  private readonly scratch = new FloatScratch(SCRATCH_FLOATS);

  private constructor(
    readonly members: readonly Member[],
    private readonly window: Window,
    private readonly nowMs: number,
    private readonly reports: ReadonlyMap<string, LastReport>,
    private readonly earlier: ReadonlyMap<string, readonly ControlAt[]>,
    private readonly used: ReadonlyMap<string, readonly Period[]>,
  ) {}

  /**
   * Reads the last reports of these locations, the controls that may concern the window, and what is
   * used of maximums per month.
   */
  static async read(
    db: Db,
    members: readonly Member[],
    window: Window,
    nowMs: number,
  ): Promise<LocationPlans> {
    const ids = members.map(({ stored }) => stored.locationId);
    const reports = await loadLastReports(db, ids);
    const earlier = await controlsAt(db, ids, floorQuarter(nowMs), window.toMs + AFTERMATH_MS);
    const sites = members.map(({ stored }) => stored);
    const used = await readUsedPeriods(db, sites, window);
    return new LocationPlans(members, window, nowMs, reports, earlier, used);
  }

  /** A new control at a location: without the parts from which preferences exclude it. */
  controlAt<C extends Period>({ stored }: Member, control: C): C & { except?: Exclusion[] } {
    return atLocation(control, stored, this.used.get(stored.locationId) ?? []);
  }

  /** The last report of a location, if it ever reported. */
  reportAt({ stored }: Member): LastReport | undefined {
    return this.reports.get(stored.locationId);
  }

  /** The plan of a location; valid until the next call. */
  at(member: Member): MemberPlan {
    const { window, nowMs } = this;
    const earlier = this.earlier.get(member.stored.locationId) ?? NO_CONTROLS;
    this.scratch.clear();
    return new MemberPlan(member, this.scratch, {
      window,
      nowMs,
      report: this.reportAt(member),
      earlier,
    });
  }
}
