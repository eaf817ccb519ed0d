import type { Env } from "../../lib/env.ts";
import { csvFile } from "./csv.ts";
import { mosmix } from "./mosmix.ts";
import { openMeteo } from "./open-meteo.ts";
import type { WeatherSource } from "./weather-run.ts";

/** The configured weather source; null if none is set. `lib/env.ts` has validated the settings. */
export function configuredSource(env: Env): WeatherSource | null {
  const address = env.WEATHER_URL;
  switch (env.WEATHER_SOURCE) {
    case "open-meteo":
      return openMeteo({ address, apiKey: env.WEATHER_API_KEY });
    case "mosmix":
      return mosmix({ address, stations: env.WEATHER_STATIONS ?? [] });
    case "csv":
      return csvFile(env.WEATHER_FILE ?? "", env.WEATHER_ATTRIBUTION);
    case undefined:
      return null;
  }
}
