import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { csvFile, readCsv } from "../../service/weather/csv.ts";
import {
  download,
  gridPoint,
  WeatherError,
  type WeatherRun,
} from "../../service/weather/weather-run.ts";
import { mosmix, readMosmix } from "../../service/weather/mosmix.ts";
import { openMeteo } from "../../service/weather/open-meteo.ts";
import { mosmixFile, openWeatherServer } from "../support/weather-server.ts";

const QUARTER_MS = 900_000;
const HOUR_MS = 4 * QUARTER_MS;
const ISSUED = Date.parse("2026-06-15T06:00:00Z");
/** Rises by 100 W/m² an hour from midnight, so that an hour's mean is that of its middle. */
const irradiance = (ms: number) => (100 * (ms - Date.parse("2026-06-15T00:00:00Z"))) / HOUR_MS;
const sky = { irradiance, temperature: () => 17.5 };

let server: Awaited<ReturnType<typeof openWeatherServer>>;
beforeAll(async () => {
  const quiet = {
    irradiance: (ms: number) => Math.max(0, irradiance(ms)),
    temperature: () => 17.5,
  };
  server = await openWeatherServer({ ...quiet, issuedMs: ISSUED, fault: "none" });
});
beforeEach(() => {
  server.behaviour.fault = "none";
  server.asked.length = 0;
});
afterAll(() => server.close());

const valueAt = (run: WeatherRun, time: string) =>
  run.irradiance[(Date.parse(time) - run.startMs) / QUARTER_MS];

describe("Open-Meteo", () => {
  const places = [gridPoint(52.11, 5.18), gridPoint(51.93, 4.48)];

  it("gives quarter-hours in W/m² and °C for each place, as of the run", async () => {
    const runs = await openMeteo({ address: server.address }).fetchRuns(places, 0);
    expect(runs.map(({ point, issuedMs }) => [point.id, issuedMs])).toEqual([
      ["52.1,5.2", ISSUED],
      ["51.9,4.5", ISSUED],
    ]);
    expect(valueAt(runs[0]!, "2026-06-15T10:30:00Z")).toBeCloseTo(1062.5, 1);
    expect(runs[0]!.temperatureC.at(10)).toBeCloseTo(17.5);
    expect(runs[0]!.irradiance.at(-1)).toBeNaN();
  });

  it("asks for KNMI's HARMONIE and passes the key of a customer", async () => {
    await openMeteo({ address: server.address, apiKey: "secret" }).fetchRuns(places.slice(0, 1), 0);
    const asked = new URL(server.asked[1]!, server.address);
    expect(asked.pathname).toBe("/v1/forecast");
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      latitude: "52.1",
      longitude: "5.2",
      models: "knmi_harmonie_arome_netherlands",
      hourly: "shortwave_radiation,temperature_2m",
      apikey: "secret",
    });
  });

  it("asks for fifty places at once", async () => {
    const many = Array.from({ length: 120 }, (_, i) => gridPoint(50 + i / 10, 5));
    const runs = await openMeteo({ address: server.address }).fetchRuns(many, 0);
    expect(runs.map(({ point }) => point.id)).toEqual(many.map(({ id }) => id));
    expect(server.asked).toHaveLength(4);
  });

  it("reads no forecast while the run is the one before", async () => {
    expect(await openMeteo({ address: server.address }).fetchRuns(places, ISSUED)).toEqual([]);
    expect(server.asked).toHaveLength(1);
  });

  it.each([
    ["refuses", /answered 503/],
    ["hangs up", /failed/],
    ["sends nonsense", /no JSON/],
    ["sends too much", /more than 16 MiB/],
  ] as const)("is refused in a sentence without the key when it %s", async (fault, sentence) => {
    server.behaviour.fault = fault;
    const reading = openMeteo({ address: server.address, apiKey: "secret" }).fetchRuns(places, 0);
    const error: unknown = await reading.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(WeatherError);
    expect((error as Error).message).toMatch(sentence);
    expect((error as Error).message).not.toContain("secret");
  });
});

it("a feed that accepts a request and stays silent is given up in time", async () => {
  server.behaviour.fault = "stays silent";
  await expect(download(new URL(server.address), 100)).rejects.toThrow(
    /did not answer within 0.1 s/,
  );
});

