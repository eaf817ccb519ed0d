import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  toAmount,
  expectedBalance,
  fromEurPerKwh,
  fromEurPerMwh,
  getGateClosure,
  getKwhPrices,
  toBalance,
  toMilliwattHours,
  valueContract,
  valueEnergy,
  type ContractTerms,
  type MarketPrices,
} from "../../service/engine/value.ts";

/** An exact fraction, for a second computation that shares nothing with the first. */
class Exact {
  constructor(
    readonly top: bigint,
    readonly bottom: bigint = 1n,
  ) {}
  static of(value: number, decimals = 6): Exact {
    return new Exact(BigInt(Math.round(value * 10 ** decimals)), 10n ** BigInt(decimals));
  }
  plus(other: Exact) {
    return new Exact(this.top * other.bottom + other.top * this.bottom, this.bottom * other.bottom);
  }
  minus(other: Exact) {
    return this.plus(new Exact(-other.top, other.bottom));
  }
  times(other: Exact) {
    return new Exact(this.top * other.top, this.bottom * other.bottom);
  }
  positive() {
    return this.top > 0n ? this : new Exact(0n);
  }
  number() {
    return Number((this.top * 10n ** 12n) / this.bottom) / 1e12;
  }
}

/** The supplier's value of a control in an ISP by its textbook formula, energies in MWh. */
function slowSupplierEur(input: {
  sites: { e0: number; e1: number; d: number }[];
  others: number;
  sold: number;
  dayAhead: number;
  surplus: number;
  shortage: number;
  feedIn: number;
  bill: number;
  perCurtailed: number;
  perThroughput: number;
}): Exact {
  const mwh = (kwh: number) => Exact.of(kwh).times(new Exact(1n, 1000n));
  const perMwh = (eurPerKwh: number) => Exact.of(eurPerKwh).times(new Exact(1000n));
  const zero = new Exact(0n);
  const all = (pick: (site: { e0: number; e1: number; d: number }) => Exact) =>
    input.sites.map(pick).reduce((sum, one) => sum.plus(one), zero);
  const sold = mwh(input.sold);
  const cashflow = (injected: Exact) =>
    sold
      .times(Exact.of(input.dayAhead))
      .plus(injected.minus(sold).positive().times(Exact.of(input.surplus)))
      .minus(sold.minus(injected).positive().times(Exact.of(input.shortage)));
  const out = (kwh: number) => mwh(kwh).positive();
  const into = (kwh: number) => mwh(-kwh).positive();
  const e0 = all((site) => mwh(site.e0)).plus(mwh(input.others));
  const e1 = all((site) => mwh(site.e1)).plus(mwh(input.others));
  return cashflow(e1)
    .minus(cashflow(e0))
    .plus(all(({ e0: a, e1: b }) => out(a).minus(out(b))).times(perMwh(input.feedIn)))
    .plus(all(({ e0: a, e1: b }) => into(b).minus(into(a))).times(perMwh(input.bill)))
    .minus(
      all(({ e0: a, e1: b }) => mwh(a).minus(mwh(b)).positive()).times(perMwh(input.perCurtailed)),
    )
    .minus(all(({ d }) => mwh(d)).times(perMwh(input.perThroughput)));
}

const milli = (kwh: number) => Math.round(kwh * 1e6);
const IN_2026 = Date.parse("2026-07-01T10:00:00Z");
const IN_2027 = Date.parse("2027-01-01T00:00:00+01:00");
const terms: ContractTerms = {
  feedIn: { dayAheadFactor: 1, eurPerKwh: -0.01 },
  import: { dayAheadFactor: 1, eurPerKwh: 0 },
  markupEurPerKwh: 0.02,
  energyTaxEurPerKwh: 0.09157,
  vatPercent: 21,
  compensationEurPerKwh: 0.05,
  wearEurPerKwh: 0,
  netting: false,
};
const fixed = (feedIn: number, bill: number, compensation: number): ContractTerms => ({
  ...terms,
  feedIn: { dayAheadFactor: 0, eurPerKwh: feedIn },
  import: { dayAheadFactor: 0, eurPerKwh: bill },
  markupEurPerKwh: 0,
  compensationEurPerKwh: compensation,
});
const energy = (result: ReturnType<typeof valueEnergy>) => {
  if ("missing" in result) throw new Error(`no price: ${result.missing.join()}`);
  return result.amount / 1e6;
};
const kwh = fc.integer({ min: -40_000_000, max: 40_000_000 }).map((value) => value / 1e6);
const zoneKwh = fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }).map((v) => v / 1e3);
const eurPerMwh = fc.integer({ min: -500_000, max: 5_000_000 }).map((value) => value / 1e3);
const eurPerKwh = fc.integer({ min: -300_000, max: 900_000 }).map((value) => value / 1e6);

