import fc from "fast-check";
import { expect, it } from "vitest";
import { controlType } from "../../lib/contract/index.ts";
import type { CountedControl } from "../../service/engine/counterfactual.ts";
import { isRunning } from "../../service/engine/simulate-plan.ts";
import { at, countAll, measurements, MINUTES, window } from "./overlapping-controls.ts";

const controls = fc
  .array(fc.record({ type: fc.constantFrom(...controlType.options), window }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((drawn) =>
    drawn.map(({ type, window: run }, index): CountedControl => ({
      id: `ctrl_${index}`,
      type,
      ...run,
    })),
  );
const situations = fc.record({
  all: controls,
  ...measurements,
  unknown: fc.uniqueArray(fc.integer({ min: 0, max: MINUTES - 1 }), { maxLength: 6 }),
});

it("changes of all controls that run add up to what was measured less what was without any of them", () => {
  fc.assert(
    fc.property(situations, ({ unknown, ...situation }) => {
      const { all } = situation;
      const injectionKw = situation.injectionKw.map((kw, minute) =>
        unknown.includes(minute) ? NaN : kw,
      );
      const { measured, earlier, changes } = countAll({ ...situation, injectionKw });
      let wanted = 0;
      for (let minute = 0; minute < MINUTES; minute++) {
        const oldest = all.find((control) => isRunning(control, at(minute)));
        if (!oldest || unknown.includes(minute)) continue;
        wanted += measured.injectionKw[minute]! - earlier.get(oldest.id)!.injectionKw[minute]!;
      }
      expect(changes).toBeCloseTo(wanted, 6);
    }),
    { numRuns: 300 },
  );
});
