import { expect, test } from "vitest";
import type { Portal } from "../../lib/portal/client/portal-client.ts";
import { readOverview } from "../../lib/portal/queries/overview.ts";

const NOW = Date.parse("2026-06-10T10:00:00Z");
const HOUR = 3_600_000;
const control = (id: string, fromMs: number, group: string) => ({
  id,
  fromMs,
  toMs: fromMs + 2 * HOUR,
  target: { kind: "group", id: group, name: group },
});
type Listed = ReturnType<typeof control>;

/** As the service orders them: in force, the newest first; to come, the next first; the others. */
function byRelevance(controls: Listed[]): Listed[] {
  const latest = controls.toSorted((a, b) => b.fromMs - a.fromMs);
  return [
    ...latest.filter(({ fromMs, toMs }) => fromMs <= NOW && NOW < toMs),
    ...latest.filter(({ fromMs }) => fromMs > NOW).reverse(),
    ...latest.filter(({ toMs }) => toMs <= NOW),
  ];
}

/** A portal of a service with these controls, which filters and sorts them if it has summaries. */
function portalWith(controls: Listed[], hasSummaries = true): Portal {
  const listControls = async (query: { sort?: string; group_id?: string; page_size: number }) => {
    if (!hasSummaries && (query.sort || query.group_id)) throw new Error("not supported");
    const listed = controls.filter(({ target }) => !query.group_id || target.id === query.group_id);
    const sorted =
      query.sort === "relevance"
        ? byRelevance(listed)
        : listed.toSorted((a, b) => b.fromMs - a.fromMs);
    return { items: sorted.slice(0, query.page_size), total: listed.length, complete: true };
  };
  return {
    supports: (operation: string) => operation === "listControlSummaries" && hasSummaries,
    directory: { listControls },
  } as unknown as Portal;
}

const zone = { kind: "bidding-zone", id: "NL" } as const;
const group = { kind: "group", id: "grp_a" } as const;
const running = control("running", NOW - HOUR, "grp_a");
const fifty = (toMs: (index: number) => number) =>
  Array.from({ length: 50 }, (_, index) => control(`other_${index}`, toMs(index), "grp_b"));
const idsOf = async (...given: Parameters<typeof readOverview>) =>
  (await readOverview(...given)).initialControls.map(({ id }) => id);

test("the overview has the control in force, however many are scheduled", async () => {
  const scheduled = fifty((index) => NOW + (index + 1) * HOUR);
  expect(await idsOf(portalWith([running, ...scheduled]), zone)).toContain("running");
});

test("the page of a group has its control in force, however many newer ones other groups have", async () => {
  const others = fifty((index) => NOW - index * 60_000);
  expect(await idsOf(portalWith([running, ...others]), group)).toContain("running");
});

test("the page of a group lists each control once, also those of its zone", async () => {
  const ofZone = { ...control("zone", NOW - HOUR, "NL"), target: { ...zone, name: "NL" } };
  expect((await idsOf(portalWith([running, ofZone]), group)).sort()).toEqual(["running", "zone"]);
});

test("the overview of a service without summaries has its latest controls", async () => {
  expect(await idsOf(portalWith([running], false), zone)).toEqual(["running"]);
  expect(await idsOf(portalWith([running], false), group)).toEqual(["running"]);
});
