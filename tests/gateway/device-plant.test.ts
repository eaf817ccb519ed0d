import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MinuteAverages, Plant, sunKw, type SiteSetpoint } from "../../tools/device/site.ts";
import { readReport } from "../../service/gateway/mqtt/parse-message.ts";

const plant = () => new Plant({ inverter: true, battery: true });
const told = (
  type: NonNullable<SiteSetpoint>["type"],
  limit_kw: number | null = null,
): SiteSetpoint => ({
  type,
  limit_kw,
});
const SECOND_MS = 1_000;
const SUNNY_KW = 4;

describe("the plant of the reference device", () => {
  it("moves in the direction of its setpoint from its own operation", () => {
    const itself = plant().run(SUNNY_KW, SECOND_MS, undefined).injectionKw;
    const run = (one: SiteSetpoint) => plant().run(SUNNY_KW, SECOND_MS, one).injectionKw;
    expect(run(told("MAX_PRODUCTION"))).toBeGreaterThan(itself);
    expect(run(told("ZERO_EXPORT", 0))).toBeLessThanOrEqual(0);
    expect(run(told("MAX_CONSUMPTION"))).toBeLessThan(itself);
    expect(run(told("RELEASE"))).toBe(itself);
  });

  it("never exceeds a limit in its direction, nor its battery's charge", () => {
    const limits = fc.double({ min: -20, max: 20, noNaN: true });
    const suns = fc.double({ min: 0, max: 5, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(suns, limits), { minLength: 1 }), (minutes) => {
        const [produces, consumes] = [plant(), plant()];
        for (const [sun, limit] of minutes) {
          const floorKw = -0.6;
          const most = produces.run(sun, 60_000, told("MAX_PRODUCTION", limit));
          expect(most.injectionKw).toBeLessThanOrEqual(Math.max(limit, floorKw) + 1e-9);
          const least = consumes.run(sun, 60_000, told("MAX_CONSUMPTION", limit));
          expect(least.injectionKw).toBeGreaterThanOrEqual(Math.min(limit, floorKw) - 1e-9);
          for (const { stateOfCharge } of [produces, consumes]) {
            expect(stateOfCharge).toBeGreaterThanOrEqual(0.1 - 1e-9);
            expect(stateOfCharge).toBeLessThanOrEqual(1 + 1e-9);
          }
        }
      }),
    );
  });

  it("does not discharge its battery below the reserve of a setpoint, nor charge it for that", () => {
    for (const type of ["MAX_PRODUCTION", "ZERO_EXPORT"] as const) {
      const device = plant();
      const setpoint = { type, limit_kw: type === "ZERO_EXPORT" ? 0 : null, battery_reserve: 0.4 };
      for (let minute = 0; minute < 600; minute++) device.run(0, 60_000, setpoint);
      expect(device.stateOfCharge).toBeCloseTo(0.4, 3);
      const higher = { ...setpoint, battery_reserve: 0.8 };
      expect(device.run(0, 60_000, higher)).toEqual({
        inverterKw: 0,
        batteryKw: 0,
        injectionKw: -0.6,
      });
      const released = { ...setpoint, type: "RELEASE" } as const;
      for (let minute = 0; minute < 600; minute++) device.run(0, 60_000, released);
      expect(device.stateOfCharge).toBeCloseTo(0.1, 3);
    }
  });

  it("produces at noon and not at midnight", () => {
    expect(sunKw(Date.parse("2026-06-21T12:00:00Z"))).toBeGreaterThan(4.5);
    expect(sunKw(Date.parse("2026-06-21T00:00:00Z"))).toBe(0);
  });
});

describe("the minutes measured by the reference device", () => {
  const startMs = Date.parse("2026-05-01T12:00:00Z");
  const powers = (inverterKw: number) => ({ inverterKw, batteryKw: 0, injectionKw: inverterKw });
  const measuredOver = (fromS: number, toS: number) => {
    const averages = new MinuteAverages({ inverter: "dev_1", battery: "dev_2" });
    const measured = [];
    for (let s = fromS; s <= toS; s++) {
      const minute = averages.add(startMs + s * SECOND_MS, SECOND_MS, powers(s < 30 ? 2 : 4), 0.5);
      if (minute) measured.push(minute);
    }
    return measured;
  };

  it("are averages of whole minutes, as the service expects", () => {
    const [minute, ...others] = measuredOver(0, 60);
    expect(others).toEqual([]);
    expect(minute).toMatchObject({ time_from: "2026-05-01T12:00:00.000Z", injection_kw: 3 });
    const payload = Buffer.from(JSON.stringify({ measurements: [minute] }));
    const message = { kind: "measurement", locationId: "l", payload, retained: false } as const;
    expect(readReport(message, startMs + 61_000)).toMatchObject({ ok: true });
  });

  it("omit an incompletely measured minute", () => {
    expect(measuredOver(20, 61)).toEqual([]);
  });
});
