import { QUARTER_MS, wallQuarter } from "./calendar.ts";
import { typicalDay, utcQuarter, type History } from "./daily-mean.ts";
import { pvRatingKw } from "./plant.ts";
import type { Series, Site } from "./site.ts";
import { clearSkyOf } from "./sun.ts";

/**
 * What was measured, per quarter-hour from `startMs` (aligned), in kW: the last 8 days or more. NaN
 * is missing, or was under control: a curtailed value must not be learned from.
 */
export interface Learned {
  startMs: number;
  pvKw: Float32Array;
  loadKw: Float32Array;
}

/** Yearly irradiation of De Bilt (about 1,030 kWh/m²) over its clear-sky value (1,726). */
const TYPICAL_CLEARNESS = 0.6;
/**
 * Hours in which the weight of the last seen sky falls to 1/e. Measured on two Dutch substations:
 * 4 to 8 hours differ by less than half a percent of peak at any horizon; shorter ones are worse.
 */
const MEMORY_HOURS = 6;
const DAYLIGHT_SHARE = 0.05;
const MOST_INDEX = 2;
const LOOK_BACK = 96;
const HOUR_MS = 4 * QUARTER_MS;
const middleOf = (quarterMs: number) => quarterMs + QUARTER_MS / 2;

interface Sky {
  index: number;
  untilMs: number;
}

/** The newest known value in daylight, as a share of the clear sky (clear-sky index). */
function lastSky(history: History, clearSky: (ms: number) => number, ratingKw: number): Sky | null {
  for (let at = history.end - 1; at >= Math.max(0, history.end - LOOK_BACK); at--) {
    const value = history.values[at]!;
    if (Number.isNaN(value)) continue;
    const startMs = history.startMs + at * QUARTER_MS;
    const clearKw = clearSky(middleOf(startMs));
    if (clearKw < DAYLIGHT_SHARE * ratingKw || clearKw === 0) continue;
    const index = Math.min(MOST_INDEX, Math.max(0, value) / clearKw);
    return { index, untilMs: startMs + QUARTER_MS };
  }
  return null;
}

function forecastPv(site: Site, history: History, startMs: number, count: number): Float32Array {
  const pvKw = new Float32Array(count);
  const ratingKw = pvRatingKw(site, () => true);
  if (ratingKw === 0) return pvKw;
  const clearSky = clearSkyOf(site);
  const typical = typicalDay(history, utcQuarter);
  const sky = lastSky(history, clearSky, ratingKw);
  return pvKw.map((_, quarter) => {
    const ms = startMs + quarter * QUARTER_MS;
    const clearKw = clearSky(middleOf(ms));
    if (clearKw === 0) return 0;
    const mean = typical[utcQuarter(ms)]!;
    const usualKw = Number.isNaN(mean) ? TYPICAL_CLEARNESS * clearKw : mean;
    const weight = sky ? Math.exp(-(ms - sky.untilMs) / HOUR_MS / MEMORY_HOURS) : 0;
    const expectedKw = weight * (sky?.index ?? 0) * clearKw + (1 - weight) * usualKw;
    return Math.min(ratingKw, Math.max(0, expectedKw));
  });
}

function forecastLoad(history: History, startMs: number, count: number): Float32Array {
  const typical = typicalDay(history, wallQuarter);
  const known = typical.filter((mean) => !Number.isNaN(mean));
  const overall = known.length > 0 ? known.reduce((sum, mean) => sum + mean, 0) / known.length : 0;
  return new Float32Array(count).map((_, quarter) => {
    const mean = typical[wallQuarter(startMs + quarter * QUARTER_MS)]!;
    return Math.max(0, Number.isNaN(mean) ? overall : mean);
  });
}

/**
 * What a site is expected to do without any control: `count` quarter-hours from `startMs` (aligned),
 * in kW, never NaN. Only what was learned before `startMs` is used.
 *
 * Panels: the last seen share of the clear sky goes on for the next quarter-hour, and gives way, as
 * `exp(−age / 6 h)`, to the mean of the same quarter over the last 7 days. 0 when the sun is down,
 * never above the rating. With nothing learned, a typical share of the clear sky.
 * Load: the mean of the same quarter on the local clock over the last 7 days; a quarter never seen
 * takes the mean of those seen; with nothing learned, 0.
 */
export function forecast(site: Site, learned: Learned, startMs: number, count: number): Series {
  const elapsed = Math.max(0, Math.floor((startMs - learned.startMs) / QUARTER_MS));
  const { pvKw, loadKw } = learned;
  const pv = { values: pvKw, startMs: learned.startMs, end: Math.min(pvKw.length, elapsed) };
  const load = { values: loadKw, startMs: learned.startMs, end: Math.min(loadKw.length, elapsed) };
  return {
    startMs,
    pvKw: forecastPv(site, pv, startMs, count),
    loadKw: forecastLoad(load, startMs, count),
  };
}
