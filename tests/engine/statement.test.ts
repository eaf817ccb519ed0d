import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getMonthSpan } from "../../lib/time/month.ts";
import { HOUR_MS } from "../../lib/time/amsterdam.ts";
import {
  addStatementSums,
  emptyStatementSum,
  sumBy,
  sumAmounts,
  toCents,
  toRowSum,
} from "../../service/engine/statement.ts";

const microEur = fc.integer({ min: -900_000_000, max: 900_000_000 });
const amounts = fc.record({
  feedIn: microEur,
  import: microEur,
  compensation: microEur,
  wear: microEur,
});
const row = fc.record({
  location: fc.integer({ min: 0, max: 7 }).map((n) => `loc_${n}`),
  curtailed: fc.integer({ min: -1e11, max: 1e11 }),
  supplier: amounts,
  customer: amounts,
  isIncomplete: fc.constant(false),
});
const groupOf = (location: string) => (location < "loc_3" ? "north" : "south");

/** Cents of an amount in micro-euros by its decimal digits, independent of the engine. */
function slowCents(micro: number): bigint {
  const digits = String(Math.abs(micro)).padStart(7, "0");
  const euros = BigInt(digits.slice(0, -6));
  const cents = BigInt(digits.slice(-6, -4));
  const up = digits.slice(-4) >= "5000" ? 1n : 0n;
  return (micro < 0 ? -1n : 1n) * (euros * 100n + cents + up);
}

describe("the sums of a statement", () => {
  it("agree to the cent from location to group to zone with a slow computation", () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
        const made = rows.map((one) => ({
          location: one.location,
          sum: toRowSum({ ...one, lost: one.curtailed }, true),
        }));
        const byLocation = sumBy(
          made,
          ({ location }) => location,
          ({ sum }) => sum,
        );
        const byGroup = sumBy(
          [...byLocation].map(([location, sum]) => ({ location: location!, sum })),
          ({ location }) => groupOf(location),
          ({ sum }) => sum,
        );
        const ofLocations = made.reduce(
          (all, { sum }) => addStatementSums(all, sum),
          emptyStatementSum(),
        );
        const ofGroups = [...byGroup.values()].reduce(addStatementSums, emptyStatementSum());
        expect(ofGroups).toEqual(ofLocations);
        for (const side of ["supplier", "customer"] as const) {
          const slow = rows
            .flatMap((one) => Object.values(one[side]))
            .reduce((sum, micro) => sum + slowCents(micro), 0n);
          expect(BigInt(sumAmounts(ofGroups[side]))).toBe(slow);
        }
        for (const group of ["north", "south"]) {
          const slow = rows
            .filter(({ location }) => groupOf(location) === group)
            .reduce((sum, { customer }) => sum + slowCents(customer.compensation), 0n);
          expect(BigInt(byGroup.get(group)?.customer.compensation ?? 0)).toBe(slow);
        }
      }),
    );
  });

  it("differ from the unrounded amounts by at most half a cent for each amount of a row", () => {
    fc.assert(
      fc.property(fc.array(microEur, { maxLength: 100 }), (all) => {
        const exact = all.reduce((sum, micro) => sum + micro, 0) / 10_000;
        const cents = all.reduce((sum, micro) => sum + toCents(micro), 0);
        expect(Math.abs(cents - exact)).toBeLessThanOrEqual(all.length / 2 + 1e-6);
      }),
    );
  });

  it("round half a cent away from zero, with either sign", () => {
    expect([4_999, 5_000, -4_999, -5_000, 15_000].map(toCents)).toEqual([0, 1, 0, -1, 2]);
  });

  it("count lost energy only under controls that lower injection", () => {
    const amount = { feedIn: 0, import: 0, compensation: 0, wear: 0 };
    const sum = {
      curtailed: 4_000_000,
      lost: 2_500_000,
      supplier: amount,
      customer: amount,
      isIncomplete: false,
    };
    expect(toRowSum(sum, true)).toMatchObject({ volumeWh: 4_000, lostWh: 2_500 });
    expect(toRowSum(sum, false)).toMatchObject({ volumeWh: 4_000, lostWh: 0 });
  });
});

describe("the month of a statement", () => {
  it("has the borders of Amsterdam, an hour less in March and an hour more in October", () => {
    const hours = (month: string) => {
      const { fromMs, toMs } = getMonthSpan(month);
      return (toMs - fromMs) / HOUR_MS;
    };
    expect(hours("2026-03")).toBe(31 * 24 - 1);
    expect(hours("2026-10")).toBe(31 * 24 + 1);
    expect(hours("2028-02")).toBe(29 * 24);
    expect(new Date(getMonthSpan("2026-10").fromMs).toISOString()).toBe("2026-09-30T22:00:00.000Z");
    expect(new Date(getMonthSpan("2026-12").toMs).toISOString()).toBe("2026-12-31T23:00:00.000Z");
  });
});
