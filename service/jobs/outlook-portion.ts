import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { Irradiance, WeatherModel } from "../engine/forecast-weather.ts";
import type { CountedSite, Horizon } from "../engine/outlook-sums.ts";
import type { Site, StoredKwh } from "../engine/site.ts";

/** Quarter-hours of irradiance before and after the horizon that a lag may reach. */
const LAG_QUARTERS = 32;

/** Sites with their models in one array, to be sent to a thread. */
export interface OutlookPortion {
  startMs: number;
  horizon: Horizon;
  sites: {
    site: Site;
    storedKwh: StoredKwh;
    areas: readonly string[];
    untilMs: number;
    /** Lengths of the arrays of its model. */
    lengths: readonly [pv: number, load: number, parameters: number];
    weather: WeatherModel | undefined;
    /** The index of its weather forecast. */
    sky: number | undefined;
  }[];
  models: Float32Array;
  /** Weather forecasts: irradiance from `LAG_QUARTERS` before the start. */
  skies: Float64Array[];
}

/** Packs sites for a thread. */
export function packSites(
  sites: readonly CountedSite[],
  startMs: number,
  horizon: Horizon,
): OutlookPortion {
  const arrays = sites.flatMap(({ model }) => [model.pvKw, model.loadKw, model.parameters]);
  const models = new Float32Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    models.set(array, at);
    at += array.length;
  }
  const skies = new Map<Irradiance, number>();
  const toSky = (irradiance: Irradiance | undefined) => {
    if (irradiance && !skies.has(irradiance)) skies.set(irradiance, skies.size);
    return irradiance && skies.get(irradiance);
  };
  return {
    startMs,
    horizon,
    sites: sites.map(({ site, storedKwh, areas, model }) => ({
      site,
      storedKwh,
      areas,
      untilMs: model.untilMs,
      lengths: [model.pvKw.length, model.loadKw.length, model.parameters.length],
      weather: model.weather,
      sky: toSky(model.irradiance),
    })),
    models,
    skies: [...skies.keys()].map((irradiance) => sample(irradiance, startMs, horizon)),
  };
}

const sample = (irradiance: Irradiance, startMs: number, { quarters }: Horizon): Float64Array =>
  Float64Array.from({ length: quarters + 2 * LAG_QUARTERS }, (_, i) =>
    irradiance(startMs + (i - LAG_QUARTERS) * QUARTER_MS),
  );

/** The sites of a portion. */
export function* unpackSites(portion: OutlookPortion): Generator<CountedSite> {
  const { startMs, models } = portion;
  const skies = portion.skies.map(
    (values): Irradiance =>
      (ms) =>
        values[(ms - startMs) / QUARTER_MS + LAG_QUARTERS] ?? NaN,
  );
  let at = 0;
  const take = (length: number) => models.subarray(at, (at += length));
  for (const { site, storedKwh, areas, untilMs, lengths, weather, sky } of portion.sites) {
    const [pvKw, loadKw, parameters] = lengths.map(take) as [
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    const irradiance = sky === undefined ? undefined : skies[sky];
    const model = {
      untilMs,
      pvKw,
      loadKw,
      parameters,
      ...(weather && { weather }),
      ...(irradiance && { irradiance }),
    };
    yield { site, storedKwh, areas, model };
  }
}
