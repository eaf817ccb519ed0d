import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Measurement } from "../../lib/contract/index.ts";
import { openScripted } from "../support/scripted-gateway.ts";
import { World } from "../support/service.ts";
import { group, household } from "../support/site.ts";

const NL = { bidding_zone_id: "NL" };
const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const iso = (ms: number) => new Date(ms).toISOString();
type Home = Awaited<ReturnType<typeof household>>;
type Placed = { location: { id: string } };

const span = (fromMs: number, minutes: number, injection_kw: number): Measurement => ({
  time_from: iso(fromMs),
  time_to: iso(fromMs + minutes * MINUTE_MS),
  injection_kw,
});
const record = async (world: World, { location }: Placed, measurements: Measurement[]) =>
  (
    await world.call("recordMeasurements", {
      params: { location_id: location.id },
      body: { measurements },
    })
  ).data;

/** A range of the history of a location, a group or the zone. */
const history = async (world: World, of: Placed | string | null, fromMs: number, toMs: number) => {
  const query = { start: iso(fromMs), end: iso(toMs) };
  const answer =
    of === null
      ? await world.call("getBiddingZoneHistorical", { params: NL, query })
      : typeof of === "string"
        ? await world.call("getGroupHistorical", { params: { group_id: of }, query })
        : await world.call("getLocationHistorical", {
            params: { location_id: of.location.id },
            query,
          });
  return answer.data.data;
};
const interval = async (world: World, of: Placed | string | null, ms: number) =>
  (await history(world, of, ms, ms + 1))[0]!;

