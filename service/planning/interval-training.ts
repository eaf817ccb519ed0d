import { getLocalDay, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { separate } from "../engine/disaggregation.ts";
import { emptyModel, train, type ForecastModel } from "../engine/forecast.ts";
import { largestTypicalLoad } from "../engine/model-numbers.ts";
import { pvRatingKw } from "../engine/site-model.ts";
import type { Site } from "../engine/site.ts";
import { CONTROLLED, type LocationDay } from "../store/location-days.ts";
import type { TrainingSample } from "../store/training-samples.ts";

/** A load this many times the largest typical one is a meter fault. */
const WILD = 50;

/** Whether a site can have this load: by its connection limit, else by its typical load. */
function isPlausible(site: Site, learned: ForecastModel, loadKw: number): boolean {
  if (Number.isNaN(loadKw)) return true;
  const ownKw = site.batteries.reduce((sum, battery) => sum + battery.powerKw, pvRatingKw(site));
  if (site.connectionLimitKw !== null)
    return Math.abs(loadKw) <= 1.2 * site.connectionLimitKw + ownKw;
  const minKw = Math.max(1, ownKw);
  if (Math.abs(loadKw) <= WILD * minKw) return true;
  const typicalKw = largestTypicalLoad(learned.numbers, minKw);
  return Math.abs(loadKw) <= WILD * typicalKw;
}

/**
 * Trains on a recorded interval. Generation under a control is skipped, because it does not show
 * the available solar power. If only the meter reported, panels and load are disaggregated.
 * Impossible loads are skipped.
 */
export function learnFrom(
  site: Site,
  learned: ForecastModel,
  quarterMs: number,
  { pv, load, actual, flags }: TrainingSample,
): void {
  const controlled = (flags & CONTROLLED) !== 0;
  const onlyMetered = Number.isNaN(pv) && !Number.isNaN(actual) && site.batteries.length === 0;
  const split =
    onlyMetered && !controlled
      ? separate(site, learned, quarterMs, actual)
      : { pvKw: controlled ? NaN : pv, loadKw: load };
  if (isPlausible(site, learned, split.loadKw) && isPlausible(site, learned, -actual))
    train(site, learned, quarterMs, split.pvKw, split.loadKw);
  else train(site, learned, quarterMs, NaN, NaN);
}

/** Trains on a location's days in order, until `untilMs`; calls `before` with each interval. */
export function replay(
  site: Site,
  days: readonly LocationDay[],
  untilMs: number,
  before?: (day: LocationDay, index: number, quarterMs: number, learned: ForecastModel) => void,
): ForecastModel {
  const learned = emptyModel(days[0] ? getLocalDay(days[0].day).startMs : untilMs);
  for (const day of days) {
    const { startMs } = getLocalDay(day.day);
    for (let i = 0; i < day.isps; i++) {
      const quarterMs = startMs + i * QUARTER_MS;
      if (quarterMs >= untilMs) return learned;
      before?.(day, i, quarterMs, learned);
      const [pv, load, actual] = [day.pv[i]!, day.load[i]!, day.actual[i]!];
      learnFrom(site, learned, quarterMs, { pv, load, actual, flags: day.flags[i]! });
    }
  }
  return learned;
}
