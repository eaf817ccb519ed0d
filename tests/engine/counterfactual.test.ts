import { describe, expect, it } from "vitest";
import { counterfactual } from "../../service/engine/counterfactual.ts";
import type { MeasuredMinutes } from "../../service/engine/minute-balance.ts";
import type { Site } from "../../service/engine/site.ts";

describe("a quarter-hour by hand", () => {
  const fromMs = Date.parse("2026-06-15T11:00:00Z");
  const panels = { peakKw: 10, inverterKw: 10, tiltDeg: 35, azimuthDeg: 180, controllable: true };
  const site: Site = {
    latitude: 52.1,
    longitude: 5.2,
    panels: [panels],
    batteries: [],
    connectionLimitKw: 17.25,
  };
  const context = {
    site,
    gain: 1,
    sky: null,
    expectedLoadKw: NaN,
    expectedPvKw: 7,
    executed: true,
  };
  const control = (type: "MAX_PRODUCTION" | "ZERO_EXPORT" | "MAX_CONSUMPTION") => ({
    id: "ctrl_a",
    type,
    fromMs,
    toMs: fromMs + 15 * 60_000,
  });
  const steady = (injectionKw: number, followingPvKw: number, rest = {}): MeasuredMinutes => {
    const row = (kw: number) => new Float32Array(15).fill(kw);
    return {
      startMs: fromMs,
      injectionKw: row(injectionKw),
      fixedPvKw: row(0),
      followingPvKw: row(followingPvKw),
      availableKw: row(NaN),
      batteryKw: row(0),
      ...rest,
    };
  };

  it("counts a site that imports under ZERO_EXPORT as unchanged", () => {
    const zero = control("ZERO_EXPORT");
    const found = counterfactual(steady(-3, 2), zero, [zero], [], context);
    expect(found.counterfactualKw).toBeCloseTo(-3, 6);
    expect(found.error).toEqual({ ownKw: 0, sharedKw: 0 });
  });

  it("takes the power that inverters report as available for what the sun offered", () => {
    const zero = control("ZERO_EXPORT");
    const measured = steady(0, 1.5, { availableKw: new Float32Array(15).fill(6) });
    const found = counterfactual(measured, zero, [zero], [], context);
    expect(found.counterfactualKw).toBeCloseTo(4.5, 6);
    expect(found.minutes).toBe(15);
  });

  it("takes the forecast where neither the panels nor the sky around are known, with a wide band", () => {
    const consume = control("MAX_CONSUMPTION");
    const found = counterfactual(steady(-1, 0), consume, [consume], [], context);
    expect(found.counterfactualKw).toBeCloseTo(6, 6);
    expect(found.error.sharedKw).toBeGreaterThan(1);
  });

  it("counts nothing for panels that go on feeding in under MAX_CONSUMPTION", () => {
    const consume = control("MAX_CONSUMPTION");
    const found = counterfactual(steady(3, 4), consume, [consume], [], context);
    expect(found.counterfactualKw).toBeCloseTo(3, 6);
  });

  it("compares with the older control that would have run", () => {
    const older = { ...control("MAX_CONSUMPTION"), id: "ctrl_older" };
    const newer = control("ZERO_EXPORT");
    const measured = steady(0, 1, { availableKw: new Float32Array(15).fill(6) });
    const found = counterfactual(measured, newer, [older, newer], [], context);
    expect(found.counterfactualKw).toBeCloseTo(-1, 6);
  });

  it("takes panels for held that ramp back down when a newer control has ended", () => {
    const older = { ...control("MAX_CONSUMPTION"), fromMs: fromMs - 60 * 60_000 };
    const newer = {
      ...control("MAX_PRODUCTION"),
      id: "ctrl_newer",
      toMs: fromMs + 7 * 60_000,
    };
    const measured = steady(5, 6);
    [4, 1, 0, 0, 0, 0, 0, 0].forEach((pvKw, at) => {
      measured.followingPvKw[7 + at] = pvKw;
      measured.injectionKw[7 + at] = pvKw - 1;
    });
    const sunny = { ...context, expectedPvKw: 6 };
    const found = counterfactual(measured, older, [older, newer], [], sunny);
    expect(found.minutesInForce).toBe(8);
    expect(found.measuredKw - found.counterfactualKw).toBeCloseTo(-(2 + 5 + 6 * 6) / 8, 6);
  });

  it("counts what a battery charged because of the control, and says so if it was not measured", () => {
    const consume = control("MAX_CONSUMPTION");
    const battery = {
      capacityKwh: 10,
      powerKw: 5,
      efficiency: 0.9,
      floorKwh: 0,
      controllable: true,
    };
    const withBattery = { ...context, site: { ...site, panels: [], batteries: [battery] } };
    // Panels 2 kW and load 1 kW: without the control the battery charges with 1 kW, with it 5 kW.
    const charging = steady(-4, 0, {
      fixedPvKw: new Float32Array(15).fill(2),
      batteryKw: new Float32Array(15).fill(-5),
    });
    const found = counterfactual(charging, consume, [consume], [4], withBattery);
    expect(found.throughputKw).toBeCloseTo(4, 2);
    const unmeasured = steady(-4, 0, { batteryKw: new Float32Array(15).fill(NaN) });
    expect(counterfactual(unmeasured, consume, [consume], [4], withBattery).throughputKw).toBeNaN();
  });

  it("delivers nothing in minutes in which nothing was measured, or a newer control ran", () => {
    const older = control("ZERO_EXPORT");
    const newer = { ...control("ZERO_EXPORT"), id: "ctrl_newer", fromMs: fromMs + 10 * 60_000 };
    const measured = steady(-3, 2);
    measured.injectionKw.fill(NaN, 0, 4);
    const found = counterfactual(measured, older, [older, newer], [], context);
    expect(found.minutesInForce).toBe(6);
  });

  it("values the minutes that a newer control of the same kind took over", () => {
    const running = control("ZERO_EXPORT");
    const longer = { ...running, id: "ctrl_longer", fromMs: fromMs + 5 * 60_000 };
    const all = [running, longer];
    const measured = steady(0, 1.5, { availableKw: new Float32Array(15).fill(6) });
    const second = counterfactual(measured, longer, all, [], context);
    expect(second.valuedKw - second.valuedWithoutKw).toBeCloseTo(0, 6);
    const newer = new Map([[longer.id, second.earlier]]);
    const first = counterfactual(measured, running, all, [], context, newer);
    expect([first.minutes, first.minutesInForce]).toEqual([15, 5]);
    expect(first.valuedWithoutKw).toBeCloseTo(4.5, 6);
    expect(first.valuedKw).toBeCloseTo(0, 6);
  });
});
