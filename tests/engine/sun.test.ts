import fc from "fast-check";
import { getPosition } from "suncalc";
import { describe, expect, it } from "vitest";
import { getLocalDay, MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { createClearSkyModel } from "../../service/engine/clear-sky.ts";
import type { Site } from "../../service/engine/site.ts";
import { panels, site } from "./sites.ts";

const at = (stamp: string) => Date.parse(stamp);
const SUMMER_NOON = at("2026-06-21T11:42:00Z");
const facing = (azimuthDeg: number, tiltDeg = 35) =>
  site({ panels: [panels({ azimuthDeg, tiltDeg })] });
const clearSkyKw = (of: Site, ms: number) => createClearSkyModel(of)(ms);

/** Horizontal irradiance at this solar altitude in W/m², as published by Haurwitz. */
function haurwitz(altitudeDeg: number): number {
  const cosZ = Math.sin((altitudeDeg * Math.PI) / 180);
  return cosZ > 0 ? 1098 * cosZ * Math.exp(-0.057 / cosZ) : 0;
}

function dayTotal(of: Site, date: string): number {
  const { startMs, endMs } = getLocalDay(date);
  let kwh = 0;
  for (let ms = startMs; ms < endMs; ms += QUARTER_MS) kwh += clearSkyKw(of, ms) / 4;
  return kwh;
}

describe("the clear-sky model", () => {
  it("equals Haurwitz on a horizontal plane under suncalc's sun, except for refraction", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at("2020-01-01T00:00:00Z"), max: at("2040-01-01T00:00:00Z") }),
        fc.integer({ min: -85, max: 85 }),
        fc.integer({ min: -180, max: 180 }),
        (ms, latitude, longitude) => {
          const flat = { ...facing(180, 0), latitude, longitude };
          const irradiance = (clearSkyKw(flat, ms) / 10 / 0.83) * 1000;
          const { altitude } = getPosition(new Date(ms), latitude, longitude);
          const off = altitude > 20 ? 0.06 : altitude > 1 ? 0.45 : 1;
          expect(irradiance).toBeGreaterThanOrEqual(haurwitz(altitude - off) - 1e-9);
          expect(irradiance).toBeLessThanOrEqual(haurwitz(Math.min(90, altitude + off)) + 1e-9);
        },
      ),
    );
  });

  it("gives nothing at night", () => {
    expect(clearSkyKw(site(), at("2026-06-21T00:00:00Z"))).toBe(0);
    expect(clearSkyKw(site(), at("2026-12-21T17:00:00Z"))).toBe(0);
  });

  it("limits each inverter to its own rating", () => {
    const small = site({
      panels: [panels({ inverterKw: 4 }), panels({ azimuthDeg: 0, tiltDeg: 80 })],
    });
    const alone = site({ panels: [panels({ azimuthDeg: 0, tiltDeg: 80 })] });
    expect(clearSkyKw(small, SUMMER_NOON)).toBeCloseTo(4 + clearSkyKw(alone, SUMMER_NOON), 9);
  });

  it("has east leading in the morning, west in the evening, and south over the year", () => {
    const morning = at("2026-06-21T06:00:00Z");
    const evening = at("2026-06-21T17:30:00Z");
    expect(clearSkyKw(facing(90), morning)).toBeGreaterThan(3 * clearSkyKw(facing(270), morning));
    expect(clearSkyKw(facing(270), evening)).toBeGreaterThan(3 * clearSkyKw(facing(90), evening));
    for (const date of ["2026-03-20", "2026-06-21", "2026-12-21"]) {
      expect(dayTotal(facing(180), date)).toBeGreaterThan(dayTotal(facing(0), date));
    }
  });

  it("mirrors east and west around solar noon", () => {
    const noon = at("2026-09-01T11:38:30Z");
    for (const minutes of [30, 120, 240, 360]) {
      const before = clearSkyKw(facing(90), noon - minutes * MINUTE_MS);
      const after = clearSkyKw(facing(270), noon + minutes * MINUTE_MS);
      expect(Math.abs(before - after)).toBeLessThan(0.1);
    }
  });

  it("gives a number, never NaN, for any panel at any moment of a year", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 365 * 96 - 1 }),
        fc.integer({ min: 0, max: 359 }),
        fc.integer({ min: 0, max: 90 }),
        (quarter, azimuth, tilt) => {
          const kw = createClearSkyModel(facing(azimuth, tilt))(
            at("2026-01-01T00:00:00Z") + quarter * QUARTER_MS,
          );
          expect(kw).toBeGreaterThanOrEqual(0);
          expect(kw).toBeLessThanOrEqual(10);
        },
      ),
    );
  });
});
