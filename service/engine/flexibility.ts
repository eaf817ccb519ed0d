import type { ControlType } from "../../lib/contract/index.ts";
import { MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { applyLimit, toPlant, type Plant } from "./site-model.ts";
import type { Series, Site, StoredKwh } from "./site.ts";

const QUARTER_MINUTES = QUARTER_MS / MINUTE_MS;

/** Per quarter-hour, in kW; NaN where the expected series is silent. */
export interface Flexibility {
  /** Net injection in normal operation, without any control. */
  forecastKw: Float32Array;
  /** How far injection can be raised from that, 0 or more. */
  upwardKw: Float32Array;
  /** How far it can be lowered, 0 or more. */
  downwardKw: Float32Array;
}

function averageKw(
  plant: Plant,
  mode: ControlType | null,
  pvKw: number,
  loadKw: number,
  storedKwh: number[],
): number {
  return applyLimit(plant, mode, pvKw, loadKw, storedKwh, QUARTER_MINUTES) / QUARTER_MINUTES;
}

/**
 * The baseline of `count` quarter-hours from `startMs` (aligned) and the room around it. Batteries
 * start at `storedKwh` and go through time in normal operation; the room of each quarter-hour is
 * what MAX_PRODUCTION and MAX_CONSUMPTION would change over that one, from the baseline's stored
 * energy at its start. Room of neighbouring quarter-hours is therefore not additive. Where that
 * change goes the other way, as a battery's losses can make it, there is no room.
 */
export function flexibility(
  site: Site,
  expected: Series,
  storedKwh: StoredKwh,
  startMs: number,
  count: number,
): Flexibility {
  const plant = toPlant(site);
  const stored = [...storedKwh];
  const forecastKw = new Float32Array(count);
  const upwardKw = new Float32Array(count);
  const downwardKw = new Float32Array(count);
  const first = Math.round((startMs - expected.startMs) / QUARTER_MS);
  for (let index = 0; index < count; index++) {
    const pvKw = expected.pvKw[first + index] ?? NaN;
    const loadKw = expected.loadKw[first + index] ?? NaN;
    const most = averageKw(plant, "MAX_PRODUCTION", pvKw, loadKw, stored.slice());
    const least = averageKw(plant, "MAX_CONSUMPTION", pvKw, loadKw, stored.slice());
    const baseline = averageKw(plant, null, pvKw, loadKw, stored);
    forecastKw[index] = baseline;
    upwardKw[index] = Math.max(0, most - baseline);
    downwardKw[index] = Math.max(0, baseline - least);
  }
  return { forecastKw, upwardKw, downwardKw };
}
