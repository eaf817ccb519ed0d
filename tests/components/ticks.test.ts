import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/time/amsterdam.ts";
import { toRange, type RangeChoice } from "@/components/chart/ranges.ts";
import { createTicks } from "@/components/chart/ticks.ts";
import { createFormats } from "@/lib/i18n/format.ts";

const f = createFormats("en");
const at = (text: string) => Date.parse(text);
const LONG_DAY = toRange("today", at("2026-10-25T12:00Z"));
const SHORT_DAY = toRange("today", at("2026-03-29T12:00Z"));
const JUNE = (choice: RangeChoice) => toRange(choice, at("2026-06-10T12:00Z"));

const labels = (range: { from: number; to: number }, room: number) =>
  createTicks(range, room, "time", f).map(({ label }) => label.join(" "));
const periods = (range: { from: number; to: number }, room: number) =>
  createTicks(range, room, "isp", f).map(({ label }) => label.join(" "));

describe("the time axis", () => {
  test("marks full hours of local time, and midnight by its date", () => {
    expect(labels(JUNE("today"), 9)).toEqual([
      "Wed 10",
      "03:00",
      "06:00",
      "09:00",
      "12:00",
      "15:00",
      "18:00",
      "21:00",
      "Thu 11",
    ]);
  });

  test("distinguishes both hours of 02:00 on the day the clock goes back", () => {
    expect(labels(LONG_DAY, 30).slice(1, 5)).toEqual(["01:00", "02:00 CEST", "02:00 CET", "03:00"]);
  });

  test.each([3, 4, 5, 6, 9, 13, 17])(
    "puts both hours under their marks, in lines below, on a whole day with space for %i marks",
    (room) => {
      const shown = createTicks(LONG_DAY, room, "time", f);
      expect(shown.filter(({ label }) => label.length > 1)).toEqual([
        { at: at("2026-10-25T00:00Z"), label: ["", "02:00 CEST"] },
        { at: at("2026-10-25T01:00Z"), label: ["", "", "02:00 CET"] },
      ]);
    },
  );

  test.each([3, 5, 9, 13, 17, 19, 30])(
    "keeps the day label at midnight, and the step of its hours, with space for %i marks",
    (room) => {
      const shown = createTicks(LONG_DAY, room, "time", f);
      expect(shown[0]).toEqual({ at: LONG_DAY.from, label: ["Sun 25"] });
      expect(shown.map(({ label }) => label[0])).toContain("12:00");
    },
  );

  test("puts them side by side where an hour is as wide as a label", () => {
    const twos = createTicks(LONG_DAY, 19, "time", f).filter(({ label }) => label[0] === "02:00");
    expect(twos).toEqual([
      { at: at("2026-10-25T00:00Z"), label: ["02:00", "CEST"] },
      { at: at("2026-10-25T01:00Z"), label: ["02:00", "CET"] },
    ]);
  });

  test("skips 02:00 on the day the clock goes forward", () => {
    expect(labels(SHORT_DAY, 30).slice(0, 4)).toEqual(["Sun 29", "01:00", "03:00", "04:00"]);
  });

  test("marks only midnights over many days", () => {
    const ticks = createTicks(JUNE("month"), 10, "time", f);
    expect(ticks.length).toBeLessThanOrEqual(11);
    expect(ticks.map(({ at: tick }) => f.time(tick))).toEqual(ticks.map(() => "00:00"));
    expect(ticks[0]!.label).toEqual(["12 May"]);
  });

  test("names the year if there are two: under the first mark, and the first of the next year", () => {
    const year = toRange({ first: "2025-11-22", last: "2026-11-22" }, at("2026-11-22T12:00Z"));
    const shown = labels(year, 5);
    expect(shown[0]).toBe("22 Nov 2025");
    expect(shown.slice(1).filter((label) => /20\d\d/.test(label))).toEqual([
      expect.stringMatching(/ 2026$/),
    ]);
    expect(labels(JUNE("month"), 5).join(" ")).not.toMatch(/20\d\d/);
  });

  test("marks quarter-hours in a short control, and minutes in one of a few minutes", () => {
    const from = at("2026-06-10T11:52Z");
    expect(labels({ from, to: from + 50 * MINUTE_MS }, 6)).toEqual(["14:00", "14:15", "14:30"]);
    const short = at("2026-06-10T11:58Z");
    expect(labels({ from: short, to: short + 2 * MINUTE_MS }, 6)).toEqual([
      "13:58",
      "13:59",
      "14:00",
    ]);
  });
});

describe("the axis of settlement periods", () => {
  test("counts the 96 periods of a day from 1", () => {
    const shown = periods(JUNE("today"), 100);
    expect([shown[0], shown.length, shown.at(-1)]).toEqual(["1", 96, "96"]);
    expect(periods(JUNE("today"), 9)).toEqual(["1", "13", "25", "37", "49", "61", "73", "85"]);
  });

  test("counts 92 and 100 on the days the clock changes", () => {
    expect(periods(SHORT_DAY, 100).at(-1)).toBe("92");
    expect(periods(LONG_DAY, 100).at(-1)).toBe("100");
    expect(createTicks(LONG_DAY, 100, "isp", f)[12]).toEqual({
      at: at("2026-10-25T01:00Z"),
      label: ["13"],
    });
  });

  test("names the days if there are several", () => {
    expect(periods({ from: JUNE("yesterday").from, to: JUNE("today").to }, 9)).toContain(
      "1 Wed 10",
    );
  });
});
