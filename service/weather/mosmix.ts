import { unzipSync } from "fflate";
import {
  download,
  runOfHours,
  WeatherError,
  type WeatherRun,
  type WeatherSource,
} from "./weather-run.ts";

const ADDRESS = "https://opendata.dwd.de/weather/local_forecasts/mos/MOSMIX_L/single_stations/";
/** A forecast of one station unpacks to about 200 kB. */
const MAX_KML_BYTES = 32 * 1024 * 1024;
const KELVIN = 273.15;
/** Rad1h is kJ/m² over the hour before. */
const WATTS_PER_KILOJOULE_AN_HOUR = 1 / 3.6;

interface MosmixOptions {
  stations: readonly string[];
  address?: string | undefined;
}

/**
 * MOSMIX_L of the German weather service (DWD): a KMZ file for each station, renewed four times a
 * day, hourly for ten days. Locations take the nearest station.
 * https://www.dwd.de/EN/ourservices/met_application_mosmix/met_application_mosmix.html
 */
export function mosmix({ stations, address = ADDRESS }: MosmixOptions): WeatherSource {
  const folder = address.endsWith("/") ? address : `${address}/`;
  return {
    name: "mosmix",
    attribution: "Source: Deutscher Wetterdienst (https://www.dwd.de), MOSMIX, CC BY 4.0",
    async fetchRuns(_points, afterMs) {
      const runs: WeatherRun[] = [];
      for (const station of stations) {
        const path = `${station}/kml/MOSMIX_L_LATEST_${station}.kmz`;
        const run = readMosmix(station, await download(new URL(path, folder)));
        if (run.issuedMs > afterMs) runs.push(run);
      }
      return runs;
    },
  };
}

/** Reads the KMZ file of one station. @throws WeatherError when it is invalid. */
export function readMosmix(station: string, kmz: Uint8Array): WeatherRun {
  const kml = unpack(station, kmz);
  const missing = (what: string) => new WeatherError(`The forecast of ${station} has no ${what}.`);
  const issuedMs = Date.parse(textOf(kml, "IssueTime") ?? "");
  if (Number.isNaN(issuedMs)) throw missing("IssueTime");
  const endsMs = [...kml.matchAll(/<(?:\w+:)?TimeStep>([^<]+)</g)].map(([, at]) => Date.parse(at!));
  if (endsMs.length === 0 || endsMs.some(Number.isNaN)) throw missing("TimeStep");
  const [longitude, latitude] = (textOf(kml, "coordinates") ?? "").split(",").map(Number);
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) throw missing("coordinates");
  const irradiance = valuesOf(kml, "Rad1h", endsMs.length);
  if (!irradiance) throw missing("Rad1h for each TimeStep");
  const temperature = valuesOf(kml, "TTT", endsMs.length) ?? endsMs.map(() => NaN);
  const point = { id: station, latitude: latitude!, longitude: longitude! };
  return runOfHours(
    point,
    issuedMs,
    { endsMs, values: irradiance.map((value) => value * WATTS_PER_KILOJOULE_AN_HOUR) },
    { endsMs, values: temperature.map((value) => value - KELVIN) },
  );
}

function unpack(station: string, kmz: Uint8Array): string {
  let large = false;
  const isRead = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (originalSize > MAX_KML_BYTES) large = true;
    return name.endsWith(".kml") && !large;
  };
  try {
    const [kml] = Object.values(unzipSync(kmz, { filter: isRead }));
    if (kml && !large) return new TextDecoder("latin1").decode(kml);
  } catch (error) {
    throw new WeatherError(`The forecast of ${station} is not a KMZ file.`, { cause: error });
  }
  throw new WeatherError(
    large
      ? `The forecast of ${station} unpacks to more than 32 MiB.`
      : `The forecast of ${station} holds no KML file.`,
  );
}

/** The text of the first element with this name and any prefix. */
const textOf = (kml: string, name: string): string | undefined =>
  new RegExp(`<(?:\\w+:)?${name}>([^<]*)<`).exec(kml)?.[1]?.trim();

/** The values of a forecast element, `-` for a missing one; undefined if the count is wrong. */
function valuesOf(kml: string, element: string, count: number): number[] | undefined {
  const found = new RegExp(`elementName="${element}">\\s*<(?:\\w+:)?value>([^<]*)<`).exec(kml)?.[1];
  const values = found?.trim().split(/\s+/).map(Number);
  return values?.length === count ? values : undefined;
}
