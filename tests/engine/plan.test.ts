import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MINUTE_MS, QUARTER_MS } from "../../service/engine/calendar.ts";
import { controlAt, minutePlan, simulate } from "../../service/engine/plan.ts";
import { battery, controls, NOON, QUARTERS, site, situations, steady } from "./sites.ts";

const minute = (count: number) => NOON + count * MINUTE_MS;
const home = site({ batteries: [battery()] });

describe("which control applies", () => {
  const older = { type: "MAX_PRODUCTION" as const, fromMs: minute(0), toMs: minute(60) };
  const newer = { type: "ZERO_EXPORT" as const, fromMs: minute(20), toMs: minute(40) };

  it("the newest accepted wins while it runs, then the older one resumes", () => {
    const at = (count: number) => controlAt([older, newer], minute(count));
    expect([at(-1), at(0), at(19), at(20), at(39), at(40), at(59), at(60)]).toEqual([
      null,
      "MAX_PRODUCTION",
      "MAX_PRODUCTION",
      "ZERO_EXPORT",
      "ZERO_EXPORT",
      "MAX_PRODUCTION",
      "MAX_PRODUCTION",
      null,
    ]);
  });

  it("acceptance decides, not the time the window starts", () => {
    expect(controlAt([newer, older], minute(30))).toBe("MAX_PRODUCTION");
  });
});

describe("the plan over time", () => {
  it("equals one minute after another, whatever the controls", () => {
    fc.assert(
      fc.property(situations(), fc.array(controls, { maxLength: 4 }), (situation, inForce) => {
        const { site: of, expected, storedKwh } = situation;
        const endMs = NOON + QUARTERS * QUARTER_MS;
        const fast = simulate(of, expected, storedKwh, inForce, NOON, endMs);
        const stored = [...storedKwh];
        const slow = Float32Array.from({ length: QUARTERS * 15 }, (_, count) => {
          const quarter = Math.floor(count / 15);
          const mode = controlAt(inForce, minute(count));
          const [pv, load] = [expected.pvKw[quarter]!, expected.loadKw[quarter]!];
          return minutePlan(of, mode, pv, load, stored).injectionKw;
        });
        for (const [count, kw] of slow.entries())
          expect(fast.injectionKw[count]).toBeCloseTo(kw, 4);
        for (const [index, kwh] of stored.entries())
          expect(fast.storedKwh[index]).toBeCloseTo(kwh, 8);
      }),
      { numRuns: 60 },
    );
  });

  it("does not touch the stored energy it was given, and an empty window has no minutes", () => {
    const storedKwh = [5];
    simulate(home, steady(0, 3), storedKwh, [], NOON, minute(60));
    expect(storedKwh).toEqual([5]);
    expect(simulate(home, steady(0, 3), storedKwh, [], NOON, NOON).injectionKw).toHaveLength(0);
  });

  it("beyond what is expected, injection is not known and the battery keeps its energy", () => {
    const { injectionKw, storedKwh } = simulate(
      home,
      steady(0, 3, NOON, 1),
      [5],
      [],
      minute(0),
      minute(30),
    );
    expect(injectionKw[14]).toBe(0);
    expect(injectionKw[15]).toBeNaN();
    expect(storedKwh[0]).toBeCloseTo(5 - (3 / 0.95) * 0.25, 9);
  });
});
