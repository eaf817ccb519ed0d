import { afterEach, describe, expect, it } from "vitest";
import type { Measurement } from "../../lib/contract/index.ts";
import { HeldTotals } from "../support/held-totals.ts";
import { openScripted } from "../support/scripted-gateway.ts";
import { World } from "../support/service.ts";
import { group, household } from "../support/site.ts";

const NL = { bidding_zone_id: "NL" };
const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const at = (time: string) => `2026-06-15T${time}Z`;
const ms = (time: string) => Date.parse(at(time));
const iso = (time: number) => new Date(time).toISOString();
type Home = Awaited<ReturnType<typeof household>>;

let world: World;
let totals: HeldTotals | undefined;
afterEach(async () => {
  await totals?.release();
  await world.close();
});

const post = ({ location }: Home, measurements: Measurement[]) =>
  world.call("recordMeasurements", {
    params: { location_id: location.id },
    body: { measurements },
  });
const span = (fromMs: number, toMs: number, injection_kw: number): Measurement => ({
  time_from: iso(fromMs),
  time_to: iso(toMs),
  injection_kw,
});
const move = ({ customer }: Home, group_id: string | null) =>
  world.call("updateCustomer", {
    params: { customer_id: customer.id },
    body: { name: customer.name, group_id },
  });

describe("a measurement that arrives after its location moved to another group", () => {
  const query = { start: at("10:00:00"), end: at("10:15:00") };
  const ofGroup = async (group_id: string) =>
    (await world.call("getGroupHistorical", { params: { group_id }, query })).data.data[0];
  const groups = async () => {
    const [left, joined, third] = [await group(world), await group(world, "B"), await group(world)];
    const mover = await household(world, { groupId: left.id, email: "x@example.org" });
    const stayer = await household(world, { groupId: joined.id, email: "y@example.org" });
    await world.liveUntil(at("10:20:30"));
    await post(stayer, [span(ms("10:00:00"), ms("10:15:00"), 2)]);
    return { left, joined, third, mover };
  };

  it("counts where its interval was counted, and nowhere else", async () => {
    world = await World.open(at("09:50:30"));
    const { left, joined, mover } = await groups();
    await move(mover, joined.id);
    await post(mover, [span(ms("10:00:00"), ms("10:15:00"), 3)]);
    expect((await ofGroup(left.id))!.actual).toBe(3);
    expect((await ofGroup(joined.id))!.actual).toBe(2);
    await post(mover, [span(ms("10:00:00"), ms("10:15:00"), -1)]);
    expect((await ofGroup(left.id))!.actual).toBe(-1);
    expect((await ofGroup(joined.id))!.actual).toBe(2);
    const zone = await world.call("getBiddingZoneHistorical", { params: NL, query });
    expect(zone.data.data[0]!.actual).toBe(1);
  });

  it("counts there too over MQTT, and after another move", async () => {
    const { world: opened, gateway } = await openScripted(at("09:50:30"));
    world = opened;
    const { left, joined, third, mover } = await groups();
    await move(mover, joined.id);
    await world.liveUntil(at("10:31:30"));
    await move(mover, third.id);
    const { id: locationId } = mover.location;
    const times = { fromMs: ms("10:00:00"), toMs: ms("10:15:00") };
    gateway.report({ readings: [{ locationId, ...times, injectionKw: 3, devices: [] }] });
    await world.service.tick();
    expect((await ofGroup(left.id))!.actual).toBe(3);
    expect((await ofGroup(joined.id))!.actual).toBe(2);
    expect((await ofGroup(third.id))?.actual).toBeUndefined();
  });
});

/** The seven days after the running quarter-hour. */
const ahead = () => ({ end: iso(world.nowMs + 7 * 96 * QUARTER_MS - QUARTER_MS) });
const zoneAhead = async () =>
  (await world.call("getBiddingZoneForecast", { params: NL, query: ahead() })).data.data;
const zoneIsSumOf = async (homes: Home[]) => {
  const zone = (await zoneAhead()).filter(({ time }) => Date.parse(time) > world.nowMs);
  expect(zone.length).toBeGreaterThan(600);
  const sums = new Map<string, number>();
  for (const { location } of homes) {
    const params = { location_id: location.id };
    const { data } = await world.call("getLocationForecast", { params, query: ahead() });
    for (const { time, forecast } of data.data) sums.set(time, (sums.get(time) ?? 0) + forecast);
  }
  const apart = zone.map(({ time, forecast }) => Math.abs(forecast - sums.get(time)!));
  expect(Math.max(...apart)).toBeLessThan(0.005);
};

