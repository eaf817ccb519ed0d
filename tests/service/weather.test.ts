import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openScripted, type ScriptedGateway } from "../support/scripted-gateway.ts";
import type { World } from "../support/service.ts";
import { loadWeather } from "../../service/planning/weather.ts";
import type { StoredSite } from "../../service/store/sites.ts";
import { openStore } from "../../service/store/store.ts";
import { saveRuns } from "../../service/store/weather.ts";
import { site as plant } from "../engine/sites.ts";
import { household } from "../support/site.ts";
import { openWeatherServer } from "../support/weather-server.ts";

const QUARTER_MS = 900_000;
const HOUR_MS = 4 * QUARTER_MS;
const DAY_MS = 24 * HOUR_MS;
const START = Date.parse("2026-06-15T00:00:00Z");
const LEARNED = START + 2 * DAY_MS + 10 * HOUR_MS;
const iso = (ms: number) => new Date(ms).toISOString();

/** A clear day, and clouds with a different share each day and hour. */
const clearW = (ms: number) =>
  Math.max(0, 850 * Math.cos((2 * Math.PI * ((ms % DAY_MS) - 11.7 * HOUR_MS)) / DAY_MS));
const clouds = (ms: number) => 0.55 + 0.4 * Math.sin(ms / 3.1e7) * Math.cos(ms / 9.7e6);
const irradiance = (ms: number) => clearW(ms) * clouds(ms);
const pvKw = (ms: number) => 0.0052 * irradiance(ms);

let world: World;
let gateway: ScriptedGateway;
let server: Awaited<ReturnType<typeof openWeatherServer>>;
beforeEach(async () => {
  const sky = { irradiance, temperature: () => 18 };
  server = await openWeatherServer({ ...sky, issuedMs: START - 3 * HOUR_MS, fault: "none" });
});
afterEach(async () => {
  await world.close();
  await server.close();
});

const open = async (settings: Record<string, string> = {}) => {
  ({ world, gateway } = await openScripted(iso(START - QUARTER_MS + 90_000), { settings }));
};
const withFeed = () => ({ WEATHER_SOURCE: "open-meteo", WEATHER_URL: server.address });

type Home = Awaited<ReturnType<typeof household>>;

/** Simulates quarter-hours with measured panels; a run is issued every three hours. */
async function live({ location, inverter }: Home, fromMs: number, toMs: number): Promise<void> {
  for (let ms = fromMs; ms < toMs; ms += QUARTER_MS) {
    if (ms % (3 * HOUR_MS) === 0) server.behaviour.issuedMs = ms - 2 * HOUR_MS;
    world.setClock(ms + 30_000);
    await world.service.refreshWeather();
    const powerKw = pvKw(ms + QUARTER_MS / 2);
    gateway.report({
      readings: [
        {
          locationId: location.id,
          fromMs: ms,
          toMs: ms + QUARTER_MS,
          injectionKw: powerKw - 0.3,
          devices: [{ deviceId: inverter.id, powerKw, stateOfCharge: null }],
        },
      ],
    });
    await world.sleepUntil(iso(ms + QUARTER_MS + 5_000));
  }
}

const forecastOf = async ({ location }: Home) =>
  (await world.call("getLocationForecast", { params: { location_id: location.id } })).data;
const errorOf = (data: { time: string; forecast: number }[]) =>
  data
    .slice(1)
    .reduce(
      (sum, one) =>
        sum + Math.abs(one.forecast + 0.3 - pvKw(Date.parse(one.time) + QUARTER_MS / 2)),
      0,
    );

const readiness = async () => {
  const response = await world.service.fetch(new Request("http://service/readyz"));
  return { status: response.status, body: await response.json() };
};

const scrape = async (name: string) =>
  Number(
    (await world.service.metrics.metrics())
      .split("\n")
      .find((line) => line.startsWith(`curtail_service_${name} `))
      ?.split(" ")[1],
  );

