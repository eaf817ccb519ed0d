import { describe, expect, test } from "vitest";
import { createFormats } from "@/lib/i18n/format.ts";
import {
  bucketMark,
  bucketTitle,
  periodTitle,
  createBuckets,
  sumTotals,
} from "../../components/history/buckets.ts";
import type { Measured } from "@/lib/portal/queries/energy-history.ts";
import { isNothing, getSpan } from "@/components/history/energy-bars.tsx";
import { describeComparison, describeGaps } from "@/components/history/energy-history.tsx";
import { parseDay, getBucketTime, spanAt, upToSamePoint } from "@/lib/time/periods.ts";
import { createTranslatorFor } from "./in-language.tsx";

const at = (time: string) => Date.parse(time);
const QUARTER = 900_000;

/** Quarters measured at the same power over `[from, to)`; without those of `gaps`. */
function measured(from: number, to: number, kw: number, isGap = (_at: number) => false): Measured {
  const history = [];
  for (let time = from; time < to; time += QUARTER) {
    history.push({ time: new Date(time).toISOString(), ...(isGap(time) ? {} : { actual: kw }) });
  }
  return { history, panels: null };
}

const words = (locale: "en" | "nl") => ({
  t: createTranslatorFor(locale, "customerHome.history" as never) as never,
  f: createFormats(locale),
});
const homeWords = (locale: "en" | "nl") => ({
  t: createTranslatorFor(locale, "customerHome") as never,
  f: createFormats(locale),
});

describe("an energy-history period", () => {
  test("is an Amsterdam day, of 23 or 25 hours when the clock changes", () => {
    const hours = (text: string) => {
      const { from, to } = spanAt("day", at(text));
      return (to - from) / 3_600_000;
    };
    expect(hours("2026-03-29T12:00:00Z")).toBe(23);
    expect(hours("2026-10-25T12:00:00Z")).toBe(25);
    expect(hours("2026-06-10T12:00:00Z")).toBe(24);
  });

  test("of a week runs from Monday to Sunday and steps by seven days", () => {
    const week = spanAt("week", at("2026-10-25T12:00:00Z"));
    expect(week.from).toBe(at("2026-10-18T22:00:00Z"));
    expect(week.to).toBe(at("2026-10-25T23:00:00Z"));
    expect(spanAt("week", week.from, 1).from).toBe(week.to);
    expect(periodTitle(week, homeWords("nl"))).toBe("ma 19 okt – zo 25 okt 2026");
  });

  test("of a month steps over the end of the year", () => {
    const before = spanAt("month", at("2026-01-15T12:00:00Z"), -1);
    expect(before.from).toBe(at("2025-11-30T23:00:00Z"));
    expect(periodTitle(before, homeWords("en"))).toBe("December 2025");
  });

  test("is not parsed from an invalid date", () => {
    expect(parseDay("2026-02-30")).toBeNull();
    expect(parseDay("today")).toBeNull();
    expect(parseDay("2026-10-25")).toBe(at("2026-10-24T22:00:00Z"));
  });

  test("in progress is compared with the previous one up to the same point", () => {
    const now = at("2026-06-10T10:07:00Z");
    const [today, yesterday] = [spanAt("day", now), spanAt("day", now, -1)];
    expect(upToSamePoint(yesterday, today, now)).toBe(at("2026-06-09T10:00:00Z"));
    expect(upToSamePoint(yesterday, today, today.to)).toBe(yesterday.to);
    const [week, before] = [spanAt("week", now), spanAt("week", now, -1)];
    expect(upToSamePoint(before, week, now)).toBe(at("2026-06-03T10:00:00Z"));
  });

  test.each([
    ["noon on the day of 23 hours", "2026-03-29T10:00:00Z", "2026-03-28T11:00:00Z"],
    ["noon on the day after it", "2026-03-30T10:00:00Z", "2026-03-29T10:00:00Z"],
    ["02:30 on the day after it", "2026-03-30T00:30:00Z", "2026-03-29T01:00:00Z"],
    ["15:00 on the day of 25 hours", "2026-10-25T14:00:00Z", "2026-10-24T13:00:00Z"],
    ["15:00 on the day after it", "2026-10-26T14:00:00Z", "2026-10-25T14:00:00Z"],
  ])("in progress is compared up to the same time on the clock: %s", (_, now, then) => {
    const [today, yesterday] = [spanAt("day", at(now)), spanAt("day", at(now), -1)];
    expect(upToSamePoint(yesterday, today, at(now))).toBe(at(then));
  });
});

