import { describe, expect, test } from "vitest";
import { createFormats } from "@/lib/i18n/format.ts";
import { formatUnitPrice } from "@/lib/i18n/unit-price.ts";

const f = createFormats("en");
const dutch = createFormats("nl");

describe("a power", () => {
  test.each([
    [0, "0.00\u00a0kW"],
    [-0, "0.00\u00a0kW"],
    [-0.001, "0.00\u00a0kW"],
    [3.14159, "3.14\u00a0kW"],
    [-12.34, "−12.3\u00a0kW"],
    [999.96, "1,000\u00a0kW"],
    [-48211.4, "−48,211\u00a0kW"],
  ])("%d kW is formatted as %s", (value, text) => expect(f.kw(value)).toBe(text));

  test.each([null, undefined, Number.NaN])("%s is formatted as a dash, never 0", (value) => {
    expect(f.kw(value)).toBe("–");
    expect(f.kwh(value)).toBe("–");
  });

  test("has a plus sign where the sign matters, and none at 0", () => {
    expect(f.kw(5, { signed: true })).toBe("+5.00\u00a0kW");
    expect(f.kw(-5, { signed: true })).toBe("−5.00\u00a0kW");
    expect(f.kw(0, { signed: true })).toBe("0.00\u00a0kW");
  });
});

describe("an amount in euros", () => {
  test("has its sign where readers expect it, and does not break from it at the end of a line", () => {
    expect(f.eur(-12.4)).toBe("−\u2060€12.40");
    expect(f.eur(12.4, { signed: true })).toBe("+\u2060€12.40");
    expect(f.eur(12.4)).toBe("€12.40");
    expect(dutch.eur(-12.4)).toBe("€\u00a0−12,40");
  });

  test("per unit of energy is written like other amounts", () => {
    expect(formatUnitPrice("en", 38.214, "MWh")).toBe("€38.21/MWh");
    expect(formatUnitPrice("nl", -38.214, "MWh")).toBe("€\u00a0−38,21/MWh");
    expect(formatUnitPrice("en", 0.06, "kWh", { decimals: 5 })).toBe("€0.06000/kWh");
    expect(formatUnitPrice("en", null, "kWh")).toBe("–");
  });
});

test("a share is a whole percentage", () => {
  expect(f.percent(0.614)).toBe("61%");
  expect(f.percent(null)).toBe("–");
  expect(f.percent(-0.128)).toBe("−13%");
  expect(f.percent(-0.001)).toBe("0%");
});

describe("a moment", () => {
  test("is formatted in Amsterdam time", () => {
    expect(f.time("2026-07-15T22:30:00Z")).toBe("00:30");
    expect(f.moment("2026-07-15T22:30:00Z")).toBe("Thu 16 Jul 2026, 00:30");
  });

  test("on another day than its context includes the day", () => {
    const now = "2026-11-22T03:17:00Z";
    expect(f.besideTime("2026-11-22T03:15:00Z", now)).toBe("04:15");
    expect(f.besideTime("2026-11-20T01:00:00Z", now)).toBe("Fri 20 Nov, 02:00");
    expect(dutch.besideTime("2026-11-21T22:59:00Z", now)).toBe("za 21 nov, 23:59");
  });

  test("without an offset is UTC", () => {
    expect(f.time("2026-01-15T12:00:00")).toBe("13:00");
  });
});

describe("a window", () => {
  test("names a single day once", () => {
    expect(f.window("2026-06-10T11:00:00Z", "2026-06-10T11:15:00Z")).toBe(
      "Wed 10 Jun 2026, 13:00–13:15",
    );
  });

  test("names both days when it crosses midnight", () => {
    expect(f.window("2026-06-10T21:30:00Z", "2026-06-10T22:30:00Z")).toBe(
      "Wed 10 Jun 2026, 23:30–Thu 11 Jun 2026, 00:30",
    );
  });

  test("distinguishes the two 02:30 of the night the clock goes back", () => {
    expect(f.window("2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z")).toBe(
      "Sun 25 Oct 2026, 02:30 CEST–02:30 CET",
    );
  });

  test("ends at 24:00 when it ends at midnight of its own day", () => {
    expect(f.window("2026-06-10T21:00:00Z", "2026-06-10T22:00:00Z")).toBe(
      "Wed 10 Jun 2026, 23:00–24:00",
    );
  });
});

