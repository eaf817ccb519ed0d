import { serve } from "@hono/node-server";
import { writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runImport } from "../../tools/import/run.ts";
import { floorQuarter, ispNumber, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { KEY, World } from "../support/service.ts";
import { household } from "../support/site.ts";
import { emptyFolder } from "./temporary-folder.ts";

const LONG_DAY = { start: "2026-10-24T22:00:00Z", end: "2026-10-25T23:00:00Z" };
/** Before the service was there at all. */
const LONG_DAY_BEFORE = { start: "2025-10-25T22:00:00Z", end: "2025-10-26T23:00:00Z" };
const START_MS = Date.parse(LONG_DAY.start);
const HEADER = "Datum;Tijd;Levering (kWh);Teruglevering (kWh)";

const clock = new Intl.DateTimeFormat("nl-NL", {
  timeZone: "Europe/Amsterdam",
  dateStyle: "short",
  timeStyle: "short",
});
const comma = (kwh: number) => kwh.toFixed(3).replace(".", ",");
const quarters = (fromMs: number, count: number) =>
  Array.from({ length: count }, (_, i) => fromMs + i * QUARTER_MS);
/** A line as grid operators write it: local date and time of the start, kWh to and from the home. */
const line = (ms: number, kw: number) =>
  `${clock.format(ms).replace(/,? /, ";")};${comma(Math.max(0, -kw / 4))};${comma(Math.max(0, kw / 4))}`;
const fileOf = (lines: readonly string[]) => [HEADER, ...lines].join("\r\n");
const kwAt = (ms: number) => ((ms / QUARTER_MS) % 53) / 5 - 4;
const LINES = quarters(START_MS, 100).map((ms) => line(ms, kwAt(ms)));

type Home = Awaited<ReturnType<typeof household>>;
let world: World;
let server: ReturnType<typeof serve>;
let home: Home;
let neighbour: Home;
beforeAll(async () => {
  world = await World.open("2026-10-23T12:00:30Z");
  server = serve({ fetch: world.service.fetch, hostname: "127.0.0.1", port: 0 });
  await new Promise((done) => server.once("listening", done));
  neighbour = await household(world, { email: "buren@example.org" });
  await world.sleepUntil("2026-10-26T00:01:30Z");
  await world.call("recordMeasurements", {
    params: { location_id: neighbour.location.id },
    body: {
      measurements: quarters(START_MS, 100).map((ms) => ({
        time_from: new Date(ms).toISOString(),
        time_to: new Date(ms + QUARTER_MS).toISOString(),
        injection_kw: -1,
      })),
    },
  });
  await world.sleepUntil("2026-10-27T09:01:30Z");
  home = await household(world);
  await world.sleepUntil("2026-10-27T09:16:30Z");
}, 120_000);
afterAll(async () => {
  await new Promise((done) => server.close(done));
  await world.close();
});

async function importFile(text: string, apiKey = KEY) {
  const file = join(emptyFolder(), "meter.csv");
  writeFileSync(file, text);
  let output = "";
  const pauses: number[] = [];
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const code = await runImport([file, "--location", home.location.id], {
    service: () => ({ baseUrl, apiKey }),
    screen: { write: (said) => (output += said) },
    nowMs: world.nowMs,
    signal: new AbortController().signal,
    pause: async (ms) => {
      pauses.push(ms);
      world.setClock(world.nowMs + ms);
    },
    path: (name) => name,
  });
  return { code, output, pauses };
}

const params = () => ({ location_id: home.location.id });
const zoneOf = async (query: typeof LONG_DAY) => {
  const NL = { bidding_zone_id: "NL" };
  return (await world.call("getBiddingZoneHistorical", { params: NL, query })).data.data;
};
const historyOf = async (query: typeof LONG_DAY) =>
  (await world.call("getLocationHistorical", { params: params(), query })).data.data;
const actuals = async (query = LONG_DAY) =>
  new Map((await historyOf(query)).map(({ time, actual }) => [Date.parse(time), actual]));

it.each([
  ["before the service was there", LONG_DAY_BEFORE, 0],
  ["when only the neighbour was there", LONG_DAY, 100],
])("a file fills the long day, ISP 1 to 100, and no total changes: %s", async (_, day, totals) => {
  const zone = await zoneOf(day);
  expect(zone.map(({ actual }) => actual)).toEqual(Array.from({ length: totals }, () => -1));
  const lines = quarters(Date.parse(day.start), 100).map((ms) => line(ms, kwAt(ms)));
  const { code, output } = await importFile(fileOf(lines));
  expect(code, output).toBe(0);
  expect(output).toContain("Quarter-hours: 100, changed 100, unchanged 0");
  expect(output).toContain("No gaps");
  const read = await actuals(day);
  expect([...read.keys()].map(ispNumber)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
  for (const [ms, kw] of read) expect(kw).toBeCloseTo(kwAt(ms), 2);
  expect(await zoneOf(day)).toEqual(zone);
});

it("the same file again changes nothing", async () => {
  const before = await historyOf(LONG_DAY);
  const { code, output } = await importFile(fileOf(LINES));
  expect(code, output).toBe(0);
  expect(output).toContain("Quarter-hours: 100, changed 0, unchanged 100");
  expect(await historyOf(LONG_DAY)).toEqual(before);
});

it("a key with one change per minute waits for its turn, and succeeds", async () => {
  const rate = { reads_per_minute: null, changes_per_minute: 1 };
  const body = { name: "Importer", scopes: ["manage" as const], rate };
  const { key } = (await world.call("createApiKey", { body })).data;
  expect((await importFile(fileOf(LINES), key!)).pauses).toEqual([]);
  const { code, output, pauses } = await importFile(fileOf(LINES), key!);
  expect(code, output).toBe(0);
  expect(pauses).toEqual([60_000]);
  expect(output).toContain("Quarter-hours: 100, changed 0, unchanged 100");
});

it("a corrected file changes the corrected values, and refused rows are reported by line", async () => {
  const before = await actuals();
  const [first, second] = quarters(START_MS, 100)
    .slice(8, 16)
    .filter((_, i) => i % 4 === 0);
  const corrected = quarters(START_MS, 100).map((ms) =>
    line(ms, ms === first || ms === second ? 9 : kwAt(ms)),
  );
  corrected[40] = corrected[40]!.replace(/;[^;]*$/, ";kapot");
  corrected.push(line(floorQuarter(world.nowMs) + QUARTER_MS * 96, 1));
  const { code, output } = await importFile(fileOf(corrected));
  expect(code, output).toBe(2);
  expect(output).toContain("Quarter-hours: 99, changed 2, unchanged 97");
  expect(output).toContain("no number with a decimal comma\n    line 42: ");
  expect(output).toContain("lies in the future\n    line 102: ");
  const expected = new Map([...before, [first!, 9], [second!, 9]]);
  expect(await actuals()).toEqual(expected);
});

it("a file of the last 14 days trains tomorrow's forecast", async () => {
  const tomorrow = async () => {
    const query = { end: "2026-10-29T00:00:00Z" };
    const { data } = await world.call("getLocationForecast", { params: params(), query });
    return data.data.filter(({ time }) => time >= "2026-10-28").map(({ forecast }) => forecast);
  };
  const before = await tomorrow();
  const FROM_MS = Date.parse("2026-10-13T00:00:00Z");
  const load = (ms: number) => (new Date(ms).getUTCHours() < 5 ? -7 : -0.5);
  const lines = quarters(FROM_MS, 14 * 96).map((ms) => line(ms, load(ms)));
  const { code, output } = await importFile(fileOf(lines));
  expect(code, output).toBe(0);
  const after = await tomorrow();
  expect(after).toHaveLength(before.length);
  const isNight = (_: number, i: number) => i < 20;
  const mean = (values: number[]) => values.reduce((sum, kw) => sum + kw, 0) / values.length;
  expect(mean(before.filter(isNight))).toBeGreaterThan(-2);
  expect(mean(after.filter(isNight))).toBeLessThan(-5);
});