describe("with a weather feed", () => {
  const STOPPED = LEARNED + 19 * HOUR_MS;
  it("forecasts better, and exactly as without weather once the feed has stopped", async () => {
    await open();
    const plain = await household(world);
    await live(plain, START, LEARNED);
    const free = await forecastOf(plain);
    expect(free.weather).toBeUndefined();
    await live(plain, LEARNED, STOPPED);
    const freeLater = await forecastOf(plain);
    await world.close();

    await open(withFeed());
    const home = await household(world);
    await live(home, START, LEARNED);
    const informed = await forecastOf(home);
    expect(informed.weather).toEqual({
      attribution: expect.stringContaining("Open-Meteo.com"),
      issued_at: iso(LEARNED - 3 * HOUR_MS),
    });
    expect(errorOf(informed.data)).toBeLessThan(0.6 * errorOf(free.data));
    expect(await scrape("weather_age_seconds")).toBe(3 * 3600 + 5);

    server.behaviour.fault = "refuses";
    await live(home, LEARNED, STOPPED);
    expect(await scrape('weather_fetches_total{outcome="failed"}')).toBeGreaterThan(3);
    const withoutFeed = await forecastOf(home);
    expect(withoutFeed).toEqual(freeLater);
  }, 480_000);

  it("is ready but degraded while the feed has no valid run, with the reason", async () => {
    server.behaviour.fault = "refuses";
    await open(withFeed());
    await household(world);
    await world.service.refreshWeather();
    const without = "Forecasts are made without weather: the source is open-meteo and";
    const degraded = (weather: string) => ({
      status: 200,
      body: { status: "degraded", down: [], late: [], weather },
    });
    expect(await readiness()).toEqual(
      degraded(`${without} no run has been fetched. The last fetch failed.`),
    );
    server.behaviour.fault = "none";
    await world.sleepUntil(iso(START + HOUR_MS));
    await world.service.refreshWeather();
    expect(await readiness()).toEqual({ status: 200, body: { status: "ready" } });
    await world.sleepUntil(iso(START + 15 * HOUR_MS));
    const issued = iso(START - 3 * HOUR_MS);
    expect(await readiness()).toEqual(
      degraded(`${without} its newest run was issued at ${issued}, more than 18 hours ago.`),
    );
  });

  it("is ready without a feed", async () => {
    await open();
    expect(await readiness()).toEqual({ status: 200, body: { status: "ready" } });
  });

  it("uses only what was known at the time, and points that are near", async () => {
    await open();
    const store = await openStore(world.databaseUrl, () => {});
    const run = (source: string, issuedHour: number, knownHour: number, watts: number) => ({
      source,
      pointId: "52.1,5.2",
      latitude: 52.1,
      longitude: 5.2,
      issuedAt: new Date(START + issuedHour * HOUR_MS),
      knownAt: new Date(START + knownHour * HOUR_MS),
      expiresAt: new Date(START + (issuedHour + 18) * HOUR_MS),
      start: new Date(START + issuedHour * HOUR_MS),
      irradiance: new Float32Array(48 * 4).fill(watts),
      temperature: new Float32Array(48 * 4).fill(15),
      attribution: "as given",
    });
    await saveRuns(store.db, [run("a", 0, 2, 100), run("a", 6, 8, 200), run("a", 12, 14, 300)]);
    await saveRuns(store.db, [run("a", 12, 20, 999)]);
    const { site } = toStoredSite(52.11, 5.18);
    const at = async (hour: number, ofHour = 15, place = site) =>
      (
        await loadWeather(
          store.db,
          [toStoredSite(place.latitude, place.longitude)],
          START + hour * HOUR_MS,
        )
      )?.at(place)?.(START + ofHour * HOUR_MS);
    expect(await at(1)).toBeUndefined();
    expect(await at(2)).toBe(100);
    expect(await at(7.75)).toBe(100);
    expect(await at(8)).toBe(200);
    expect(await at(21)).toBe(300);
    expect(await at(21, 8)).toBe(200);
    expect(await at(21, 70)).toBeNaN();
    expect(await at(30)).toBeUndefined();
    expect(await at(21, 15, toStoredSite(53.2, 6.6).site)).toBeUndefined();
    await store.close();
  });

  it.each(["refuses", "hangs up", "sends nonsense"] as const)(
    "goes on without weather, and tries again, while the feed %s",
    async (fault) => {
      await open(withFeed());
      const home = await household(world);
      server.behaviour.fault = fault;
      await live(home, START, START + 2 * QUARTER_MS);
      expect((await forecastOf(home)).weather).toBeUndefined();
      server.behaviour.fault = "none";
      await live(home, START + 2 * QUARTER_MS, START + 4 * QUARTER_MS);
      expect((await forecastOf(home)).weather).toBeDefined();
    },
  );

  it("is off until it is configured", async () => {
    await open({ WEATHER_URL: server.address });
    await household(world);
    await world.service.refreshWeather();
    expect(server.asked).toEqual([]);
  });
});

const toStoredSite = (latitude: number, longitude: number): StoredSite => ({
  locationId: "loc_1",
  number: 1,
  customerId: "cus",
  preferences: null,
  groupId: null,
  biddingZone: "NL",
  simulation: null,
  hash: 0,
  devices: [],
  deviceIds: "",
  site: plant({ latitude, longitude }),
});
