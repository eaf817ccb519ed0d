import pg from "pg";
import { afterEach, expect, it } from "vitest";
import type { Measurement } from "../../lib/contract/index.ts";
import { openScripted, type ScriptedGateway } from "../support/scripted-gateway.ts";
import { World } from "../support/service.ts";
import { group, household } from "../support/site.ts";

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const iso = (ms: number) => new Date(ms).toISOString();
const MORNING = Date.parse("2026-06-15T07:00:00Z");
const FROM = Date.parse("2026-06-15T10:00:00Z");
const TO = Date.parse("2026-06-15T11:00:00Z");
const EVENING = Date.parse("2026-06-15T15:00:00Z");
type Home = Awaited<ReturnType<typeof household>>;

/** Each location has a partition of its own. */
const ONE_EACH = { PARTITION_LOCATIONS: "1" };

let world: World;
let gateway: ScriptedGateway;
afterEach(() => world.close());

/** The panels' power on a clear day; the load is 0.3 kW all day. */
const sunKw = (ms: number) =>
  Math.max(0, 4.2 - Math.abs(ms - Date.parse("2026-06-15T11:40:00Z")) / 4_500_000);
const LOAD_KW = 0.3;
const quarters = (fromMs: number, toMs: number) =>
  Array.from({ length: (toMs - fromMs) / QUARTER_MS }, (_, i) => fromMs + i * QUARTER_MS);
/** Under a control that switches off all generation nothing is measured at the panels. */
const pvKw = (ms: number, isCurtailed: boolean) =>
  isCurtailed && ms >= FROM && ms < TO ? 0 : sunKw(ms);

const inTime = ({ location, inverter }: Home, ms: number, isCurtailed = false) => {
  const powerKw = pvKw(ms, isCurtailed);
  gateway.report({
    readings: [
      {
        locationId: location.id,
        fromMs: ms,
        toMs: ms + QUARTER_MS,
        injectionKw: powerKw - LOAD_KW,
        devices: [{ deviceId: inverter.id, powerKw, stateOfCharge: null }],
      },
    ],
  });
};
const afterwards = async (
  { location, inverter }: Home,
  isCurtailed = false,
  ofQuarters = quarters(MORNING, EVENING),
) => {
  const measurements = ofQuarters.map((ms): Measurement => {
    const kw = pvKw(ms, isCurtailed);
    const devices = [{ device_id: inverter.id, power_kw: kw }];
    const times = { time_from: iso(ms), time_to: iso(ms + QUARTER_MS) };
    return { ...times, injection_kw: kw - LOAD_KW, devices };
  });
  const params = { location_id: location.id };
  return (await world.call("recordMeasurements", { params, body: { measurements } })).data;
};
/** The forecast of the controlled hour, a day later. */
const noonAfter = async ({ location }: Home) => {
  const { data } = await world.call("getLocationForecast", {
    params: { location_id: location.id },
  });
  return data.data
    .filter(({ time }) => time >= "2026-06-16T10" && time < "2026-06-16T11")
    .map((one) => one.forecast);
};
const open = async (settings: Record<string, string> = {}) => {
  ({ world, gateway } = await openScripted("2026-06-15T06:58:30Z", { settings }));
  const utrecht = await group(world);
  const home = (name: string, groupId?: string) =>
    household(world, { email: `${name}@example.org`, groupId });
  return { home, utrecht };
};
const controlled = (group_id: string) =>
  world.call("controlGroup", {
    params: { group_id },
    body: { type: "MAX_CONSUMPTION", time_from: iso(FROM), time_to: iso(TO) },
  });

