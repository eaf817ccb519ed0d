import fc from "fast-check";
import { expect, it } from "vitest";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import {
  cancelLocation,
  controlLocation,
  isAddressed,
  stopControls,
} from "../../service/engine/control.ts";
import { WindowChanges, type LocationPlan } from "../../service/engine/location-change.ts";
import type { PlannedControl } from "../../service/engine/simulate-plan.ts";
import { SharedLists } from "../../service/store/shared-lists.ts";
import { controls, controlTypes, NOON, situations } from "./sites.ts";

const ramps = fc.constantFrom(undefined, [0.35, 0.85] as const, [1, 1] as const);
const minutes = (max: number) => fc.integer({ min: 0, max }).map((count) => count * MINUTE_MS);

/** A location, the number of earlier controls that it is in, and whether it is excluded. */
const members = fc.record({
  situation: situations(),
  ramp: ramps,
  earlier: fc.nat({ max: 3 }),
  excluded: fc.constantFrom("no" as const, "partly" as const, "wholly" as const),
  reported: minutes(30),
});

const fleets = fc.record({
  members: fc.array(members, { minLength: 2, maxLength: 8 }),
  earlier: fc.tuple(controls, controls, controls),
  type: controlTypes,
  start: minutes(300),
  length: minutes(600),
  now: minutes(14),
});

it("a location's change is the same in a fleet as alone, for 2,000 random fleets", () => {
  fc.assert(
    fc.property(fleets, ({ members, earlier, type, start, length, now }) => {
      const nowMs = NOON + now;
      const fromMs = nowMs + start;
      const control = { type, fromMs, toMs: fromMs + length + MINUTE_MS };
      const middleMs = fromMs + Math.ceil(length / 2 / MINUTE_MS) * MINUTE_MS;
      const rest = { fromMs: middleMs, toMs: control.toMs };
      const variants = {
        no: control,
        partly: { ...control, except: [rest] },
        wholly: { ...control, except: [control] },
      };
      const lists = new SharedLists<PlannedControl>();
      const none: readonly PlannedControl[] = [];
      const window = { fromMs, toMs: Math.max(control.toMs, earlier[0].toMs) };
      const issued = new WindowChanges(control, nowMs);
      const cancelled = new WindowChanges(window, nowMs);
      const isStopped = (one: PlannedControl) => one === earlier[0];
      const remaining = new Map<readonly PlannedControl[], readonly PlannedControl[]>();
      for (const { situation, ramp, earlier: count, excluded, reported } of members) {
        const { expected, storedKwh, site } = situation;
        const batteries = site.batteries.map((one) => (ramp ? { ...one, ramp } : one));
        const plan: LocationPlan = {
          site: { ...site, batteries },
          expected,
          storedKwh,
          storedAtMs: nowMs - reported,
          earlier: earlier.slice(0, count).reduce((list, one) => lists.append(list, one), none),
        };
        const here = variants[excluded];
        const after = isAddressed(site, here) ? lists.append(plan.earlier, here) : plan.earlier;
        expect(issued.compute(plan, after)).toStrictEqual(controlLocation(plan, here, nowMs));
        const left =
          remaining.get(plan.earlier) ?? stopControls(plan.earlier, isStopped, window.fromMs);
        remaining.set(plan.earlier, left);
        expect(cancelled.compute(plan, left)).toStrictEqual(
          cancelLocation(plan, isStopped, window, nowMs),
        );
      }
    }),
    { numRuns: 2_000 },
  );
});
