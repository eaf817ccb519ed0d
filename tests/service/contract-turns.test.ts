import { afterEach, expect, it, vi } from "vitest";
import { sumContracts, sumContractsInTurns } from "../../service/planning/contract-sums.ts";
import { getRunParts } from "../../service/planning/delivery-report.ts";
import type { PlannedEnergies } from "../../service/planning/planned-energies.ts";
import { toLocationRows } from "../../service/planning/statement-rows.ts";
import { sumPlanned } from "../../service/planning/value.ts";

afterEach(() => vi.restoreAllMocks());

const LOCATIONS = 5_000;
const FROM = new Date("2026-06-15T10:00:00Z");
const TO = new Date("2026-06-15T11:00:00Z");
const parts = getRunParts({ timeFrom: FROM, timeTo: TO, stopAt: TO });
const series = (kw: number) => Float32Array.from(parts, (_, i) => kw + i / 8);
const energies = Array.from({ length: LOCATIONS }, (_, n) => ({
  controlId: "ctrl_1",
  locationId: `loc_${n}`,
  customerId: `cus_${n}`,
  groupId: null,
  hasBattery: false,
  beforeKw: series(4),
  afterKw: series(1),
  valuedKw: n === 7 ? null : series(n % 3),
  valuedWithoutKw: series(3),
  lostKw: null,
  throughputKw: null,
  ownErrorKw: series(0.2),
  sharedErrorKw: series(0.1),
})) as unknown as PlannedEnergies[];
const prices = {
  supplierFeedIn: 50,
  supplierImport: 250,
  customerFeedIn: 60,
  customerImport: 270,
  compensation: 10,
  wear: 0,
};
const context = {
  inputs: { getTermsKey: () => "same", getContractPrices: () => prices },
  at: {},
} as never;

/** Does work while the clock passes a turn at each look, and counts the turns of others. */
async function countOthers(work: () => Promise<unknown>): Promise<number> {
  let ms = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (ms += 5));
  let others = 0;
  let isDone = false;
  const count = () => {
    others += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isDone = true;
  return others;
}

it("the contracts of many locations are summed in turns as they are at once", async () => {
  const others = await countOthers(async () => {
    const inTurns = await sumContractsInTurns(energies, parts, "measured", context);
    expect(inTurns).toEqual(sumContracts(energies, parts, "measured", context));
    expect(inTurns.unmeasured).toEqual(new Set(["loc_7"]));
  });
  expect(others).toBeGreaterThan(100);
});

it("what a plan curtails is summed in turns", async () => {
  const others = await countOthers(async () => {
    const planned = await sumPlanned(energies, parts);
    expect([...planned]).toEqual(parts.map(({ index }) => [index, LOCATIONS * 3 * 250_000]));
  });
  expect(others).toBeGreaterThan(100);
});

it("the rows of locations are made in turns", async () => {
  const sums = sumContracts(energies, parts, "measured", context);
  const others = await countOthers(async () => {
    const rows = await toLocationRows({ type: "ZERO_EXPORT" } as never, energies, sums, 4);
    expect(rows.map(({ locationId }) => locationId).slice(0, 3)).toEqual([
      "loc_0",
      "loc_1",
      "loc_2",
    ]);
    expect(rows).toHaveLength(LOCATIONS);
  });
  expect(others).toBeGreaterThan(100);
});
