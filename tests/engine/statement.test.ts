import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StatementControl, StatementRow } from "../../lib/contract/index.ts";
import { sumExactly } from "../../lib/energy/exact-sums.ts";
import { sumRows } from "../../lib/energy/statement-sums.ts";
import { getMonthSpan } from "../../lib/time/month.ts";
import { HOUR_MS } from "../../lib/time/amsterdam.ts";
import { roundToCent, toRoundedRow, toRowSum } from "../../service/engine/statement.ts";
import { valueContract } from "../../service/engine/value.ts";
import { sumStatement, toEnergies, toSideEur } from "../../service/planning/statement-sums.ts";

interface Fleet {
  locations: number;
  controls: number;
  /** Micro-euros of a kWh. */
  price: number;
  hasBothSigns: boolean;
  seed: number;
}
/** A kWh, more or less, comes to 0.1 to 10 cents at each location. */
const fleet: fc.Arbitrary<Fleet> = fc.record({
  locations: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constantFrom(1_000, 10_000)),
  controls: fc.integer({ min: 1, max: 4 }),
  price: fc.integer({ min: 1_000, max: 100_000 }).map((price) => 2 * price),
  hasBothSigns: fc.boolean(),
  seed: fc.nat(),
});

/** Milliwatt-hours between 0.5 and 1.5 kWh. */
function* toEnergiesFrom({ seed, hasBothSigns }: Fleet): Generator<number, never> {
  for (let state = (seed % 2_147_483_646) + 1; ;) {
    state = (state * 48_271) % 2_147_483_647;
    yield (hasBothSigns && state % 2 === 0 ? -1 : 1) * (500_000 + 2 * (state % 500_000));
  }
}

interface ExactRow {
  row: StatementRow;
  /** What it comes to in millionths of a micro-euro: nothing of it is rounded. */
  exact: bigint;
}

/** What controls changed in feed-in, at half of which each kWh is compensated; a customer has two locations. */
function toRows(of: Fleet): ExactRow[] {
  const energies = toEnergiesFrom(of);
  const { price } = of;
  const prices = {
    supplierFeedIn: price,
    supplierImport: price,
    customerFeedIn: price,
    customerImport: price,
    compensation: price / 2,
    wear: 0,
  };
  return Array.from({ length: of.controls * of.locations }, (_, n): ExactRow => {
    const i = n % of.locations;
    const curtailed = energies.next().value;
    const sides = valueContract(2_000_000, 2_000_000 - curtailed, prices);
    const sum = { curtailed, lost: curtailed, ...sides, isIncomplete: false };
    const row = {
      control_id: `ctrl_${Math.floor(n / of.locations)}`,
      location_id: `loc_${i}`,
      customer_id: `cus_${Math.floor(i / 2)}`,
      group_id: `grp_${i % 3}`,
      ...toEnergies(toRowSum(sum, true)),
      uncertainty_kwh: 0,
      customers: toSideEur(sides.customer, false, 4),
      supplier: toSideEur(sides.supplier, false, 4),
      missing: [],
    };
    const compensated = Math.max(curtailed, 0) / 2;
    return { row, exact: BigInt(compensated - curtailed) * BigInt(price) };
  });
}

const toControl = (control_id: string): StatementControl => ({
  control_id,
  type: "ZERO_EXPORT",
  time_from: "2026-06-01T10:00:00.000Z",
  time_to: "2026-06-01T10:15:00.000Z",
  formulas: [],
  uncertainty_kwh: 0,
  format: 4,
  energy_eur: 0,
  prices: [],
  missing: [],
});

