import { describe, expect, it } from "vitest";
import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { forecast, emptyModel, type ForecastModel } from "../../service/engine/forecast.ts";
import type { Site } from "../../service/engine/site.ts";
import { learnFrom } from "../../service/planning/interval-training.ts";
import type { TrainingSample } from "../../service/store/training-samples.ts";

const START = Date.parse("2026-06-01T00:00:00Z");
const DAYS = 14;
const WEEK = 7 * 96;

const meterOnly = (connectionLimitKw: number | null): Site => ({
  latitude: 52,
  longitude: 5,
  panels: [],
  batteries: [],
  connectionLimitKw,
});
const withPanels = (connectionLimitKw: number | null): Site => ({
  ...meterOnly(connectionLimitKw),
  panels: [{ peakKw: 5, inverterKw: 5, tiltDeg: 35, azimuthDeg: 180, controllable: true }],
});

/** A quarter-hour without generation and with this load. */
const drawn = (load: number): TrainingSample => ({ pv: 0, load, actual: -load, flags: 0 });
/** The same, measured by the meter only: panels and load are not separated. */
const metered = (actual: number): TrainingSample => ({ pv: NaN, load: NaN, actual, flags: 0 });

/** Two weeks of the same quarter-hour, and `extra` after them. */
const taught = (site: Site, usual: TrainingSample, extra?: TrainingSample): ForecastModel => {
  const learned = emptyModel(START);
  for (let i = 0; i < DAYS * 96; i++) learnFrom(site, learned, START + i * QUARTER_MS, usual);
  if (extra) learnFrom(site, learned, learned.untilMs, extra);
  return learned;
};
const weekAfter = (site: Site, learned: ForecastModel) => {
  const { loadKw, pvKw } = forecast(site, learned, START + (DAYS * 96 + 1) * QUARTER_MS, WEEK);
  return [...loadKw, ...pvKw];
};

describe.each([
  ["a site with a connection of 17 kW", 17],
  ["a site whose connection is not known", null],
])("at %s", (_, limitKw) => {
  it.each([1_000_000, -1_000_000, 2_000])(
    "one impossible load of %d kW does not affect the forecast",
    (kw) => {
      const site = meterOnly(limitKw);
      const unknown = { pv: NaN, load: NaN, actual: NaN, flags: 0 };
      const expected = weekAfter(site, taught(site, drawn(1), unknown));
      expect(Math.max(...expected)).toBeCloseTo(1, 1);
      expect(weekAfter(site, taught(site, drawn(1), drawn(kw)))).toEqual(expected);
    },
  );

  it("an impossible first value does not affect it either", () => {
    const site = meterOnly(limitKw);
    const learned = emptyModel(START + DAYS * 96 * QUARTER_MS);
    learnFrom(site, learned, learned.untilMs, drawn(1_000_000));
    expect(Math.max(...weekAfter(site, learned))).toBeLessThan(5);
  });

  it.each([1_000_000, -1_000_000])(
    "one impossible %d kW at a meter with panels does not affect it either",
    (kw) => {
      const site = withPanels(limitKw);
      const expected = weekAfter(site, taught(site, metered(-1)));
      const forecasts = weekAfter(site, taught(site, metered(-1), metered(kw)));
      forecasts.forEach((one, i) => expect(Math.abs(one - expected[i]!)).toBeLessThan(1));
    },
  );

  it("a high but possible load is learned", () => {
    const site = meterOnly(limitKw);
    const expected = weekAfter(site, taught(site, drawn(1)));
    const after = weekAfter(site, taught(site, drawn(1), drawn(15)));
    expect(Math.max(...after)).toBeGreaterThan(Math.max(...expected) + 1);
  });
});

it("a value that batteries and panels can add to a connection's limit is not impossible", () => {
  const battery = {
    capacityKwh: 20,
    powerKw: 10,
    efficiency: 0.9,
    floorKwh: 0,
    controllable: true,
  };
  const site = { ...withPanels(17), batteries: [battery] };
  const seen = taught(site, drawn(1), drawn(30));
  expect(Math.max(...weekAfter(site, seen))).toBeGreaterThan(2);
});
