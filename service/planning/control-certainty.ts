import { seriesAtEnd } from "../engine/flexibility.ts";
import { isExcluded, roundToWatt } from "../engine/control.ts";
import { WindowChanges, type Effect } from "../engine/location-change.ts";
import { forecastBand } from "../engine/forecast.ts";
import { controllableDevices } from "../engine/site-model.ts";
import type { Draft, Outcome } from "./control.ts";
import type { PlannedControl } from "../engine/simulate-plan.ts";
import { ControlAtLocations } from "./exclusions.ts";
import type { LocationPlans } from "./location-plans.ts";

/** The number of locations that represent a larger target. */
const MAX_SAMPLE = 200;

/**
 * For each interval of a control's outcome the change in kW that is reached or exceeded with a
 * probability of 90 %: the smallest of the changes at the expected value and at either end of the
 * bands of PV and load. Which end that is depends on the batteries. For a target with more than 200
 * locations, 200 represent all of them.
 */
export function computeSureDeltas(
  plans: LocationPlans,
  draft: Draft,
  { results, locations }: Pick<Outcome, "results" | "locations">,
  nowMs: number,
): number[] {
  const every = Math.max(1, Math.ceil(locations / MAX_SAMPLE));
  const atLocations = new ControlAtLocations<Draft & PlannedControl>(draft);
  const changes = new WindowChanges(draft, nowMs);
  const blank = () => new Float64Array(results.length);
  const sums = { expected: blank(), low: blank(), high: blank() };
  let addressed = 0;
  for (const [i, { site, model }] of plans.members.entries()) {
    if (controllableDevices(site) === 0) continue;
    const control = atLocations.at(plans.participationAt(i));
    if (isExcluded(control) || addressed++ % every !== 0) continue;
    const { plant, expected: mean, storedKwh, storedAtMs, earlier } = plans.at(i);
    const plan = { site, plant, expected: mean, storedKwh, storedAtMs, earlier };
    const controls = [...earlier, control];
    addDelta(sums.expected, changes.compute(plan, controls));
    const bands = forecastBand(site, model, mean);
    for (const end of ["low", "high"] as const) {
      const expected = seriesAtEnd(mean, bands, end, locations);
      addDelta(sums[end], changes.compute({ ...plan, expected }, controls));
    }
  }
  return results.map(({ delta }, i) => {
    const expected = sums.expected[i]!;
    if (expected === 0) return 0;
    const shares = [1, sums.low[i]! / expected, sums.high[i]! / expected];
    return roundToWatt(delta * Math.max(0, Math.min(...shares)));
  });
}

function addDelta(sum: Float64Array, { beforeKw, afterKw }: Effect): void {
  for (let i = 0; i < sum.length; i++) sum[i]! += afterKw[i]! - beforeKw[i]!;
}
