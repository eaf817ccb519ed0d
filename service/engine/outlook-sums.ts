import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { addBands, emptyBandSum, flexibility, type BandSum } from "./flexibility.ts";
import { FloatScratch } from "./float-arrays.ts";
import { forecast, forecastBand, type ForecastModel } from "./forecast.ts";
import type { Series, Site, StoredKwh } from "./site.ts";

/** A site with its forecast model, the energy in its batteries, and the areas that count it. */
export interface CountedSite {
  site: Site;
  model: ForecastModel;
  storedKwh: StoredKwh;
  areas: readonly string[];
}

/** The forecast and flexibility of an area in kW, and its bands, by quarter-hour. */
export interface OutlookSum {
  forecast: Float64Array;
  upward: Float64Array;
  downward: Float64Array;
  bands: BandSum;
}

/** How many quarter-hours are summed: of the forecast, and of its bands. */
export interface Horizon {
  quarters: number;
  bandQuarters: number;
}

const POWERS = ["forecast", "upward", "downward"] as const;
const ARRAYS_PER_SITE = 12;

/** Separates the names of areas in a key. */
const SEPARATOR = "\n";

/** Sums the forecasts of sites by area. */
export class OutlookSums {
  /**
   * The sums of the sites that count in the same areas, by the names of these: most sites count in
   * the zone and in a group, and adding a site to each takes twice the time.
   */
  private readonly parts = new Map<string, OutlookSum>();
  private readonly scratch: FloatScratch;
  private readonly typicalPvKw: Float64Array;

  constructor(
    private readonly startMs: number,
    private readonly horizon: Horizon,
  ) {
    this.scratch = new FloatScratch(ARRAYS_PER_SITE * horizon.quarters);
    this.typicalPvKw = new Float64Array(horizon.quarters);
  }

  private sumIn(sums: Map<string, OutlookSum>, name: string): OutlookSum {
    const found = sums.get(name);
    if (found) return found;
    const { quarters, bandQuarters } = this.horizon;
    const sum = {
      forecast: new Float64Array(quarters),
      upward: new Float64Array(quarters),
      downward: new Float64Array(quarters),
      bands: emptyBandSum(bandQuarters),
    };
    sums.set(name, sum);
    return sum;
  }

  /** The sum of each area so far. */
  get areas(): ReadonlyMap<string, OutlookSum> {
    const areas = new Map<string, OutlookSum>();
    for (const [names, part] of this.parts)
      for (const name of names.split(SEPARATOR)) addSum(this.sumIn(areas, name), part);
    return areas;
  }

  /** Adds the forecast of a site from the start on. */
  add({ site, model, storedKwh, areas }: CountedSite): void {
    const { startMs, horizon, scratch, typicalPvKw } = this;
    const floats = scratch.take;
    const expected = forecast(site, model, startMs, horizon.quarters, floats, typicalPvKw);
    const outlook = flexibility(site, expected, storedKwh, startMs, horizon.quarters, floats);
    const near = firstOf(expected, horizon.bandQuarters);
    const bands = forecastBand(site, model, near, floats, typicalPvKw);
    if (areas.length > 0) {
      const sum = this.sumIn(this.parts, areas.join(SEPARATOR));
      addOnto(sum.forecast, outlook.forecastKw);
      addOnto(sum.upward, outlook.upwardKw);
      addOnto(sum.downward, outlook.downwardKw);
      addBands(sum.bands, near, bands);
    }
    scratch.clear();
  }

  /**
   * Adds the sums of other sites, which start at `startMs`, where they overlap with these; not before
   * `fromMs`.
   */
  merge(others: ReadonlyMap<string, OutlookSum>, startMs = this.startMs, fromMs = startMs): void {
    const shift = (startMs - this.startMs) / QUARTER_MS;
    const from = Math.max(0, shift, (fromMs - this.startMs) / QUARTER_MS);
    for (const [name, other] of others) addSum(this.sumIn(this.parts, name), other, shift, from);
  }
}

/** Adds a sum that starts `shift` quarter-hours after another one, from its index `from` on. */
function addSum(sum: OutlookSum, other: OutlookSum, shift = 0, from = 0): void {
  for (const power of POWERS) addShifted(sum[power], other[power], shift, from);
  for (const key of Object.keys(other.bands) as (keyof BandSum)[])
    addShifted(sum.bands[key], other.bands[key], shift, from);
}

function addShifted(sum: Float64Array, other: Float64Array, shift: number, from: number): void {
  const until = Math.min(sum.length, other.length + shift);
  for (let i = from; i < until; i++) sum[i]! += other[i - shift]!;
}

const firstOf = ({ startMs, pvKw, loadKw }: Series, count: number): Series => ({
  startMs,
  pvKw: pvKw.subarray(0, count),
  loadKw: loadKw.subarray(0, count),
});

function addOnto(sum: Float64Array, kw: Float32Array): void {
  for (let i = 0; i < kw.length; i++) if (!Number.isNaN(kw[i]!)) sum[i]! += kw[i]!;
}
