import { describe, expect, it } from "vitest";
import { selectInterval } from "@/components/power-history/use-history-view-model.ts";

const NOON = Date.parse("2026-06-15T12:00:00Z");

describe("the interval a chart describes while none is pointed at", () => {
  const QUARTER = 900_000;
  const intervals = [0, 1, 3, 4].map((index) => ({
    from: NOON + index * QUARTER,
    to: NOON + (index + 1) * QUARTER,
    forecast: null,
    upward: null,
    downward: null,
    actual: null,
  }));

  it("is the running one", () => {
    expect(selectInterval(intervals, null, NOON + QUARTER)).toBe(intervals[1]);
  });

  it("is the last finished one if the running one has no data yet", () => {
    expect(selectInterval(intervals, null, NOON + 2 * QUARTER + 1)).toBe(intervals[1]);
  });

  it("is none if the pointer is on a gap", () => {
    expect(selectInterval(intervals, NOON + 2 * QUARTER, NOON)).toBeUndefined();
  });
});
