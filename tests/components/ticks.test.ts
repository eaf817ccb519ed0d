import { describe, expect, test } from "vitest";
import { HOUR, MINUTE } from "@/components/amsterdam.ts";
import { rangeOf, type Choice } from "@/components/charts/ranges.ts";
import { centredLabel, ticksOf } from "@/components/charts/ticks.ts";
import { formatsOf } from "@/components/format.ts";

const f = formatsOf("en");
const at = (text: string) => Date.parse(text);
const LONG_DAY = rangeOf("today", at("2026-10-25T12:00Z"));
const SHORT_DAY = rangeOf("today", at("2026-03-29T12:00Z"));
const JUNE = (choice: Choice) => rangeOf(choice, at("2026-06-10T12:00Z"));

const labels = (range: { from: number; to: number }, room: number) =>
  ticksOf(range, room, "time", f).map(({ label }) => label.join(" "));
const periods = (range: { from: number; to: number }, room: number) =>
  ticksOf(range, room, "isp", f).map(({ label }) => label.join(" "));

describe("the time axis", () => {
  test("marks full hours of the local clock, and midnight by its date", () => {
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

  test("tells both hours of 02:00 apart on the day the clock goes back", () => {
    expect(labels(LONG_DAY, 30).slice(1, 5)).toEqual(["01:00", "02:00 CEST", "02:00 CET", "03:00"]);
  });

  test("tells them apart also where its step leaves them out", () => {
    const shown = ticksOf(LONG_DAY, 19, "time", f);
    const twos = shown.filter(({ label }) => label[0] === "02:00");
    expect(twos.map(({ label }) => label[1])).toEqual(["CEST", "CET"]);
    expect(twos[1]!.at - twos[0]!.at).toBe(HOUR);
    expect(shown.map(({ label }) => label[0])).toContain("06:00");
  });

  test.each([4, 5, 6, 9, 13])(
    "labels both of a whole day's when it has room for %i marks, the first to the left",
    (room) => {
      const shown = ticksOf(LONG_DAY, room, "time", f);
      const [first, second, ...more] = shown.filter(({ label }) => label[0] === "02:00");
      expect([first, second, more]).toEqual([
        { at: at("2026-10-25T00:00Z"), label: ["02:00", "CEST"], aside: first!.aside },
        { at: at("2026-10-25T01:00Z"), label: ["02:00", "CET"], aside: -first!.aside! },
        [],
      ]);
      expect(first!.aside).toBeLessThan(0);
      const others = shown.filter(({ aside }) => aside === undefined);
      const isNear = ({ at: other }: { at: number }) =>
        Math.abs(other - at("2026-10-25T00:30Z")) < (0.7 * 25 * HOUR) / room;
      expect(others.filter(isNear)).toEqual([]);
      expect(others.map(({ label }) => label[0])).toContain("12:00");
    },
  );

  test("keeps the name of the day beside them where there is room", () => {
    expect(labels(LONG_DAY, 13).slice(0, 4)).toEqual([
      "Sun 25",
      "02:00 CEST",
      "02:00 CET",
      "04:00",
    ]);
  });

  test("pushes a label aside with spaces as wide as a figure", () => {
    const mark = { at: 0, label: ["02:00", "CET"] };
    expect(centredLabel(mark)).toEqual(mark.label);
    expect(centredLabel({ ...mark, aside: -2 })).toEqual(["02:00\u2007\u2007", "CET\u2007\u2007"]);
    expect(centredLabel({ ...mark, aside: 1 })).toEqual(["\u200702:00", "\u2007CET"]);
  });

  test("skips 02:00 on the day the clock goes forward", () => {
    expect(labels(SHORT_DAY, 30).slice(0, 4)).toEqual(["Sun 29", "01:00", "03:00", "04:00"]);
  });

  test("marks midnights alone over many days", () => {
    const ticks = ticksOf(JUNE("month"), 10, "time", f);
    expect(ticks.length).toBeLessThanOrEqual(11);
    expect(ticks.map(({ at: tick }) => f.time(tick))).toEqual(ticks.map(() => "00:00"));
    expect(ticks[0]!.label).toEqual(["12 May"]);
  });

  test("marks quarters over a short control, minutes over one of a few", () => {
    const from = at("2026-06-10T11:52Z");
    expect(labels({ from, to: from + 50 * MINUTE }, 6)).toEqual(["14:00", "14:15", "14:30"]);
    const short = at("2026-06-10T11:58Z");
    expect(labels({ from: short, to: short + 2 * MINUTE }, 6)).toEqual(["13:58", "13:59", "14:00"]);
  });
});

describe("the axis of settlement periods", () => {
  test("counts 96 of a day from 1", () => {
    const shown = periods(JUNE("today"), 100);
    expect([shown[0], shown.length, shown.at(-1)]).toEqual(["1", 96, "96"]);
    expect(periods(JUNE("today"), 9)).toEqual(["1", "13", "25", "37", "49", "61", "73", "85"]);
  });

  test("counts 92 and 100 on the days the clock changes", () => {
    expect(periods(SHORT_DAY, 100).at(-1)).toBe("92");
    expect(periods(LONG_DAY, 100).at(-1)).toBe("100");
    expect(ticksOf(LONG_DAY, 100, "isp", f)[12]).toEqual({
      at: at("2026-10-25T01:00Z"),
      label: ["13"],
    });
  });

  test("names the days where there are several", () => {
    expect(periods({ from: JUNE("yesterday").from, to: JUNE("today").to }, 9)).toContain(
      "1 Wed 10",
    );
  });
});
