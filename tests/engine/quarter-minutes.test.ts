import { describe, expect, it } from "vitest";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import {
  putSpan,
  quarterValues,
  siteAt,
  type MeasuredSpan,
} from "../../service/planning/aggregate-minutes.ts";
import { newMinuteRows } from "../../service/store/minute-rows.ts";

const QUARTER = Date.parse("2026-06-15T10:00:00Z");
const device = (id: string, deviceType: "SOLAR_INVERTER" | "BATTERY" | "METER") => ({
  id,
  deviceType,
  controllable: true,
});
const ROOF = [device("east", "SOLAR_INVERTER"), device("west", "SOLAR_INVERTER")];
const HOME = [...ROOF, device("battery", "BATTERY")];

const span = (
  from: number,
  to: number,
  injectionKw: number | null,
  powers: Record<string, number> = {},
): MeasuredSpan => ({
  fromMs: QUARTER + from * MINUTE_MS,
  toMs: QUARTER + to * MINUTE_MS,
  injectionKw,
  devices: Object.entries(powers).map(([deviceId, powerKw]) => ({
    deviceId,
    powerKw,
    stateOfCharge: null,
  })),
});
const filled = (devices: typeof HOME, ...spans: MeasuredSpan[]) => {
  const rows = newMinuteRows(devices.length);
  const deviceIds = devices.map(({ id }) => id).join(",");
  for (const one of spans) putSpan(rows, { devices, deviceIds }, QUARTER, one);
  return rows;
};
const values = (devices: typeof HOME, ...spans: MeasuredSpan[]) =>
  quarterValues(filled(devices, ...spans), devices);

describe("the averages of a quarter-hour", () => {
  it("are over the known minutes, and explain injection by panels, battery and load", () => {
    const whole = span(0, 15, 1, { east: 2, west: 1, battery: -1 });
    const home = { battery: -1, panels: true };
    expect(values(HOME, whole)).toEqual({ ...home, actual: 1, pv: 3, load: 1 });
    const changed = span(0, 5, 4, { east: 5, west: 1, battery: -1 });
    expect(values(HOME, whole, changed)).toEqual({ ...home, actual: 2, pv: 4, load: 1 });
    expect(values(HOME, span(0, 8, 2)).actual).toBe(2);
  });

  it("are omitted with fewer than eight minutes", () => {
    expect(values(HOME, span(0, 7, 2)).actual).toBeUndefined();
    expect(values(HOME, span(0, 4, 2), span(11, 15, 2)).actual).toBe(2);
  });

  it("of panels and load are known when every inverter reports", () => {
    const one = values(HOME, span(0, 15, 1, { east: 2, battery: 0 }));
    expect(one).toEqual({ actual: 1, battery: 0 });
    const both = span(0, 15, null, { west: 2 });
    expect(values(HOME, span(0, 15, 1, { east: 2, battery: 0 }), both)).toEqual({
      actual: 1,
      pv: 4,
      load: 3,
      battery: 0,
      panels: true,
    });
  });

  it("of load are unknown while a battery does not report", () => {
    expect(values(HOME, span(0, 15, 1, { east: 2, west: 1 }))).toEqual({
      actual: 1,
      pv: 3,
      panels: true,
    });
  });

  it("of batteries are known without a meter, and omitted while one battery does not report", () => {
    expect(values(HOME, span(0, 15, null, { battery: 2 }))).toEqual({ battery: 2 });
    const two = [...HOME, device("cellar", "BATTERY")];
    expect(values(two, span(0, 15, null, { battery: 2 }))).toEqual({});
    expect(values(two, span(0, 15, null, { battery: 2, cellar: -3 }))).toEqual({ battery: -1 });
    expect(values(ROOF, span(0, 15, 1)).battery).toBeUndefined();
  });

  it("of panels are 0 where there are none, and unknown when nothing was measured", () => {
    const meter = [device("meter", "METER")];
    expect(values(meter, span(0, 15, null, { meter: -2 }))).toEqual({
      actual: -2,
      pv: 0,
      load: 2,
    });
    expect(values(meter)).toEqual({});
  });
});

describe("a minute", () => {
  const meters = [device("one", "METER"), device("two", "METER")];

  it("has the reported injection, or the sum of all its meters", () => {
    const both = filled(meters, span(0, 2, null, { one: 3, two: -1 }), span(1, 2, 9));
    expect(siteAt(both, meters, 0).injectionKw).toBe(2);
    expect(siteAt(both, meters, 1).injectionKw).toBe(9);
    expect(siteAt(both, meters, 2).injectionKw).toBeNaN();
    expect(siteAt(filled(meters, span(0, 1, null, { one: 3 })), meters, 0).injectionKw).toBeNaN();
  });

  it("keeps earlier values when other devices report later", () => {
    const before = filled(ROOF, span(0, 15, 1, { east: 2, west: 1 }));
    const rows = newMinuteRows(HOME.length, before);
    expect(siteAt(rows, HOME, 0)).toEqual({ injectionKw: 1, pvKw: 3, batteryKw: NaN });
  });

  it("ignores devices that do not exist", () => {
    const rows = filled(ROOF, span(0, 15, 1, { nobody: 5, east: 2, west: 1 }));
    expect(siteAt(rows, ROOF, 0).pvKw).toBe(3);
  });
});
