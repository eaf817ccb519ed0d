import fc from "fast-check";
import { emptyModel, train } from "../../service/engine/forecast.ts";
import type { CountedSite } from "../../service/engine/outlook-sums.ts";
import { situations } from "../engine/sites.ts";

const QUARTER_MS = 900_000;
const TRAINED_QUARTERS = 5 * 96;

/**
 * Sites in a zone and some of them in a group, trained until `startMs` on days of random weather,
 * half of them with a weather forecast.
 */
export function trainedSites(count: number, startMs: number): CountedSite[] {
  const irradiance = (ms: number) =>
    ms > startMs + 3 * 96 * QUARTER_MS ? NaN : 300 + 200 * Math.sin(ms / 2e7);
  return fc.sample(situations(), { numRuns: count, seed: 7 }).map(({ site }, n) => {
    const fromMs = startMs - TRAINED_QUARTERS * QUARTER_MS;
    const model = { ...emptyModel(fromMs), ...(n % 2 === 0 && { irradiance }) };
    for (let i = 0; i < TRAINED_QUARTERS; i++) {
      const ms = fromMs + i * QUARTER_MS;
      const sun = Math.max(0, Math.sin(((ms / 3_600_000 - 6) / 12) * Math.PI));
      train(site, model, ms, sun * (2 + Math.sin(i * n)), 0.4 + 0.3 * Math.cos(i / 9 + n));
    }
    const storedKwh = site.batteries.map(
      ({ capacityKwh, floorKwh }) => (capacityKwh + floorKwh) / 2,
    );
    const areas = n % 3 === 0 ? ["bidding_zone NL"] : ["bidding_zone NL", `group ${n % 5}`];
    return { site, model, storedKwh, areas };
  });
}
