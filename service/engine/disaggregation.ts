import { QUARTER_MS, wallQuarter } from "../../lib/time/amsterdam.ts";
import type { ForecastModel } from "./forecast.ts";
import { pvRatingKw } from "./site-model.ts";
import type { Site } from "./site.ts";
import { createClearSkyModel } from "./clear-sky.ts";

/** A site's net injection split into panels and load; NaN if unknown. */
interface Separated {
  pvKw: number;
  loadKw: number;
}

/** Mean typical load of the quarter-hours of the local day with the sun down, in kW. */
function nightLoadKw(site: Site, loadKw: Float32Array, quarterMs: number): number {
  const clearSky = createClearSkyModel(site);
  let [sum, count] = [0, 0];
  for (let back = 1; back <= loadKw.length; back++) {
    const ms = quarterMs - back * QUARTER_MS;
    const kw = loadKw[wallQuarter(ms)]!;
    if (Number.isNaN(kw) || clearSky(ms + QUARTER_MS / 2) > 0) continue;
    sum += kw;
    count += 1;
  }
  return count === 0 ? NaN : sum / count;
}

/**
 * Splits net injection (kW, production positive) into panels and load, for a site without other
 * measurements and without an active battery.
 *
 * Without panels, or with the sun down, the split is exact: all of it is load. In daylight the load
 * is *assumed* to be the site's mean load with the sun down, and the rest is attributed to panels,
 * within their rating. So the trained load by day equals that of the night, a midday peak of the
 * load appears as less sun, and panels and load add up to the measurement only within their bounds.
 * NaN without a measurement, or before the first trained night.
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
