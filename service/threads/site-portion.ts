import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { MODEL_NUMBERS } from "../engine/load-parameters.ts";
import type { Irradiance, WeatherModel } from "../engine/forecast-weather.ts";
import type { CountedSite } from "../engine/outlook-sums.ts";
import type { Battery, Panels } from "../engine/site.ts";

/** Quarter-hours of irradiance before and after the horizon that a lag may reach. */
const LAG_QUARTERS = 32;

/**
 * Sites in a few arrays, to be sent to a thread: sending the objects of each site takes many times as
 * long.
 */
export interface SitePortion {
  startMs: number;
  count: number;
  /** Numbers of each site, its panels, its batteries and their energy; see `packSites`. */
  numbers: Float64Array;
  /** The numbers of the model of each site. */
  models: Float32Array;
  areas: (readonly string[])[];
  weather: WeatherModel[];
  /** Weather forecasts: irradiance from `LAG_QUARTERS` before the start. */
  skies: Float64Array[];
}

/** Memory that threads share, which grows to the longest length that was taken. */
function growShared<Floats extends { length: number }>(Kind: {
  new (buffer: SharedArrayBuffer): Floats;
  BYTES_PER_ELEMENT: number;
}): (length: number) => Floats {
  const make = (length: number) => new Kind(new SharedArrayBuffer(length * Kind.BYTES_PER_ELEMENT));
  let floats = make(0);
  return (length) => (floats.length < length ? (floats = make(length)) : floats);
}

/** Memory for portions, one after another, which threads share. */
export class PortionMemory {
  /** Memory for so many numbers of sites. */
  readonly takeNumbers: (length: number) => Float64Array = growShared(Float64Array);
  /** Memory for so many numbers of models. */
  readonly takeModels: (length: number) => Float32Array = growShared(Float32Array);
  /** Memory for so many results. */
  readonly takeResults: (length: number) => Float32Array = growShared(Float32Array);
}

/** Different values, each once. */
class Indices<Value> {
  private readonly indices = new Map<Value, number>();
  readonly values: Value[] = [];

  /** The index of a value; −1 for none. */
  indexOf(value: Value | undefined): number {
    if (value === undefined) return -1;
    const found = this.indices.get(value);
    if (found !== undefined) return found;
    this.indices.set(value, this.values.length);
    return this.values.push(value) - 1;
  }
}

/**
 * Packs sites for a thread into memory that is theirs until the thread has answered. Their forecasts
 * begin at `startMs` or later and have up to `quarters` quarter-hours from then on. Ramps of devices are left out: a
 * forecast without controls does not depend on them.
 */
export function packSites(
  sites: readonly CountedSite[],
  { startMs, quarters }: { startMs: number; quarters: number },
  memory: PortionMemory,
): SitePortion {
  const numbers = memory.takeNumbers(sites.reduce((sum, one) => sum + countNumbers(one), 0));
  const models = memory.takeModels(sites.length * MODEL_NUMBERS);
  const areas = new Indices<readonly string[]>();
  const weather = new Indices<WeatherModel>();
  const skies = new Indices<Irradiance>();
  let [numberAt, at] = [0, 0];
  const put = (value: number) => {
    numbers[numberAt++] = value;
  };
  for (const { site, model, storedKwh, areas: names } of sites) {
    const { latitude, longitude, connectionLimitKw, panels, batteries } = site;
    put(latitude);
    put(longitude);
    put(connectionLimitKw ?? NaN);
    put(model.untilMs);
    put(areas.indexOf(names));
    put(weather.indexOf(model.weather));
    put(skies.indexOf(model.irradiance));
    put(panels.length);
    put(batteries.length);
    put(storedKwh.length);
    for (const { peakKw, inverterKw, tiltDeg, azimuthDeg, controllable } of panels) {
      put(peakKw);
      put(inverterKw);
      put(tiltDeg);
      put(azimuthDeg);
      put(Number(controllable));
    }
    for (const { capacityKwh, powerKw, efficiency, floorKwh, controllable } of batteries) {
      put(capacityKwh);
      put(powerKw);
      put(efficiency);
      put(floorKwh);
      put(Number(controllable));
    }
    for (const kwh of storedKwh) put(kwh);
    models.set(model.numbers, at);
    at += MODEL_NUMBERS;
  }
  return {
    startMs,
    count: sites.length,
    numbers,
    models,
    areas: areas.values,
    weather: weather.values,
    skies: skies.values.map((irradiance) => sample(irradiance, startMs, quarters)),
  };
}

/** How many numbers say what a site is; see `packSites`. */
const countNumbers = ({ site: { panels, batteries }, storedKwh }: CountedSite): number =>
  10 + 5 * (panels.length + batteries.length) + storedKwh.length;

const sample = (irradiance: Irradiance, startMs: number, quarters: number): Float64Array =>
  Float64Array.from({ length: quarters + 2 * LAG_QUARTERS }, (_, i) =>
    irradiance(startMs + (i - LAG_QUARTERS) * QUARTER_MS),
  );

/** The sites of a portion. */
export function* unpackSites(portion: SitePortion): Generator<CountedSite> {
  const { startMs, numbers, models } = portion;
  const skies = portion.skies.map(
    (values): Irradiance =>
      (ms) =>
        values[(ms - startMs) / QUARTER_MS + LAG_QUARTERS] ?? NaN,
  );
  let [at, modelAt] = [0, 0];
  const next = () => numbers[at++]!;
  const nextPanels = (): Panels => ({
    peakKw: next(),
    inverterKw: next(),
    tiltDeg: next(),
    azimuthDeg: next(),
    controllable: next() === 1,
  });
  const nextBattery = (): Battery => ({
    capacityKwh: next(),
    powerKw: next(),
    efficiency: next(),
    floorKwh: next(),
    controllable: next() === 1,
  });
  const times = <One>(count: number, make: () => One) => Array.from({ length: count }, make);
  for (let n = 0; n < portion.count; n++) {
    const [latitude, longitude, limitKw] = [next(), next(), next()];
    const untilMs = next();
    const areas = portion.areas[next()]!;
    const [weather, irradiance] = [portion.weather[next()], skies[next()]];
    const [panels, batteries, stored] = [next(), next(), next()];
    const site = {
      latitude,
      longitude,
      connectionLimitKw: Number.isNaN(limitKw) ? null : limitKw,
      panels: times(panels, nextPanels),
      batteries: times(batteries, nextBattery),
    };
    const storedKwh = times(stored, next);
    const model = {
      untilMs,
      numbers: models.subarray(modelAt, (modelAt += MODEL_NUMBERS)),
      ...(weather && { weather }),
      ...(irradiance && { irradiance }),
    };
    yield { site, storedKwh, areas, model };
  }
}
