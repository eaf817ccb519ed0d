import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getLostKw } from "../../service/engine/counterfactual.ts";
import { getRunParts } from "../../service/planning/delivery-report.ts";
import { toStoredLostKw } from "../../service/planning/delivery-part.ts";
import type { PlannedEnergies } from "../../service/planning/planned-energies.ts";
import { sumContracts } from "../../service/planning/contract-sums.ts";

describe("lost energy", () => {
  it.each([
    ["panels that are switched off", 3, 0, 0, 3],
    ["panels that are switched off below the site's load", -1, -4, 0, 3],
    ["a battery that charges from the grid", -1, -6, 5, 0],
    ["a battery that charges from the grid, and panels that are switched off", 3, -7, 5, 5],
    ["a battery that stores what was exported", 3, 0, 3, 3],
    ["a battery that stores the export and buys more", 3, -2, 5, 3],
    ["a battery whose power is not measured", 3, -2, NaN, 3],
    ["a battery that discharges less", -1, -3, 2, 0],
  ])("of %s", (_, withoutKw, withKw, batteryKw, lostKw) => {
    expect(getLostKw(withoutKw, withKw, batteryKw)).toBe(lostKw);
  });
});

const FROM = new Date("2026-06-15T10:00:00Z");
const TO = new Date("2026-06-15T10:15:00Z");
const [PART] = getRunParts({ timeFrom: FROM, timeTo: TO, stopAt: TO } as never);
const NO_CONTRACT = { getTermsKey: () => "", getContractPrices: () => "terms" };

/** Energies in milliwatt-hours of a quarter-hour at a location, as its measurements are stored. */
function sumStored(valuedWithoutKw: number, valuedKw: number, batteryKw: number) {
  const lostKw = getLostKw(valuedWithoutKw, valuedKw, batteryKw);
  const stored = (kw: number) => Float32Array.of(Math.fround(kw));
  const energies = {
    locationId: "loc_1",
    customerId: "cus_1",
    valuedKw: stored(valuedKw),
    valuedWithoutKw: stored(valuedWithoutKw),
    lostKw: stored(toStoredLostKw({ lostKw, valuedKw, valuedWithoutKw })),
    hasBattery: false,
  } as unknown as PlannedEnergies;
  const context = { inputs: NO_CONTRACT, at: {} } as never;
  const { curtailed, lost } = sumContracts([energies], [PART!], "measured", context).total;
  return { curtailed, lost, expected: lostKw * 250_000 };
}

const kw = fc.double({ min: -10_000, max: 10_000, noNaN: true });

describe("lost energy as it is stored", () => {
  it("is the volume, to the milliwatt-hour, where it is the whole change of net injection", () => {
    fc.assert(
      fc.property(kw, kw, (without, injected) => {
        fc.pre(getLostKw(without, injected, 0) === without - injected);
        const { curtailed, lost } = sumStored(without, injected, 0);
        expect(lost).toBe(curtailed);
      }),
    );
  });

  it("is what was measured where a battery took a part, as exactly as single precision is", () => {
    fc.assert(
      fc.property(kw, kw, kw, (without, injected, batteryKw) => {
        const { lost, expected } = sumStored(without, injected, batteryKw);
        const size = Math.abs(without) + Math.abs(injected) + Math.abs(batteryKw);
        expect(Math.abs(lost - expected)).toBeLessThanOrEqual(size * 250_000 * 2 ** -23 + 1);
      }),
    );
  });
});
