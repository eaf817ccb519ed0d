import { describe, expect, it } from "vitest";
import { weeklyHours } from "../../lib/time/hours-off.ts";
import {
  coversAll,
  findExclusions,
  getExcludedShares,
  monthAt,
  subtract,
  type Preferences,
} from "../../service/engine/preferences.ts";

const ms = (stamp: string) => Date.parse(stamp);
const period = (from: string, to: string) => ({ fromMs: ms(from), toMs: ms(to) });
const iso = (found: readonly { fromMs: number; toMs: number }[]) =>
  found.map(({ fromMs, toMs }) => [fromMs, toMs].map((at) => new Date(at).toISOString()));
const NOTHING: Preferences = { optedOut: false, hoursOff: [], maxMonthMs: null };
const HOUR = 3_600_000;

describe("exclusions by hours off", () => {
  const nights = { days: [0, 1, 2, 3, 4, 5, 6], fromMinute: 120, toMinute: 180 };

  it("cover both occurrences of the hour that is repeated in October", () => {
    const night = period("2026-10-24T22:00:00Z", "2026-10-25T05:00:00Z");
    const found = findExclusions({ ...NOTHING, hoursOff: [nights] }, night, []);
    expect(iso(found)).toEqual([["2026-10-25T00:00:00.000Z", "2026-10-25T02:00:00.000Z"]]);
  });

  it("do not exist in the hour that is skipped in March", () => {
    const night = period("2026-03-28T22:00:00Z", "2026-03-29T05:00:00Z");
    expect(findExclusions({ ...NOTHING, hoursOff: [nights] }, night, [])).toEqual([]);
  });

  it("run past midnight from the day on which they begin", () => {
    const late = { days: [5], fromMinute: 22 * 60, toMinute: 7 * 60 };
    const weekend = period("2026-06-18T12:00:00Z", "2026-06-21T12:00:00Z");
    const found = findExclusions({ ...NOTHING, hoursOff: [late] }, weekend, []);
    expect(iso(found)).toEqual([["2026-06-19T20:00:00.000Z", "2026-06-20T05:00:00.000Z"]]);
  });

  it("with equal times are whole days, of 24 hours each", () => {
    const sunday = { days: [0], fromMinute: 0, toMinute: 0 };
    const week = period("2026-06-17T12:00:00Z", "2026-06-24T12:00:00Z");
    const found = findExclusions({ ...NOTHING, hoursOff: [sunday] }, week, []);
    expect(iso(found)).toEqual([["2026-06-20T22:00:00.000Z", "2026-06-21T22:00:00.000Z"]]);
    expect(weeklyHours(sunday)).toBe(24);
  });

  it("cut a window that does not begin at a quarter-hour to the minute", () => {
    const noon = { days: [1], fromMinute: 12 * 60, toMinute: 12 * 60 + 15 };
    const window = period("2026-06-15T10:07:00Z", "2026-06-15T10:40:00Z");
    const found = findExclusions({ ...NOTHING, hoursOff: [noon] }, window, []);
    expect(iso(found)).toEqual([["2026-06-15T10:07:00.000Z", "2026-06-15T10:15:00.000Z"]]);
  });
});

describe("exclusions by opting out of controls of the same type", () => {
  const window = period("2026-06-15T10:00:00Z", "2026-06-15T12:00:00Z");
  const declined = [
    period("2026-06-15T09:00:00Z", "2026-06-15T10:30:00Z"),
    period("2026-06-15T10:15:00Z", "2026-06-15T10:45:00Z"),
    period("2026-06-15T12:00:00Z", "2026-06-15T13:00:00Z"),
  ];

  it("are the parts of the window that fall into theirs", () => {
    const found = findExclusions(NOTHING, window, [], declined);
    expect(found).toEqual([
      { ...period("2026-06-15T10:00:00Z", "2026-06-15T10:45:00Z"), reason: "opted_out_of_control" },
    ]);
  });

  it("come before hours off, and do not use up the hours of the month", () => {
    const noon = { days: [1], fromMinute: 12 * 60 + 30, toMinute: 13 * 60 };
    const preferences = { ...NOTHING, hoursOff: [noon], maxMonthMs: HOUR / 2 };
    expect(findExclusions(preferences, window, [], declined)).toEqual([
      { ...period("2026-06-15T10:00:00Z", "2026-06-15T10:45:00Z"), reason: "opted_out_of_control" },
      { ...period("2026-06-15T10:45:00Z", "2026-06-15T11:00:00Z"), reason: "hours_off" },
      { ...period("2026-06-15T11:30:00Z", "2026-06-15T12:00:00Z"), reason: "monthly_cap" },
    ]);
  });
});