describe("switching the period", () => {
  const now = at("2026-11-22T09:00:00Z");
  test("includes now if the previous period did", () => {
    const month = spanAt("month", now);
    expect(spanAt("week", getBucketTime(month, now))).toEqual(spanAt("week", now));
    expect(spanAt("day", getBucketTime(month, now))).toEqual(spanAt("day", now));
  });

  test("starts where the earlier period started", () => {
    const october = spanAt("month", now, -1);
    expect(spanAt("day", getBucketTime(october, now)).from).toBe(october.from);
  });
});

describe("the bars of a day", () => {
  const day = spanAt("day", at("2026-10-25T12:00:00Z"));
  const after = at("2026-10-27T12:00:00Z");

  test("are its hours, with both hours from 02:00 to 03:00 on the long day", () => {
    const buckets = createBuckets(day, measured(day.from, day.to, 2), after);
    expect(buckets).toHaveLength(25);
    expect(buckets.every(({ toGrid, coverage: known }) => toGrid === 2 && known === "whole")).toBe(
      true,
    );
    const names = buckets.map((bucket) => bucketTitle("day", bucket, homeWords("nl")));
    expect(names[2]).toEqual(["02:00 zomertijd–", "02:00 wintertijd"]);
    expect(names[3]).toEqual(["02:00 wintertijd–", "03:00"]);
    expect(names.at(-1)).toEqual(["23:00–24:00"]);
    const marks = buckets.map((bucket, index) => bucketMark("day", bucket, index, homeWords("nl")));
    expect(marks.filter(Boolean)).toEqual(["06:00", "12:00", "18:00"]);
  });

  test("are labelled by weekday alone in a week", () => {
    const week = spanAt("week", day.from);
    const buckets = createBuckets(week, measured(week.from, week.to, 1), after);
    const marks = buckets.map((bucket, index) =>
      bucketMark("week", bucket, index, homeWords("en")),
    );
    expect(marks).toEqual(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]);
  });

  test("are empty in the future, and unmeasured rather than 0 without measurements", () => {
    const now = day.from + 10 * 3_600_000;
    const gap = (time: number) => time < day.from + 2.5 * 3_600_000;
    const buckets = createBuckets(day, measured(day.from, now, -1, gap), now);
    expect(buckets.slice(0, 4).map(({ coverage: known, fromGrid }) => [known, fromGrid])).toEqual([
      ["none", null],
      ["none", null],
      ["part", 0.5],
      ["whole", 1],
    ]);
    expect(buckets[12]).toMatchObject({ coverage: "ahead", toGrid: null, fromGrid: null });
  });
});

describe("the axis of the bars", () => {
  const day = spanAt("day", at("2026-06-10T12:00:00Z"));
  const axisOf = (kw: number) => {
    const buckets = createBuckets(day, measured(day.from, day.to, kw), day.to + 86_400_000);
    const ways = {
      up: ({ toGrid }: { toGrid: number | null }) => toGrid,
      down: ({ fromGrid }: { fromGrid: number | null }) => fromGrid,
    };
    return getSpan(buckets, ways);
  };

  test("ends at the longest bar, also on a day with consumption only", () => {
    expect(axisOf(-0.1)).toMatchObject({ top: 0, bottom: 0.1, whole: 0.1, upShare: 0 });
    expect(axisOf(3)).toMatchObject({ top: 3, bottom: 0, whole: 3, upShare: 1 });
  });

  test("has a minimum length, so that noise does not look large", () => {
    expect(axisOf(-0.01)).toMatchObject({ top: 0, bottom: 0.05 });
  });

  test("has no end label if no energy flowed", () => {
    expect(axisOf(0).isFlat).toBe(true);
    expect(axisOf(-0.01).isFlat).toBe(false);
  });

  test("shows a message if no energy flowed, and none if that is unknown", () => {
    const day = spanAt("day", at("2026-06-10T12:00:00Z"));
    const noon = at("2026-06-10T10:00:00Z");
    const nothing = (told: Measured) => {
      const { toGrid, fromGrid } = sumTotals(told, day.from, day.to, noon);
      return isNothing(toGrid) && isNothing(fromGrid);
    };
    expect(nothing(measured(day.from, noon, 0))).toBe(true);
    expect(nothing(measured(day.from, noon, 0.001))).toBe(false);
    expect(nothing(measured(day.from, noon, -0.1))).toBe(false);
    expect(nothing(measured(day.from, noon, 0, (time) => time < day.from + 3_600_000))).toBe(false);
    expect(nothing({ history: [], panels: null })).toBe(false);
  });
});