describe("a window relative to now", () => {
  const now = Date.parse("2026-06-10T21:59:00Z");
  const seen = (from: string, to: string) => f.nearWindow(from, to, now);

  test("names the days around it by their Amsterdam dates", () => {
    expect(seen("2026-06-10T20:00:00Z", "2026-06-10T20:15:00Z")).toBe("Today, 22:00–22:15");
    expect(seen("2026-06-10T22:00:00Z", "2026-06-10T22:15:00Z")).toBe("Tomorrow, 00:00–00:15");
    expect(seen("2026-06-09T21:30:00Z", "2026-06-09T22:30:00Z")).toBe(
      "Yesterday 23:30–today 00:30",
    );
  });

  test("names two days as one phrase with a single capital", () => {
    expect(seen("2026-06-10T21:00:00Z", "2026-06-10T23:00:00Z")).toBe("Today 23:00–tomorrow 01:00");
    expect(seen("2026-06-13T21:00:00Z", "2026-06-13T23:00:00Z")).toBe(
      "Sat 13 Jun 23:00–Sun 14 Jun 01:00",
    );
    const inDutch = (from: string, to: string) => dutch.nearWindow(from, to, now);
    expect(inDutch("2026-06-10T21:00:00Z", "2026-06-10T23:00:00Z")).toBe(
      "Vandaag 23:00–morgen 01:00",
    );
    expect(inDutch("2026-06-10T21:00:00Z", "2026-06-13T22:00:00Z")).toBe(
      "Vandaag 23:00–zo 14 jun 00:00",
    );
    expect(inDutch("2026-06-13T21:00:00Z", "2026-06-13T21:30:00Z")).toBe("za 13 jun, 23:00–23:30");
  });

  test("leaves out the current year and names any other", () => {
    expect(seen("2026-06-14T10:00:00Z", "2026-06-14T11:00:00Z")).toBe("Sun 14 Jun, 12:00–13:00");
    expect(seen("2025-06-14T10:00:00Z", "2025-06-14T11:00:00Z")).toBe(
      "Sat 14 Jun 2025, 12:00–13:00",
    );
  });

  test("distinguishes both hours of the night the clock goes back", () => {
    const night = Date.parse("2026-10-24T23:00:00Z");
    expect(f.nearWindow("2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", night)).toBe(
      "Sun 25 Oct 2026, 02:30 CEST–02:30 CET",
    );
  });

  test("names summer or winter time in the repeated hour only", () => {
    const night = Date.parse("2026-10-24T23:00:00Z");
    const named = (from: string, to: string) => f.nearWindow(from, to, night);
    expect(named("2026-10-25T00:00:00Z", "2026-10-25T00:15:00Z")).toBe("Today, 02:00–02:15 CEST");
    expect(named("2026-10-25T01:00:00Z", "2026-10-25T01:15:00Z")).toBe("Today, 02:00–02:15 CET");
    expect(named("2026-10-25T02:00:00Z", "2026-10-25T02:15:00Z")).toBe("Today, 03:00–03:15");
    expect(named("2026-10-24T23:30:00Z", "2026-10-24T23:45:00Z")).toBe("Today, 01:30–01:45");
  });
});

describe("in the repeated hour", () => {
  const [summer, winter] = ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"];

  test("a time names which of the two it is, and other times do not", () => {
    expect([summer, winter].map((at) => f.time(at))).toEqual(["02:30 CEST", "02:30 CET"]);
    expect(f.moment(summer)).toBe("Sun 25 Oct 2026, 02:30 CEST");
    for (const [at, told] of [
      ["2026-10-24T23:59:59Z", "01:59"],
      ["2026-10-25T02:00:00Z", "03:00"],
      ["2026-03-29T00:59:00Z", "01:59"],
      ["2026-03-29T01:00:00Z", "03:00"],
    ] as const) {
      expect(f.time(at)).toBe(told);
    }
  });

  test("so do an end and an interval", () => {
    const now = Date.parse("2026-10-24T23:00:00Z");
    expect(f.nearEnd(now, winter, now)).toBe("02:30 CET");
    const labelled = (time_from: string, time_to: string) =>
      f.ispLabel({ isp: 12, time_from, time_to });
    expect(labelled("2026-10-25T00:45:00Z", "2026-10-25T01:00:00Z")).toBe(
      "ISP 12 · 02:45 CEST–02:00 CET",
    );
    expect(labelled(summer, "2026-10-25T00:45:00Z")).toBe("ISP 12 · 02:30–02:45 CEST");
  });
});

test("an interval is labelled with its number and local times", () => {
  const interval = {
    isp: 53,
    time_from: "2026-06-10T11:00:00Z",
    time_to: "2026-06-10T11:15:00Z",
  };
  expect(f.ispLabel(interval)).toBe("ISP 53 · 13:00–13:15");
});

test("Dutch readers get a decimal comma, Dutch day names and the Dutch term for the interval", () => {
  expect(dutch.kw(-1234.5)).toBe("−1.235\u00a0kW");
  expect(dutch.kwh(2.1, { signed: true })).toBe("+2,10\u00a0kWh");
  expect(dutch.percent(0.614)).toBe("61%");
  expect(dutch.window("2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z")).toBe(
    "zo 25 okt 2026, 02:30 CEST–02:30 CET",
  );
  const now = Date.parse("2026-06-10T12:00:00Z");
  expect(dutch.nearMoment("2026-06-11T10:00:00Z", now)).toBe("Morgen, 12:00");
  expect(dutch.amidMoment("2026-06-11T10:00:00Z", now)).toBe("morgen, 12:00");
  expect(dutch.ispName).toBe("PTU");
});
