import { beforeAll, describe, expect, it } from "vitest";
import type { ControlType } from "../../lib/contract/index.ts";
import { MINUTE_MS, floorQuarter } from "../../lib/time/amsterdam.ts";
import { controlLocation, isControllable } from "../../service/engine/control.ts";
import {
  getRamp,
  newRampEstimate,
  observeRamp,
  trainRamp,
  type RampEstimate,
} from "../../service/engine/ramp.ts";
import type { Ramp, Site } from "../../service/engine/site.ts";
import { hashed, hashSeed } from "../../service/gateway/simulator/noise.ts";
import { Plant, type PlantMinute } from "../../service/gateway/simulator/site-simulator.ts";
import { simulatedFleet, type FleetSite } from "./simulated-fleet.ts";

describe("the ramp that a change of direction shows", () => {
  it("is the share of the way gone in the first and in the second minute", () => {
    expect(observeRamp([4, 2, 1, 0, 0], 5)).toEqual([0.5, 0.75]);
    expect(observeRamp([-2, 0, 2, 2, 2], 5)).toEqual([0.5, 1]);
  });

  it.each([
    ["the power hardly changed", [4, 3.8, 3.6, 3.4, 3.4]],
    ["the power had not settled", [4, 3, 2, 1, 0]],
    ["a minute is not known", [4, NaN, 1, 0, 0]],
    ["the minute before is not known", [NaN, 2, 1, 0, 0]],
  ])("is not known where %s", (_, kw) => {
    expect(observeRamp(kw, 5)).toBeNull();
  });

  it("stays between none and all of the way", () => {
    expect(observeRamp([4, 5, -1, 0, 0], 5)).toEqual([0, 1]);
  });
});

describe("a learned ramp", () => {
  const after = (changes: readonly Ramp[]) =>
    changes.reduce((own, seen) => trainRamp(own, seen), newRampEstimate());

  it("is at once while nothing is known", () => {
    expect(getRamp(newRampEstimate(), newRampEstimate())).toBeUndefined();
  });

  it("is the fleet's for a device that was not seen to change", () => {
    expect(getRamp(newRampEstimate(), after([[0.25, 0.75]]))).toEqual([0.25, 0.75]);
  });

  it("is the device's own average where the fleet has none", () => {
    const own = after([
      [0, 0.5],
      [0.5, 1],
    ]);
    expect(getRamp(own, newRampEstimate())).toEqual([0.25, 0.75]);
  });

  it("follows a device whose ramp changes", () => {
    const slow = Array.from({ length: 50 }, (): Ramp => [0, 0.25]);
    const fast = Array.from({ length: 100 }, (): Ramp => [0.75, 1]);
    const [first, second] = getRamp(after([...slow, ...fast]), newRampEstimate())!;
    expect(first).toBeCloseTo(0.75, 2);
    expect(second).toBeCloseTo(1, 2);
  });
});

const START_MS = Date.parse("2026-05-10T00:00:00Z");
const MINUTE = START_MS / MINUTE_MS;
const DAY = 1440;
const TYPES = ["MAX_PRODUCTION", "ZERO_EXPORT", "MAX_CONSUMPTION"] as const;
const LESSONS = 6;
const CONTROLS = 60;

interface Drawn {
  type: ControlType;
  fromMinute: number;
  minutes: number;
}

/** A free plant of one site, and runs of it under a control from a minute on. */
class SiteRuns {
  readonly free: PlantMinute[] = [];

  constructor(
    readonly fleetSite: FleetSite,
    days: number,
  ) {
    const plant = new Plant(fleetSite);
    for (let minute = 0; minute < days * DAY; minute++) this.free.push(plant.step(MINUTE + minute));
  }

  /** The minute before a control and those of it. */
  run({ type, fromMinute, minutes }: Drawn): PlantMinute[] {
    const { fleetSite } = this;
    const plant = new Plant({ ...fleetSite, storedKwh: this.free[fromMinute - 2]!.storedKwh });
    const before = plant.step(MINUTE + fromMinute - 1);
    const limit = fleetSite.site.connectionLimitKw ?? 0;
    const limitKw = type === "ZERO_EXPORT" ? 0 : type === "MAX_PRODUCTION" ? limit : -limit;
    const setpoint = {
      locationId: fleetSite.locationId,
      controlId: "ctrl_a",
      type,
      limitKw,
      validUntilMs: (MINUTE + fromMinute + minutes) * MINUTE_MS,
    };
    plant.obey(setpoint, MINUTE + fromMinute);
    const during = Array.from({ length: minutes }, (_, at) => plant.step(MINUTE + fromMinute + at));
    return [before, ...during];
  }

  /** Power of each panel string, then of each battery. */
  powers(minute: PlantMinute): number[] {
    const { panels } = this.fleetSite.site;
    const total = minute.availableKw.reduce((sum, kw) => sum + kw, 0);
    const strings = panels.map((_, i) =>
      total > 0 ? (minute.pvKw * minute.availableKw[i]!) / total : 0,
    );
    return [...strings, ...minute.batteriesKw];
  }
}

