import { MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import {
  createClearSkyModel,
  outputUnderSky,
  type OutputUnderSky,
} from "../../service/engine/clear-sky.ts";
import {
  counterfactual,
  type Counterfactual,
  type EarlierMinutes,
} from "../../service/engine/counterfactual.ts";
import type { MeasuredMinutes } from "../../service/engine/minute-balance.ts";
import { isControllable } from "../../service/engine/control.ts";
import { pvRatingKw } from "../../service/engine/site-model.ts";
import {
  getGain,
  newPanelGain,
  showsSky,
  SkyField,
  skyIndex,
  trainGain,
  type PanelGain,
  type SkyObservation,
} from "../../service/engine/sky-field.ts";
import { hashed, hashSeed } from "../../service/gateway/simulator/noise.ts";
import { Plant } from "../../service/gateway/simulator/site-simulator.ts";
import type { Ramp, Site } from "../../service/engine/site.ts";
import { activeAt, drawControl, type RandomControl, type Window } from "./random-controls.ts";
import { emptyCourse, record, type Course } from "./plant-course.ts";
import type { FleetSite } from "./simulated-fleet.ts";

const MINUTES = 15;
/** What learning finds at the simulator's devices: shares of a change after one and two minutes. */
const RAMP: Ramp = [0.35, 0.85];
const withRamp = (site: Site): Site => ({
  ...site,
  panels: site.panels.map((panels) => ({ ...panels, ramp: RAMP })),
  batteries: site.batteries.map((battery) => ({ ...battery, ramp: RAMP })),
});

/** The true effect of a control and the engine's estimate, in kWh over all controllable sites. */
export interface Comparison extends RandomControl {
  /** While it was in force. */
  trueKwh: number;
  deliveredKwh: number;
  /** Together with the newer one, over all its minutes. */
  trueValueKwh: number;
  valueKwh: number;
  /** Standard deviation of the estimate. */
  errorKwh: number;
  ratedKwh: number;
}

/**
 * A simulated fleet that ran by itself for some days. Its controls are run on copies of its sites,
 * so that the same sites without the control are the truth to compare with.
 */
export class ControlTruth {
  private readonly sites: readonly FleetSite[];
  private readonly startMs: number;
  private readonly days: number;
  private readonly groupKeys: string[];
  private readonly free: Course[];
  private readonly gains: PanelGain[];
  private readonly outputs: OutputUnderSky[];
  private readonly reportingShare: number;
  /** What each site shows of the sky without a control, by quarter-hour, once gains are learned. */
  private readonly skies: (readonly (SkyObservation | null)[])[] = [];

  /** @param reportingShare share of the sites whose inverters report their possible output. */
  constructor(
    sites: readonly FleetSite[],
    { startMs, days, reportingShare }: { startMs: number; days: number; reportingShare: number },
  ) {
    this.sites = sites;
    this.startMs = startMs;
    this.days = days;
    this.reportingShare = reportingShare;
    this.free = sites.map((site) => {
      const course = emptyCourse(site, days * 1440);
      const plant = new Plant(site);
      for (let at = 0; at < days * 1440; at++)
        record(plant, site, startMs / MINUTE_MS + at, course, at);
      return course;
    });
    this.groupKeys = [...new Set(sites.map(({ groupKey }) => groupKey))];
    this.outputs = sites.map(({ site }) => outputUnderSky(site));
    this.gains = sites.map(newPanelGain);
    this.learnGains();
  }

  /** The n-th random control, in the second half of the days; one that a newer one interrupts is longer. */
  draw(n: number, options = { isInterrupted: false }): RandomControl {
    return drawControl(n, { days: this.days, groupKeys: this.groupKeys, ...options });
  }

  /** Runs a control; with `obeyed` false no device follows it, even if it acknowledges. */
  compare(
    drawn: RandomControl,
    { obeyed, executed } = { obeyed: true, executed: true },
  ): Comparison {
    const { fromMinute, minutes, newer } = drawn;
    const touched = this.touched(drawn);
    const runs = new Map(
      touched.map((i) => [i, obeyed ? this.run(i, drawn, [drawn, newer]) : this.slice(i, drawn)]),
    );
    const counted = (id: string, one: Window) => {
      const fromMs = this.startMs + one.fromMinute * MINUTE_MS;
      return { id, type: one.type, fromMs, toMs: fromMs + one.minutes * MINUTE_MS };
    };
    const control = counted("ctrl_a", drawn);
    const all = newer ? [control, counted("ctrl_b", newer)] : [control];
    const sums = {
      trueKwh: 0,
      deliveredKwh: 0,
      trueValueKwh: 0,
      valueKwh: 0,
      errorKwh: 0,
      ratedKwh: 0,
    };
    const stored = new Map(
      touched.map((i) => [i, this.free[i]!.storedKwh.map((kwh) => kwh[fromMinute - 1]!)]),
    );
    const newerStored = new Map<number, number[]>();
    const newerStart = (i: number) => {
      const at = newer!.fromMinute - fromMinute - 1;
      return at < 0 ? stored.get(i)! : runs.get(i)!.storedKwh.map((kwh) => kwh[at]!);
    };
    const first = Math.floor(fromMinute / MINUTES);
    const own = touched.map(() => 0);
    let shared = 0;
    for (let quarter = first; quarter * MINUTES < fromMinute + minutes; quarter++) {
      const field = this.field(quarter, runs);
      touched.forEach((i, n) => {
        const measured = this.measured(i, runs.get(i)!, quarter, drawn);
        const { site } = this.sites[i]!;
        const sky = field.at(site.latitude, site.longitude);
        const context = {
          site: withRamp(site),
          gain: getGain(this.gains[i]!, pvRatingKw(site)),
          sky,
          expectedLoadKw: NaN,
          expectedPvKw: 0.5 * createClearSkyModel(site)(measured.startMs),
          executed,
        };
        const value = (found: Counterfactual) => {
          if (found.minutes > 0)
            sums.valueKwh += ((found.valuedKw - found.valuedWithoutKw) * found.minutes) / 60;
        };
        const earlier = new Map<string, EarlierMinutes>();
        if (newer && (quarter + 1) * MINUTES > newer.fromMinute) {
          const start = newerStored.get(i) ?? newerStart(i);
          const next = counterfactual(measured, all[1]!, all, start, context);
          newerStored.set(i, next.storedKwh);
          earlier.set(all[1]!.id, next.earlier);
          value(next);
        }
        const found = counterfactual(measured, control, all, stored.get(i)!, context, earlier);
        stored.set(i, found.storedKwh);
        value(found);
        const { minutesInForce } = found;
        if (minutesInForce > 0)
          sums.deliveredKwh += ((found.measuredKw - found.counterfactualKw) * minutesInForce) / 60;
        if (found.minutes === 0) return;
        own[n]! += (found.error.ownKw * found.minutes) / 60;
        shared += (found.error.sharedKw * found.minutes) / 60;
      });
    }
    for (const i of touched) {
      const { site } = this.sites[i]!;
      const batteriesKw = site.batteries.reduce((sum, { powerKw }) => sum + powerKw, 0);
      sums.ratedKwh += ((pvRatingKw(site) + batteriesKw) * minutes) / 60;
      const run = runs.get(i)!;
      const without = this.slice(i, drawn);
      for (let at = 0; at < minutes; at++) {
        const kwh = (run.injectionKw[at]! - without.injectionKw[at]!) / 60;
        sums.trueValueKwh += kwh;
        if (!newer || activeAt([drawn, newer], fromMinute + at) === drawn) sums.trueKwh += kwh;
      }
    }
    sums.errorKwh = Math.sqrt(own.reduce((sum, kwh) => sum + kwh * kwh, shared * shared));
    return { ...drawn, ...sums };
  }

  private touched({ groupKey }: RandomControl): number[] {
    return [...this.sites.keys()].filter((i) => {
      const site = this.sites[i]!;
      return isControllable(site.site) && (groupKey === null || site.groupKey === groupKey);
    });
  }

  /** The course of a site over the minutes of a control, under the controls in order of acceptance. */
  private run(
    i: number,
    { fromMinute, minutes }: RandomControl,
    controls: readonly (Window | null)[],
  ): Course {
    const site = this.sites[i]!;
    const startMinute = this.startMs / MINUTE_MS + fromMinute;
    const storedKwh = this.free[i]!.storedKwh.map((kwh) => kwh[fromMinute - 2]!);
    const plant = new Plant({ ...site, storedKwh });
    plant.step(startMinute - 1);
    const course = emptyCourse(site, minutes);
    let before: Window | null = null;
    for (let at = 0; at < minutes; at++) {
      const active = activeAt(controls, fromMinute + at);
      if (active && active !== before) plant.obey(this.setpoint(site, active), startMinute + at);
      before = active;
      record(plant, site, startMinute + at, course, at);
    }
    return course;
  }

  private setpoint({ locationId, site }: FleetSite, { type, fromMinute, minutes }: Window) {
    const limitKw = site.connectionLimitKw;
    const signedKw = limitKw === null || type === "ZERO_EXPORT" ? 0 : limitKw;
    return {
      locationId,
      controlId: `ctrl_${type}`,
      type,
      limitKw: type === "MAX_CONSUMPTION" ? -signedKw : signedKw,
      validUntilMs: (this.startMs / MINUTE_MS + fromMinute + minutes) * MINUTE_MS,
    };
  }

  private slice(i: number, { fromMinute, minutes }: RandomControl): Course {
    const free = this.free[i]!;
    const cut = (row: Float32Array) => row.slice(fromMinute, fromMinute + minutes);
    return {
      injectionKw: cut(free.injectionKw),
      fixedPvKw: cut(free.fixedPvKw),
      followingPvKw: cut(free.followingPvKw),
      availableKw: cut(free.availableKw),
      batteryKw: cut(free.batteryKw),
      storedKwh: free.storedKwh.map(cut),
    };
  }

  private reportsAvailable(i: number): boolean {
    return hashed(hashSeed(this.sites[i]!.locationId), 99) < this.reportingShare;
  }

  /** A quarter-hour as it is measured: the control's minutes from its run, the others free. */
  private measured(
    i: number,
    run: Course,
    quarter: number,
    { fromMinute, minutes }: RandomControl,
  ): MeasuredMinutes {
    const free = this.free[i]!;
    const start = quarter * MINUTES;
    const [from, to] = [
      Math.max(fromMinute, start),
      Math.min(fromMinute + minutes, start + MINUTES),
    ];
    const read = (
      name: "injectionKw" | "fixedPvKw" | "followingPvKw" | "batteryKw" | "availableKw",
    ) => {
      const row = free[name].slice(start, start + MINUTES);
      if (from < to) row.set(run[name].subarray(from - fromMinute, to - fromMinute), from - start);
      return row;
    };
    return {
      startMs: this.startMs + quarter * QUARTER_MS,
      injectionKw: read("injectionKw"),
      fixedPvKw: read("fixedPvKw"),
      followingPvKw: read("followingPvKw"),
      availableKw: this.reportsAvailable(i)
        ? read("availableKw")
        : new Float32Array(MINUTES).fill(NaN),
      batteryKw: read("batteryKw"),
    };
  }

  private observation(i: number, quarter: number, kw: number): SkyObservation | null {
    const { site } = this.sites[i]!;
    const output = this.outputs[i]!;
    const ms = this.startMs + (quarter + 0.5) * QUARTER_MS;
    const ratingKw = pvRatingKw(site);
    if (!showsSky(kw, output(ms, 1), ratingKw)) return null;
    const { latitude, longitude } = site;
    const gain = getGain(this.gains[i]!, ratingKw);
    return { latitude, longitude, weight: 1, index: skyIndex(output, ms, kw, gain) };
  }

  private observations(quarter: number): (SkyObservation | null)[] {
    return this.sites.map((_, i) => this.observation(i, quarter, this.freePvKw(i, quarter)));
  }

  private freePvKw(i: number, quarter: number): number {
    let sum = 0;
    const { fixedPvKw, followingPvKw } = this.free[i]!;
    for (let at = quarter * MINUTES; at < (quarter + 1) * MINUTES; at++)
      sum += fixedPvKw[at]! + followingPvKw[at]!;
    return sum / MINUTES;
  }

  /** The sky as observed by sites that are not controlled or report their possible output. */
  private field(quarter: number, runs: ReadonlyMap<number, Course>): SkyField {
    const field = new SkyField();
    const observed = (this.skies[quarter] ??= this.observations(quarter));
    for (const i of this.sites.keys()) {
      if (runs.has(i) && !this.reportsAvailable(i)) continue;
      const free = observed[i];
      if (free) field.add(free);
    }
    return field;
  }

  private learnGains(): void {
    for (let quarter = 0; quarter < (this.days / 2) * 96; quarter++) {
      const seen = this.observations(quarter);
      const field = new SkyField();
      for (const one of seen) if (one) field.add(one);
      for (const [i, one] of seen.entries()) {
        const sky = one && field.at(one.latitude, one.longitude, one);
        if (!sky) continue;
        const ms = this.startMs + (quarter + 0.5) * QUARTER_MS;
        const { site } = this.sites[i]!;
        const modelledKw = this.outputs[i]!(ms, sky.index);
        const ratingKw = pvRatingKw(site);
        this.gains[i] = trainGain(this.gains[i]!, this.freePvKw(i, quarter), modelledKw, ratingKw);
      }
    }
  }
}
