import { expect, test } from "vitest";
import { sortActivity } from "../../components/customer-home/activity.tsx";
import type { LocatedControl } from "../../lib/contract/locations.ts";
import type { Portal } from "../../lib/portal/client/portal-client.ts";
import { readActivity } from "../../lib/portal/queries/customer-home.ts";

const START = Date.parse("2026-06-10T10:00:00Z");
const HOUR = 3_600_000;
const iso = (hours: number) => new Date(START + hours * HOUR).toISOString();

const control = (id: string, from: number, to: number, created: number) =>
  ({
    control_id: id,
    created_at: iso(created),
    cancelled_at: null,
    time_from: iso(from),
    time_to: iso(to),
    effective_to: iso(to),
    superseded: false,
    results: [],
  }) as unknown as LocatedControl;

/** A portal that lists these controls of its customer, newest first, and the pages that were read. */
function portalWith(controls: LocatedControl[]) {
  const pagesRead: number[] = [];
  const sorted = controls.toSorted((a, b) => b.created_at.localeCompare(a.created_at));
  const listLocatedControls = async (_of: object, query: { page: number; page_size: number }) => {
    pagesRead.push(query.page);
    const start = query.page * query.page_size;
    const items = sorted.slice(start, start + query.page_size);
    return { items, total: sorted.length, complete: true };
  };
  const portal = {
    user: { customerId: "cus_1" },
    supports: () => false,
    directory: { listLocatedControls },
  };
  return { portal: portal as unknown as Portal, pagesRead };
}

const scheduled = control("overridden", 20, 22, 0);
const newer = control("newer", 19, 23, 9);
const unrelated = Array.from({ length: 8 }, (_, index) =>
  control(`other_${index}`, -2 * index - 4, -2 * index - 3, index + 1),
);

test("a request that one of another page replaces wholly is not to come", async () => {
  const { portal } = portalWith([scheduled, newer, ...unrelated]);
  const { page, allControls } = await readActivity(portal, { page: 1, page_size: 5 }, START);
  expect(page.items.map(({ control_id }) => control_id)).toContain("overridden");
  expect(allControls.map(({ control_id }) => control_id)).toContain("newer");
  const ids = sortActivity(page.items, START, allControls).coming.map((one) => one.control_id);
  expect(ids).not.toContain("overridden");
});

test("pages are read up to the first without a request that overlaps", async () => {
  const far = Array.from({ length: 30 }, (_, index) =>
    control(`far_${index}`, -3 * index - 40, -3 * index - 39, -index - 1),
  );
  const { portal, pagesRead } = portalWith([scheduled, newer, ...unrelated, ...far]);
  await readActivity(portal, { page: 1, page_size: 5 }, START);
  expect(pagesRead.toSorted()).toEqual([0, 1, 2]);
});

test("a request on the only page is the whole list", async () => {
  const { portal, pagesRead } = portalWith([scheduled, newer]);
  await readActivity(portal, { page: 0, page_size: 5 }, START);
  expect(pagesRead).toEqual([0]);
});