const meanOf = (minutes: readonly PlantMinute[], read: (one: PlantMinute) => number) =>
  minutes.reduce((sum, one) => sum + read(one), 0) / minutes.length;

describe("controls of 5 to 15 minutes on simulated plants that need two minutes", () => {
  let runs: SiteRuns[];
  let ramps: Map<SiteRuns, (Ramp | undefined)[]>;

  const draw = (n: number, seed: string, day: number): Drawn => {
    const random = (which: number) => hashed(hashSeed(`${seed} ${which}`), n);
    const minutes = 5 + Math.floor(random(1) * 11);
    const quarter = 4 * (7 + Math.floor(random(2) * 10)) + Math.floor(random(3) * 4);
    const fromMinute = day * DAY + (quarter + 1) * 15 - minutes;
    return { type: TYPES[Math.floor(random(4) * 3)]!, fromMinute, minutes };
  };

  beforeAll(() => {
    runs = simulatedFleet(1)
      .filter(({ site }) => isControllable(site))
      .map((one) => new SiteRuns(one, 3));
    ramps = new Map(runs.map((one) => [one, learn(one)]));
  }, 120_000);

  function learn(one: SiteRuns): (Ramp | undefined)[] {
    const { panels, batteries } = one.fleetSite.site;
    const ratings = panels.map(({ peakKw, inverterKw }) => Math.min(peakKw, inverterKw));
    ratings.push(...batteries.map(({ powerKw }) => powerKw));
    const estimates: RampEstimate[] = ratings.map(newRampEstimate);
    for (let n = 0; n < LESSONS; n++) {
      const minutes = one.run({ ...draw(n, one.fleetSite.locationId, 1), minutes: 5 });
      const powers = minutes.map((minute) => one.powers(minute));
      for (const [i, ratingKw] of ratings.entries()) {
        const seen = observeRamp(
          powers.slice(0, 5).map((kw) => kw[i]!),
          ratingKw,
        );
        if (seen) estimates[i] = trainRamp(estimates[i]!, seen);
      }
    }
    return estimates.map((own) => getRamp(own, newRampEstimate()));
  }

  const withLearned = (one: SiteRuns, learned: boolean): Site => {
    const { site } = one.fleetSite;
    if (!learned) return site;
    const own = ramps.get(one)!;
    const attach = <T extends object>(all: readonly T[], from: number): T[] =>
      all.map((device, i) => (own[from + i] ? { ...device, ramp: own[from + i] } : device));
    return {
      ...site,
      panels: attach(site.panels, 0),
      batteries: attach(site.batteries, site.panels.length),
    };
  };

  /** The planned change of a control over all sites with known sun and load, in kW. */
  function promisedKw(drawn: Drawn, learned: boolean): number {
    const fromMs = START_MS + drawn.fromMinute * MINUTE_MS;
    const toMs = fromMs + drawn.minutes * MINUTE_MS;
    return runs.reduce((sum, one) => {
      const minutes = one.free.slice(drawn.fromMinute, drawn.fromMinute + drawn.minutes);
      const pvKw = meanOf(minutes, ({ availableKw }) => availableKw.reduce((a, b) => a + b, 0));
      const loadKw = meanOf(minutes, (minute) => minute.loadKw);
      const expected = {
        startMs: floorQuarter(fromMs),
        pvKw: Float32Array.of(pvKw),
        loadKw: Float32Array.of(loadKw),
      };
      const plan = {
        site: withLearned(one, learned),
        expected,
        storedKwh: one.free[drawn.fromMinute - 1]!.storedKwh,
        storedAtMs: fromMs,
        earlier: [],
      };
      const { beforeKw, afterKw } = controlLocation(
        plan,
        { type: drawn.type, fromMs, toMs },
        fromMs,
      );
      return sum + afterKw[0]! - beforeKw[0]!;
    }, 0);
  }

  const truthKw = (drawn: Drawn): number =>
    runs.reduce((sum, one) => {
      const during = one.run(drawn).slice(1);
      const free = one.free.slice(drawn.fromMinute, drawn.fromMinute + drawn.minutes);
      const balance = (minute: PlantMinute) => minute.pvKw - minute.loadKw + minute.batteryKw;
      return sum + meanOf(during, balance) - meanOf(free, balance);
    }, 0);

  it("promise within 3 % of what is delivered, from the first interval on", () => {
    const drawn = Array.from({ length: CONTROLS }, (_, n) => draw(n, "control", 2));
    for (const one of drawn) {
      const truth = truthKw(one);
      const off = (learned: boolean) => Math.abs(promisedKw(one, learned) / truth - 1);
      expect(off(true)).toBeLessThanOrEqual(0.03);
      expect(off(false)).toBeGreaterThan(0.03);
    }
  });
});