describe("measurements that arrive hours or days late", () => {
  const NOON = Date.parse("2026-06-15T10:00:00Z");
  let world: World;
  let utrecht: string;
  let homes: Home[];
  beforeAll(async () => {
    world = await World.open("2026-06-15T09:58:30Z");
    utrecht = (await group(world)).id;
    homes = [];
    for (const name of ["a", "b", "c"])
      homes.push(
        await household(world, {
          email: `${name}@example.org`,
          groupId: name === "c" ? undefined : utrecht,
        }),
      );
    await world.sleepUntil("2026-06-18T09:01:30Z");
  });
  afterAll(() => world.close());

  /** Sum over locations, the forecast used for silent ones. */
  const total = async (of: Home[], ms: number) => {
    let kw = 0;
    for (const one of of) {
      const { actual, forecast } = await interval(world, one, ms);
      kw += actual ?? forecast;
    }
    return kw;
  };
  const zoneHolds = async (ms: number) =>
    expect((await interval(world, null, ms)).actual).toBeCloseTo(await total(homes, ms), 2);
  const holds = async (ms: number) => {
    const inGroup = await total(homes.slice(0, 2), ms);
    expect((await interval(world, utrecht, ms)).actual).toBeCloseTo(inGroup, 2);
    await zoneHolds(ms);
  };

  it("enter the totals of their zone and group exactly, and again when corrected", async () => {
    for (const [i, home] of homes.entries()) {
      const receipt = await record(world, home, [span(NOON, 15, 1.5 + i)]);
      expect(receipt).toEqual({ intervals: 1, changed: 1 });
      expect((await interval(world, home, NOON)).actual).toBe(1.5 + i);
      await holds(NOON);
    }
    expect((await interval(world, null, NOON)).actual).toBe(7.5);
    expect(await record(world, homes[1]!, [span(NOON, 15, -4)])).toEqual({
      intervals: 1,
      changed: 1,
    });
    expect((await interval(world, null, NOON)).actual).toBe(1);
    expect((await interval(world, utrecht, NOON)).actual).toBe(-2.5);
    expect((await record(world, homes[1]!, [span(NOON, 15, -4)])).changed).toBe(0);
    await holds(NOON);
  });

  it("leave the frozen forecast of their interval unchanged", async () => {
    const at = NOON + QUARTER_MS;
    const { actual: _, ...before } = await interval(world, homes[0]!, at);
    await record(world, homes[0]!, [span(at, 15, 0.5)]);
    expect(await interval(world, homes[0]!, at)).toEqual({ ...before, actual: 0.5 });
  });

  it("are accepted per minute within a day, and stored minutes stay", async () => {
    const at = Date.parse("2026-06-17T10:00:00Z");
    expect((await record(world, homes[0]!, [span(at, 10, 2)])).changed).toBe(1);
    expect((await record(world, homes[0]!, [span(at + 10 * MINUTE_MS, 5, 5)])).changed).toBe(1);
    expect((await interval(world, homes[0]!, at)).actual).toBe(3);
  });

  it("leave values they do not contain unchanged, however old", async () => {
    const at = NOON + 4 * QUARTER_MS;
    const home = homes[0]!;
    await record(world, home, [span(at, 15, 2)]);
    const { injection_kw: _, ...times } = span(at, 15, 0);
    const devices = [{ device_id: home.inverter.id, power_kw: 3 }];
    await record(world, home, [{ ...times, devices }]);
    expect((await interval(world, home, at)).actual).toBe(2);
  });

  it("posted twenty at once for one interval leave totals exact", async () => {
    const at = Date.parse("2026-06-18T08:00:00Z");
    const values = Array.from({ length: 20 }, (_, i) => i / 4);
    await Promise.all(values.map((kw) => record(world, homes[0]!, [span(at, 15, kw)])));
    const { actual } = await interval(world, homes[0]!, at);
    expect(values).toContain(actual);
    await holds(at);
    const minutes = Array.from({ length: 15 }, (_, i) => span(at + i * MINUTE_MS, 1, i));
    await Promise.all(minutes.map((one) => record(world, homes[0]!, [one])));
    expect((await interval(world, homes[0]!, at)).actual).toBe(7);
    await holds(at);
  });

  it("posted at once for many intervals leave the newest as the live state", async () => {
    const home = homes[2]!;
    const last = Date.parse("2026-06-18T09:00:00Z");
    const quarters = Array.from({ length: 20 }, (_, i) => span(last - (i + 1) * QUARTER_MS, 15, i));
    await Promise.all(quarters.map((one) => record(world, home, [one])));
    const { data } = await world.call("getLocationStatus", {
      params: { location_id: home.location.id },
    });
    expect(data).toMatchObject({ measured_at: iso(last) });
    for (const { time_from } of quarters) await zoneHolds(Date.parse(time_from));
  });
});

describe.each([
  ["the day of 92 intervals", "2026-03-28T23:00:00Z", 92],
  ["the day of 100 intervals", "2026-10-24T22:00:00Z", 100],
])("%s", (_, midnight, isps) => {
  it("keeps each measurement in its own interval", async () => {
    const start = Date.parse(midnight);
    const end = start + isps * QUARTER_MS;
    const world = await World.open(iso(start - 31 * MINUTE_MS));
    const homes = [await household(world), await household(world, { email: "b@example.org" })];
    await world.sleepUntil(iso(end + QUARTER_MS + MINUTE_MS));
    const quarters = Array.from({ length: isps }, (_, i) => span(start + i * QUARTER_MS, 15, i));
    for (const home of homes)
      expect(await record(world, home, quarters)).toEqual({ intervals: isps, changed: isps });
    const expected = quarters.map((one, i) => [one.time_from, i]);
    const own = await history(world, homes[0]!, start, end);
    expect(own.map(({ time, actual }) => [time, actual])).toEqual(expected);
    const zone = await history(world, null, start, end);
    expect(zone.map(({ time, actual }) => [time, actual])).toEqual(
      expected.map(([time], i) => [time, 2 * i]),
    );
    await world.close();
  });
});

/**
 * Holds the lock on totals until this many transactions wait for it or for each other, so that they are
 * concurrent.
 */
