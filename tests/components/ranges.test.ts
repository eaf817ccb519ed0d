import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "@/lib/time/amsterdam.ts";
import { createFormats } from "@/lib/i18n/format.ts";
import {
  inFileName,
  rangeInFileName,
  rangeLabel,
  toRangeChoice,
  toWholeDays,
  validateDays,
  toDays,
  splitRange,
  toRange,
  type Range,
} from "../../components/chart/ranges.ts";

const at = (text: string) => Date.parse(text);
const lengthOf = ({ from, to }: Range) => (to - from) / HOUR_MS;
const now = at("2026-10-26T09:07Z");

describe("a preset range", () => {
  test("today is the Amsterdam day", () => {
    expect(toRange("today", now)).toEqual({
      from: at("2026-10-25T23:00Z"),
      to: at("2026-10-26T23:00Z"),
    });
  });

  test("yesterday has 25 hours after the clock went back, and 23 after it went forward", () => {
    expect(lengthOf(toRange("yesterday", now))).toBe(25);
    expect(lengthOf(toRange("yesterday", at("2026-03-30T09:00Z")))).toBe(23);
  });

  test("7 and 30 days are whole days that include today", () => {
    expect(lengthOf(toRange("week", now))).toBe(7 * 24 + 1);
    expect(lengthOf(toRange("month", now))).toBe(30 * 24 + 1);
  });
});

describe("a custom day range", () => {
  test("covers whole Amsterdam days, both ends included", () => {
    expect(toRange({ first: "2026-03-28", last: "2026-03-29" }, now)).toEqual({
      from: at("2026-03-27T23:00Z"),
      to: at("2026-03-29T22:00Z"),
    });
  });

  test("has a preset's name if it equals one", () => {
    for (const name of ["today", "yesterday", "week", "month"] as const) {
      expect(toRangeChoice(toDays(name, now), now)).toBe(name);
    }
    const days = { first: "2026-10-01", last: "2026-10-02" };
    expect(toRangeChoice(days, now)).toBe(days);
  });

  test("is refused if it is invalid, reversed or longer than 366 days", () => {
    expect(validateDays({ first: "2026-10-01", last: "2026-10-01" })).toBeNull();
    expect(validateDays({ first: "", last: "2026-10-01" })).toBe("missing");
    expect(validateDays({ first: "2026-02-30", last: "2026-10-01" })).toBe("missing");
    expect(validateDays({ first: "2026-10-02", last: "2026-10-01" })).toBe("order");
    expect(validateDays({ first: "2025-10-01", last: "2026-10-01" })).toBeNull();
    expect(validateDays({ first: "2025-09-30", last: "2026-10-01" })).toBe("tooLong");
  });

  test("is derived from a range whose end is exclusive", () => {
    expect(toWholeDays({ from: at("2026-10-24T22:00Z"), to: at("2026-10-25T23:00Z") })).toEqual({
      first: "2026-10-25",
      last: "2026-10-25",
    });
  });
});

test("a long range is read in adjacent chunks", () => {
  const pieces = splitRange({ from: 0, to: 366 * DAY_MS }, 31 * DAY_MS);
  expect(pieces).toHaveLength(12);
  expect(pieces[0]!.from).toBe(0);
  expect(pieces.at(-1)!.to).toBe(366 * DAY_MS);
  pieces.slice(1).forEach((piece, index) => expect(piece.from).toBe(pieces[index]!.to));
});

describe("the label of a range", () => {
  const en = createFormats("en");
  const nl = createFormats("nl");
  test("is its days, or its window if it is part of a day", () => {
    expect(rangeLabel(toRange("today", now), en)).toBe("Mon 26 Oct 2026");
    expect(rangeLabel(toRange("week", now), en)).toBe("Tue 20 Oct – Mon 26 Oct 2026");
    expect(rangeLabel(toRange("today", now), nl)).toBe("ma 26 okt 2026");
    const days = { first: "2025-12-30", last: "2026-01-02" };
    expect(rangeLabel(toRange(days, now), en)).toBe("Tue 30 Dec 2025 – Fri 2 Jan 2026");
    const part = { from: at("2026-10-26T09:00Z"), to: at("2026-10-26T11:00Z") };
    expect(rangeLabel(part, en)).toBe("Mon 26 Oct 2026, 10:00–12:00");
  });

  test("names files by their days", () => {
    expect(rangeInFileName(toDays("today", now))).toBe("2026-10-26");
    expect(rangeInFileName(toDays("week", now))).toBe("2026-10-20--2026-10-26");
    expect(inFileName("Zon Noord-Holland")).toBe("zon-noord-holland");
    expect(inFileName("Café ’t Hóékje, De Bilt (2)")).toBe("cafe-t-hoekje-de-bilt-2");
    expect(inFileName("…/../")).toBe("");
  });
});
