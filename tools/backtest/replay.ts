import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { emptyModel, forecast, forecastBand, train } from "../../service/engine/forecast.ts";
import type { Band } from "../../service/engine/forecast-quantiles.ts";
import type { Irradiance } from "../../service/engine/forecast-weather.ts";
import type { Quarters } from "./quarters.ts";
import type { Series } from "./read-series.ts";
import { clearSkyShares, DAYTIME_SHARE, flatSite, type Position } from "./sun-clock.ts";

/** Scored leads in quarter-hours: 15 minutes, 1 hour, 4 hours, a day. */
export const LEADS = [1, 4, 16, 96] as const;
const FARTHEST = 96;

/** The errors of the forecasts at one lead in kW, next to plain persistence of the last value. */
export interface Score {
  lead: number;
  /**
   * Scored quarter-hours: in daytime for panels, all for load, after the warm-up, both values
   * known.
   */
  intervals: number;
  /** Mean absolute error divided by the maximum of the series. */
  nMae: number;
  persistenceNMae: number;
  /** 1 − MAE / MAE(persistence); for a day ahead, persistence is the same time yesterday. */
  skill: number;
  /** Mean of forecast − measured, divided by the maximum. */
  bias: number;
  /** Share of the second half within the 80 % band, and below it. */
  coverage: number;
  belowBand: number;
  /** Share of the second half below the median. */
  belowMedian: number;
}

interface Options {
  position: Position;
  /** Rating of the panels in kW; without it, the maximum so far. */
  peakKw: number | undefined;
  warmUpDays: number;
}

type Replayed = Pick<Series, "kind" | "quarters" | "weather">;

const irradianceOf =
  ({ startMs, kw }: Quarters): Irradiance =>
  (ms) =>
    kw[(ms - startMs) / QUARTER_MS] ?? NaN;

interface Sums {
  off: number;
  persistenceOff: number;
  above: number;
  intervals: number;
  heldOut: number;
  inside: number;
  belowBand: number;
  belowMedian: number;
}

const NOTHING: Sums = {
  off: 0,
  persistenceOff: 0,
  above: 0,
  intervals: 0,
  heldOut: 0,
  inside: 0,
  belowBand: 0,
  belowMedian: 0,
};

function scoreOf(lead: number, sums: Sums, peakKw: number): Score {
  const { off, persistenceOff, above, intervals } = sums;
  const over = (kw: number) => kw / intervals / peakKw;
  return {
    lead,
    intervals,
    nMae: over(off),
    persistenceNMae: over(persistenceOff),
    skill: 1 - off / persistenceOff,
    bias: over(above),
    coverage: sums.inside / sums.heldOut,
    belowBand: sums.belowBand / sums.heldOut,
    belowMedian: sums.belowMedian / sums.heldOut,
  };
}

/**
 * Replays a series through the engine: each quarter-hour is used for training when it ends, then
 * the next day is forecast, without any later data.
 * @returns each forecast made, through `made`: when, and the kW expected from then on
 */
export function replay(
  { kind, quarters, weather }: Replayed,
  { position, peakKw }: Pick<Options, "position" | "peakKw">,
  made: (index: number, expectedKw: Float32Array, band: Band) => void,
): void {
  const { startMs, kw } = quarters;
  const model = emptyModel(startMs);
  if (weather) model.irradiance = irradianceOf(weather);
  let site = flatSite(position, kind === "pv" ? (peakKw ?? 0) : 0);
  let maxKw = 0;
  for (const [index, value] of kw.entries()) {
    if (kind === "pv" && peakKw === undefined && value > maxKw) {
      maxKw = value;
      site = flatSite(position, maxKw);
    }
    const isPv = kind === "pv";
    const quarterMs = startMs + index * QUARTER_MS;
    train(site, model, quarterMs, isPv ? value : NaN, isPv ? NaN : value);
    const expected = forecast(site, model, quarterMs + QUARTER_MS, FARTHEST);
    const band = forecastBand(site, model, expected);
    made(index, isPv ? expected.pvKw : expected.loadKw, isPv ? band.pv : band.load);
  }
}

/** Scores a series at every lead; the first `warmUpDays` are for training only. */
export function backtest(series: Replayed, options: Options): Score[] {
  const { kw } = series.quarters;
  const isCounted =
    series.kind === "pv"
      ? clearSkyShares(options.position, series.quarters).map((share) =>
          Number(share > DAYTIME_SHARE),
        )
      : new Float64Array(kw.length).fill(1);
  const sums: Sums[] = LEADS.map(() => ({ ...NOTHING }));
  replay(series, options, (index, expectedKw, band) => {
    const last = kw[index]!;
    if (index < options.warmUpDays * 96 || Number.isNaN(last)) return;
    for (const [which, lead] of LEADS.entries()) {
      const then = kw[index + lead] ?? NaN;
      if (Number.isNaN(then) || isCounted[index + lead] !== 1) continue;
      const sum = sums[which]!;
      sum.off += Math.abs(expectedKw[lead - 1]! - then);
      sum.above += expectedKw[lead - 1]! - then;
      sum.persistenceOff += Math.abs(last - then);
      sum.intervals += 1;
      if (index < kw.length / 2) continue;
      const [low, high] = [band.p10Kw[lead - 1]!, band.p90Kw[lead - 1]!];
      sum.heldOut += 1;
      sum.inside += Number(then >= low && then <= high);
      sum.belowBand += Number(then < low);
      sum.belowMedian += Number(then < band.p50Kw[lead - 1]!);
    }
  });
  const peakKw = kw.reduce((max, value) => (value > max ? value : max), 0);
  return LEADS.map((lead, which) => scoreOf(lead, sums[which]!, peakKw));
}
