import { expect, test } from "vitest";
import { toPlanSteps } from "@/components/controls/detail/plan-history.tsx";

const effect = (time_from: string, time_to: string, delta: number) => ({
  time_from,
  time_to,
  isp: 1,
  before: 0,
  after: delta,
  delta,
});
const part = (time_from: string, time_to: string, planned: number) => ({
  time_from,
  time_to,
  isp: 1,
  planned,
  locations: 1,
  reporting: 0,
});
const [t0, t1, t2] = ["2026-06-10T08:00:00Z", "2026-06-10T08:15:00Z", "2026-06-10T08:30:00Z"];

test("what moved a plan adds up from the issued plan to the current commitment", () => {
  const control = { results: [effect(t0, t1, 40), effect(t1, t2, 40)], energy_kwh: 20 };
  const steps = toPlanSteps(control, [part(t0, t1, -400), part(t1, "2026-06-10T08:20:00Z", 40)]);
  expect(steps.issued).toBe(20);
  expect(steps.takenOver).toBeCloseTo(-110);
  expect(steps.cancelled).toBeCloseTo(-6.667, 2);
  expect(steps.commitment).toBeCloseTo(steps.issued + steps.takenOver + steps.cancelled);
});

test("customers who were excluded later are a step of their own", () => {
  const results = [effect(t0, t1, 40), effect(t1, t2, 40)];
  const excluded_effect = [{ time_from: t1, time_to: t2, isp: 2, delta: -10 }];
  const control = { results, energy_kwh: 20, excluded_effect };
  const delivered = [part(t0, t1, 20), part(t1, t2, 30)];
  const both = toPlanSteps({ ...control, superseded: true }, delivered);
  expect(both.excluded).toBeCloseTo(-2.5);
  expect(both.takenOver).toBeCloseTo(-5);
  const alone = toPlanSteps({ ...control, superseded: false }, delivered);
  expect(alone.excluded).toBeCloseTo(-7.5);
  expect(alone.takenOver).toBeCloseTo(0);
});
