import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { demoControls } from "../../service/demo/controls.ts";
import { seedDemo } from "../../service/demo/demo.ts";
import { addMonths, getMonth } from "../../lib/time/month.ts";
import { openStore } from "../../service/store/store.ts";
import { freshDatabase } from "../support/postgres.ts";
import { World } from "../support/service.ts";

const HOUR_MS = 3_600_000;
const clock = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Amsterdam",
  hour: "2-digit",
  minute: "2-digit",
});
const STARTS = {
  "the long day": "2026-10-25T17:07:30Z",
  "the day after the long day": "2026-10-26T00:30:30Z",
  "the short day": "2026-03-29T01:00:30Z",
  "the day after the short day": "2026-03-30T12:22:30Z",
  "a winter midnight": "2026-12-31T23:00:30Z",
};

describe.each(Object.entries(STARTS))("the controls of a demo that starts on %s", (_, start) => {
  const nowMs = Date.parse(start);
  const all = demoControls(nowMs - 60 * 24 * HOUR_MS, nowMs);

  test("are in the order they were accepted, and are over", () => {
    expect(all.map((one) => one.acceptedMs)).toEqual(
      all.map((one) => one.acceptedMs).toSorted((a, b) => a - b),
    );
    for (const { acceptedMs, fromMs, toMs } of all) {
      expect(acceptedMs).toBeLessThan(fromMs);
      expect(fromMs).toBeLessThan(toMs);
      expect(toMs).toBeLessThan(nowMs);
    }
  });

  test("are of each type, in the daytime", () => {
    expect(new Set(all.map(({ type }) => type)).size).toBe(3);
    expect(all.length).toBeGreaterThanOrEqual(8);
    const starts = [...new Set(all.map(({ fromMs }) => clock.format(fromMs)))].toSorted();
    expect(starts[0]).toBe("11:30");
    expect(starts.at(-1)).toBe("17:30");
  });

  test("give the last finished month a statement", () => {
    const months = all.map(({ fromMs }) => getMonth(fromMs));
    expect(months).toContain(addMonths(getMonth(nowMs), -1));
  });

  test("are none if its history is too short", () => {
    expect(demoControls(nowMs, nowMs)).toEqual([]);
  });
});

describe.each([
  ["2026-10-25T17:07:30Z", "in the evening of the long day"],
  ["2026-03-29T22:30:30Z", "in the night after the short day"],
  ["2026-12-31T23:00:30Z", "at a winter midnight"],
])("a demo that starts at %s", (start) => {
  let world: World;
  beforeAll(async () => {
    world = await World.open(start, { demo: 5, demoControls: true });
  });
  afterAll(() => world.close());

  const summaries = async () =>
    (await world.call("listControlSummaries", { query: { page_size: 100 } })).data.data;

  test("has past controls of each type, for the zone and for groups, with their reasons", async () => {
    const all = await summaries();
    expect(new Set(all.map(({ type }) => type)).size).toBe(3);
    expect(new Set(all.map(({ target }) => target.kind)).size).toBe(2);
    expect(all.filter(({ reason }) => reason === null)).toEqual([]);
  });

  test("has one that was cancelled early and one that was partly overridden", async () => {
    const all = await summaries();
    const cancelled = all.filter(({ state }) => state === "cancelled");
    expect(cancelled).toHaveLength(1);
    expect(cancelled[0]!.effective_to < cancelled[0]!.time_to).toBe(true);
    expect(all.filter(({ superseded }) => superseded)).toHaveLength(1);
    for (const { state } of all) expect(["ended", "cancelled"]).toContain(state);
  });

  test("has deliveries measured at devices that acknowledged", async () => {
    for (const { id: control_id, devices } of await summaries()) {
      const delivery = (await world.call("getControlDelivery", { params: { control_id } })).data;
      expect(delivery.devices).toMatchObject({ addressed: devices, executed: devices, pending: 0 });
      expect(delivery.delivered_kwh).not.toBeNull();
    }
  });

  test("has a history that shows the effect of a control", async () => {
    const zone = (await summaries()).find(
      ({ type, target }) => type === "MAX_CONSUMPTION" && target.kind === "bidding_zone",
    )!;
    const query = { start: zone.time_from, end: zone.time_to };
    const params = { bidding_zone_id: "NL" };
    const items = (await world.call("getBiddingZoneHistorical", { params, query })).data.data;
    expect(items.length).toBeGreaterThan(0);
    for (const { forecast, actual } of items) expect(actual!).toBeLessThan(forecast - 200);
  });

  test("has learned what panels give under a sky, and how fast devices reach a setpoint", async () => {
    const database = new pg.Client(world.databaseUrl);
    await database.connect();
    const { rows } = await database.query<{ gains: number; ramps: number }>(`
      select count(*) filter (where length(panel_gain) > 0)::int as gains,
        count(*) filter (where length(ramps) > 0)::int as ramps from live_state`);
    await database.end();
    expect(rows[0]!.gains).toBeGreaterThan(40);
    expect(rows[0]!.ramps).toBeGreaterThan(30);
  });

  test("continues from there with its batteries' charge", async () => {
    const from = new Date(Math.floor(world.nowMs / 900_000) * 900_000).toISOString();
    await world.sleepUntil(new Date(Date.parse(from) + 901_000).toISOString());
    const params = { bidding_zone_id: "NL" };
    const { data } = (
      await world.call("getBiddingZoneHistorical", { params, query: { start: from } })
    ).data;
    expect(data).toHaveLength(1);
    expect(data[0]!.actual).toBeDefined();
  });
});

