import { describe, expect, test } from "vitest";
import { HOUR, MINUTE } from "@/components/amsterdam.ts";
import { rangeOf, ticksOf } from "@/components/charts/ranges.ts";
import { formatTime } from "@/components/format-english.ts";

const at = (text: string) => Date.parse(text);
const lengthOf = ({ from, to }: { from: number; to: number }) => (to - from) / HOUR;

describe("a preset range", () => {
  const now = at("2026-10-26T09:07Z");

  test("of today is Amsterdam's day", () => {
    expect(rangeOf("today", now)).toEqual({
      from: at("2026-10-25T23:00Z"),
      to: at("2026-10-26T23:00Z"),
    });
  });

  test("of yesterday has 25 hours after the clock went back", () => {
    expect(lengthOf(rangeOf("yesterday", now))).toBe(25);
  });

  test("of 24 hours ends with the running quarter", () => {
    const range = rangeOf("last24", now);
    expect(range.to).toBe(at("2026-10-26T09:15Z"));
    expect(lengthOf(range)).toBe(24);
  });

  test("of 7 and 30 days counts whole days, today among them", () => {
    expect(lengthOf(rangeOf("week", now))).toBe(7 * 24 + 1);
    expect(lengthOf(rangeOf("month", now))).toBe(30 * 24 + 1);
  });
});

describe("the time axis", () => {
  const labels = (range: { from: number; to: number }, room: number) =>
    ticksOf(range, room).map(({ at: tick }) => formatTime(tick));

  test("marks full hours of the local clock", () => {
    const day = rangeOf("today", at("2026-06-10T12:00Z"));
    const hours = ["00:00", "03:00", "06:00", "09:00", "12:00", "15:00", "18:00", "21:00"];
    expect(labels(day, 9)).toEqual(hours);
  });

  test("keeps to the local clock on the day it goes back and marks 02:00 twice", () => {
    const day = rangeOf("today", at("2026-10-25T12:00Z"));
    expect(labels(day, 9).slice(0, 3)).toEqual(["00:00", "03:00", "06:00"]);
    expect(labels(day, 30).slice(1, 5)).toEqual(["01:00", "02:00", "02:00", "03:00"]);
  });

  test("skips 02:00 on the day the clock goes forward", () => {
    const day = rangeOf("today", at("2026-03-29T12:00Z"));
    expect(labels(day, 30).slice(0, 4)).toEqual(["00:00", "01:00", "03:00", "04:00"]);
  });

  test("marks midnights alone over many days", () => {
    const month = rangeOf("month", at("2026-06-10T12:00Z"));
    const ticks = ticksOf(month, 10);
    expect(ticks.every(({ day }) => day)).toBe(true);
    expect(ticks.length).toBeLessThanOrEqual(11);
  });

  test("marks quarters over a short control", () => {
    const from = at("2026-06-10T11:52Z");
    expect(labels({ from, to: from + 50 * MINUTE }, 6)).toEqual(["14:00", "14:15", "14:30"]);
  });

  test("marks minutes over a control of a few", () => {
    const from = at("2026-06-10T11:58Z");
    expect(labels({ from, to: from + 2 * MINUTE }, 6)).toEqual(["13:58", "13:59", "14:00"]);
  });
});
