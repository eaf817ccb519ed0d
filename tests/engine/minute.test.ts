import { describe, expect, it } from "vitest";
import type { ControlType } from "../../lib/contract/index.ts";
import { minutePlan } from "../../service/engine/simulate-plan.ts";
import { toPlant } from "../../service/engine/site-model.ts";
import type { Site } from "../../service/engine/site.ts";
import { battery, panels, site } from "./sites.ts";

const plan = (
  of: Site,
  mode: ControlType | null,
  pv: number,
  load: number,
  stored: number[] = [],
) => minutePlan(toPlant(of), mode, pv, load, stored);
const home = site({ batteries: [battery()] });

describe("a minute in normal operation", () => {
  it("without a battery, injection is panels minus load", () => {
    expect(plan(site(), null, 7, 2)).toEqual({ injectionKw: 5, pvKw: 7, batteryKw: 0 });
  });

  it("a surplus charges, and the stored energy is reduced by the loss", () => {
    const stored = [5];
    expect(plan(home, null, 5, 2, stored)).toEqual({ injectionKw: 0, pvKw: 5, batteryKw: -3 });
    expect(stored[0]).toBeCloseTo(5 + (3 * 0.95) / 60, 12);
  });

  it("a deficit discharges, and the energy taken is increased by the loss", () => {
    const stored = [5];
    expect(plan(home, null, 1, 4, stored)).toEqual({ injectionKw: 0, pvKw: 1, batteryKw: 3 });
    expect(stored[0]).toBeCloseTo(5 - 3 / 0.95 / 60, 12);
  });

  it("a full battery lets the surplus be exported, and one at its minimum lets energy be imported", () => {
    expect(plan(home, null, 6, 1, [10]).injectionKw).toBe(5);
    expect(plan(home, null, 0, 4, [1]).injectionKw).toBe(-4);
  });

  it("a battery found below its minimum or above its capacity is left there", () => {
    const low = [0.5];
    const high = [11];
    expect(plan(home, null, 0, 4, low).injectionKw).toBe(-4);
    expect(plan(home, null, 6, 1, high).injectionKw).toBe(5);
    expect([low, high]).toEqual([[0.5], [11]]);
  });

  it("export above the connection limit curtails controllable panels only", () => {
    const limited = (controllable: boolean) =>
      site({ panels: [panels({ controllable })], connectionLimitKw: 3 });
    expect(plan(limited(true), null, 8, 1)).toMatchObject({ injectionKw: 3, pvKw: 4 });
    expect(plan(limited(false), null, 8, 1)).toMatchObject({ injectionKw: 7, pvKw: 8 });
  });

  it("load is never shed, also above the connection limit", () => {
    expect(plan(site({ connectionLimitKw: 3 }), null, 0, 8).injectionKw).toBe(-8);
  });

  it("unknown values stay unknown, and the battery is idle", () => {
    const stored = [5];
    expect(plan(home, "MAX_PRODUCTION", NaN, 1, stored).injectionKw).toBeNaN();
    expect(plan(home, null, 1, NaN, stored).injectionKw).toBeNaN();
    expect(stored).toEqual([5]);
  });
});

describe("a minute of MAX_PRODUCTION", () => {
  it("panels produce all, nothing charges, and the battery discharges at its maximum", () => {
    expect(plan(home, "MAX_PRODUCTION", 6, 1, [8])).toEqual({
      injectionKw: 10,
      pvKw: 6,
      batteryKw: 5,
    });
  });

  it("the battery discharges only down to its minimum", () => {
    const stored = [1.01];
    const { batteryKw } = plan(home, "MAX_PRODUCTION", 6, 1, stored);
    expect(batteryKw).toBeCloseTo(0.01 * 60 * 0.95, 10);
    expect(stored[0]).toBeCloseTo(1, 12);
  });

  it("the export limit holds: the battery discharges less, then charges, then panels are curtailed", () => {
    const limited = { ...home, connectionLimitKw: 7 };
    expect(plan(limited, "MAX_PRODUCTION", 6, 1, [8])).toMatchObject({ batteryKw: 2 });
    expect(plan(limited, "MAX_PRODUCTION", 10, 1, [8])).toMatchObject({ batteryKw: -2, pvKw: 10 });
    expect(plan(limited, "MAX_PRODUCTION", 10, 1, [10])).toMatchObject({ batteryKw: 0, pvKw: 8 });
  });
});

describe("a minute of ZERO_EXPORT", () => {
  it("the battery takes the surplus first, then panels follow the load", () => {
    expect(plan(home, "ZERO_EXPORT", 10, 2, [5])).toEqual({
      injectionKw: 0,
      pvKw: 7,
      batteryKw: -5,
    });
  });

  it("a site that imports continues unchanged", () => {
    const stored = [1];
    expect(plan(home, "ZERO_EXPORT", 1, 4, stored)).toEqual(plan(home, null, 1, 4, [1]));
    expect(plan(site(), "ZERO_EXPORT", 1, 4).injectionKw).toBe(-3);
  });

  it("panels that are not controllable may still export", () => {
    const mixed = site({
      panels: [panels(), panels({ peakKw: 30, inverterKw: 30, controllable: false })],
    });
    expect(plan(mixed, "ZERO_EXPORT", 20, 1)).toMatchObject({ injectionKw: 14, pvKw: 15 });
  });
});

describe("a minute of MAX_CONSUMPTION", () => {
  it("panels are off, and the battery charges at its maximum", () => {
    expect(plan(home, "MAX_CONSUMPTION", 6, 1, [5])).toEqual({
      injectionKw: -6,
      pvKw: 0,
      batteryKw: -5,
    });
  });

  it("the import limit holds: the battery charges less, then excess load keeps panels, then storage", () => {
    const limited = { ...home, connectionLimitKw: 4 };
    expect(plan(limited, "MAX_CONSUMPTION", 6, 1, [5])).toMatchObject({ batteryKw: -3, pvKw: 0 });
    expect(plan(limited, "MAX_CONSUMPTION", 6, 7, [5])).toMatchObject({ batteryKw: 0, pvKw: 3 });
    expect(plan(limited, "MAX_CONSUMPTION", 2, 7, [5])).toMatchObject({ batteryKw: 1, pvKw: 2 });
  });

  it("a battery that is not controllable keeps balancing its own site", () => {
    const own = site({ batteries: [battery({ controllable: false })] });
    expect(plan(own, "MAX_CONSUMPTION", 6, 2, [5])).toEqual({
      injectionKw: 0,
      pvKw: 0,
      batteryKw: 2,
    });
  });
});
