import { describe, expect, it } from "vitest";
import { parseEnv } from "../../lib/env.ts";
import {
  approvalReasons,
  largestChangeKw,
  largestTogetherKw,
} from "../../service/engine/limits.ts";

const none = { maxKw: null, maxShare: null, approval: "limit" } as const;
const zone = { kind: "bidding_zone" } as const;
const group = { kind: "group" } as const;
const codes = (...asked: Parameters<typeof approvalReasons>) =>
  approvalReasons(...asked).map(({ code }) => code);

describe("an approval is required", () => {
  it("for nothing without limits", () => {
    expect(codes(none, zone, 1_000_000, null)).toEqual([]);
  });

  it("above the limit in kW, not at it", () => {
    expect(codes({ ...none, maxKw: 500 }, group, 500, null)).toEqual([]);
    expect(approvalReasons({ ...none, maxKw: 500 }, group, 500.01, null)).toEqual([
      expect.objectContaining({ code: "over-max-kw", values: { requested: 500.1, limit: 500 } }),
    ]);
  });

  it("above the share of the zone's rated power", () => {
    expect(codes({ ...none, maxShare: 10 }, group, 10, 100)).toEqual([]);
    expect(approvalReasons({ ...none, maxShare: 10 }, group, 10.5, 100)).toEqual([
      expect.objectContaining({ code: "over-max-share", values: { requested: 10.5, limit: 10 } }),
    ]);
  });

  it("for every control of a whole zone if configured, and for none of a group", () => {
    expect(codes({ ...none, approval: "zone" }, zone, 0, null)).toEqual(["zone-wide"]);
    expect(codes({ ...none, approval: "zone" }, group, 9_999, null)).toEqual([]);
  });

  it("with every exceeded limit named", () => {
    const limits = { maxKw: 5, maxShare: 1, approval: "zone" } as const;
    expect(codes(limits, zone, 50, 100)).toEqual(["over-max-kw", "over-max-share", "zone-wide"]);
  });
});

describe("the combined change with other controls", () => {
  const part = (from: string, to: string, delta: number) => ({
    time_from: `2026-06-15T${from}:00Z`,
    time_to: `2026-06-15T${to}:00Z`,
    delta,
  });
  const stands = (until: string, ...results: ReturnType<typeof part>[]) => ({
    results,
    stopMs: Date.parse(`2026-06-15T${until}:00Z`),
  });
  const asked = [part("10:00", "10:15", -4), part("10:15", "10:30", -3)];

  it("adds up in the same minutes, in either direction", () => {
    const others = [
      stands("10:30", part("10:15", "10:30", -5)),
      stands("10:30", part("10:00", "10:15", 6), part("10:15", "10:30", -1)),
    ];
    expect(largestTogetherKw(asked, others)).toBe(9);
    expect(largestTogetherKw(asked, [])).toBe(4);
  });

  it("leaves out other minutes of the same quarter-hour, and cancelled controls from their cancellation", () => {
    const ends = [part("10:07", "10:15", -4)];
    expect(largestTogetherKw(ends, [stands("10:07", part("10:00", "10:07", -9))])).toBe(4);
    expect(largestTogetherKw(ends, [stands("10:07", part("10:00", "10:15", -9))])).toBe(4);
    expect(largestTogetherKw(ends, [stands("10:09", part("10:00", "10:15", -8))])).toBe(6);
  });

  it("requires approval if it exceeds a limit that the control alone does not", () => {
    const limits = { maxKw: 5, maxShare: 10, approval: "limit" } as const;
    expect(approvalReasons(limits, group, 5, 100, 12)).toEqual([
      expect.objectContaining({
        code: "over-max-kw-together",
        values: { requested: 12, limit: 5 },
      }),
      expect.objectContaining({
        code: "over-max-share-together",
        values: { requested: 12, limit: 10 },
      }),
    ]);
    expect(codes(limits, group, 6, 100, 12)).toEqual(["over-max-kw", "over-max-share-together"]);
  });
});

it("has its largest value in either direction", () => {
  expect(largestChangeKw([{ delta: 2 }, { delta: -7 }, { delta: 3 }])).toBe(7);
  expect(largestChangeKw([])).toBe(0);
});

it.each([
  [{ CONTROL_MAX_KW: "0" }, "CONTROL_MAX_KW must be more than 0 kW"],
  [{ CONTROL_MAX_KW: "much" }, "CONTROL_MAX_KW must be a number of kW"],
  [{ CONTROL_MAX_SHARE: "120" }, "CONTROL_MAX_SHARE must be 100 % at most"],
  [{ CONTROL_ZONE_PER_HOUR: "1.5" }, "CONTROL_ZONE_PER_HOUR must be a whole number"],
  [{ CONTROL_APPROVAL: "always" }, "CONTROL_APPROVAL must be limit"],
  [{ CONTROL_MAX_HOURS: "0" }, "CONTROL_MAX_HOURS must be more than 0"],
  [{ CONTROL_AHEAD_HOURS: "169" }, "CONTROL_AHEAD_HOURS must be 168 hours at most"],
  [{ RATE_READS: "0" }, "RATE_READS must be 1 request a minute or more"],
  [{ RATE_CHANGES: "many" }, "RATE_CHANGES must be a number of requests a minute"],
  [{ CONTROL_REQUEST_MINUTES: "0" }, "CONTROL_REQUEST_MINUTES must be 1 minute or more"],
])("%j stops the start with a message", (given, sentence) => {
  expect(() => parseEnv(given)).toThrow(sentence);
});
