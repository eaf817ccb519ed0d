import { describe, expect, it } from "vitest";
import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { emptyModel, forecast, train, type ForecastModel } from "../../service/engine/forecast.ts";
import type { Irradiance } from "../../service/engine/forecast-weather.ts";
import { createClearSkyModel } from "../../service/engine/clear-sky.ts";
import type { Site } from "../../service/engine/site.ts";
import { clearSkyKw, DAY, middle, START } from "./trained-forecast.ts";
import { panels, site } from "./sites.ts";

const DAYS = 21;
const FIRST = START - DAYS * DAY * QUARTER_MS;

/** Clouds that change by the hour and the day, the same at each run. */
const clouds = (ms: number) => 0.55 + 0.25 * Math.sin(ms / 2.9e7) + 0.2 * Math.sin(ms / 5.3e6);
const sun: Irradiance = (ms) => 100 * clouds(ms) * clearSkyKw(middle(ms));
const late =
  (quarters: number): Irradiance =>
  (ms) =>
    sun(ms + quarters * QUARTER_MS);

/** Trains on this output with this feed, and sums the absolute errors of the last week. */
function follow(
  output: (ms: number) => number,
  feed: Irradiance | undefined,
  { of = site(), lead = 96 }: { of?: Site; lead?: number } = {},
) {
  const model = { ...emptyModel(FIRST), ...(feed && { irradiance: feed }) };
  let errorKw = 0;
  for (let ms = FIRST; ms < START; ms += QUARTER_MS) {
    train(of, model, ms, output(ms), NaN);
    if (ms < START - 7 * DAY * QUARTER_MS || (ms / QUARTER_MS) % 4 !== 0) continue;
    const thenMs = ms + lead * QUARTER_MS;
    const { pvKw } = forecast(of, model, thenMs, 1);
    errorKw += Math.abs(pvKw[0]! - output(thenMs));
  }
  return { model, errorKw };
}

/** The forecast of a model with this weather source. */
const ahead = (model: ForecastModel, count: number, feed?: Irradiance) => {
  const { irradiance: _, ...learned } = model;
  return forecast(site(), { ...learned, ...(feed && { irradiance: feed }) }, START, count);
};

const output = (ms: number) => 0.8 * clouds(ms) * clearSkyKw(middle(ms));

describe("a weather feed", () => {
  it("more than halves the error of a day ahead where it is right", () => {
    const free = follow(output, undefined).errorKw;
    expect(follow(output, sun).errorKw).toBeLessThan(0.5 * free);
  });

  it.each([-12, 12])("that is %i quarter-hours off is used at the lag it has", (quarters) => {
    const { model, errorKw } = follow(output, late(quarters));
    expect(Math.abs(model.weather!.parameters[0]! - quarters)).toBeLessThanOrEqual(2);
    expect(errorKw).toBeLessThan(0.6 * follow(output, undefined).errorKw);
  });

  it("a roof to the east is learned as such, not as a feed that is late", () => {
    const of = site({ panels: [panels({ azimuthDeg: 90 })] });
    const eastKw = createClearSkyModel(of);
    const east = (ms: number) => 0.8 * clouds(ms) * eastKw(middle(ms));
    const flat = site();
    const { model, errorKw } = follow(east, sun, { of: flat });
    expect(Math.abs(model.weather!.parameters[0]!)).toBeLessThanOrEqual(4);
    expect(errorKw).toBeLessThan(0.7 * follow(east, undefined, { of: flat }).errorKw);
  });

  it.each([1, 4, 16, 96])("that says nothing about the site costs nothing at lead %i", (lead) => {
    const other: Irradiance = (ms) => 900 * Math.abs(Math.sin(ms / 7.7e6)) ** 3;
    const free = follow(output, undefined, { lead }).errorKw;
    expect(follow(output, other, { lead }).errorKw).toBeLessThan(1.03 * free);
  });

  it("that stops leaves exactly the forecast without weather", () => {
    const stopped: Irradiance = () => NaN;
    const withFeed = follow(output, sun).model;
    const without = follow(output, undefined).model;
    const expected = ahead(without, 2 * DAY);
    expect(ahead(withFeed, 2 * DAY, stopped)).toEqual(expected);
    expect(ahead(withFeed, 2 * DAY)).toEqual(expected);
    expect(ahead(withFeed, 2 * DAY, sun)).not.toEqual(expected);
  });

  it("that reaches some hours ahead is used for those", () => {
    const { model } = follow(output, sun);
    const short: Irradiance = (ms) => (ms < START + 12 * QUARTER_MS ? sun(ms) : NaN);
    const [some, none, all] = [short, undefined, sun].map((feed) => ahead(model, 24, feed).pvKw);
    expect(some!.slice(0, 12)).toEqual(all!.slice(0, 12));
    expect(some!.slice(12)).toEqual(none!.slice(12));
  });

  it("keeps the night dark and the rating, whatever it contains", () => {
    const { model } = follow(output, sun);
    const { pvKw } = ahead(model, 2 * DAY, () => 1e6);
    expect(Math.max(...pvKw)).toBeLessThanOrEqual(10);
    for (const [index, kw] of pvKw.entries())
      if (clearSkyKw(middle(START + index * QUARTER_MS)) === 0) expect(kw).toBe(0);
  });
});
