import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { zipSync } from "fflate";

const HOUR_MS = 3_600_000;

/** The forecast of a fake weather server: irradiance in W/m² and temperature in °C at a moment. */
interface Sky {
  irradiance(ms: number): number;
  temperature(ms: number): number;
}

const hoursFrom = (firstMs: number, count: number) =>
  Array.from({ length: count }, (_, hour) => firstMs + hour * HOUR_MS);

/** The mean of the hour that ends then, from its quarters. */
const hourBefore = (value: (ms: number) => number, endMs: number) =>
  [7, 5, 3, 1].reduce((sum, eighths) => sum + value(endMs - (eighths * HOUR_MS) / 8) / 4, 0);

/** One place's forecast in the form of Open-Meteo; unknown from 48 hours after the run on. */
export function openMeteoForecast(
  { latitude, longitude }: { latitude: number; longitude: number },
  sky: Sky,
  hours: { firstMs: number; count: number; lastMs: number },
) {
  const time = hoursFrom(hours.firstMs, hours.count);
  const known = (value: (ms: number) => number) =>
    time.map((ms) => (ms > hours.lastMs ? null : Number(value(ms).toFixed(1))));
  return {
    latitude: latitude + 0.004,
    longitude: longitude - 0.006,
    generationtime_ms: 0.067,
    utc_offset_seconds: 0,
    timezone: "GMT",
    timezone_abbreviation: "GMT",
    elevation: 3,
    hourly_units: { time: "unixtime", shortwave_radiation: "W/m²", temperature_2m: "°C" },
    hourly: {
      time: time.map((ms) => ms / 1000),
      shortwave_radiation: known((ms) => hourBefore(sky.irradiance, ms)),
      temperature_2m: known(sky.temperature),
    },
  };
}

/** A station's forecast as DWD packs it: a KML file in a zip, hourly, values in columns. */
export function mosmixFile(
  station: string,
  place: { latitude: number; longitude: number },
  sky: Sky,
  { issuedMs, count }: { issuedMs: number; count: number },
): Uint8Array {
  const time = hoursFrom(issuedMs + HOUR_MS, count);
  const column = (value: number) => value.toFixed(2).padStart(11);
  const element = (name: string, values: readonly string[]) =>
    `<dwd:Forecast dwd:elementName="${name}"><dwd:value>${values.join("")}</dwd:value></dwd:Forecast>`;
  const missing = "-".padStart(11);
  const kelvin = time.map((ms, i) => (i === 2 ? missing : column(sky.temperature(ms) + 273.15)));
  const rad = time.map((ms) => column(hourBefore(sky.irradiance, ms) * 3.6));
  const kml = `<?xml version="1.0" encoding="ISO-8859-1" standalone="yes"?>
<kml:kml xmlns:dwd="https://opendata.dwd.de/weather/lib/pointforecast_dwd_extension_V1_0.xsd" xmlns:kml="http://www.opengis.net/kml/2.2">
    <kml:Document>
        <kml:ExtendedData>
            <dwd:ProductDefinition>
                <dwd:Issuer>Deutscher Wetterdienst</dwd:Issuer>
                <dwd:ProductID>MOSMIX</dwd:ProductID>
                <dwd:GeneratingProcess>DWD MOSMIX hourly, Version 1.0</dwd:GeneratingProcess>
                <dwd:IssueTime>${new Date(issuedMs).toISOString()}</dwd:IssueTime>
                <dwd:ForecastTimeSteps>
                    ${time.map((ms) => `<dwd:TimeStep>${new Date(ms).toISOString()}</dwd:TimeStep>`).join("\n")}
                </dwd:ForecastTimeSteps>
                <dwd:FormatCfg><dwd:DefaultUndefSign>-</dwd:DefaultUndefSign></dwd:FormatCfg>
            </dwd:ProductDefinition>
        </kml:ExtendedData>
        <kml:Placemark>
            <kml:name>${station}</kml:name>
            <kml:description>STATION ${station}</kml:description>
            <kml:ExtendedData>
                ${element(
                  "PPPP",
                  time.map(() => column(101_580)),
                )}
                ${element("TTT", kelvin)}
                ${element("Rad1h", rad)}
            </kml:ExtendedData>
            <kml:Point><kml:coordinates>${place.longitude},${place.latitude},2.0</kml:coordinates></kml:Point>
        </kml:Placemark>
    </kml:Document>
</kml:kml>`;
  return zipSync({ [`MOSMIX_L_${station}.kml`]: Buffer.from(kml, "latin1") });
}

/** How a fake feed behaves; may be changed while it runs. */
interface Behaviour extends Sky {
  /** When the newest run was issued. */
  issuedMs: number;
  /** The fault it returns instead of a response. */
  fault: "none" | "refuses" | "hangs up" | "stays silent" | "sends nonsense" | "sends too much";
}

/** A weather server on loopback that plays Open-Meteo's interface and DWD's files. */
export async function openWeatherServer(behaviour: Behaviour) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    if (behaviour.fault === "none") answer(behaviour, request, response);
    else misbehave(behaviour.fault, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    behaviour,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function misbehave(fault: Behaviour["fault"], response: ServerResponse): void {
  if (fault === "hangs up") response.destroy();
  else if (fault === "refuses") response.writeHead(503).end("maintenance");
  else if (fault === "sends nonsense") response.end("<html>sign in</html>");
  else if (fault === "sends too much")
    for (let i = 0; i <= 16; i++) response.write(Buffer.alloc(1024 * 1024));
  if (fault === "sends too much") response.end();
}

function answer(behaviour: Behaviour, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? "", "http://weather");
  const { issuedMs } = behaviour;
  const [, station] = /MOSMIX_L_LATEST_(\w+)\.kmz$/.exec(url.pathname) ?? [];
  if (station) {
    const place = { latitude: 52.3, longitude: 4.8 };
    response.end(mosmixFile(station, place, behaviour, { issuedMs, count: 48 }));
    return;
  }
  response.setHeader("Content-Type", "application/json");
  if (url.pathname.endsWith("/static/meta.json")) {
    const seconds = issuedMs / 1000;
    response.end(
      JSON.stringify({
        data_end_time: seconds + 60 * 3600,
        last_run_availability_time: seconds + 5400,
        last_run_initialisation_time: seconds,
        last_run_modification_time: seconds + 5000,
        temporal_resolution_seconds: 3600,
        update_interval_seconds: 3600,
      }),
    );
    return;
  }
  const numbers = (name: string) => (url.searchParams.get(name) ?? "").split(",").map(Number);
  const [latitudes, longitudes] = [numbers("latitude"), numbers("longitude")];
  const hours = { firstMs: issuedMs - 12 * HOUR_MS, count: 72, lastMs: issuedMs + 48 * HOUR_MS };
  const forecasts = latitudes.map((latitude, i) =>
    openMeteoForecast({ latitude, longitude: longitudes[i]! }, behaviour, hours),
  );
  response.end(JSON.stringify(forecasts.length === 1 ? forecasts[0] : forecasts));
}