describe("exclusions by a maximum per month", () => {
  const twoHours = { ...NOTHING, maxMonthMs: 2 * HOUR };

  it("begin when the month's hours are used", () => {
    const used = [period("2026-06-01T10:00:00Z", "2026-06-01T11:30:00Z")];
    const window = period("2026-06-15T10:00:00Z", "2026-06-15T12:00:00Z");
    const found = findExclusions(twoHours, window, used);
    expect(iso(found)).toEqual([["2026-06-15T10:30:00.000Z", "2026-06-15T12:00:00.000Z"]]);
    expect(found[0]!.reason).toBe("monthly_cap");
  });

  it("count a minute under two controls once", () => {
    const used = [
      period("2026-06-15T10:00:00Z", "2026-06-15T11:30:00Z"),
      period("2026-06-15T10:30:00Z", "2026-06-15T11:30:00Z"),
    ];
    const window = period("2026-06-15T11:00:00Z", "2026-06-15T12:00:00Z");
    expect(findExclusions(twoHours, window, used)).toEqual([]);
  });

  it("end with the month in Amsterdam", () => {
    const used = [period("2026-06-01T10:00:00Z", "2026-06-01T12:00:00Z")];
    const window = period("2026-06-30T21:00:00Z", "2026-06-30T23:00:00Z");
    const found = findExclusions(twoHours, window, used);
    expect(iso(found)).toEqual([["2026-06-30T21:00:00.000Z", "2026-06-30T22:00:00.000Z"]]);
  });

  it("do not spend hours on what falls into hours off", () => {
    const hoursOff = [{ days: [1], fromMinute: 12 * 60, toMinute: 13 * 60 }];
    const window = period("2026-06-15T10:00:00Z", "2026-06-15T14:00:00Z");
    const found = findExclusions({ ...twoHours, hoursOff }, window, []);
    expect(found.map(({ reason }) => reason)).toEqual(["hours_off", "monthly_cap"]);
    expect(iso(found)[1]).toEqual(["2026-06-15T13:00:00.000Z", "2026-06-15T14:00:00.000Z"]);
  });
});

describe("periods", () => {
  it("have months by the clock in Amsterdam, also with a clock change", () => {
    expect(iso([monthAt(ms("2026-10-25T12:00:00Z"))])).toEqual([
      ["2026-09-30T22:00:00.000Z", "2026-10-31T23:00:00.000Z"],
    ]);
    expect(iso([monthAt(ms("2026-12-31T23:00:00Z"))])).toEqual([
      ["2026-12-31T23:00:00.000Z", "2027-01-31T23:00:00.000Z"],
    ]);
  });

  it("are covered when nothing is left of them", () => {
    const window = period("2026-06-15T10:00:00Z", "2026-06-15T12:00:00Z");
    const first = period("2026-06-15T09:00:00Z", "2026-06-15T11:00:00Z");
    const second = period("2026-06-15T11:00:00Z", "2026-06-15T13:00:00Z");
    expect(coversAll(window, [first])).toBe(false);
    expect(coversAll(window, [first, second])).toBe(true);
    expect(iso(subtract([window], [first]))).toEqual([
      ["2026-06-15T11:00:00.000Z", "2026-06-15T12:00:00.000Z"],
    ]);
  });
});

describe("the share of a plan that later exclusions take away", () => {
  const parts = [
    period("2026-06-15T10:00:00Z", "2026-06-15T10:15:00Z"),
    period("2026-06-15T10:15:00Z", "2026-06-15T10:30:00Z"),
  ];
  const rest = period("2026-06-15T10:05:00Z", "2026-06-15T11:00:00Z");
  const planned = { ...rest, reason: "monthly_cap" as const, afterAcceptance: false };
  const later = { ...rest, reason: "opted_out" as const, afterAcceptance: true };

  it("is that of their minutes, and nothing of what the plan left out", () => {
    expect(getExcludedShares(parts, [])).toEqual([0, 0]);
    expect(getExcludedShares(parts, [later])).toEqual([expect.closeTo(2 / 3, 9), 1]);
    expect(getExcludedShares(parts, [planned])).toEqual([0, 0]);
  });

  it("is of the minutes that the plan did not leave out", () => {
    const first = { ...later, fromMs: ms("2026-06-15T10:02:30Z"), toMs: rest.fromMs };
    expect(getExcludedShares(parts, [first, planned])).toEqual([expect.closeTo(1 / 2, 9), 0]);
  });
});
