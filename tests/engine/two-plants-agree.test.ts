import fc from "fast-check";
import { expect, it } from "vitest";
import { minutePlan } from "../../service/engine/simulate-plan.ts";
import { toPlant } from "../../service/engine/site-model.ts";
import { operate, storedAfter } from "../../service/gateway/simulator/site-operation.ts";
import { controlTypes, situations } from "./sites.ts";

/** Load above the connection limit is never planned: the main fuse limits it. */
const carried = ({
  site,
  expected,
}: {
  site: { connectionLimitKw: number | null };
  expected: { loadKw: Float32Array };
}) => expected.loadKw[0]! <= (site.connectionLimitKw ?? Infinity);

it("the engine's plan and the independently written simulated plant agree for every minute", () => {
  const oneBattery = situations({ controllable: fc.constant(true), mostBatteries: 1 }).filter(
    carried,
  );
  fc.assert(
    fc.property(oneBattery, fc.option(controlTypes), ({ site, expected, storedKwh }, type) => {
      const pvKw = Math.min(
        expected.pvKw[0]!,
        site.panels.reduce((sum, { inverterKw }) => sum + inverterKw, 0),
      );
      const loadKw = expected.loadKw[0]!;
      const total = site.panels.reduce((sum, { peakKw }) => sum + peakKw, 0);
      const potentialKw = Float64Array.from(site.panels, ({ peakKw }) => (pvKw * peakKw) / total);
      const planned = [...storedKwh];
      const plan = minutePlan(toPlant(site), type, pvKw, loadKw, planned);
      const moment = { potentialKw, loadKw, storedKwh };
      const run = operate(site, { mode: type ?? "NORMAL", limitKw: null }, moment);
      const batteryKw = run.batteryKw.reduce((sum, kw) => sum + kw, 0);
      expect(run.pvKw + batteryKw - loadKw).toBeCloseTo(plan.injectionKw, 6);
      expect(batteryKw).toBeCloseTo(plan.batteryKw, 6);
      site.batteries.forEach((battery, i) =>
        expect(storedAfter(battery, storedKwh[i]!, run.batteryKw[i]!)).toBeCloseTo(planned[i]!, 6),
      );
    }),
    { numRuns: 2_000 },
  );
});
