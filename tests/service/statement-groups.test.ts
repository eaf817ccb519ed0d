import { afterEach, expect, it, vi } from "vitest";
import type { MissingInput } from "../../lib/contract/index.ts";
import { emptyStatementSum } from "../../service/engine/statement.ts";
import { toGroupRows } from "../../service/planning/statement-rows.ts";

afterEach(() => vi.restoreAllMocks());

const GROUPS = 500;
const LOCATIONS = 20;

/** The row of a location; the first of a group lacks terms, the next lack measurements. */
const rowOf = (location: number, group: number) => ({
  locationId: `loc_${group}_${location}`,
  customerId: `cus_${group}_${location}`,
  groupId: group === 0 ? null : `grp_${group}`,
  sum: { ...emptyStatementSum(), curtailed: group + location, isIncomplete: location === 0 },
  bandKwh: 0.1,
  missing: new Set<MissingInput>([location === 0 ? "terms" : "measurements"]),
});
/** The rows of all locations; those of a group do not follow one another. */
const rows = Array.from({ length: LOCATIONS }, (_, location) =>
  Array.from({ length: GROUPS }, (_group, group) => rowOf(location, group)),
).flat();

it("the row of a group sums its locations, and names what any of them lacks once", async () => {
  const groups = await toGroupRows(rows);
  expect(groups).toEqual(
    Array.from({ length: GROUPS }, (_, group) => ({
      locationId: null,
      customerId: null,
      groupId: group === 0 ? null : `grp_${group}`,
      sum: {
        ...emptyStatementSum(),
        curtailed: LOCATIONS * group + (LOCATIONS * (LOCATIONS - 1)) / 2,
        isIncomplete: true,
      },
      bandKwh: null,
      missing: new Set(["terms", "measurements"]),
    })),
  );
  expect([...groups[0]!.missing]).toEqual(["terms", "measurements"]);
});

it("other computations have turns while the rows of many locations are summed by group", async () => {
  let ms = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (ms += 5));
  let others = 0;
  let isSummed = false;
  const countOthers = () => {
    others += 1;
    if (!isSummed) setImmediate(countOthers);
  };
  setImmediate(countOthers);
  await toGroupRows(rows);
  isSummed = true;
  expect(others).toBeGreaterThan(100);
});
