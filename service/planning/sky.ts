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

/** A site's uncurtailed output, and the sky that it shows. */
interface ObservedOutput extends FreeOutput {
  observation: SkyObservation;
  ratingKw: number;
  model: OutputUnderSky;
}

const middleOf = (quarterMs: number) => quarterMs + QUARTER_MS / 2;

/** The sky of a quarter-hour that uncurtailed panels show. Pure. */
export function observeSky(
  outputs: readonly FreeOutput[],
  quarterMs: number,
  gains: ReadonlyMap<string, PanelGain>,
): { field: SkyField; outputs: readonly ObservedOutput[] } {
  const ms = middleOf(quarterMs);
  const field = new SkyField();
  const observed: ObservedOutput[] = [];
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
    observed.push({ ...output, observation, ratingKw, model });
  }
  return { field, outputs: observed };
}

/** The panel gains of these sites, trained on the sky over the fleet without themselves. Pure. */
export function trainGains(
  { field, outputs }: { field: SkyField; outputs: readonly ObservedOutput[] },
  quarterMs: number,
  gains: ReadonlyMap<string, PanelGain>,
): Map<string, PanelGain> {
  const ms = middleOf(quarterMs);
  const trained = new Map<string, PanelGain>();
  for (const { locationId, site, kw, observation, ratingKw, model } of outputs) {
    const sky = field.at(site.latitude, site.longitude, observation);
    if (!sky) continue;
    const modelledKw = model(ms, sky.index);
    const before = gains.get(locationId) ?? newPanelGain();
    trained.set(locationId, trainGain(before, kw, modelledKw, ratingKw));
  }
  return trained;
}
