import { z } from "zod";
import {
  download,
  runOfHours,
  WeatherError,
  type WeatherPoint,
  type WeatherRun,
  type WeatherSource,
} from "./weather-run.ts";

const MODEL = "knmi_harmonie_arome_netherlands";
const ADDRESS = "https://api.open-meteo.com";
/** Points per request: the URL stays short, and a failure affects one part. */
const POINTS_AT_ONCE = 50;
/** The lag of a site may be four hours, so past hours are needed too. */
const PAST_HOURS = 12;
const AHEAD_HOURS = 60;
const SECOND_MS = 1_000;

const meta = z.object({ last_run_initialisation_time: z.number().int().positive() });
const series = z.array(z.number().nullable());
const forecast = z.object({
  hourly: z.object({
    time: z.array(z.number().int()),
    shortwave_radiation: series,
    temperature_2m: series,
  }),
});

interface OpenMeteoOptions {
  /** Another server with the Open-Meteo API, such as a self-hosted one. */
  address?: string | undefined;
  apiKey?: string | undefined;
}

/**
 * KNMI's HARMONIE AROME through Open-Meteo: one request for the run, then hourly forecasts of 60
 * hours for grid points. https://open-meteo.com/en/docs/knmi-api
 */
export function openMeteo({ address = ADDRESS, apiKey }: OpenMeteoOptions = {}): WeatherSource {
  const read = async <T>(path: string, query: Record<string, string>, shape: z.ZodType<T>) => {
    const url = new URL(path, address);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    if (apiKey) url.searchParams.set("apikey", apiKey);
    return parse(await download(url), shape, url);
  };
  return {
    name: "open-meteo",
    attribution:
      "Weather data by Open-Meteo.com (https://open-meteo.com), from KNMI HARMONIE AROME, CC BY 4.0",
    async fetchRuns(points, afterMs) {
      const { last_run_initialisation_time: issued } = await read(
        `/data/${MODEL}/static/meta.json`,
        {},
        meta,
      );
      const issuedMs = issued * SECOND_MS;
      if (issuedMs <= afterMs) return [];
      const runs: WeatherRun[] = [];
      for (let from = 0; from < points.length; from += POINTS_AT_ONCE) {
        const batch = points.slice(from, from + POINTS_AT_ONCE);
        const answer = await read("/v1/forecast", queryOf(batch), forecast.or(z.array(forecast)));
        const forecasts = Array.isArray(answer) ? answer : [answer];
        if (forecasts.length !== batch.length)
          throw new WeatherError(`Open-Meteo sent ${forecasts.length} of ${batch.length} points.`);
        runs.push(...batch.map((point, i) => runOf(point, issuedMs, forecasts[i]!)));
      }
      return runs;
    },
  };
}

const queryOf = (points: readonly WeatherPoint[]): Record<string, string> => ({
  latitude: points.map((point) => point.latitude).join(","),
  longitude: points.map((point) => point.longitude).join(","),
  models: MODEL,
  hourly: "shortwave_radiation,temperature_2m",
  past_hours: String(PAST_HOURS),
  forecast_hours: String(AHEAD_HOURS),
  timeformat: "unixtime",
  timezone: "GMT",
});

const orNaN = (values: readonly (number | null)[]) => values.map((value) => value ?? NaN);

/**
 * `shortwave_radiation` is the mean of the hour before in W/m²; the temperature is instantaneous.
 */
function runOf(
  point: WeatherPoint,
  issuedMs: number,
  { hourly }: z.output<typeof forecast>,
): WeatherRun {
  const endsMs = hourly.time.map((seconds) => seconds * SECOND_MS);
  return runOfHours(
    point,
    issuedMs,
    { endsMs, values: orNaN(hourly.shortwave_radiation) },
    { endsMs, values: orNaN(hourly.temperature_2m) },
  );
}

function parse<T>(bytes: Uint8Array, shape: z.ZodType<T>, { host, pathname }: URL): T {
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new WeatherError(`${host}${pathname} sent no JSON.`, { cause: error });
  }
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join(".") ?? "";
  throw new WeatherError(`${host}${pathname} sent another shape than expected at "${where}".`);
}