function groupRows(rows: readonly StatementRow[], key: keyof StatementRow): StatementRow[][] {
  const groups = new Map<unknown, StatementRow[]>();
  for (const row of rows) {
    const own = groups.get(row[key]) ?? [];
    groups.set(row[key], own);
    own.push(row);
  }
  return [...groups.values()];
}
const sumOf = (rows: readonly StatementRow[], isZone = true) => {
  const controls = [...new Set(rows.map(({ control_id }) => control_id))].map(toControl);
  return sumStatement(controls, rows, { isZone, format: 4 });
};
const HALF_A_CENT = 5_000_000_000n;
const toPico = (eur: number) => BigInt(Math.round(eur * 1e6)) * 1_000_000n;
const gap = (eur: number, exact: bigint) => {
  const difference = toPico(eur) - exact;
  return difference < 0n ? -difference : difference;
};
const sumExact = (rows: readonly ExactRow[]) => rows.reduce((sum, { exact }) => sum + exact, 0n);

describe("the sums of a statement of many small amounts", () => {
  it("agree exactly over locations, controls, groups and customers, within half a cent of the exact total", () => {
    fc.assert(
      fc.property(fleet, (of) => {
        const made = toRows(of);
        const rows = made.map(({ row }) => row);
        const { totals, groups } = sumOf(rows);
        const total = totals.customers.eur!;
        expect(gap(total, sumExact(made))).toBeLessThan(HALF_A_CENT);
        expect(totals.supplier!.eur).toBe(0 - total);
        const byControl = groupRows(rows, "control_id").map((own) => sumRows(own).customersEur);
        expect(sumExactly(byControl)).toBe(total);
        expect(sumExactly(groups.map(({ customers }) => customers.eur))).toBe(total);
        const customers = groupRows(rows, "customer_id").map((own) => sumOf(own, false).totals);
        expect(sumExactly(customers.map((one) => one.customers.eur))).toBe(total);
        expect(sumExactly(customers.map((one) => one.lost_kwh))).toBe(totals.lost_kwh);
        for (const { payable_eur, customers: own } of customers)
          expect(gap(payable_eur!, toPico(own.compensation_eur!))).toBeLessThanOrEqual(HALF_A_CENT);
      }),
      { numRuns: 40 },
    );
  });

  it("lose nothing of 0.4 cents at each of 10,000 locations", () => {
    const made = toRows({
      locations: 10_000,
      controls: 1,
      price: 8_000,
      hasBothSigns: false,
      seed: 1,
    });
    const { totals } = sumOf(made.map(({ row }) => row));
    expect(totals.customers.eur).toBeLessThan(-35);
    expect(gap(totals.customers.eur!, sumExact(made))).toBeLessThan(HALF_A_CENT);
    expect(totals.payable_eur).toBeNull();
  });

  it("are rounded to a cent once, for the month of a customer, half away from zero", () => {
    const of = { controls: 4, locations: 1, price: 8_000, hasBothSigns: false, seed: 7 };
    const made = toRows(of);
    const { totals } = sumOf(
      made.map(({ row }) => row),
      false,
    );
    const { compensation_eur, wear_eur } = totals.customers;
    expect(compensation_eur).toBeGreaterThan(0.01);
    expect(totals.payable_eur).toBe(Number((compensation_eur! + wear_eur!).toFixed(2)));
    expect([4_999, 5_000, -4_999, -5_000, 15_000].map(roundToCent)).toEqual([
      0, 10_000, 0, -10_000, 20_000,
    ]);
  });
});

describe("the row of a statement", () => {
  const amounts = { feedIn: -4_999, import: 5_000, compensation: 0, wear: -15_001 };
  const sum = {
    curtailed: 4_000_499,
    lost: 2_500_500,
    supplier: amounts,
    customer: amounts,
    isIncomplete: false,
  };

  it("counts lost energy only under controls that lower injection", () => {
    expect(toRowSum(sum, true)).toEqual(sum);
    expect(toRowSum(sum, false)).toEqual({ ...sum, lost: 0 });
  });

  it("has whole cents and Wh in formats 1 to 3", () => {
    const cents = { feedIn: 0, import: 10_000, compensation: 0, wear: -20_000 };
    expect(toRoundedRow(sum)).toEqual({
      curtailed: 4_000_000,
      lost: 2_501_000,
      supplier: cents,
      customer: cents,
      isIncomplete: false,
    });
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
