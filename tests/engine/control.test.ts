import { describe, expect, it } from "vitest";
import type { ControlType } from "../../lib/contract/index.ts";
import { getIspParts, MINUTE_MS } from "../../lib/time/amsterdam.ts";
import {
  controlLocation,
  energyKwh,
  isControllable,
  toEffects,
} from "../../service/engine/control.ts";
import { type LocationPlan } from "../../service/engine/location-change.ts";
import type { PlannedControl } from "../../service/engine/simulate-plan.ts";
import { controllableDevices } from "../../service/engine/site-model.ts";
import type { Series } from "../../service/engine/site.ts";
import { battery, NOON, panels, site, steady } from "./sites.ts";

const minute = (count: number) => NOON + count * MINUTE_MS;
const control = (type: ControlType, from: number, to: number): PlannedControl => ({
  type,
  fromMs: minute(from),
  toMs: minute(to),
});
const rounded = (kw: Float64Array) => [...kw].map((value) => Math.round(value * 1e6) / 1e6 + 0);

function effect(given: Partial<LocationPlan>, ordered: PlannedControl, nowMs = NOON) {
  const plan = {
    site: site(),
    expected: steady(6, 1),
    storedKwh: [],
    storedAtMs: NOON,
    earlier: [],
  };
  const { beforeKw, afterKw } = controlLocation({ ...plan, ...given }, ordered, nowMs);
  return { before: rounded(beforeKw), after: rounded(afterKw) };
}

describe("the effect of a control on panels alone", () => {
  const expected: Series = {
    startMs: NOON,
    pvKw: Float32Array.of(6, 8, 2, 0),
    loadKw: Float32Array.of(1, 1, 1, 4),
  };

  it("ZERO_EXPORT removes export and leaves import unchanged", () => {
    expect(effect({ expected }, control("ZERO_EXPORT", 0, 60))).toEqual({
      before: [5, 7, 1, -4],
      after: [0, 0, 0, -4],
    });
  });

  it("MAX_CONSUMPTION turns the panels off", () => {
    expect(effect({ expected }, control("MAX_CONSUMPTION", 0, 60)).after).toEqual([-1, -1, -1, -4]);
  });

  it("MAX_PRODUCTION changes nothing that is not curtailed", () => {
    const { before, after } = effect({ expected }, control("MAX_PRODUCTION", 0, 60));
    expect(after).toEqual(before);
  });

  it("there is one value for each quarter-hour touched, also in part", () => {
    const ordered = control("ZERO_EXPORT", 7, 31);
    expect(effect({ expected }, ordered)).toEqual({ before: [5, 7, 1], after: [0, 0, 0] });
    expect(getIspParts(ordered.fromMs, ordered.toMs)).toHaveLength(3);
  });

  it("the first and last value are averages over the controlled part only", () => {
    const earlier = [control("ZERO_EXPORT", 0, 9), control("ZERO_EXPORT", 33, 34)];
    expect(effect({ expected, earlier }, control("MAX_CONSUMPTION", 7, 34))).toEqual({
      before: [(6 * 5) / 8, 7, (3 * 1) / 4],
      after: [-1, -1, -1],
    });
  });

  it("without controllable devices, before and after are equal", () => {
    const own = site({ panels: [panels({ controllable: false })] });
    expect(effect({ site: own, expected }, control("ZERO_EXPORT", 0, 60))).toEqual({
      before: [5, 7, 1, -4],
      after: [5, 7, 1, -4],
    });
  });
});

describe("overlapping controls", () => {
  it("MAX_PRODUCTION lifts the curtailment of an earlier control", () => {
    const earlier = [control("ZERO_EXPORT", 0, 60)];
    expect(effect({ earlier }, control("MAX_PRODUCTION", 15, 30))).toEqual({
      before: [0],
      after: [5],
    });
  });

  it("the older one resumes when the newer one ends", () => {
    const earlier = [control("MAX_CONSUMPTION", 0, 60), control("ZERO_EXPORT", 15, 30)];
    expect(effect({ earlier }, control("MAX_PRODUCTION", 40, 60)).before).toEqual([-1, -1]);
    expect(effect({ earlier }, control("MAX_PRODUCTION", 10, 50))).toEqual({
      before: [-1, 0, -1, -1],
      after: [5, 5, 5, 5],
    });
  });

  it("their deltas add up to the total change from the forecast", () => {
    const home = site({ batteries: [battery()] });
    const plan = { site: home, storedKwh: [5], storedAtMs: NOON };
    const ordered = [
      control("MAX_CONSUMPTION", 0, 90),
      control("ZERO_EXPORT", 0, 90),
      control("MAX_PRODUCTION", 0, 90),
    ];
    const steps = ordered.map((one, index) =>
      effect({ ...plan, earlier: ordered.slice(0, index) }, one),
    );
    for (let part = 0; part < 6; part++) {
      const sum = steps.reduce((kw, { before, after }) => kw + after[part]! - before[part]!, 0);
      expect(sum).toBeCloseTo(steps[2]!.after[part]! - steps[0]!.before[part]!, 5);
    }
  });
});

