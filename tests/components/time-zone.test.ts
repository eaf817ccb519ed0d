import { describe, expect, test } from "vitest";
import { localToInstants } from "@/lib/time/local-input.ts";
import { ispNumber, localMinute, offsetAt, QUARTER_MS, startOfDay } from "@/lib/time/amsterdam.ts";

const at = (text: string) => Date.parse(text);
const hours = (count: number) => count * 3_600_000;

describe("Amsterdam's clock", () => {
  test("is one hour ahead of UTC in winter and two in summer", () => {
    expect(offsetAt(at("2026-01-15T12:00Z"))).toBe(hours(1));
    expect(offsetAt(at("2026-07-15T12:00Z"))).toBe(hours(2));
  });

  test("shows 02:30 twice on the night the clock goes back", () => {
    expect(localToInstants("2026-10-25T02:30")).toEqual([
      at("2026-10-25T00:30Z"),
      at("2026-10-25T01:30Z"),
    ]);
  });

  test("never shows 02:30 on the night the clock goes forward", () => {
    expect(localToInstants("2026-03-29T02:30")).toEqual([]);
    expect(localToInstants("2026-03-29T03:00")).toEqual([at("2026-03-29T01:00Z")]);
  });

  test.each(["", "soon", "2026-02-30T12:00", "2026-13-01T00:00", "2026-10-25"])(
    "%j is not a valid moment",
    (text) => expect(localToInstants(text)).toEqual([]),
  );

  test("formats a moment as the field parses it", () => {
    expect(localMinute(at("2026-10-25T01:30Z"))).toBe("2026-10-25T02:30");
    expect(localMinute(at("2026-07-01T22:15Z"))).toBe("2026-07-02T00:15");
  });
});

describe("a day in Amsterdam", () => {
  test.each([
    ["2026-06-10T12:00Z", 24],
    ["2026-03-29T12:00Z", 23],
    ["2026-10-25T12:00Z", 25],
  ])("that contains %s is %i hours long", (moment, length) => {
    expect(startOfDay(at(moment), 1) - startOfDay(at(moment))).toBe(hours(length));
  });

  test("numbers its quarter-hours by elapsed time", () => {
    expect(ispNumber(at("2026-06-10T00:00+02:00"))).toBe(1);
    expect(ispNumber(at("2026-03-29T03:00+02:00"))).toBe(9);
    expect(ispNumber(at("2026-10-25T02:00+01:00"))).toBe(13);
    expect(ispNumber(startOfDay(at("2026-03-29T12:00Z"), 1) - QUARTER_MS)).toBe(92);
    expect(ispNumber(startOfDay(at("2026-10-25T12:00Z"), 1) - QUARTER_MS)).toBe(100);
  });
});