describe("MOSMIX", () => {
  it("reads a station's KMZ: kJ/m² an hour as W/m², kelvin as °C, gaps as not known", async () => {
    const address = `${server.address}/weather/local_forecasts/mos/MOSMIX_L/single_stations`;
    const [run] = await mosmix({ stations: ["06240"], address }).fetchRuns([], 0);
    expect(server.asked).toEqual([
      "/weather/local_forecasts/mos/MOSMIX_L/single_stations/06240/kml/MOSMIX_L_LATEST_06240.kmz",
    ]);
    expect(run).toMatchObject({
      point: { id: "06240", latitude: 52.3, longitude: 4.8 },
      issuedMs: ISSUED,
    });
    expect(valueAt(run!, "2026-06-15T10:30:00Z")).toBeCloseTo(1062.5, 1);
    expect(run!.temperatureC.at(20)).toBeCloseTo(17.5, 3);
    // Two quarter-hours before the first hour, and an hour on either side of the missing one.
    expect(run!.temperatureC.filter(Number.isNaN)).toHaveLength(10);
    expect(await mosmix({ stations: ["06240"], address }).fetchRuns([], ISSUED)).toEqual([]);
  });

  it.each([
    ["not a zip", () => Buffer.from("<html>"), /not a KMZ file/],
    ["a zip without a forecast", () => zipSync({ "a.txt": Buffer.from("a") }), /no KML file/],
    ["one that unpacks too large", () => zipSync({ "a.kml": Buffer.alloc(40_000_000) }), /32 MiB/],
    ["no issue time", () => zipSync({ "a.kml": Buffer.from("<kml></kml>") }), /no IssueTime/],
  ])("refuses %s", (_, file, sentence) => {
    expect(() => readMosmix("06240", file())).toThrow(sentence);
  });

  it("refuses fewer values than hours", () => {
    const file = mosmixFile("x", { latitude: 52, longitude: 5 }, sky, {
      issuedMs: ISSUED,
      count: 5,
    });
    expect(readMosmix("x", file).irradiance).toHaveLength(16);
    const broken = mosmixFile(
      "x",
      { latitude: 52, longitude: 5 },
      { ...sky, irradiance: () => NaN },
      {
        issuedMs: ISSUED,
        count: 0,
      },
    );
    expect(() => readMosmix("x", broken)).toThrow(/no TimeStep/);
  });
});

describe("a file of one's own", () => {
  const line = (issued: string, hour: number, rest: string) =>
    `${issued},2026-06-15T${String(hour).padStart(2, "0")}:00:00Z,${rest}`;

  it("takes the newest issue of each point", () => {
    const runs = readCsv(
      [
        "issued_at,time,irradiance,temperature,latitude,longitude",
        line("2026-06-15T00:00:00Z", 8, "1,10,52,5"),
        line("2026-06-15T06:00:00Z", 9, "300,16,52,5"),
        line("2026-06-15T06:00:00Z", 8, "100,15,52,5"),
        line("2026-06-15T00:00:00Z", 8, "50,,53,6"),
        line("2026-06-15T00:00:00Z", 9, "70,,53,6"),
      ].join("\n"),
    );
    expect(runs.map(({ point, issuedMs }) => [point.id, new Date(issuedMs).toISOString()])).toEqual(
      [
        ["52,5", "2026-06-15T06:00:00.000Z"],
        ["53,6", "2026-06-15T00:00:00.000Z"],
      ],
    );
    expect([...runs[0]!.irradiance]).toEqual([125, 175, 225, 275]);
    expect(runs[1]!.temperatureC.every(Number.isNaN)).toBe(true);
  });

  it.each([
    [
      "a time without an offset",
      "2026-06-15T06:00:00Z,2026-06-15T08:00:00,1",
      /Line 2 .* no valid time/,
    ],
    [
      "an irradiance that is no number",
      line("2026-06-15T06:00:00Z", 8, "sun"),
      /no valid irradiance/,
    ],
  ])("refuses %s and names the line", (_, row, sentence) => {
    expect(() => readCsv(`issued_at,time,irradiance\n${row}\n`)).toThrow(sentence);
  });

  it("refuses a skipped hour, and a file that is not there", async () => {
    const rows = [8, 10].map((hour) => line("2026-06-15T06:00:00Z", hour, "1")).join("\n");
    expect(() => readCsv(`issued_at,time,irradiance\n${rows}`)).toThrow(/skips or repeats an hour/);
    const folder = mkdtempSync(join(tmpdir(), "curtail-weather-"));
    const file = join(folder, "weather.csv");
    await expect(csvFile(file).fetchRuns([], 0)).rejects.toThrow(/cannot be read/);
    const good = [8, 9].map((hour) => line("2026-06-15T06:00:00Z", hour, "1")).join("\n");
    writeFileSync(file, `issued_at,time,irradiance\n${good}`);
    const [run] = await csvFile(file).fetchRuns([], 0);
    expect(run!.point.id).toBe("everywhere");
    rmSync(folder, { recursive: true });
  });
});
