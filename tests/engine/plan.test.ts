import { describe, expect, it } from "vitest";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import { activeControl, simulate } from "../../service/engine/simulate-plan.ts";
import { NOON, steady } from "./sites.ts";

const minute = (count: number) => NOON + count * MINUTE_MS;

describe("which control applies", () => {
  const older = { type: "MAX_PRODUCTION" as const, fromMs: minute(0), toMs: minute(60) };
  const newer = { type: "ZERO_EXPORT" as const, fromMs: minute(20), toMs: minute(40) };

  it("the newest accepted control wins while it runs, then the older one resumes", () => {
    const at = (count: number) => activeControl([older, newer], minute(count));
    expect([-1, 0, 19, 20, 39, 40, 59, 60].map(at)).toEqual([
      null,
      older,
      older,
      newer,
      newer,
      older,
      older,
      null,
    ]);
  });

  it("acceptance time decides, not start time", () => {
    expect(activeControl([newer, older], minute(30))).toBe(older);
  });
});

describe("iterating over a plan", () => {
  const stretches = (fromMs: number, toMs: number) => {
    const control = { type: "ZERO_EXPORT" as const, fromMs: minute(5), toMs: minute(20) };
    const seen: unknown[] = [];
    simulate(steady(2, 1, NOON, 1), [control], { fromMs, toMs }, (step) => {
      const { minutes, mode, pvKw, loadKw } = step;
      seen.push([(step.fromMs - NOON) / MINUTE_MS, minutes, mode, pvKw, loadKw]);
    });
    return seen;
  };

  it("splits at quarter-hours and controls, and ends with the forecast", () => {
    expect(stretches(minute(0), minute(30))).toEqual([
      [0, 5, null, 2, 1],
      [5, 10, "ZERO_EXPORT", 2, 1],
      [15, 5, "ZERO_EXPORT", NaN, NaN],
      [20, 10, null, NaN, NaN],
    ]);
  });

  it("starts and ends within a quarter-hour if requested, and yields nothing for an empty window", () => {
    expect(stretches(minute(7), minute(9))).toEqual([[7, 2, "ZERO_EXPORT", 2, 1]]);
    expect(stretches(minute(7), minute(7))).toEqual([]);
  });
});
