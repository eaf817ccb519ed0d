import { describe, expect, test } from "vitest";
import {
  formatKw,
  formatKwh,
  formatMoment,
  formatPercent,
  formatTime,
  formatWindow,
  ispLabel,
} from "@/components/format.ts";

describe("a power", () => {
  test.each([
    [0, "0.00\u00a0kW"],
    [-0, "0.00\u00a0kW"],
    [-0.001, "0.00\u00a0kW"],
    [3.14159, "3.14\u00a0kW"],
    [-12.34, "−12.3\u00a0kW"],
    [999.96, "1,000\u00a0kW"],
    [-48211.4, "−48,211\u00a0kW"],
  ])("of %d reads %s", (value, text) => expect(formatKw(value)).toBe(text));

  test.each([null, undefined, Number.NaN])("that is %s is a dash, never 0", (value) => {
    expect(formatKw(value)).toBe("–");
    expect(formatKwh(value)).toBe("–");
  });

  test("writes its plus where the sign is the point, and none on nothing", () => {
    expect(formatKw(5, { signed: true })).toBe("+5.00\u00a0kW");
    expect(formatKw(-5, { signed: true })).toBe("−5.00\u00a0kW");
    expect(formatKw(0, { signed: true })).toBe("0.00\u00a0kW");
  });
});

test("a share is a whole percentage", () => {
  expect(formatPercent(0.614)).toBe("61%");
  expect(formatPercent(null)).toBe("–");
});

describe("a moment", () => {
  test("is told on Amsterdam's clock", () => {
    expect(formatTime("2026-07-15T22:30:00Z")).toBe("00:30");
    expect(formatMoment("2026-07-15T22:30:00Z")).toBe("Thu 16 Jul 2026, 00:30");
  });

  test("without an offset is UTC", () => {
    expect(formatTime("2026-01-15T12:00:00")).toBe("13:00");
  });
});

describe("a window", () => {
  test("names its day once", () => {
    expect(formatWindow("2026-06-10T11:00:00Z", "2026-06-10T11:15:00Z")).toBe(
      "Wed 10 Jun 2026, 13:00–13:15",
    );
  });

  test("names both days when it goes over midnight", () => {
    expect(formatWindow("2026-06-10T21:30:00Z", "2026-06-10T22:30:00Z")).toBe(
      "Wed 10 Jun 2026, 23:30–Thu 11 Jun 2026, 00:30",
    );
  });

  test("tells the two 02:30 of the night the clock goes back apart", () => {
    expect(formatWindow("2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z")).toBe(
      "Sun 25 Oct 2026, 02:30 CEST–02:30 CET",
    );
  });
});

test("an interval is labelled with its number and local times", () => {
  const interval = {
    isp: 53,
    time_from: "2026-06-10T11:00:00Z",
    time_to: "2026-06-10T11:15:00Z",
  };
  expect(ispLabel(interval)).toBe("ISP 53 · 13:00–13:15");
});