describe("a demo with simulated faults", () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open("2026-11-20T13:07:30Z", {
      demo: 4,
      demoControls: true,
      outages: true,
    });
  });
  afterAll(() => world.close());

  test("has locations that stopped reporting and one that never reported, also later", async () => {
    await world.sleepUntil("2026-11-20T13:24:30Z");
    const { data } = (await world.call("listLocationClusters")).data;
    const sum = (name: "silent" | "never_reported") =>
      data.reduce((all, one) => all + one[name], 0);
    expect(sum("silent")).toBeGreaterThanOrEqual(3);
    expect(sum("silent")).toBeLessThan(8);
    expect(sum("never_reported")).toBe(1);
  });

  test("has a device that rejected a control next to one that followed it", async () => {
    const [newest] = (await world.call("listControlSummaries")).data.data;
    const params = { control_id: newest!.id };
    const { data } = (
      await world.call("listControlDeliveries", { params, query: { page_size: 100 } })
    ).data;
    const mixed = data.filter(({ devices }) => devices.failed > 0 && devices.executed > 0);
    expect(mixed).toHaveLength(1);
    const silent = data.filter(({ state }) => state === "failed");
    expect(silent.length).toBeGreaterThanOrEqual(1);
  });

  test("still knows the zone's totals", async () => {
    const params = { bidding_zone_id: "NL" };
    const query = { start: "2026-11-20T11:00:00Z", end: "2026-11-20T12:00:00Z" };
    const { data } = (await world.call("getBiddingZoneHistorical", { params, query })).data;
    expect(data.map(({ actual }) => typeof actual)).toEqual(Array(4).fill("number"));
  });
});

test("a demo whose history takes longer than its transaction may be idle is seeded", async () => {
  const store = await openStore(await freshDatabase("service"), () => undefined);
  onTestFinished(() => store.close());
  const seeded = await store.db.transaction(async (tx) => {
    await tx.execute("set local idle_in_transaction_session_timeout = '3s'");
    return seedDemo(tx, ["BRAND_A"], Date.parse("2026-06-15T11:40:00Z"), {
      days: 20,
      outages: true,
      controls: false,
      market: false,
    });
  });
  expect(seeded).toBe(true);
}, 120_000);
