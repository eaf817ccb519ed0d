import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isDate, shiftedDate } from "@/lib/time/local-input.ts";
import { HOUR_MS, MINUTE_MS, startOfDay } from "@/lib/time/amsterdam.ts";
import { parseMoment, toLocalDateTime } from "@/components/controls/window.ts";
import { dateText, isWholeDate, readDate } from "@/components/form/date-field.tsx";
import { isWholeTime, readTime } from "@/components/form/parsed-time.ts";
import { locales, type Locale } from "@/lib/i18n/locales.ts";

const TODAY = "2026-06-10";
const FIRST = Date.parse("2025-12-31T23:00Z");
const LAST = Date.parse("2027-12-31T22:59Z");

/** A moment formatted into form fields, and parsed back. */
function readBack(at: number, locale: Locale) {
  const { date, time, second } = toLocalDateTime(at);
  const typed = { date: readDate(dateText(date, locale), TODAY)!, time: readTime(time)! };
  return parseMoment({ ...typed, second });
}

describe.each(locales)("a moment formatted into date and time fields (%s)", (locale) => {
  test("survives a round trip on every day of 2026 and 2027", () => {
    for (let day = FIRST; day < LAST; day = startOfDay(day, 1)) {
      for (const at of [day, day + 13 * HOUR_MS + 5 * MINUTE_MS, startOfDay(day, 1) - MINUTE_MS])
        expect(readBack(at, locale)).toEqual({ at });
    }
  });

  test("survives a round trip at any minute", () => {
    fc.assert(
      fc.property(fc.integer({ min: FIRST / MINUTE_MS, max: LAST / MINUTE_MS }), (minute) => {
        expect(readBack(minute * MINUTE_MS, locale)).toEqual({ at: minute * MINUTE_MS });
      }),
    );
  });

  test.each(["2026-03-28", "2026-10-24", "2027-03-27", "2027-10-30"])(
    "survives a round trip at every minute of the night after %s",
    (date) => {
      const from = Date.parse(`${date}T20:00Z`);
      for (let at = from; at < from + 10 * HOUR_MS; at += MINUTE_MS)
        expect(readBack(at, locale)).toEqual({ at });
    },
  );

  test("is shown with its whole date and time", () => {
    expect(isWholeDate(dateText("2026-10-05", locale))).toBe(true);
    expect(isWholeTime(toLocalDateTime(FIRST).time)).toBe(true);
  });
});

describe("a typed date", () => {
  test("is formatted in the reader's date format", () => {
    expect(dateText("2026-10-25", "nl")).toBe("25-10-2026");
    expect(dateText("2026-10-25", "en")).toBe("25/10/2026");
    expect(dateText("31-2", "nl")).toBe("31-2");
  });

  test.each([
    "25-10-2026",
    "25/10/2026",
    "25.10.2026",
    "25 10 2026",
    "2026-10-25",
    "25102026",
    "25-10-26",
    "251026",
    "25-10",
    "25/10",
    "2510",
    " 25-10-2026 ",
  ])("%j is parsed as 25 October, day first", (text) => {
    expect(readDate(text, TODAY)).toBe("2026-10-25");
  });

  test("without a year is the nearest such day", () => {
    expect(readDate("1-1", "2026-12-30")).toBe("2027-01-01");
    expect(readDate("31-12", "2027-01-02")).toBe("2026-12-31");
    expect(readDate("29-2", "2027-05-01")).toBe("2028-02-29");
  });

  test.each(["", "soon", "30-2-2026", "10/25/2026", "25-13", "2510202", "25-10-0226", "1", "2026"])(
    "%j is refused",
    (text) => expect(readDate(text, TODAY)).toBeNull(),
  );

  test("never becomes a different day than its digits, in either language", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -9000, max: 26_000 }),
        fc.constantFrom(...locales),
        (n, locale) => {
          const date = shiftedDate("2026-06-10", n);
          fc.pre(isDate(date));
          expect(readDate(dateText(date, locale), TODAY)).toBe(date);
          expect(readDate(date, TODAY)).toBe(date);
        },
      ),
    );
  });
});

describe("a typed time", () => {
  test.each([
    ["13:05", "13:05"],
    ["13.05", "13:05"],
    ["1305", "13:05"],
    ["13h05", "13:05"],
    ["13u05", "13:05"],
    ["9:05", "09:05"],
    ["905", "09:05"],
    ["13", "13:00"],
    ["9", "09:00"],
    ["00:00", "00:00"],
    ["24:00", "24:00"],
  ])("%j is parsed as %s", (text, time) => expect(readTime(text)).toBe(time));

  test.each(["", "noon", "25:00", "24:01", "12:60", "13:5", "13:055", "1 pm", "-1"])(
    "%j is refused",
    (text) => expect(readTime(text)).toBeNull(),
  );
});