it("does not take a curtailed noon for the weather, whether measured on time or days late", async () => {
  const { home, utrecht } = await open();
  const free = await home("free");
  const curtailed = await home("curtailed", utrecht.id);
  const late = await home("late", utrecht.id);
  await controlled(utrecht.id);
  for (const ms of quarters(MORNING, EVENING)) {
    inTime(free, ms);
    inTime(curtailed, ms, true);
    await world.sleepUntil(iso(ms + QUARTER_MS + 5_000));
  }
  await world.sleepUntil("2026-06-15T23:01:00Z");
  const unpoisoned = await noonAfter(free);
  expect(Math.min(...unpoisoned)).toBeGreaterThan(2);
  const forecasts = await noonAfter(curtailed);
  forecasts.forEach((kw, i) => expect(kw).toBeGreaterThan(0.85 * unpoisoned[i]!));
  await afterwards(late, true);
  expect(await noonAfter(late)).toHaveLength(4);
  (await noonAfter(late)).forEach((kw, i) => expect(kw).toBeCloseTo(forecasts[i]!, 1));
});

it("trains the same from timely and from late measurements", async () => {
  const { home } = await open();
  const prompt = await home("prompt");
  const late = await home("late");
  for (const ms of quarters(MORNING, EVENING)) {
    inTime(prompt, ms);
    await world.sleepUntil(iso(ms + QUARTER_MS + 5_000));
  }
  await world.sleepUntil("2026-06-15T23:01:00Z");
  expect((await afterwards(late)).changed).toBe(32);
  const expected = await noonAfter(prompt);
  (await noonAfter(late)).forEach((kw, i) => expect(kw).toBeCloseTo(expected[i]!, 1));
});

it.each([
  ["some minutes", 0, {}],
  ["most of an hour", 3, {}],
  ["most of an hour, in partitions that save their models in turn,", 3, ONE_EACH],
])(
  "trains on devices that report each interval %s after it is over",
  async (_, lag, settings) => {
    const { home } = await open(settings);
    const prompt = await home("prompt");
    const slow = await home("slow");
    for (const one of [prompt, slow]) await afterwards(one, false, [MORNING - 2 * QUARTER_MS]);
    for (const ms of quarters(MORNING, EVENING + lag * QUARTER_MS)) {
      if (ms < EVENING) inTime(prompt, ms);
      await world.sleepUntil(iso(ms + QUARTER_MS + 5_000));
      if (ms >= MORNING + lag * QUARTER_MS) inTime(slow, ms - lag * QUARTER_MS);
      await world.sleepUntil(iso(ms + QUARTER_MS + 2 * MINUTE_MS));
    }
    await world.sleepUntil("2026-06-15T23:01:00Z");
    const expected = await noonAfter(prompt);
    (await noonAfter(slow)).forEach((kw, i) => expect(kw).toBeCloseTo(expected[i]!, 1));
  },
  60_000,
);

it("stores each location's training, so that nothing is learned twice", async () => {
  const { home } = await open();
  const { location } = await home("prompt");
  await world.liveUntil("2026-06-15T07:31:00Z");
  const client = new pg.Client(world.databaseUrl);
  await client.connect();
  const { rows } = await client.query("select location_id from forecast_models");
  await client.end();
  expect(rows).toEqual([{ location_id: location.id }]);
});

it("trains the same from models in memory and from stored ones", async () => {
  const trained = async (isRead: boolean) => {
    world = await World.open("2026-06-15T10:40:00Z", { demo: 2 });
    const client = new pg.Client(world.databaseUrl);
    await client.connect();
    for (const time of ["10:46", "11:01", "11:16", "11:31"]) {
      if (isRead)
        await client.query("insert into fleet_changes (kind, location_ids) values ('model', '{}')");
      await world.liveUntil(`2026-06-15T${time}:00Z`);
    }
    const { rows } = await client.query<{ until: Date; model: Buffer; forecast: Buffer }>(`
      select until, m.pv || m.load || m.parameters as model, d.forecast
      from forecast_models m join locations l on l.id = m.location_id
      join location_days d on d.location_id = l.id and d.day = '2026-06-15'
      order by latitude, longitude`);
    await client.end();
    return rows;
  };
  const read = await trained(true);
  await world.close();
  expect(read.length).toBeGreaterThan(50);
  const untils = new Set(read.map(({ until }) => iso(until.getTime())));
  expect([...untils]).toEqual(["2026-06-15T11:15:00.000Z"]);
  expect(await trained(false)).toEqual(read);
}, 60_000);
