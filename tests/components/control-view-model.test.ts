import { describe, expect, test } from "vitest";
import { createFormats } from "@/lib/i18n/format.ts";
import { coveredIntervals } from "../../components/chart/series.ts";
import { controlStateAt, isCancellable, endedEarly } from "../../lib/controls/control-state.ts";
import { byState } from "../../lib/controls/display-state.ts";
import { appliesTo } from "@/components/controls/area-controls.ts";
import { describeWindow } from "@/components/controls/control-view-model.ts";
import { shadedWindows } from "@/components/controls/shaded-windows.ts";
import { createTranslatorFor } from "./in-language.tsx";

const en = { t: createTranslatorFor("en", "controls"), f: createFormats("en") };
const nl = { t: createTranslatorFor("nl", "controls"), f: createFormats("nl") };
const NOON = Date.parse("2026-06-10T10:00:00Z");
const at = (minute: number) => new Date(NOON + minute * 60_000).toISOString();
const control = (name: string, from: number, to: number) => ({
  name,
  type: "ZERO_EXPORT" as const,
  time_from: at(from),
  time_to: at(to),
  effective_to: at(to),
  cancelled_at: null as string | null,
});
const cancelled = (name: string, from: number, to: number, end: number) => ({
  ...control(name, from, to),
  effective_to: at(end),
  cancelled_at: at(end - 0.5),
});

describe("a control", () => {
  test("is active from its start until just before its end", () => {
    const quarter = control("quarter", 0, 15);
    const stateAt = (minute: number) => controlStateAt(quarter, NOON + minute * 60_000);
    expect([stateAt(-1), stateAt(0), stateAt(14), stateAt(15)]).toEqual([
      "scheduled",
      "active",
      "active",
      "ended",
    ]);
  });

  test("can be cancelled until its last minute, which no cancellation could save", () => {
    const quarter = control("quarter", 0, 15);
    const minutes = [-5, 0, 13.9, 14, 14.5, 15];
    expect(minutes.map((minute) => isCancellable(quarter, NOON + minute * 60_000))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(isCancellable(cancelled("", 0, 15, 5), NOON)).toBe(false);
  });

  test("ended early if it was cancelled after its start, and not if before", () => {
    expect(endedEarly(cancelled("", 0, 15, 5))).toBe(true);
    expect(endedEarly(cancelled("", 0, 15, 0))).toBe(false);
    expect(endedEarly(control("", 0, 15))).toBe(false);
  });

  test("of a zone also applies to its groups, and one of a group to no other group", () => {
    const zone = { kind: "bidding_zone" as const, id: "NL", name: "NL" };
    const group = { kind: "group" as const, id: "grp_a", name: "A" };
    const onGroup = (target: typeof zone | typeof group | null, id: string) =>
      appliesTo({ target }, { kind: "group", id });
    expect(onGroup(zone, "grp_a")).toBe(true);
    expect(onGroup(group, "grp_a")).toBe(true);
    expect(onGroup(group, "grp_b")).toBe(false);
    expect(onGroup(null, "grp_a")).toBe(false);
    expect(appliesTo({ target: group }, { kind: "bidding-zone", id: "NL" })).toBe(true);
  });
});

test("controls are sorted: active first, then the next to start, then the last to end", () => {
  const all = [
    control("tonight", 400, 415),
    control("long ago", -300, -285),
    control("soon", 15, 30),
    control("now", -5, 15),
    control("just ended", -30, -15),
    cancelled("taken back", -20, 15, -10),
    cancelled("called off", 30, 45, -5),
  ];
  const names = (part: typeof all) => part.map(({ name }) => name);
  const { active, scheduled, ended } = byState(all, NOON);
  expect(names(active)).toEqual(["now"]);
  expect(names(scheduled)).toEqual(["soon", "tonight"]);
  expect(names(ended)).toEqual(["called off", "taken back", "just ended", "long ago"]);
});

describe("a cancelled control", () => {
  const words = (of: ReturnType<typeof control>) => describeWindow(of, NOON, en);
  const bands = (...all: ReturnType<typeof control>[]) =>
    shadedWindows(all, en.t).map(({ from, to }) => [(from - NOON) / 60_000, (to - NOON) / 60_000]);

  test("counts as cancelled at any time, and is not active once it ended", () => {
    const stateAt = (minute: number) =>
      controlStateAt(cancelled("", -30, 30, -10), NOON + minute * 60_000);
    expect([stateAt(-5), stateAt(60)]).toEqual(["cancelled", "cancelled"]);
  });

  test("stays among active controls until it stops", () => {
    const stopping = [cancelled("stopping", -10, 15, 1)];
    expect(byState(stopping, NOON).active).toEqual(stopping);
    expect(byState(stopping, NOON).ended).toEqual([]);
    expect(byState(stopping, NOON + 60_000).ended).toEqual(stopping);
  });

  test("shows until when it ran and its planned end", () => {
    expect(words(control("", -30, 0))).toBe("Today, 11:30–12:00");
    expect(words(cancelled("", -30, 0, -13))).toBe(
      "Today, 11:30–11:47, cancelled; planned until 12:00",
    );
    expect(describeWindow(cancelled("", -30, 0, -13), NOON, nl)).toBe(
      "Vandaag, 11:30–11:47, geannuleerd; gepland tot 12:00",
    );
    expect(words(cancelled("", 690, 730, 715))).toBe(
      "Today, 23:30–23:55, cancelled; planned until tomorrow 00:10",
    );
  });

  test("before its start shows that and is not drawn as a band in charts", () => {
    const off = cancelled("", 30, 60, -10);
    expect(words(off)).toBe("Today, 12:30–13:00, cancelled before it started");
    expect(bands(off)).toEqual([]);
  });

  test("is drawn as a band until its cancellation", () => {
    expect(bands(control("", 0, 30), cancelled("", -30, 0, -13))).toEqual([
      [0, 30],
      [-30, -13],
    ]);
  });
});

test("overlapping or adjacent windows are shaded once", () => {
  const window = (from: number, to: number) => ({ from, to, label: "Zero export" });
  expect(coveredIntervals([window(50, 60), window(0, 10), window(5, 8), window(10, 20)])).toEqual([
    { from: 0, to: 20 },
    { from: 50, to: 60 },
  ]);
});
