import fc from "fast-check";
import { expect, it } from "vitest";
import { getPanelsInjectionKw } from "../../service/engine/panels-injection.ts";
import { minutePlan } from "../../service/engine/simulate-plan.ts";
import { toPlant } from "../../service/engine/site-model.ts";
import { controlTypes, panels, site } from "./sites.ts";

const kw = fc.oneof(fc.constantFrom(0, NaN), fc.double({ min: 0, max: 50, noNaN: true }));

const plants = fc
  .record({
    peakKw: fc.double({ min: 0.1, max: 50, noNaN: true }),
    following: fc.array(fc.boolean(), { maxLength: 3 }),
    limitKw: fc.option(fc.double({ min: 0, max: 30, noNaN: true })),
  })
  .map(({ peakKw, following, limitKw }) =>
    toPlant(
      site({
        panels: following.map((controllable, i) =>
          panels({ controllable, peakKw: peakKw / (i + 1) }),
        ),
        connectionLimitKw: limitKw,
      }),
    ),
  );

it("the injection of a site without batteries is that of the plan of a minute, bit by bit", () => {
  const modes = fc.option(controlTypes);
  fc.assert(
    fc.property(plants, modes, kw, kw, (plant, mode, pvKw, loadKw) => {
      const injectionKw = getPanelsInjectionKw(plant, mode, pvKw, loadKw);
      expect(injectionKw + 0).toBe(minutePlan(plant, mode, pvKw, loadKw, []).injectionKw);
    }),
    { numRuns: 5_000 },
  );
});
