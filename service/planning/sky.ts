import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { outputUnderSky, type OutputUnderSky } from "../engine/clear-sky.ts";
import { pvRatingKw } from "../engine/site-model.ts";
import {
  getGain,
  newPanelGain,
  showsSky,
  SkyField,
  skyIndex,
  trainGain,
  type PanelGain,
  type SkyObservation,
} from "../engine/sky-field.ts";
import type { Site } from "../engine/site.ts";
import type { MinuteRows } from "../store/minute-measurements.ts";
import type { StoredSite } from "../store/sites.ts";
import { freePvKw } from "./aggregate-minutes.ts";

/** Uncurtailed panel output in a quarter-hour. */
export interface FreeOutput {
  locationId: string;
  site: Site;
  kw: number;
}

/** The sky over the fleet in a quarter-hour, and the panel gain of each site. */
export interface Sky {
  field: SkyField;
  gains: ReadonlyMap<string, PanelGain>;
}

/**
 * The sky of a quarter-hour from uncurtailed panels, and the panel gains trained on it. Pure;
 * `gains` of the result has the given sites.
 */
export function observeSky(
  outputs: readonly FreeOutput[],
  quarterMs: number,
  gains: ReadonlyMap<string, PanelGain>,
): Sky {
  const ms = quarterMs + QUARTER_MS / 2;
  const field = new SkyField();
  const seen: (FreeOutput & {
    observation: SkyObservation;
    ratingKw: number;
    model: OutputUnderSky;
  })[] = [];
  for (const output of outputs) {
    const { site, kw, locationId } = output;
    const ratingKw = pvRatingKw(site);
    const model = outputUnderSky(site);
    if (ratingKw === 0 || !showsSky(kw, model(ms, 1), ratingKw)) continue;
    const gain = getGain(gains.get(locationId) ?? newPanelGain(), ratingKw);
    const { latitude, longitude } = site;
    const index = skyIndex(model, ms, kw, gain);
    const observation = { latitude, longitude, weight: 1, index };
    field.add(observation);
    seen.push({ ...output, observation, ratingKw, model });
  }
  const trained = new Map<string, PanelGain>();
  for (const { locationId, site, kw, observation, ratingKw, model } of seen) {
    const sky = field.at(site.latitude, site.longitude, observation);
    if (!sky) continue;
    const modelledKw = model(ms, sky.index);
    const before = gains.get(locationId) ?? newPanelGain();
    trained.set(locationId, trainGain(before, kw, modelledKw, ratingKw));
  }
  return { field, gains: trained };
}

/** The output of the sites with uncurtailed panels, or with reported possible output. */
export function freeOutputs(
  sites: readonly StoredSite[],
  rows: ReadonlyMap<string, MinuteRows>,
  isAffected: (locationId: string) => boolean,
): FreeOutput[] {
  const found: FreeOutput[] = [];
  for (const { locationId, site, devices } of sites) {
    const minutes = rows.get(locationId);
    if (!minutes || site.panels.length === 0) continue;
    const kw = freePvKw(minutes, devices, site.connectionLimitKw, isAffected(locationId));
    if (!Number.isNaN(kw)) found.push({ locationId, site, kw });
  }
  return found;
}
