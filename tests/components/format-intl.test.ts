import { describe, expect, test } from "vitest";
import { installPlainFormats } from "@/lib/i18n/plain-intl.ts";
import { createFormats } from "@/lib/i18n/format.ts";
import { weekdayName } from "@/lib/i18n/format-date.ts";
import { DAY_MS, HOUR_MS, offsetAt, ZONE } from "@/lib/time/amsterdam.ts";

const tags = { en: "en-GB", nl: "nl-NL" } as const;
const locales = ["en", "nl"] as const;
const values = [
  0,
  -0,
  1e-9,
  -1e-9,
  0.005,
  -0.005,
  0.125,
  1.005,
  -1.005,
  2.345,
  9.994,
  9.995,
  12.25,
  12.35,
  -999.949,
  999.95,
  1234.5,
  -12_345.678,
  1_000_000,
  98_765_432.1,
  Infinity,
  -Infinity,
];
const written = (text: string) => text.replace("-", "−");

describe.each(locales)("the formats of %s write as the browser's", (locale) => {
  const f = createFormats(locale);
  const byIntl = (value: number, options: Intl.NumberFormatOptions) =>
    written(new Intl.NumberFormat(tags[locale], options).format(value));

  test.each(values)("the number %d", (value) => {
    for (const decimals of [0, 1, 2]) {
      const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
      expect(f.number(value, { decimals })).toBe(
        byIntl(value, { ...digits, signDisplay: "negative" }),
      );
      expect(f.number(value, { decimals, signed: true })).toBe(
        byIntl(value, { ...digits, signDisplay: "exceptZero" }),
      );
    }
    const bare = { signDisplay: "negative" } as const;
    expect(f.tick(value)).toBe(byIntl(value, { ...bare, maximumFractionDigits: 3 }));
    expect(f.typed(value)).toBe(
      byIntl(value, { ...bare, maximumFractionDigits: 6, useGrouping: false }),
    );
    const euros = { style: "currency", currency: "EUR" } as const;
    const inEuros = (options = {}) => f.eur(value, options).replaceAll("\u2060", "");
    expect(inEuros()).toBe(byIntl(value, { ...euros, ...bare }));
    expect(inEuros({ signed: true })).toBe(byIntl(value, { ...euros, signDisplay: "exceptZero" }));
    expect(f.percent(value)).toBe(
      byIntl(value, { ...bare, style: "percent", maximumFractionDigits: 0 }),
    );
  });

  test("a day of every month, and its time", () => {
    for (let month = 0; month < 12; month++) {
      const at = Date.UTC(2026, month, 5 + month, 21 + (month % 4), 7, 9);
      const byIntl = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat(tags[locale], { timeZone: ZONE, hourCycle: "h23", ...options })
          .format(at)
          .replace(",", "");
      const near = { weekday: "short", day: "numeric", month: "short" } as const;
      expect(f.day(at)).toBe(byIntl({ ...near, year: "numeric" }));
      expect(f.shortDay(at)).toBe(byIntl(near));
      expect(f.weekday(at)).toBe(byIntl({ weekday: "short", day: "numeric" }));
      expect(f.month(at)).toBe(byIntl({ month: "long", year: "numeric" }));
      expect(f.seconds(at)).toBe(byIntl({ hour: "2-digit", minute: "2-digit", second: "2-digit" }));
    }
  });

  test("the days of the week", () => {
    for (let day = 0; day < 8; day++) {
      const short = new Intl.DateTimeFormat(tags[locale], { weekday: "short", timeZone: "UTC" });
      expect(weekdayName(locale, day)).toBe(short.format(Date.UTC(2026, 10, 1 + day)));
    }
  });
});

test("the offset of Amsterdam is the time zone database's, from 1990 to 2060", () => {
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: ZONE, timeZoneName: "longOffset" });
  const offsetByIntl = (at: number) => Number(/GMT\+(\d\d)/.exec(clock.format(at))?.[1]) * HOUR_MS;
  const wrong: string[] = [];
  for (let at = Date.UTC(1990, 0, 1, 0, 59); at < Date.UTC(2060, 0); at += DAY_MS)
    for (const moment of [at, at + 2 * 60_000])
      if (offsetAt(moment) !== offsetByIntl(moment)) wrong.push(new Date(moment).toISOString());
  expect(wrong).toEqual([]);
});

describe.each(locales)("the formats of messages in %s write as the browser's", (locale) => {
  const plain = { NumberFormat: Intl.NumberFormat, PluralRules: Intl.PluralRules };
  installPlainFormats(plain);

  test("counts", () => {
    const ours = new plain.NumberFormat(locale);
    const browsers = new Intl.NumberFormat(locale);
    for (const value of [0, 0.5, 1, 2.345, -3, -0.5, 10, 999, 1000, 12_345, 1_000_000])
      expect(ours.format(value)).toBe(browsers.format(value));
  });

  test("plurals", () => {
    const ours = new plain.PluralRules(locale, { type: "cardinal" });
    const browsers = new Intl.PluralRules(locale, { type: "cardinal" });
    for (const value of [-1, 0, 0.5, 1, 1.5, 2, 11, 21, 100, 101, 1_000_000])
      expect(ours.select(value)).toBe(browsers.select(value));
  });

  test("and do all that those do", () => {
    const ours = new plain.NumberFormat(locale);
    const browsers = new Intl.NumberFormat(locale);
    expect(ours.formatToParts(1234.5)).toEqual(browsers.formatToParts(1234.5));
    expect(ours.resolvedOptions()).toEqual(browsers.resolvedOptions());
    expect(plain.NumberFormat(locale).format(1234.5)).toBe(browsers.format(1234.5));
    expect(plain.NumberFormat.supportedLocalesOf(locale)).toEqual([locale]);
    const plurals = new plain.PluralRules(locale, { type: "cardinal" });
    expect(plurals.resolvedOptions()).toEqual(new Intl.PluralRules(locale).resolvedOptions());
  });

  test("all others are the browser's own", () => {
    const euros = { style: "currency", currency: "EUR" } as const;
    expect(new plain.NumberFormat(locale, euros)).toBeInstanceOf(Intl.NumberFormat);
    expect(new plain.NumberFormat("de")).toBeInstanceOf(Intl.NumberFormat);
    const ordinal = new plain.PluralRules(locale, { type: "ordinal" });
    expect(ordinal).toBeInstanceOf(Intl.PluralRules);
  });
});
