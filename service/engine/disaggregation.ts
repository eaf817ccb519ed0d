import { QUARTER_MS, wallQuarter } from "../../lib/time/amsterdam.ts";
import type { ForecastModel } from "./forecast.ts";
import { pvRatingKw } from "./site-model.ts";
import type { Site } from "./site.ts";
import { createClearSkyModel } from "./clear-sky.ts";

/** What of a site's exchange with the grid is taken to be panels, and what load; NaN is unknown. */
interface Separated {
  pvKw: number;
  loadKw: number;
}

/** Mean typical load of the quarter-hours of the local day in which the sun is down today, kW. */
function nightLoadKw(site: Site, loadKw: Float32Array, quarterMs: number): number {
  const clearSky = createClearSkyModel(site);
  let [sum, known] = [0, 0];
  for (let back = 1; back <= loadKw.length; back++) {
    const ms = quarterMs - back * QUARTER_MS;
    const kw = loadKw[wallQuarter(ms)]!;
    if (Number.isNaN(kw) || clearSky(ms + QUARTER_MS / 2) > 0) continue;
    sum += kw;
    known += 1;
  }
  return known === 0 ? NaN : sum / known;
}

/**
 * Divides net injection (kW, production positive) into panels and load, for a site of which nothing
 * else is measured and that has no battery at work.
 *
 * Without panels, and with panels when the sun is down, this is exact: all of it is load. In
 * daylight one number cannot tell two: the load is *assumed* to be what the site draws on average
 * when the sun is down, and the rest is taken for panels, within their rating. So the load learned
 * by day is the night's, a midday peak of the load shows as less sun, and panels and load add up to
 * what was measured only where both stay within their bounds. NaN where it cannot be told: nothing
 * was measured, or no night was learned yet.
 */
export function separate(
  site: Site,
  learned: ForecastModel,
  quarterMs: number,
  injectionKw: number,
): Separated {
  if (Number.isNaN(injectionKw)) return { pvKw: NaN, loadKw: NaN };
  const ratingKw = pvRatingKw(site);
  const isDark = ratingKw === 0 || createClearSkyModel(site)(quarterMs + QUARTER_MS / 2) === 0;
  if (isDark) return { pvKw: 0, loadKw: Math.max(0, -injectionKw) };
  const nightKw = nightLoadKw(site, learned.loadKw, quarterMs);
  if (Number.isNaN(nightKw)) return { pvKw: NaN, loadKw: NaN };
  const pvKw = Math.min(ratingKw, Math.max(0, injectionKw + nightKw));
  return { pvKw, loadKw: Math.max(0, pvKw - injectionKw) };
}
