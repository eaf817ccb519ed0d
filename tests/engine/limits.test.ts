import { describe, expect, it } from "vitest";
import { parseEnv } from "../../lib/env.ts";
import { approvalReasons, largestChangeKw } from "../../service/engine/limits.ts";

const none = { maxKw: null, maxShare: null, approval: "limit" } as const;
const zone = { kind: "bidding_zone" } as const;
const group = { kind: "group" } as const;
const codes = (...asked: Parameters<typeof approvalReasons>) =>
  approvalReasons(...asked).map(({ code }) => code);

describe("what takes a second person", () => {
  it("is nothing where there are no limits", () => {
    expect(codes(none, zone, 1_000_000, null)).toEqual([]);
  });

  it("is more than the limit in kW, not the limit itself", () => {
    expect(codes({ ...none, maxKw: 500 }, group, 500, null)).toEqual([]);
    expect(approvalReasons({ ...none, maxKw: 500 }, group, 500.01, null)).toEqual([
      expect.objectContaining({ code: "over-max-kw", values: { asked: 500.1, limit: 500 } }),
    ]);
  });

  it("is more than the share of the zone's rated power", () => {
    expect(codes({ ...none, maxShare: 10 }, group, 10, 100)).toEqual([]);
    expect(approvalReasons({ ...none, maxShare: 10 }, group, 10.5, 100)).toEqual([
      expect.objectContaining({ code: "over-max-share", values: { asked: 10.5, limit: 10 } }),
    ]);
  });

  it("is every control of a whole zone where that is asked for, and none of a group", () => {
    expect(codes({ ...none, approval: "zone" }, zone, 0, null)).toEqual(["zone-wide"]);
    expect(codes({ ...none, approval: "zone" }, group, 9_999, null)).toEqual([]);
  });

  it("names every limit that is passed", () => {
    const limits = { maxKw: 5, maxShare: 1, approval: "zone" } as const;
    expect(codes(limits, zone, 50, 100)).toEqual(["over-max-kw", "over-max-share", "zone-wide"]);
  });
});

it("the largest change counts either way", () => {
  expect(largestChangeKw([{ delta: 2 }, { delta: -7 }, { delta: 3 }])).toBe(7);
  expect(largestChangeKw([])).toBe(0);
});

it.each([
  [{ CONTROL_MAX_KW: "0" }, "CONTROL_MAX_KW must be more than 0 kW"],
  [{ CONTROL_MAX_KW: "much" }, "CONTROL_MAX_KW must be a number of kW"],
  [{ CONTROL_MAX_SHARE: "120" }, "CONTROL_MAX_SHARE must be 100 % at most"],
  [{ CONTROL_ZONE_PER_HOUR: "1.5" }, "CONTROL_ZONE_PER_HOUR must be a whole number"],
  [{ CONTROL_APPROVAL: "always" }, "CONTROL_APPROVAL must be limit"],
  [{ CONTROL_REQUEST_MINUTES: "0" }, "CONTROL_REQUEST_MINUTES must be 1 minute or more"],
])("%j stops the start with a sentence", (given, sentence) => {
  expect(() => parseEnv(given)).toThrow(sentence);
});
