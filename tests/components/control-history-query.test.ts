import { describe, expect, it } from "vitest";
import {
  earlierControlsAtLocation,
  earlierControlsInArea,
  cachedSince,
  cachedSinceByRelevance,
  type ListedControl,
} from "@/components/controls/control-history-query.ts";
import { createTranslatorFor } from "./in-language.tsx";

const t = createTranslatorFor("en", "controls");
const DAY = 86_400_000;
const NOON = Date.parse("2026-06-15T12:00:00Z");
const iso = (at: number) => new Date(at).toISOString();

/** A control of an hour that was accepted an hour before it began. */
const control = (id: string, from: number) => ({
  id,
  created_at: iso(from - 3_600_000),
  time_from: iso(from),
  time_to: iso(from + 3_600_000),
  effective_to: iso(from + 3_600_000),
  cancelled_at: null,
  type: "ZERO_EXPORT" as const,
});
const daily = (count: number, from = NOON) =>
  Array.from({ length: count }, (_, days) => control(`ctrl_${days}`, from - days * DAY));

describe("the cached list of past controls", () => {
  it("is complete if the list contains all controls", () => {
    expect(cachedSince(daily(3), 3, "time_from")).toBeNull();
    expect(cachedSince([], 0, "time_from")).toBeNull();
  });

  it("ends where an older control may still have been active", () => {
    const newest = daily(10);
    expect(cachedSince(newest, 11, "time_from")).toBe(NOON - 9 * DAY + 2 * DAY);
    expect(cachedSince(newest, 11, "created_at")).toBe(NOON - 9 * DAY - 3_600_000 + 8 * DAY);
  });
});

describe("the cached list of controls by relevance", () => {
  const [ended, scheduled] = [control("ended", NOON - DAY), control("scheduled", NOON + DAY)];

  it("ends like one by start time if it reaches those that ended", () => {
    const listed = [scheduled, ended];
    expect(cachedSinceByRelevance(listed, 3, NOON)).toBe(NOON - DAY + 2 * DAY);
    const calledOff = { ...scheduled, effective_to: scheduled.time_from };
    expect(cachedSinceByRelevance([calledOff], 2, NOON)).toBe(NOON + 3 * DAY);
    expect(cachedSinceByRelevance(listed, 2, NOON)).toBeNull();
  });

  it("says nothing about any moment if it ends among those in force or to come", () => {
    expect(cachedSinceByRelevance([scheduled], 2, NOON)).toBe(Infinity);
    expect(cachedSinceByRelevance([control("running", NOON)], 2, NOON)).toBe(Infinity);
  });
});

describe("past controls of a range", () => {
  const known = { controls: [], cachedFrom: NOON };
  const zone = earlierControlsInArea({ kind: "bidding-zone", id: "NL" }, true, known, t);

  it("are queried by start time, page by page, until a page begins well before the range", () => {
    expect(zone.pageAt(2)).toBe("/api/control-summaries?sort=-time_from&page=2&page_size=100");
    const page = daily(100);
    expect(zone.isLast(page, NOON - 50 * DAY)).toBe(true);
    expect(zone.isLast(page, NOON - 98 * DAY)).toBe(false);
    expect(zone.isLast(page.slice(1), NOON - 200 * DAY)).toBe(true);
    expect(zone.isLast([], NOON)).toBe(true);
  });

  it("are those of the selected group, or of its whole zone", () => {
    const group = earlierControlsInArea({ kind: "group", id: "grp_1" }, true, known, t);
    const [one, other, all] = daily(3);
    const listed: ListedControl[] = [
      { ...one!, target: { kind: "group" as const, id: "grp_1", name: "One" } },
      { ...other!, target: { kind: "group" as const, id: "grp_2", name: "Two" } },
      { ...all!, target: { kind: "bidding_zone" as const, id: "NL", name: "NL" } },
    ];
    const starts = (windows: { from: number }[]) => windows.map(({ from }) => from);
    expect(starts(group.shade(listed))).toEqual([NOON, NOON - 2 * DAY]);
    expect(starts(zone.shade(listed))).toEqual([NOON, NOON - DAY, NOON - 2 * DAY]);
  });

  it("of a service without summaries count as active for their requested window", () => {
    const plain = earlierControlsInArea({ kind: "bidding-zone", id: "NL" }, false, known, t);
    expect(plain.pageAt(0)).toBe("/api/controls?page=0&page_size=100");
    const { effective_to: _, cancelled_at: __, ...bare } = control("ctrl_1", NOON);
    expect(plain.shade([{ ...bare, results: [] }])).toEqual([
      { from: NOON, to: NOON + 3_600_000, label: "Zero export", href: "/controls/ctrl_1" },
    ]);
  });

  it("leave out controls the page already holds in a newer state", () => {
    const listed = [{ ...daily(1)[0]!, control_id: "ctrl_0" }];
    const own = earlierControlsAtLocation(
      "loc_1",
      { controls: [{ control_id: "ctrl_0" }], cachedFrom: NOON },
      t,
      false,
    );
    expect(own.shade(listed)).toEqual([]);
    const all = { controls: [{ id: "ctrl_1" }], cachedFrom: NOON };
    const rest = earlierControlsInArea({ kind: "bidding-zone", id: "NL" }, true, all, t);
    expect(rest.shade(daily(3)).map(({ from }) => from)).toEqual([NOON, NOON - 2 * DAY]);
  });

  it("are described in the customer's wording for customers", () => {
    const own = earlierControlsAtLocation("loc_1", known, t, true);
    expect(own.pageAt(0)).toBe("/api/locations/loc_1/controls?page=0&page_size=100");
    expect(own.shade(daily(1)).map(({ label }) => label)).toEqual(["nothing to the grid"]);
  });
});
