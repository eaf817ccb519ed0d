import { describe, expect, it } from "vitest";
import type { BatteryReading, UnitReading } from "../../bridge/adapter/adapter.ts";
import { decide } from "../../bridge/control/decide.ts";

type Rule = Parameters<typeof decide>[1];

const battery = (watts: number, more: Partial<BatteryReading> = {}): BatteryReading => ({
  powerW: 0,
  stateOfCharge: 0.5,
  maxChargeW: watts,
  maxDischargeW: watts,
  isBehindInverter: false,
  ...more,
});

function commandsOf(readings: readonly UnitReading[], rule: Partial<Rule>) {
  const whole = { type: "ZERO_EXPORT", limitKw: null, batteryReserve: undefined, ...rule } as const;
  const decision = decide(readings, whole);
  if ("impossible" in decision) throw new Error(decision.impossible);
  return decision.commands;
}

/**
 * A hybrid of 17 kW with a battery of 10 kW at a load of 500 W, second by second, and a battery beside
 * it that takes or gives `besideW`. Net injection and commands of both batteries in W.
 */
function hybrid(type: Rule["type"], limitKw: number, pvW: number, besideW = 0) {
  const now = { hybridChargeW: 0, besideChargeW: 0, limitW: 17_000 };
  const seconds: { injectionW: number; chargeW: [number, number] }[] = [];
  for (let second = 0; second < 8; second++) {
    const powerW = Math.min(pvW - now.hybridChargeW, now.limitW);
    const injectionW = powerW - now.besideChargeW - 500;
    const behind = battery(10_000, { powerW: null, isBehindInverter: true });
    const [own, beside] = commandsOf(
      [
        { inverter: { powerW, ratedW: 17_000 }, battery: behind, meterW: injectionW },
        { battery: battery(besideW, { powerW: -now.besideChargeW }) },
      ],
      { type, limitKw },
    );
    now.hybridChargeW = Number(own!.charge);
    now.besideChargeW = Number(beside!.charge);
    now.limitW = own!.limitW ?? 17_000;
    seconds.push({ injectionW, chargeW: [now.hybridChargeW, now.besideChargeW] });
  }
  return seconds;
}

describe("a hybrid inverter at a limited connection", () => {
  it.each([0, 4_000, 12_000])("is charged steadily with %i W of sun", (pvW) => {
    for (const { chargeW } of hybrid("MAX_CONSUMPTION", -17, pvW))
      expect(chargeW).toEqual([10_000, 0]);
  });

  it.each([0, 4_000, 12_000])("is discharged steadily with %i W of sun", (pvW) => {
    for (const { chargeW, injectionW } of hybrid("MAX_PRODUCTION", 17, pvW)) {
      expect(chargeW[0]).toBe(-10_000);
      expect(injectionW).toBeLessThanOrEqual(17_000);
    }
  });

  it("is charged before a battery beside it, within the connection", () => {
    for (const { chargeW, injectionW } of hybrid("MAX_CONSUMPTION", -12, 0, 5_000)) {
      expect(chargeW).toEqual([10_000, 1_500]);
      expect(injectionW).toBeGreaterThanOrEqual(-12_000);
    }
  });

  it("is discharged before a battery beside it, within the connection", () => {
    for (const { chargeW, injectionW } of hybrid("MAX_PRODUCTION", 12, 0, 5_000)) {
      expect(chargeW).toEqual([-10_000, -2_500]);
      expect(injectionW).toBeLessThanOrEqual(12_000);
    }
  });

  it("leaves the whole surplus to a battery beside it for zero export", () => {
    let besideW = 0;
    let injectionW = 0;
    for (let second = 0; second < 5; second++) {
      // The hybrid gives 3 kW and the load takes 1 kW.
      injectionW = 3_000 + besideW - 1_000;
      const behind = battery(3_000, { powerW: null, isBehindInverter: true });
      const [own, beside] = commandsOf(
        [
          { inverter: { powerW: 3_000, ratedW: 5_000 }, battery: behind, meterW: injectionW },
          { battery: battery(3_000, { powerW: besideW }) },
        ],
        { limitKw: 0 },
      );
      expect(own!.charge).toBeNull();
      besideW = -Number(beside!.charge);
    }
    expect(injectionW).toBe(0);
  });
});

it.each(["MAX_CONSUMPTION", "MAX_PRODUCTION"] as const)(
  "never exceeds the rating of one of several batteries (%s)",
  (type) => {
    for (let first = 200; first < 1_000; first += 0.7)
      for (const second of [3_300.1, 2_560.7, 4_999.9, 5_120]) {
        const units = [first, second].map((watts) => ({ battery: battery(watts) }));
        const [a, b] = commandsOf(units, { type }).map(({ charge }) => Math.abs(Number(charge)));
        expect(a).toBeLessThanOrEqual(first);
        expect(b).toBeLessThanOrEqual(second);
      }
  },
);