describe("batteries over time", () => {
  const home = site({ batteries: [battery()] });

  it("a battery discharges until its minimum charge, even within an interval", () => {
    const given = { site: home, expected: steady(0, 0), storedKwh: [5] };
    expect(effect(given, control("MAX_PRODUCTION", 0, 75))).toEqual({
      before: [0, 0, 0, 0, 0],
      after: [5, 5, 5, 0.2, 0],
    });
  });

  it("a battery charges until it is full, with its losses", () => {
    const given = { site: home, expected: steady(0, 0), storedKwh: [10 - 0.95 * 2] };
    expect(effect(given, control("MAX_CONSUMPTION", 0, 45)).after).toEqual([-5, -3, 0]);
  });

  it("its charge at the start of the window follows from the plan until then", () => {
    const given = { site: home, expected: steady(0, 1.9), storedKwh: [5] };
    const ordered = control("MAX_PRODUCTION", 60, 90);
    expect(effect(given, ordered).after).toEqual([3.1, 0.7]);
    const charged = effect({ ...given, earlier: [control("MAX_CONSUMPTION", 0, 60)] }, ordered);
    expect(charged.after).toEqual([3.1, 3.1]);
  });

  it("an old reading is projected forward, and a future reading counts from now", () => {
    const expected = steady(0, 1.9, minute(-60));
    const ordered = control("MAX_PRODUCTION", 0, 30);
    const old = effect({ site: home, expected, storedKwh: [5], storedAtMs: minute(-60) }, ordered);
    const fresh = effect({ site: home, expected, storedKwh: [3] }, ordered);
    expect(old).toEqual(fresh);
    const later = control("MAX_PRODUCTION", 30, 60);
    const reading = (storedAtMs: number) => ({ site: home, expected, storedKwh: [3], storedAtMs });
    expect(effect(reading(minute(25)), later)).toEqual(effect(reading(NOON), later));
  });

  it("a reading from before the forecast starts with the forecast", () => {
    const given = { site: home, expected: steady(0, 1), storedKwh: [5] };
    const ordered = control("MAX_PRODUCTION", 0, 30);
    expect(effect({ ...given, storedAtMs: minute(-9_999) }, ordered)).toEqual(
      effect(given, ordered),
    );
  });

  it("energy discharged early is missing later: a later delta may have the opposite sign", () => {
    const given = { site: home, expected: steady(0, 4), storedKwh: [1 + 2 / 0.95] };
    const { before, after } = effect(given, control("MAX_PRODUCTION", 0, 45));
    expect(before).toEqual([0, 0, -4]);
    expect(after).toEqual([1, -1, -4]);
  });

  it("next to panels that are not controllable, a full battery saves the losses of cycling", () => {
    const own = site({ panels: [panels({ controllable: false })], batteries: [battery()] });
    const expected: Series = {
      startMs: NOON,
      pvKw: Float32Array.of(0, 4),
      loadKw: Float32Array.of(3.61, 0),
    };
    const given = { site: own, expected, storedKwh: [10] };
    const { before, after } = effect(given, control("MAX_CONSUMPTION", 0, 30));
    expect(before).toEqual([0, 0]);
    expect(after).toEqual([-3.61, 4]);
  });
});

describe("which sites and devices are controllable", () => {
  it("panels and batteries count when they are controllable", () => {
    const own = { controllable: false };
    const mixed = site({ panels: [panels(), panels(own)], batteries: [battery(), battery(own)] });
    expect(controllableDevices(mixed)).toBe(2);
    expect(isControllable(mixed)).toBe(true);
    expect(isControllable(site({ panels: [panels(own)], batteries: [battery(own)] }))).toBe(false);
    expect(isControllable(site({ panels: [] }))).toBe(false);
  });
});

describe("results on the wire", () => {
  const parts = getIspParts(minute(7), minute(30));

  it("have UTC timestamps, the interval number and values rounded to the watt", () => {
    const [first, second] = toEffects(
      parts,
      Float64Array.of(5.00049, 7),
      Float64Array.of(0.00051, -0.0001),
    );
    expect(first).toEqual({
      time_from: "2026-04-15T10:07:00.000Z",
      time_to: "2026-04-15T10:15:00.000Z",
      isp: 49,
      before: 5,
      after: 0.001,
      delta: -4.999,
    });
    expect(second).toMatchObject({ isp: 50, before: 7, after: 0, delta: -7 });
  });

  it("have a delta equal to after minus before, however they were rounded", () => {
    const many = getIspParts(minute(0), minute(15 * 96));
    const before = Float64Array.from(many, (_, index) => Math.sin(index) * 12.3456);
    const after = Float64Array.from(many, (_, index) => Math.cos(index * 3) * 98_765.4321);
    for (const shown of toEffects(many, before, after)) {
      const watts = (kw: number) => Math.round(kw * 1000);
      expect(watts(shown.delta)).toBe(watts(shown.after) - watts(shown.before));
      expect(Math.abs(shown.delta * 1000 - watts(shown.delta))).toBeLessThan(1e-6);
    }
  });

  it("have an energy that weighs each part by its length", () => {
    const effects = toEffects(parts, Float64Array.of(0, 0), Float64Array.of(3, -6));
    expect(energyKwh(effects)).toBe((3 * 8) / 60 - 6 / 4);
    expect(energyKwh([])).toBe(0);
  });
});
