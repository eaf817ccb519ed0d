import { seriesAtEnd } from "../engine/flexibility.ts";
import { controlLocation, isControllable, roundToWatt } from "../engine/control.ts";
import { forecastBand } from "../engine/forecast.ts";
import type { Draft, Outcome } from "./control.ts";
import { isExcluded } from "./exclusions.ts";
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
  const sample = plans.members
    .filter((member) => isControllable(member.site) && !isExcluded(plans.controlAt(member, draft)))
    .filter((_, i) => i % every === 0);
  const blank = () => new Float64Array(results.length);
  const sums = { expected: blank(), low: blank(), high: blank() };
  for (const member of sample) {
    const { site, expected: mean, storedKwh, storedAtMs, earlier } = plans.at(member);
    const plan = { site, expected: mean, storedKwh, storedAtMs, earlier };
    const control = plans.controlAt(member, draft);
    const bands = forecastBand(member.site, member.model, plan.expected);
    addDelta(sums.expected, controlLocation(plan, control, nowMs));
    for (const end of ["low", "high"] as const) {
      const expected = seriesAtEnd(plan.expected, bands, end, locations);
      addDelta(sums[end], controlLocation({ ...plan, expected }, control, nowMs));
    }
  }
  return results.map(({ delta }, i) => {
    const expected = sums.expected[i]!;
    if (expected === 0) return 0;
    const shares = [1, sums.low[i]! / expected, sums.high[i]! / expected];
    return roundToWatt(delta * Math.max(0, Math.min(...shares)));
  });
}

function addDelta(
  sum: Float64Array,
  { beforeKw, afterKw }: { beforeKw: Float64Array; afterKw: Float64Array },
): void {
  for (let i = 0; i < sum.length; i++) sum[i]! += afterKw[i]! - beforeKw[i]!;
}