describe("self-consumed energy", () => {
  const day = spanAt("day", at("2026-06-10T12:00:00Z"));
  const after = day.to + 24 * 3_600_000;
  const selfConsumed = (net: number, produced: number, isGap?: (at: number) => boolean) =>
    sumTotals(
      {
        history: measured(day.from, day.to, net).history,
        panels: measured(day.from, day.to, produced, isGap).history,
      },
      day.from,
      day.to,
      after,
    ).selfConsumed;

  test("is what the panels produced and did not export", () => {
    expect(selfConsumed(1, 3).kwh).toBeCloseTo(48);
    expect(selfConsumed(-2, 3).kwh).toBeCloseTo(72);
    expect(selfConsumed(5, 3).kwh, "a battery gave the rest").toBe(0);
    expect(selfConsumed(-2, -0.01).kwh, "an inverter that sleeps").toBe(0);
    expect(selfConsumed(1, 3).whole).toBe(true);
    const noon = day.from + 12 * 3_600_000;
    const later = [...measured(day.from, noon, 0).history, ...measured(noon, day.to, 2).history];
    const morning = [...measured(day.from, noon, 3).history, ...measured(noon, day.to, 0).history];
    const both = sumTotals({ history: later, panels: morning }, day.from, day.to, after);
    expect(both.produced.kwh! - both.toGrid.kwh!).toBeCloseTo(12);
    expect(both.selfConsumed.kwh, "of 36 kWh stored, 24 went to the grid").toBeCloseTo(12);
  });

  test("counts only where both were measured, and is unknown where neither was", () => {
    const half = selfConsumed(1, 3, (time) => time < day.from + 12 * 3_600_000);
    expect(half.kwh).toBeCloseTo(24);
    expect(half.whole).toBe(false);
    expect(selfConsumed(1, 3, () => true)).toEqual({ kwh: null, whole: false });
    const none = { history: measured(day.from, day.to, 1).history, panels: null };
    expect(sumTotals(none, day.from, day.to, after).selfConsumed).toEqual({
      kwh: null,
      whole: false,
    });
  });
});

describe("missing measurements", () => {
  const week = spanAt("week", at("2026-06-10T12:00:00Z"));
  const DAY = 24 * 3_600_000;
  const after = week.to + DAY;
  const threeDays = (time: number) => time < week.from + 3 * DAY;

  test("are reported per day and not counted as 0", () => {
    const buckets = createBuckets(week, measured(week.from, week.to, 1, threeDays), after);
    expect(describeGaps("week", buckets, words("en"))).toEqual([
      "No measurements for 3 of 7 days.",
      "The totals include measured energy only.",
    ]);
    expect(describeGaps("week", buckets, words("nl"))[0]).toBe("Geen metingen voor 3 van 7 dagen.");
  });

  test("can be the whole period, in its first minutes", () => {
    const nothing = createBuckets(week, { history: [], panels: null }, week.from + 60_000);
    expect(describeGaps("week", nothing, words("nl"))).toEqual([
      "Nog geen metingen in deze periode.",
    ]);
  });

  test("prevent a comparison of the period", () => {
    const all = sumTotals(measured(week.from, week.to, 2), week.from, week.to, after);
    const part = sumTotals(measured(week.from, week.to, 2, threeDays), week.from, week.to, after);
    const none = sumTotals({ history: [], panels: null }, week.from, week.to, after);
    expect(part.toGrid.kwh).toBeCloseTo(4 * 24 * 2);
    expect(none.toGrid.kwh).toBeNull();
    expect(describeComparison("week", all.toGrid, part.toGrid, words("nl"))).toBeNull();
    expect(describeComparison("week", all.toGrid, none.toGrid, words("nl"))).toBeNull();
  });

  test("do not affect a completely measured period, which is compared in kWh", () => {
    const total = (kw: number) =>
      sumTotals(measured(week.from, week.to, kw), week.from, week.to, after).toGrid;
    expect(
      describeComparison("week", total(2), total(1), words("nl"))?.replace("\u00a0", " "),
    ).toBe("168 kWh meer dan de week ervoor");
    expect(describeComparison("week", total(1), total(2), words("en"))).toMatch(
      /less than the week before/,
    );
    expect(describeComparison("week", total(1), total(1), words("en"))).toMatch(/^The same as/);
  });
});
