import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ceilMinute,
  dayAt,
  getLocalDay,
  floorMinute,
  floorQuarter,
  ispNumber,
  getIspParts,
  localDate,
  MINUTE_MS,
  QUARTER_MS,
  wallQuarter,
} from "../../lib/time/amsterdam.ts";

const at = (stamp: string) => Date.parse(stamp);
const moments = fc.integer({ min: at("2000-01-01T00:00:00Z"), max: at("2060-01-01T00:00:00Z") });

describe("days of Europe/Amsterdam", () => {
  it.each([
    ["2026-03-28", "2026-03-27T23:00:00Z", 96],
    ["2026-03-29", "2026-03-28T23:00:00Z", 92],
    ["2026-03-30", "2026-03-29T22:00:00Z", 96],
    ["2026-10-24", "2026-10-23T22:00:00Z", 96],
    ["2026-10-25", "2026-10-24T22:00:00Z", 100],
    ["2026-10-26", "2026-10-25T23:00:00Z", 96],
  ])("%s starts at %s and has %i quarter-hours", (date, start, isps) => {
    const day = getLocalDay(date);
    expect(day).toEqual({
      date,
      startMs: at(start),
      endMs: at(start) + isps * QUARTER_MS,
      isps,
    });
    expect(dayAt(day.startMs)).toEqual(day);
    expect(dayAt(day.endMs - 1)).toEqual(day);
    expect(dayAt(day.endMs).date).not.toBe(date);
  });

  it("a date that does not exist is refused", () => {
    expect(() => getLocalDay("2026-02-30")).toThrow(RangeError);
    expect(() => getLocalDay("yesterday")).toThrow("yesterday is not a date");
  });

  it("every moment lies in its own local day", () => {
    fc.assert(
      fc.property(moments, (ms) => {
        const day = dayAt(ms);
        expect(day.startMs <= ms && ms < day.endMs).toBe(true);
        expect(day.date).toBe(localDate(ms));
        expect(getLocalDay(day.date)).toEqual(day);
        expect([92, 96, 100]).toContain(day.isps);
      }),
    );
  });

  it("the offset equals that of the IANA database, in any order of queries", () => {
    const format = new Intl.DateTimeFormat("sv-SE", {
      timeZone: "Europe/Amsterdam",
      dateStyle: "short",
      timeStyle: "short",
    });
    fc.assert(
      fc.property(moments, (ms) => {
        const [date, time] = format.format(ms).split(" ");
        const [hour, minute] = time!.split(":").map(Number);
        expect(localDate(ms)).toBe(date);
        expect(wallQuarter(ms)).toBe(hour! * 4 + Math.floor(minute! / 15));
      }),
    );
  });
});

describe("interval numbers", () => {
  it.each([
    ["2026-01-01T00:00:00+01:00", 1],
    ["2026-01-01T23:59:59+01:00", 96],
    ["2026-07-01T12:00:00+02:00", 49],
    ["2026-03-29T01:45:00+01:00", 8],
    ["2026-03-29T03:00:00+02:00", 9],
    ["2026-03-29T23:45:00+02:00", 92],
    ["2026-10-25T02:00:00+02:00", 9],
    ["2026-10-25T02:00:00+01:00", 13],
    ["2026-10-25T23:45:00+01:00", 100],
  ])("%s is in interval %i", (stamp, isp) => {
    expect(ispNumber(at(stamp))).toBe(isp);
  });

  it.each(["2026-03-29", "2026-06-01", "2026-10-25"])("%s counts from 1 without a gap", (date) => {
    const { startMs, endMs, isps } = getLocalDay(date);
    const numbers = getIspParts(startMs, endMs).map(({ isp }) => isp);
    expect(numbers).toEqual(Array.from({ length: isps }, (_, index) => index + 1));
  });

  it("local time skips four quarter-hours in spring and repeats four in autumn", () => {
    const wall = (date: string) => {
      const { startMs, endMs } = getLocalDay(date);
      return getIspParts(startMs, endMs).map(({ fromMs }) => wallQuarter(fromMs));
    };
    expect(wall("2026-03-29").slice(6, 10)).toEqual([6, 7, 12, 13]);
    expect(wall("2026-10-25").slice(8, 16)).toEqual([8, 9, 10, 11, 8, 9, 10, 11]);
    expect(wall("2026-06-01")).toEqual(Array.from({ length: 96 }, (_, index) => index));
  });
});

describe("splitting a window at quarter-hours", () => {
  it("gives a first and last part that cover only the window", () => {
    const parts = getIspParts(at("2026-05-01T10:07:00Z"), at("2026-05-01T10:31:00Z"));
    expect(parts).toEqual([
      { fromMs: at("2026-05-01T10:07:00Z"), toMs: at("2026-05-01T10:15:00Z"), isp: 49 },
      { fromMs: at("2026-05-01T10:15:00Z"), toMs: at("2026-05-01T10:30:00Z"), isp: 50 },
      { fromMs: at("2026-05-01T10:30:00Z"), toMs: at("2026-05-01T10:31:00Z"), isp: 51 },
    ]);
  });

  it("gives nothing for an empty window", () => {
    expect(getIspParts(at("2026-05-01T10:07:00Z"), at("2026-05-01T10:07:00Z"))).toEqual([]);
  });

  it("gives adjacent parts that cover the window, each within one quarter-hour", () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 1, max: 1_500 }), (ms, minutes) => {
        const fromMs = floorMinute(ms);
        const toMs = fromMs + minutes * MINUTE_MS;
        const parts = getIspParts(fromMs, toMs);
        expect(parts[0]!.fromMs).toBe(fromMs);
        expect(parts.at(-1)!.toMs).toBe(toMs);
        for (const [index, part] of parts.entries()) {
          expect(floorQuarter(part.toMs - 1)).toBe(floorQuarter(part.fromMs));
          expect(part.isp).toBe(ispNumber(part.fromMs));
          if (index > 0) expect(part.fromMs).toBe(parts[index - 1]!.toMs);
        }
      }),
    );
  });
});

describe("rounding", () => {
  it("leaves a full minute and a full quarter-hour unchanged", () => {
    const quarter = at("2026-05-01T10:15:00Z");
    for (const round of [floorMinute, ceilMinute, floorQuarter]) {
      expect(round(quarter)).toBe(quarter);
    }
  });

  it("rounds any other moment down or up to the next", () => {
    const between = at("2026-05-01T10:15:00.001Z");
    expect(floorMinute(between)).toBe(at("2026-05-01T10:15:00Z"));
    expect(ceilMinute(between)).toBe(at("2026-05-01T10:16:00Z"));
    expect(floorQuarter(between)).toBe(at("2026-05-01T10:15:00Z"));
  });
});
