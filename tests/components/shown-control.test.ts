import { describe, expect, test } from "vitest";
import { coveredStretches } from "@/components/charts/curve.ts";
import { byState, controlStateAt, isOn } from "@/components/controls/shown-control.ts";

const NOON = Date.parse("2026-06-10T10:00:00Z");
const control = (name: string, from: number, to: number) => ({
  name,
  time_from: new Date(NOON + from * 60_000).toISOString(),
  time_to: new Date(NOON + to * 60_000).toISOString(),
});

describe("a control", () => {
  test("is running from its start until just before its end", () => {
    const quarter = control("quarter", 0, 15);
    const stateAt = (minute: number) => controlStateAt(quarter, NOON + minute * 60_000);
    expect([stateAt(-1), stateAt(0), stateAt(14), stateAt(15)]).toEqual([
      "scheduled",
      "active",
      "active",
      "ended",
    ]);
  });

  test("on the zone is on its groups too, one on a group is on no other", () => {
    const zone = { kind: "bidding_zone" as const, id: "NL", name: "NL" };
    const group = { kind: "group" as const, id: "grp_a", name: "A" };
    const onGroup = (target: typeof zone | typeof group | null, id: string) =>
      isOn({ target }, { kind: "group", id });
    expect(onGroup(zone, "grp_a")).toBe(true);
    expect(onGroup(group, "grp_a")).toBe(true);
    expect(onGroup(group, "grp_b")).toBe(false);
    expect(onGroup(null, "grp_a")).toBe(false);
    expect(isOn({ target: group }, { kind: "bidding-zone", id: "NL" })).toBe(true);
  });
});

test("controls come as running, then the next ones first, then the latest ended first", () => {
  const all = [
    control("tonight", 400, 415),
    control("long ago", -300, -285),
    control("soon", 15, 30),
    control("now", -5, 15),
    control("just ended", -30, -15),
  ];
  const names = (part: typeof all) => part.map(({ name }) => name);
  const { active, scheduled, ended } = byState(all, NOON);
  expect(names(active)).toEqual(["now"]);
  expect(names(scheduled)).toEqual(["soon", "tonight"]);
  expect(names(ended)).toEqual(["just ended", "long ago"]);
});

test("windows that overlap or touch are shaded once", () => {
  const window = (from: number, to: number) => ({ from, to, label: "Zero export" });
  expect(coveredStretches([window(50, 60), window(0, 10), window(5, 8), window(10, 20)])).toEqual([
    { from: 0, to: 20 },
    { from: 50, to: 60 },
  ]);
});
