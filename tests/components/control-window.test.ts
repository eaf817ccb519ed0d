import { describe, expect, test } from "vitest";
import {
  toBodyTimes,
  coveredQuarters,
  parseMoment,
  stepMoment,
  toLocalDateTime,
  nextFullHours,
  validateChoice,
  validateWindow,
  toWindow,
  type LocalMoment,
  type WindowChoice,
} from "@/components/controls/window.ts";

const at = (text: string) => Date.parse(text);
const NOW = at("2026-06-10T12:07:31Z");
const typed = (text: string, second = false): LocalMoment => {
  const [date = "", time = ""] = text.split("T");
  return { date, time, second };
};
const exact = (from: string, to: string, second = false): WindowChoice => ({
  kind: "exact",
  from: typed(from),
  to: typed(to, second),
});

describe("a control's window", () => {
  test("for the rest of this quarter runs from the current minute to the end of the quarter", () => {
    expect(toWindow({ kind: "this-quarter" }, NOW)).toEqual({
      from: at("2026-06-10T12:07Z"),
      to: at("2026-06-10T12:15Z"),
    });
  });

  test("from now lasts 15 minutes or an hour from the current minute, and is ordered from now", () => {
    const from = at("2026-06-10T12:07Z");
    const quarter = { from, to: at("2026-06-10T12:22Z") };
    expect(toWindow({ kind: "now-15" }, NOW)).toEqual(quarter);
    expect(toWindow({ kind: "now-60" }, NOW)).toEqual({ from, to: at("2026-06-10T13:07Z") });
    expect(toBodyTimes(quarter, NOW)).toEqual({ time_to: "2026-06-10T12:22:00.000Z" });
  });

  test("until an hour runs from the current minute to an end that does not move", () => {
    const until: WindowChoice = { kind: "until", to: typed("2026-06-10T16:00") };
    const to = at("2026-06-10T14:00Z");
    expect(toWindow(until, NOW)).toEqual({ from: at("2026-06-10T12:07Z"), to });
    expect(toWindow(until, to - 1)).toEqual({ from: at("2026-06-10T13:59Z"), to });
    expect([validateChoice(until, NOW), validateChoice(until, to)]).toEqual([null, "passed"]);
    expect(toBodyTimes(toWindow(until, NOW)!, NOW)).toEqual({
      time_to: "2026-06-10T14:00:00.000Z",
    });
  });

  test("is offered until the next full hours, none of them less than 15 minutes away", () => {
    const offered = (now: string) => nextFullHours(at(now)).map((end) => toLocalDateTime(end).time);
    expect(offered("2026-06-10T12:07:31Z")).toEqual(["15:00", "16:00", "17:00"]);
    expect(offered("2026-06-10T12:45:00Z")).toEqual(["15:00", "16:00", "17:00"]);
    expect(offered("2026-06-10T12:45:01Z")).toEqual(["16:00", "17:00", "18:00"]);
    expect(offered("2026-06-10T20:30:00Z")).toEqual(["23:00", "00:00", "01:00"]);
    expect(offered("2026-10-24T23:30:00Z")).toEqual(["02:00", "02:00", "03:00"]);
    expect(offered("2026-03-29T00:30:00Z")).toEqual(["03:00", "04:00", "05:00"]);
    const repeated = nextFullHours(at("2026-10-24T23:30Z")).map((end) => toLocalDateTime(end));
    const read = repeated.map((to) => toWindow({ kind: "until", to }, at("2026-10-24T23:30Z"))?.to);
    expect(read).toEqual(["00", "01", "02"].map((hour) => at(`2026-10-25T${hour}:00Z`)));
  });

  test("for the next quarter and the next hour starts at the next quarter", () => {
    const from = at("2026-06-10T12:15Z");
    expect(toWindow({ kind: "next-quarter" }, NOW)).toEqual({ from, to: at("2026-06-10T12:30Z") });
    expect(toWindow({ kind: "next-hour" }, NOW)).toEqual({ from, to: at("2026-06-10T13:15Z") });
  });

  test("with exact times is read in Amsterdam time", () => {
    expect(toWindow(exact("2026-06-10T15:00", "2026-06-10T16:30"), NOW)).toEqual({
      from: at("2026-06-10T13:00Z"),
      to: at("2026-06-10T14:30Z"),
    });
  });

  test("can lie between the two 02:30 of the night the clock goes back", () => {
    expect(toWindow(exact("2026-10-25T02:30", "2026-10-25T02:30", true), NOW)).toEqual({
      from: at("2026-10-25T00:30Z"),
      to: at("2026-10-25T01:30Z"),
    });
  });

  test("is invalid while a time is missing or skipped by the clock", () => {
    expect(toWindow(exact("", "2026-06-10T16:30"), NOW)).toBeNull();
    expect(toWindow(exact("2026-03-29T02:30", "2026-03-29T04:00"), NOW)).toBeNull();
    expect(parseMoment(typed("2026-03-29T02:30"))).toEqual({ error: "skipped" });
    expect(parseMoment(typed("2026-06-10"))).toEqual({ error: "missing" });
  });

  test("is invalid while a field holds no date or time", () => {
    expect(toWindow(exact("2026-06-10T12:00", "2026-06-10T25:00"), NOW)).toBeNull();
    const typos = ["2026-02-30T02:30", "31-2T12:00", "2026-06-10T9", "2026-02-30T24:00"];
    for (const text of [...typos, "2026-06-10T25:99", "2026-06-10T12:60"])
      expect(parseMoment(typed(text))).toEqual({ error: "unreadable" });
  });

  test("may end at 24:00 on a day of any length", () => {
    expect(parseMoment(typed("2026-10-25T24:00"))).toEqual({ at: at("2026-10-25T23:00Z") });
    expect(parseMoment(typed("2026-03-29T24:00"))).toEqual({ at: at("2026-03-29T22:00Z") });
  });

  test("must end after it starts, and not in the past", () => {
    const from = at("2026-06-10T13:00Z");
    expect(validateWindow({ from, to: from }, NOW)).toBe("endBeforeStart");
    expect(validateWindow({ from: NOW - 9e6, to: NOW - 1e6 }, NOW)).toBe("passed");
    expect(validateWindow({ from: NOW - 9e6, to: NOW + 1e6 }, NOW)).toBeNull();
  });

  test("covers settlement periods numbered within the Amsterdam day, partly at both ends", () => {
    const window = { from: at("2026-06-10T21:52Z"), to: at("2026-06-10T22:05Z") };
    expect(coveredQuarters(window)).toEqual([
      { from: at("2026-06-10T21:45Z"), isp: 96, start: 7 / 15, end: 1 },
      { from: at("2026-06-10T22:00Z"), isp: 1, start: 0, end: 5 / 15 },
    ]);
  });

  test("survives a round trip through the form fields, including in the repeated hour", () => {
    for (const moment of ["2026-10-25T00:30Z", "2026-10-25T01:30Z", "2026-06-10T12:00Z"])
      expect(parseMoment(toLocalDateTime(at(moment)))).toEqual({ at: at(moment) });
  });

  test("is stepped by minutes and quarter-hours, through both hours of 02:00", () => {
    const last = at("2026-10-25T00:59Z");
    expect(toLocalDateTime(last)).toEqual(typed("2026-10-25T02:59"));
    expect(toLocalDateTime(stepMoment(last, 1, false))).toEqual(typed("2026-10-25T02:00", true));
    expect(stepMoment(NOW, 1, true)).toBe(at("2026-06-10T12:15Z"));
    expect(stepMoment(NOW, -1, true)).toBe(at("2026-06-10T12:00Z"));
    expect(stepMoment(at("2026-06-10T12:00Z"), -1, true)).toBe(at("2026-06-10T11:45Z"));
  });

  test("is always sent with an explicit end, so that a late confirmation shifts nothing", () => {
    const window = { from: at("2026-06-10T12:07Z"), to: at("2026-06-10T12:15Z") };
    expect(toBodyTimes(window, NOW)).toEqual({ time_to: "2026-06-10T12:15:00.000Z" });
    expect(toBodyTimes(window, at("2026-06-10T12:00Z"))).toEqual({
      time_from: "2026-06-10T12:07:00.000Z",
      time_to: "2026-06-10T12:15:00.000Z",
    });
  });
});