describe("the value of a control", () => {
  it("equals a slow computation in exact fractions within half a micro-euro per amount", () => {
    fc.assert(
      fc.property(
        fc.record({
          sites: fc.array(fc.record({ e0: kwh, e1: kwh, d: kwh }), { minLength: 1, maxLength: 20 }),
          others: zoneKwh,
          sold: zoneKwh,
          dayAhead: eurPerMwh,
          surplus: eurPerMwh,
          shortage: eurPerMwh,
          feedIn: eurPerKwh,
          bill: eurPerKwh,
          perCurtailed: eurPerKwh.map(Math.abs),
          perThroughput: eurPerKwh.map(Math.abs),
        }),
        (input) => {
          const prices = getKwhPrices(
            {
              ...fixed(input.feedIn, input.bill, input.perCurtailed),
              wearEurPerKwh: input.perThroughput,
            },
            undefined,
            IN_2026,
          )!;
          const contracts = input.sites
            .map(({ e0, e1, d }) => valueContract(milli(e0), milli(e1), prices, milli(d)).supplier)
            .reduce((sum, one) => sum + one.feedIn + one.import + one.compensation + one.wear, 0);
          const curtailed = input.sites.reduce((sum, { e0, e1 }) => sum + milli(e0) - milli(e1), 0);
          const injected =
            milli(input.others) + input.sites.reduce((sum, { e1 }) => sum + milli(e1), 0);
          const market: MarketPrices = {
            dayAhead: fromEurPerMwh(input.dayAhead),
            surplus: fromEurPerMwh(input.surplus),
            shortage: fromEurPerMwh(input.shortage),
          };
          const balance = toBalance(
            { injected, sold: milli(input.sold) },
            { curtailed, unsold: 0 },
          );
          const fast = energy(valueEnergy(balance, market)) + contracts / 1e6;
          const amounts = 4 * input.sites.length + 3;
          expect(Math.abs(fast - slowSupplierEur(input).number())).toBeLessThanOrEqual(
            amounts * 0.5e-6 + 1e-9,
          );
        },
      ),
    );
  });

  it("sums to the same micro-euro by location and by ISP", () => {
    const cell = fc.record({ e0: kwh, e1: kwh, price: eurPerMwh });
    const grid = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1 });
    fc.assert(
      fc.property(grid, (rows) => {
        const amounts = rows.map((row) =>
          row.map(({ e0, e1, price }) => {
            const prices = getKwhPrices(terms, fromEurPerMwh(price), IN_2026)!;
            const { customer } = valueContract(milli(e0), milli(e1), prices);
            return customer.feedIn + customer.import + customer.compensation;
          }),
        );
        const byLocation = amounts.map((row) => row.reduce((a, b) => a + b, 0));
        const byIsp = [0, 1, 2].map((i) => amounts.reduce((sum, row) => sum + row[i]!, 0));
        const total = byLocation.reduce((a, b) => a + b, 0);
        expect(byIsp.reduce((a, b) => a + b, 0)).toBe(total);
        expect(Number.isSafeInteger(total)).toBe(true);
      }),
    );
  });

  it("is the same amount with either sign, and exact beyond 53 bits", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: -5e6, max: 5e6 }), (quantity, price) => {
        const exact = (BigInt(quantity) * BigInt(price) * 2n) / 1_000_000n;
        expect(toAmount(-quantity, price)).toBe(0 - toAmount(quantity, price));
        fc.pre(exact < BigInt(Number.MAX_SAFE_INTEGER) && exact > -BigInt(Number.MAX_SAFE_INTEGER));
        expect(Math.abs(2 * toAmount(quantity, price) - Number(exact))).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("energy that a control leaves out", () => {
  const prices = {
    dayAhead: fromEurPerMwh(-60),
    surplus: fromEurPerMwh(-20),
    shortage: fromEurPerMwh(110),
  };
  const mwh = 1_000_000_000;

  it("earns the negative day-ahead price if it was planned before the auction and not sold", () => {
    expect(energy(valueEnergy(expectedBalance(mwh, true), prices))).toBe(60);
    const measured = toBalance(
      { injected: 9 * mwh, sold: 9 * mwh },
      { curtailed: mwh, unsold: mwh },
    );
    expect(energy(valueEnergy(measured, prices))).toBe(60);
  });

  it("is worth nothing after gate closure for a negative day-ahead price alone", () => {
    const balance = toBalance({ injected: 9 * mwh, sold: 10 * mwh }, { curtailed: mwh, unsold: 0 });
    const zero = { ...prices, surplus: 0, shortage: 0 };
    expect(energy(valueEnergy(balance, zero))).toBe(0);
    const dearer = { ...zero, dayAhead: fromEurPerMwh(-400) };
    expect(energy(valueEnergy(balance, dearer))).toBe(0);
    expect(valueEnergy(balance, { dayAhead: prices.dayAhead })).toEqual({ missing: ["shortage"] });
  });

  it("costs the shortage price after the auction if the portfolio was balanced", () => {
    expect(energy(valueEnergy(expectedBalance(mwh, false), prices))).toBe(-110);
    const balance = toBalance({ injected: 9 * mwh, sold: 10 * mwh }, { curtailed: mwh, unsold: 0 });
    expect(energy(valueEnergy(balance, prices))).toBe(-110);
  });

  it("costs the surplus price if the portfolio was already long", () => {
    const balance = toBalance(
      { injected: 12 * mwh, sold: 10 * mwh },
      { curtailed: mwh, unsold: 0 },
    );
    expect(energy(valueEnergy(balance, prices))).toBe(20);
    expect(valueEnergy(balance, { shortage: 1 })).toEqual({ missing: ["surplus"] });
  });

  it("uses both dual prices if it turns a long portfolio short (regulation state 2)", () => {
    const balance = toBalance(
      { injected: 9.5 * mwh, sold: 10 * mwh },
      { curtailed: mwh, unsold: 0 },
    );
    expect(energy(valueEnergy(balance, prices))).toBe(0.5 * 20 - 0.5 * 110);
  });

  it("has one price where the country has one (Belgium)", () => {
    const single = { dayAhead: 0, surplus: fromEurPerMwh(80), shortage: fromEurPerMwh(80) };
    for (const injected of [8, 9.5, 12])
      expect(
        energy(
          valueEnergy(
            toBalance({ injected: injected * mwh, sold: 10 * mwh }, { curtailed: mwh, unsold: 0 }),
            single,
          ),
        ),
      ).toBe(-80);
  });

  it("is not valued without a price that it needs", () => {
    expect(valueEnergy(expectedBalance(mwh, true), {})).toEqual({ missing: ["dayAhead"] });
    expect(valueEnergy(expectedBalance(0, false), {})).toEqual({ amount: 0 });
  });

  it("closes at noon of the day before in Amsterdam, also across clock changes", () => {
    const closes = (isp: string) => new Date(getGateClosure(Date.parse(isp))).toISOString();
    expect(closes("2026-07-01T21:45:00Z")).toBe("2026-06-30T10:00:00.000Z");
    expect(closes("2026-07-01T22:00:00Z")).toBe("2026-07-01T10:00:00.000Z");
    expect(closes("2026-10-25T22:45:00Z")).toBe("2026-10-24T10:00:00.000Z");
    expect(closes("2026-10-26T00:00:00Z")).toBe("2026-10-25T11:00:00.000Z");
    expect(closes("2026-03-30T00:00:00Z")).toBe("2026-03-29T10:00:00.000Z");
  });
});

describe("the contract of a customer", () => {
  const at = (dayAhead: number, own: ContractTerms = terms, ms = IN_2026) =>
    getKwhPrices(own, fromEurPerMwh(dayAhead), ms)!;

  it("prices import and export apart", () => {
    expect(at(-50)).toEqual({
      supplierFeedIn: fromEurPerKwh(-0.06),
      supplierImport: fromEurPerKwh(-0.03),
      customerFeedIn: fromEurPerKwh(-0.06),
      customerImport: Math.round((-0.03 + 0.09157) * 1.21 * 1e6),
      compensation: fromEurPerKwh(0.05),
      wear: 0,
    });
  });

  it("leaves energy tax and VAT out of what the supplier earns", () => {
    const { supplier, customer } = valueContract(milli(1), milli(-2), at(100));
    expect(supplier).toEqual({ feedIn: 90_000, import: 240_000, compensation: -150_000, wear: 0 });
    expect(customer.feedIn).toBe(-90_000);
    expect(customer.import).toBe(-2 * Math.round((0.12 + 0.09157) * 1.21 * 1e6));
    expect(customer.compensation).toBe(150_000);
  });

  it("nets feed-in at the full price until 2027, and not from 2027-01-01, whatever it says", () => {
    const netting = { ...terms, netting: true };
    const before = at(100, netting, IN_2027 - 1);
    expect(before.customerFeedIn).toBe(before.customerImport);
    expect(before.supplierFeedIn).toBe(before.supplierImport);
    expect(at(100, netting, IN_2027)).toEqual(at(100, terms, IN_2027));
  });

  it("has no price without the day-ahead price that it follows", () => {
    expect(getKwhPrices(terms, undefined, IN_2026)).toBeNull();
    expect(getKwhPrices(fixed(0.1, 0.2, 0), undefined, IN_2026)).not.toBeNull();
  });

  it("compensates curtailed energy and not energy that a control adds", () => {
    expect(valueContract(milli(1), milli(3), at(100)).customer.compensation).toBe(0);
    expect(valueContract(milli(3), milli(1), at(100)).customer.compensation).toBe(100_000);
  });

  it("pays battery wear for the throughput that a control adds, and saves it where it spares the battery", () => {
    const worn = { ...at(100), wear: fromEurPerKwh(0.04) };
    const added = valueContract(milli(3), milli(1), worn, milli(2.5));
    expect([added.supplier.wear, added.customer.wear]).toEqual([-100_000, 100_000]);
    const spared = valueContract(milli(3), milli(1), worn, milli(-1));
    expect([spared.supplier.wear, spared.customer.wear]).toEqual([40_000, -40_000]);
    expect(valueContract(milli(3), milli(1), worn).supplier.wear).toBe(0);
  });

  it("measures energy in whole milliwatt-hours", () => {
    expect(toMilliwattHours(4, 900_000)).toBe(1_000_000);
    expect(toMilliwattHours(-1 / 3, 60_000)).toBe(-5_556);
  });
});
