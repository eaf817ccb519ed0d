import { describe, expect, test } from "vitest";
import { HOUR_MS, QUARTER_MS, startOfDay } from "../../lib/time/amsterdam.ts";
import {
  compareDays,
  isWhole,
  measuredBetween,
  newSince,
  sameTimeYesterday,
} from "../../components/overview/day-over-day-card.tsx";

const at = (text: string) => Date.parse(text);

function quarters(from: number, to: number, kw: number | null) {
  const all = [];
  for (let start = from; start < to; start += QUARTER_MS) {
    all.push({
      from: start,
      to: start + QUARTER_MS,
      forecast: 0,
      upward: 1,
      downward: 2,
      actual: kw,
    });
  }
  return all;
}

describe("the same time yesterday", () => {
  test.each([
    ["on a plain day", "2026-06-02T13:15:00+02:00", "2026-06-01T13:15:00+02:00"],
    ["after the clock went forward", "2026-03-29T13:15:00+02:00", "2026-03-28T13:15:00+01:00"],
    ["after the clock went back", "2026-10-25T13:15:00+01:00", "2026-10-24T13:15:00+02:00"],
  ])("%s has the same local time", (_, now, then) => {
    expect(sameTimeYesterday(at(now))).toBe(at(then));
  });

  test("is unknown in an hour that did not exist yesterday", () => {
    expect(sameTimeYesterday(at("2026-03-30T02:15:00+02:00"))).toBeNull();
  });
});

describe("energy since midnight", () => {
  const now = at("2026-06-02T10:00:00+02:00");
  const [midnight, before] = [startOfDay(now), startOfDay(now, -1)];

  test("is compared with yesterday up to the same time, not with the whole day", () => {
    const history = [...quarters(before, midnight, 4), ...quarters(midnight, now, 6)];
    const { today, yesterday, thatQuarter } = compareDays(history, now);
    expect(today).toEqual({ kwh: 60, measuredCount: 40, all: 40 });
    expect(yesterday).toEqual({ kwh: 40, measuredCount: 40, all: 40 });
    expect(thatQuarter?.from).toBe(before + 10 * HOUR_MS);
  });

  test("is incomplete if a quarter-hour was not measured", () => {
    const gaps = [
      ...quarters(midnight, midnight + HOUR_MS, 6),
      ...quarters(midnight + HOUR_MS, now, null),
    ];
    const measured = measuredBetween(gaps, midnight, now);
    expect(measured).toEqual({ kwh: 6, measuredCount: 4, all: 40 });
    expect(isWhole(measured)).toBe(false);
  });

  test("is not compared just after midnight", () => {
    const { today } = compareDays(quarters(before, midnight, 4), midnight);
    expect(isWhole(today)).toBe(false);
  });
});

describe("items created since yesterday's midnight", () => {
  const since = at("2026-06-01T00:00:00+02:00");
  const made = (...moments: string[]) => moments.map((created_at) => ({ created_at }));

  test("include those created at exactly that moment", () => {
    const list = made("2026-06-02T10:00:00Z", "2026-05-31T22:00:00Z", "2026-05-31T21:59:59Z");
    expect(newSince(list, 90, since)).toEqual({ count: 2, more: false });
  });

  test("may be more if the list ends with a new item", () => {
    expect(newSince(made("2026-06-02T10:00:00Z"), 2, since)).toEqual({ count: 1, more: true });
    expect(newSince(made("2026-06-02T10:00:00Z"), 1, since)).toEqual({ count: 1, more: false });
  });
});
