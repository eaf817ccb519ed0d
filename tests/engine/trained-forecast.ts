import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { train, emptyModel, type ForecastModel } from "../../service/engine/forecast.ts";
import type { Site } from "../../service/engine/site.ts";
import { createClearSkyModel } from "../../service/engine/clear-sky.ts";
import { site } from "./sites.ts";

export const DAY = 96;
/** A day in May, 12:00 in Amsterdam. */
export const START = Date.parse("2026-05-20T10:00:00Z");

export const middle = (ms: number) => ms + QUARTER_MS / 2;
export const clearSkyKw = createClearSkyModel(site());

/** A sky with a constant clear-sky index. */
export const cloudy = (share: number) => (ms: number) => share * clearSkyKw(middle(ms));
export const unknown = () => NaN;

/** Trains the quarter-hours from `learned.untilMs` up to `endMs`, given their start times. */
export function teach(
  learned: ForecastModel,
  endMs: number,
  pvKw: (ms: number) => number,
  loadKw: (ms: number) => number = unknown,
  of: Site = site(),
): ForecastModel {
  for (let ms = learned.untilMs; ms < endMs; ms += QUARTER_MS)
    train(of, learned, ms, pvKw(ms), loadKw(ms));
  return learned;
}

/** What `days` days up to `endMs` taught. */
export function taught(
  endMs: number,
  pvKw: (ms: number) => number,
  loadKw: (ms: number) => number = unknown,
  days = 8,
): ForecastModel {
  return teach(emptyModel(endMs - days * DAY * QUARTER_MS), endMs, pvKw, loadKw);
}
