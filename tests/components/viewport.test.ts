import { describe, expect, test } from "vitest";
import { HOUR_MS } from "@/lib/time/amsterdam.ts";
import { toRange } from "@/components/chart/ranges.ts";
import {
  visibleRange,
  stepRange,
  resetZoom,
  toViewport,
  zoomByFactor,
  zoomToRange,
} from "@/components/chart/viewport.ts";

const at = (text: string) => Date.parse(text);
const now = at("2026-06-10T12:00Z");
const today = toViewport("today");
const span = (from: string, to: string) => ({ from: at(from), to: at(to) });
const AFTERNOON = span("2026-06-10T10:00Z", "2026-06-10T16:00Z");
const hours = (view: typeof today) => {
  const { from, to } = visibleRange(view, now);
  return (to - from) / HOUR_MS;
};

describe("stepping a chart range", () => {
  test("moves back and forth by the displayed days, and recognises presets", () => {
    expect(stepRange(today, -1, now).choice).toBe("yesterday");
    expect(stepRange(stepRange(today, -1, now), 1, now).choice).toBe("today");
    expect(stepRange(toViewport("week"), -1, now).choice).toEqual({
      first: "2026-05-28",
      last: "2026-06-03",
    });
  });

  test("stays on Amsterdam days across a clock change", () => {
    const day = toViewport({ first: "2026-10-25", last: "2026-10-25" });
    expect(toRange(stepRange(day, 1, now).choice, now)).toEqual(
      span("2026-10-25T23:00Z", "2026-10-26T23:00Z"),
    );
    expect(toRange(stepRange(day, -1, now).choice, now)).toEqual(
      span("2026-10-23T22:00Z", "2026-10-24T22:00Z"),
    );
  });

  test("moves a zoomed range by its own length, also into another day", () => {
    const zoomed = zoomToRange(today, AFTERNOON, now);
    const back = stepRange(zoomed, -1, now);
    expect(back.choice).toBe("today");
    expect(visibleRange(back, now)).toEqual(span("2026-06-10T04:00Z", "2026-06-10T10:00Z"));
    const before = stepRange(stepRange(back, -1, now), -1, now);
    expect(before.choice).toBe("yesterday");
    expect(visibleRange(before, now)).toEqual(span("2026-06-09T16:00Z", "2026-06-09T22:00Z"));
    expect(visibleRange(resetZoom(before), now)).toEqual(toRange("yesterday", now));
  });
});

describe("zooming a chart range", () => {
  test("shows the selected range in whole quarter-hours, and can be undone step by step", () => {
    const rough = { from: AFTERNOON.from + 100_000, to: AFTERNOON.to - 100_000 };
    const once = zoomToRange(today, rough, now);
    expect(visibleRange(once, now)).toEqual(AFTERNOON);
    const twice = zoomToRange(once, span("2026-06-10T12:00Z", "2026-06-10T14:00Z"), now);
    expect(hours(twice)).toBe(2);
    expect(visibleRange(resetZoom(twice), now)).toEqual(AFTERNOON);
    expect(resetZoom(resetZoom(twice))).toEqual(today);
    expect(resetZoom(today)).toEqual(today);
  });

  test("shows at least an hour, within the displayed range", () => {
    const edge = zoomToRange(today, span("2026-06-09T22:00Z", "2026-06-09T22:01Z"), now);
    expect(visibleRange(edge, now)).toEqual(span("2026-06-09T22:00Z", "2026-06-09T23:00Z"));
    expect(zoomToRange(edge, visibleRange(edge, now), now)).toBe(edge);
  });

  test("by a factor keeps its anchor moment in place", () => {
    const closer = zoomByFactor(today, 0.5, at("2026-06-10T04:00Z"), now);
    expect(visibleRange(closer, now)).toEqual(span("2026-06-10T01:00Z", "2026-06-10T13:00Z"));
  });

  test("out shows more, but never more than the chosen days", () => {
    const zoomed = zoomToRange(today, AFTERNOON, now);
    const middle = at("2026-06-10T13:00Z");
    const wider = zoomByFactor(zoomed, 2, middle, now);
    expect(hours(wider)).toBe(12);
    expect(visibleRange(resetZoom(wider), now)).toEqual(AFTERNOON);
    expect(zoomByFactor(wider, 4, middle, now)).toEqual(today);
    expect(zoomByFactor(today, 2, middle, now)).toBe(today);
  });
});
