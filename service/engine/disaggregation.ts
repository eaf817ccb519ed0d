import { QUARTER_MS, wallQuarter } from "../../lib/time/amsterdam.ts";
import type { ForecastModel } from "./forecast.ts";
import { SLOTS, TYPICAL_LOAD } from "./model-numbers.ts";
import { pvRatingKw } from "./site-model.ts";
import type { Site } from "./site.ts";
import { createClearSkyModel } from "./clear-sky.ts";

/** A site's net injection split into panels and load; NaN if unknown. */
interface Separated {
  pvKw: number;
  loadKw: number;
}

/** Between two quarter-hours this far apart, both dark or both light, it does not change. */
const PROBE_EVERY = 4;

/**
 * Whether each of the `count` quarter-hours before this one is dark, last one first. Sunset and sunrise
 * are looked for between probes, because each quarter-hour trains a whole fleet; a night or day that no
 * probe meets, as near the polar circle, is looked for in all of them.
 */
function darkBefore(site: Site, quarterMs: number, count: number): Uint8Array {
  const clearSky = createClearSkyModel(site);
  const dark = new Uint8Array(count);
  const check = (i: number) => {
    dark[i] = clearSky(quarterMs - (i + 0.5) * QUARTER_MS) > 0 ? 0 : 1;
  };
  let [hasDark, hasLight] = [false, false];
  for (let from = 0, to = 0; ; from = to, to = Math.min(count - 1, from + PROBE_EVERY)) {
    check(to);
    if (dark[to]) hasDark = true;
    else hasLight = true;
    if (dark[from] === dark[to]) dark.fill(dark[to]!, from, to);
    else for (let i = from + 1; i < to; i++) check(i);
    if (to === count - 1) break;
  }
  if (!(hasDark && hasLight)) for (let i = 0; i < count; i++) check(i);
  return dark;
}

/** Mean typical load of the quarter-hours of the local day with the sun down, in kW. */
function nightLoadKw(site: Site, { numbers }: ForecastModel, quarterMs: number): number {
  const dark = darkBefore(site, quarterMs, SLOTS);
  let [sum, count] = [0, 0];
  for (let i = 0; i < SLOTS; i++) {
    if (!dark[i]) continue;
    const kw = numbers[TYPICAL_LOAD + wallQuarter(quarterMs - (i + 1) * QUARTER_MS)]!;
    if (Number.isNaN(kw)) continue;
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
  const nightKw = nightLoadKw(site, learned, quarterMs);
  if (Number.isNaN(nightKw)) return { pvKw: NaN, loadKw: NaN };
  const pvKw = Math.min(ratingKw, Math.max(0, injectionKw + nightKw));
  return { pvKw, loadKw: Math.max(0, pvKw - injectionKw) };
}
