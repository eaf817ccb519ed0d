import fc from "fast-check";
import { expect, it } from "vitest";
import {
  addEnergies,
  fromEurPerMwh,
  NO_ENERGY,
  toBalance,
  toMilliwattHours,
  valueEnergy,
  type ControlEnergy,
} from "../../service/engine/value.ts";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";

const ISP_MINUTES = 15;
const ISPS = 4;

/** A control in order of acceptance, with what it curtails in each minute that it runs. */
interface Drawn {
  from: number;
  length: number;
  curtailedKw: number;
  plannedKw: number;
  isBeforeGate: boolean;
}
const control = fc.record<Drawn>({
  from: fc.integer({ min: 0, max: ISPS * ISP_MINUTES - 1 }),
  length: fc.integer({ min: 1, max: 40 }),
  curtailedKw: fc.double({ min: -50_000, max: 50_000, noNaN: true }),
  plannedKw: fc.double({ min: -50_000, max: 50_000, noNaN: true }),
  isBeforeGate: fc.boolean(),
});
const isp = fc.record({
  injectedKwh: fc.integer({ min: -20_000, max: 20_000 }),
  soldKwh: fc.integer({ min: -20_000, max: 20_000 }),
  dayAhead: fc.integer({ min: -500, max: 900 }),
  surplus: fc.integer({ min: -900, max: 900 }),
  shortage: fc.integer({ min: -900, max: 900 }),
});

/** What a control changed in an ISP. A plan matters only if it was made before the gate closed. */
function toEnergy(one: Drawn, index: number): ControlEnergy {
  const [fromMinute, toMinute] = [index * ISP_MINUTES, (index + 1) * ISP_MINUTES];
  const minutes = Math.min(one.from + one.length, toMinute) - Math.max(one.from, fromMinute);
  if (minutes <= 0) return NO_ENERGY;
  return {
    curtailed: toMilliwattHours(one.curtailedKw, minutes * MINUTE_MS),
    unsold: one.isBeforeGate ? toMilliwattHours(one.plannedKw, minutes * MINUTE_MS) : 0,
  };
}

/** `CF(E) = S·DA + max(E − S, 0)·P_surplus − max(S − E, 0)·P_shortage` in euros, of energies in kWh. */
const cashFlow = (
  injected: number,
  sold: number,
  { dayAhead, surplus, shortage }: { dayAhead: number; surplus: number; shortage: number },
): number =>
  (sold * dayAhead +
    Math.max(injected - sold, 0) * surplus -
    Math.max(sold - injected, 0) * shortage) /
  1000;

it("terms of controls of one zone add up to its value with all of them less that without any", () => {
  fc.assert(
    fc.property(
      fc.array(control, { minLength: 1, maxLength: 6 }),
      fc.array(isp, { minLength: ISPS, maxLength: ISPS }),
      (controls, isps) => {
        let [sum, wanted] = [0, 0];
        isps.forEach(({ injectedKwh, soldKwh, ...prices }, index) => {
          const market = {
            dayAhead: fromEurPerMwh(prices.dayAhead),
            surplus: fromEurPerMwh(prices.surplus),
            shortage: fromEurPerMwh(prices.shortage),
          };
          const portfolio = { injected: injectedKwh * 1e6, sold: soldKwh * 1e6 };
          const energies = controls.map((one) => toEnergy(one, index));
          energies.forEach((own, i) => {
            const newer = energies.slice(i + 1).reduce(addEnergies, NO_ENERGY);
            const value = valueEnergy(toBalance(portfolio, own, newer), market);
            sum += "amount" in value ? value.amount / 1e6 : NaN;
          });
          const all = energies.reduce(addEnergies, NO_ENERGY);
          wanted += cashFlow(injectedKwh, soldKwh, prices);
          wanted -= cashFlow(injectedKwh + all.curtailed / 1e6, soldKwh + all.unsold / 1e6, prices);
        });
        expect(Math.abs(sum - wanted)).toBeLessThan(0.005);
      },
    ),
    { numRuns: 500 },
  );
});

it("is for a single control what it was", () => {
  fc.assert(
    fc.property(control, isp, (one, { injectedKwh, soldKwh }) => {
      const portfolio = { injected: injectedKwh * 1e6, sold: soldKwh * 1e6 };
      const own = toEnergy(one, Math.floor(one.from / ISP_MINUTES));
      expect(toBalance(portfolio, own)).toEqual({
        ...portfolio,
        injectedWithout: portfolio.injected + own.curtailed,
        soldWithout: portfolio.sold + own.unsold,
      });
    }),
  );
});
