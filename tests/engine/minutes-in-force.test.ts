import fc from "fast-check";
import { expect, it } from "vitest";
import { controlType } from "../../lib/contract/index.ts";
import type { CountedControl } from "../../service/engine/counterfactual.ts";
import { divideMinutes } from "../../service/engine/minutes-in-force.ts";
import { activeControl } from "../../service/engine/simulate-plan.ts";
import { at, countAll, measurements, MINUTES, window } from "./overlapping-controls.ts";

const controls = fc
  .array(
    fc.record({
      type: fc.constantFrom(...controlType.options),
      window,
      except: fc.array(window, { maxLength: 1 }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((drawn) =>
    drawn.map(({ type, window: run, except }, index): CountedControl => ({
      id: `ctrl_${index}`,
      type,
      ...run,
      except,
    })),
  );
const situations = fc.record({ all: controls, ...measurements });

it("each minute belongs to the control in force, and they add up to the changes of all controls", () => {
  fc.assert(
    fc.property(situations, (situation) => {
      const { all } = situation;
      const { measured, earlier, changes } = countAll(situation);
      const divided = [...divideMinutes(measured, all, earlier)];
      const counts: Record<string, number> = {};
      for (let minute = 0; minute < MINUTES; minute++) {
        const active = activeControl(all, at(minute));
        if (active) counts[active.id] = (counts[active.id] ?? 0) + 1;
      }
      expect(Object.fromEntries(divided.map(([id, { minutes }]) => [id, minutes]))).toEqual(counts);
      const sum = divided.reduce(
        (total, [, { measuredMinutes, measuredKw, withoutAnyKw }]) =>
          total + (measuredMinutes > 0 ? measuredMinutes * (measuredKw - withoutAnyKw) : 0),
        0,
      );
      expect(sum).toBeCloseTo(changes, 6);
    }),
    { numRuns: 300 },
  );
});