async function whileTotalsAreHeld(databaseUrl: string, ...steps: (() => Promise<unknown>)[]) {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query("begin; select pg_advisory_xact_lock(5530917::bigint)");
  const waiting = async () => {
    const { rows } = await client.query(
      "select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted",
    );
    return rows[0].n as number;
  };
  const running: Promise<unknown>[] = [];
  for (const step of steps) {
    running.push(step());
    await expect.poll(waiting).toBe(running.length);
  }
  await client.query("commit");
  await Promise.all(running);
  await client.end();
}

describe("a correction", () => {
  it("of one minute leaves a record whose minutes were never stored", async () => {
    const world = await World.open("2026-06-15T09:58:30Z", { demo: 2 });
    const { data } = await world.call("listLocations", { query: { page_size: 1 } });
    const home = { location: data.data[0]! };
    const at = Date.parse("2026-06-15T06:00:00Z");
    const before = [await interval(world, home, at), await interval(world, null, at)];
    expect((await record(world, home, [span(at, 1, 99)])).changed).toBe(0);
    expect([await interval(world, home, at), await interval(world, null, at)]).toEqual(before);
    await world.close();
  });

  it("is not lost if it arrives while its interval is being closed", async () => {
    const { world, gateway } = await openScripted("2026-06-15T09:58:30Z");
    const home = await household(world);
    const at = Date.parse("2026-06-15T10:00:00Z");
    const reading = { locationId: home.location.id, injectionKw: 1, devices: [] };
    await world.liveUntil("2026-06-15T10:14:30Z");
    gateway.report({ readings: [{ ...reading, fromMs: at, toMs: at + 14 * MINUTE_MS }] });
    await world.service.tick();
    world.setClock("2026-06-15T10:15:05Z");
    await whileTotalsAreHeld(
      world.databaseUrl,
      () => record(world, home, [span(at, 15, 5)]),
      () => world.service.tick(),
    );
    expect((await interval(world, home, at)).actual).toBe(5);
    expect((await interval(world, null, at)).actual).toBe(5);
    await world.close();
  });
});

describe("measurements over MQTT", () => {
  it("are stored next to those of unknown or deleted locations", async () => {
    const { world, gateway } = await openScripted("2026-06-15T09:58:30Z");
    const home = await household(world);
    const gone = await household(world, { email: "gone@example.org" });
    await world.sleepUntil("2026-06-15T10:15:30Z");
    await world.call("deleteCustomer", { params: { customer_id: gone.customer.id } });
    const at = Date.parse("2026-06-15T10:00:00Z");
    const reading = { fromMs: at, toMs: at + QUARTER_MS, injectionKw: 2, devices: [] };
    for (const locationId of ["loc_nowhere", gone.location.id, home.location.id])
      gateway.report({ readings: [{ ...reading, locationId }] });
    await world.service.tick();
    expect((await interval(world, home, at)).actual).toBe(2);
    expect((await interval(world, null, at)).forecast).toBeGreaterThan(1);
    await world.close();
  });

  it("older than a day count if they cover a whole interval, and are ignored otherwise", async () => {
    const { world, gateway } = await openScripted("2026-06-15T09:58:30Z");
    const home = await household(world);
    await world.sleepUntil("2026-06-17T09:01:30Z");
    const at = Date.parse("2026-06-15T10:00:00Z");
    const reading = { locationId: home.location.id, injectionKw: 2, devices: [] };
    const parts = [0, 5, 10].map((minute) => ({
      ...reading,
      fromMs: at + minute * MINUTE_MS,
      toMs: at + (minute + 5) * MINUTE_MS,
    }));
    const later = { ...reading, fromMs: at + QUARTER_MS, toMs: at + QUARTER_MS + 14 * MINUTE_MS };
    gateway.report({ readings: [...parts, later] });
    await world.service.tick();
    expect((await interval(world, home, at)).actual).toBe(2);
    expect((await interval(world, null, at)).actual).toBe(2);
    expect((await interval(world, home, at + QUARTER_MS)).actual).toBeUndefined();
    await world.close();
  });
});
