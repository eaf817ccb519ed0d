import { describe, expect, it } from "vitest";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import { activeControl, toSteps } from "../../service/engine/simulate-plan.ts";
import { NOON } from "./sites.ts";

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
    return toSteps([control], { fromMs, toMs }).map((step) => [
      (step.fromMs - NOON) / MINUTE_MS,
      step.minutes,
      step.mode,
    ]);
  };

  it("splits at quarter-hours and controls", () => {
    expect(stretches(minute(0), minute(30))).toEqual([
      [0, 5, null],
      [5, 10, "ZERO_EXPORT"],
      [15, 5, "ZERO_EXPORT"],
      [20, 10, null],
    ]);
  });

  it("starts and ends within a quarter-hour if requested, and yields nothing for an empty window", () => {
    expect(stretches(minute(7), minute(9))).toEqual([[7, 2, "ZERO_EXPORT"]]);
    expect(stretches(minute(7), minute(7))).toEqual([]);
  });
});