describe("the forecast of a zone", () => {
  it("is zero within a minute after its only customer is deleted during a quarter-hour", async () => {
    world = await World.open(at("09:50:30"));
    const home = await household(world, { batteryKwh: 10 });
    const { data } = await world.call("listDevices", {
      query: { location_id: home.location.id },
    });
    const battery = data.data.find((one) => one.device_type === "BATTERY")!;
    await world.liveUntil(at("10:06:30"));
    const devices = [{ device_id: battery.id, power_kw: -1, state_of_charge: 0.95 }];
    await post(home, [{ ...span(ms("10:04:00"), ms("10:05:00"), 1), devices }]);
    expect(Math.max(...(await zoneAhead()).map((one) => one.forecast))).toBeGreaterThan(2);
    await world.call("deleteCustomer", { params: { customer_id: home.customer.id } });
    await world.liveUntil(at("10:07:30"));
    for (const { forecast, upward, downward } of await zoneAhead()) {
      expect(Math.abs(forecast)).toBeLessThan(0.001);
      expect(Math.abs(upward) + Math.abs(downward)).toBeLessThan(0.001);
    }
  });

  it("is the sum of its locations' within a minute after one is registered", async () => {
    world = await World.open(at("09:50:30"));
    const homes = [await household(world)];
    await world.liveUntil(at("10:03:30"));
    homes.push(await household(world, { email: "b@example.org" }));
    await world.liveUntil(at("10:04:30"));
    await zoneIsSumOf(homes);
  });

  it("includes one registered while the sums are being calculated", async () => {
    world = await World.open(at("09:50:30"));
    const homes = [await household(world), await household(world, { email: "b@example.org" })];
    await world.liveUntil(at("10:14:30"));
    totals = await HeldTotals.of(world.databaseUrl);
    world.setClock(at("10:15:01"));
    const ticking = world.service.tick();
    await totals.areWaitedForBy(1);
    const registering = world.call("registerDevice", {
      body: {
        location_id: homes[1]!.location.id,
        name: "Second roof",
        brand: "BRAND_A",
        device_type: "SOLAR_INVERTER",
        ratings: { pv_peak_kw: 6, inverter_kw: 5, tilt: 35, azimuth: 180, controllable: true },
      },
    });
    await totals.areWaitedForBy(2);
    await totals.release();
    await Promise.all([ticking, registering]);
    expect((await registering).status).toBe(200);
    await world.liveUntil(at("10:16:30"));
    await zoneIsSumOf(homes);
  });

  it("excludes one deleted while the sums are being calculated", async () => {
    world = await World.open(at("09:50:30"));
    const homes = [await household(world), await household(world, { email: "b@example.org" })];
    await world.liveUntil(at("10:14:30"));
    totals = await HeldTotals.of(world.databaseUrl);
    world.setClock(at("10:15:01"));
    const ticking = world.service.tick();
    await totals.areWaitedForBy(1);
    const going = world.call("deleteCustomer", {
      params: { customer_id: homes[1]!.customer.id },
    });
    await totals.areWaitedForBy(2);
    await totals.release();
    await Promise.all([ticking, going]);
    await world.liveUntil(at("10:16:30"));
    await zoneIsSumOf([homes[0]!]);
  });
});

describe("measurements posted before the service has caught up with the clock", () => {
  it("count in the zone once it has", async () => {
    world = await World.open(at("09:50:30"));
    const home = await household(world);
    const other = await household(world, { email: "b@example.org" });
    await world.liveUntil(at("10:01:30"));
    world.setClock(at("13:00:30"));
    const quarters = Array.from({ length: 10 }, (_, i) => ms("10:15:00") + i * QUARTER_MS);
    for (const one of [home, other]) {
      const all = quarters.map((from) => span(from, from + QUARTER_MS, 2));
      expect((await post(one, all)).data).toEqual({ intervals: 10, changed: 10 });
    }
    await world.service.tick();
    const query = { start: at("10:15:00"), end: at("12:45:00") };
    const { data } = await world.call("getBiddingZoneHistorical", { params: NL, query });
    expect(data.data.map(({ time, actual }) => [time, actual])).toEqual(
      quarters.map((from) => [iso(from), 4]),
    );
  });
});

describe("batches of several quarter-hours and device reports of the last one", () => {
  it("never fail because of each other, in any order", async () => {
    const { world: opened, gateway } = await openScripted(at("09:50:30"));
    world = opened;
    const homes: Home[] = [];
    for (const name of ["a", "b", "c"])
      homes.push(await household(world, { email: `${name}@example.org` }));
    await world.liveUntil(at("10:00:30"));
    const answers: number[] = [];
    for (let t = ms("10:16:00"); t < ms("13:00:00"); t += QUARTER_MS) {
      world.setClock(t + MINUTE_MS / 2);
      const minutes = Array.from({ length: 16 }, (_, i) => t - (16 - i) * MINUTE_MS);
      const batch = minutes.map((from) => span(from, from + MINUTE_MS, 2));
      gateway.report({
        readings: homes.map(({ location }) => ({
          locationId: location.id,
          fromMs: t - MINUTE_MS,
          toMs: t,
          injectionKw: 1,
          devices: [],
        })),
      });
      const posts = [...homes, ...homes].map(async (home) => (await post(home, batch)).status);
      const [, ...statuses] = await Promise.all([world.service.tick(), ...posts]);
      answers.push(...(statuses as number[]));
    }
    expect(answers).toHaveLength(66);
    expect(new Set(answers)).toEqual(new Set([200]));
  });
});
