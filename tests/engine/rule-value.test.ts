import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EffectSums, valueSum } from "../../service/engine/effect-sums.ts";
import { valueContract } from "../../service/engine/value.ts";

const price = fc.integer({ min: -500_000, max: 500_000 });
const prices = fc.record({
  supplierFeedIn: price,
  supplierImport: price,
  customerFeedIn: price,
  customerImport: price,
  compensation: fc.integer({ min: 0, max: 500_000 }),
  wear: fc.constant(0),
});
const energy = fc.integer({ min: -5_000_000, max: 5_000_000 });

describe("the value of a rule's control", () => {
  it("is for a location what its contract says, also where it feeds in more or takes less", () => {
    fc.assert(
      fc.property(prices, energy, energy, (contract, without, withControl) => {
        const sums = new EffectSums(1, 1);
        sums.add(0, 0, without, withControl);
        const { supplier, customer } = valueContract(without, withControl, contract);
        const sum = (one: typeof supplier) => one.feedIn + one.import + one.compensation;
        const paid = { supplier: sum(supplier) + 0, customers: sum(customer) + 0 };
        const curtailed = without - withControl;
        expect(valueSum(sums.get(0), [contract])).toEqual({ curtailed, paid });
      }),
      { numRuns: 2_000 },
    );
  });
});
