import fc from "fast-check";
import { expect, it } from "vitest";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import { activeControl } from "../../service/engine/simulate-plan.ts";
import { live } from "./battery-by-hand.ts";
import { byMinute } from "./minute-simulation.ts";
import { controls, NOON, panels, situations, site } from "./sites.ts";

const SPAN = 4 * 60;

it("agrees minute by minute with an exhaustive search of battery states", () => {
  const houses = situations({ controllable: fc.constant(true), mostBatteries: 1 }).filter(
    (situation) => situation.site.batteries.length === 1,
  );
  fc.assert(
    fc.property(houses, fc.array(controls, { maxLength: 3 }), (situation, inForce) => {
      const { expected, storedKwh } = situation;
      const of = site({ ...situation.site, panels: [panels()] });
      const [battery] = of.batteries;
      const house = {
        capacity: battery!.capacityKwh,
        floor: battery!.floorKwh,
        power: battery!.powerKw,
        efficiency: battery!.efficiency,
        limit: of.connectionLimitKw ?? Infinity,
      };
      const minutes = Array.from({ length: SPAN }, (_, count) => ({
        pv: expected.pvKw[Math.floor(count / 15)]!,
        load: expected.loadKw[Math.floor(count / 15)]!,
        mode: activeControl(inForce, NOON + count * MINUTE_MS)?.type ?? null,
      }));
      const byHand = live(house, minutes, storedKwh[0]!);
      const endMs = NOON + SPAN * MINUTE_MS;
      const planned = byMinute({ site: of, expected, storedKwh }, inForce, NOON, endMs);
      for (const [count, kwh] of byHand.injected.entries()) {
        expect(planned.injectionKw[count]).toBeCloseTo(kwh * 60, 4);
      }
      expect(planned.storedKwh[0]).toBeCloseTo(byHand.energy, 7);
    }),
    { numRuns: 80 },
  );
});
