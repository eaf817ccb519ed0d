import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import type { DeviceClass, Measurement } from "../../lib/contract/index.ts";
import { World } from "../support/service.ts";
import { group, household } from "../support/site.ts";

const NL = { bidding_zone_id: "NL" };
const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const NOON = Date.parse("2026-06-15T10:00:00Z");
const iso = (ms: number) => new Date(ms).toISOString();

let world: World;
afterEach(() => world.close());

/** A household with a battery, and where it counts. */
async function home(name: string, groupId?: string) {
  const made = await household(world, {
    email: `${name}@example.org`,
    batteryKwh: 10,
    ...(groupId && { groupId }),
  });
  const query = { location_id: made.location.id, device_type: "BATTERY" };
  const { data } = await world.call("listDevices", { query });
  return { ...made, battery: data.data[0]! };
}
type Home = Awaited<ReturnType<typeof home>>;

/** The measurements of a home in one quarter-hour in kW; omitted ones were not measured. */
interface Told {
  injection?: number;
  panels?: number;
  battery?: number;
}
const measured = (one: Home, fromMs: number, told: Told): Measurement => ({
  time_from: iso(fromMs),
  time_to: iso(fromMs + QUARTER_MS),
  ...(told.injection !== undefined && { injection_kw: told.injection }),
  devices: [
    ...(told.panels === undefined ? [] : [{ device_id: one.inverter.id, power_kw: told.panels }]),
    ...(told.battery === undefined ? [] : [{ device_id: one.battery.id, power_kw: told.battery }]),
  ],
});
const post = (one: Home, fromMs: number, told: Told) =>
  world.call("recordMeasurements", {
    params: { location_id: one.location.id },
    body: { measurements: [measured(one, fromMs, told)] },
  });

const at = (ms: number) => ({ start: iso(ms), end: iso(ms + 1) });
const ofLocation = async (location_id: string, device_type: DeviceClass, ms: number) =>
  (
    await world.call("getLocationDeviceHistorical", {
      params: { location_id, device_type },
      query: at(ms),
    })
  ).data.data[0];
const ofZone = async (device_type: DeviceClass, ms: number) =>
  (
    await world.call("getBiddingZoneDeviceHistorical", {
      params: { ...NL, device_type },
      query: at(ms),
    })
  ).data.data[0];
const ofGroup = async (group_id: string, device_type: DeviceClass, ms: number) =>
  (
    await world.call("getGroupDeviceHistorical", {
      params: { group_id, device_type },
      query: at(ms),
    })
  ).data.data[0];

describe("the device history of a location", () => {
  it("is reported by type, with discharge positive and unmeasured types omitted", async () => {
    world = await World.open("2026-06-15T09:58:30Z");
    const one = await home("a");
    await world.sleepUntil("2026-06-15T12:01:30Z");
    await post(one, NOON, { injection: 1, panels: 3, battery: -1.5 });
    await post(one, NOON + QUARTER_MS, { battery: 2 });
    await post(one, NOON + 2 * QUARTER_MS, { injection: 1 });
    const { id } = one.location;
    const query = { start: iso(NOON), end: iso(NOON + 3 * QUARTER_MS) };
    const history = async (device_type: DeviceClass) => {
      const params = { location_id: id, device_type };
      return (await world.call("getLocationDeviceHistorical", { params, query })).data.data;
    };
    const times = [0, 1, 2].map((i) => iso(NOON + i * QUARTER_MS));
    expect(await history("SOLAR_INVERTER")).toEqual([
      { time: times[0], actual: 3 },
      { time: times[1] },
      { time: times[2] },
    ]);
    expect(await history("BATTERY")).toEqual([
      { time: times[0], actual: -1.5 },
      { time: times[1], actual: 2 },
      { time: times[2] },
    ]);
  });

  it("is unknown without such a device, even if the meter reports", async () => {
    world = await World.open("2026-06-15T09:58:30Z");
    const { data: customer } = await world.call("createCustomer", {
      body: { name: "Anna", email: "anna@example.org" },
    });
    const { data: location } = await world.call("createLocation", {
      body: { customer_id: customer.id, latitude: 52, longitude: 5 },
    });
    const meter = { name: "Meter", brand: "BRAND_A", device_type: "METER" as const };
    await world.call("registerDevice", { body: { ...meter, location_id: location.id } });
    await world.sleepUntil("2026-06-15T10:16:30Z");
    const times = { time_from: iso(NOON), time_to: iso(NOON + QUARTER_MS) };
    await world.call("recordMeasurements", {
      params: { location_id: location.id },
      body: { measurements: [{ ...times, injection_kw: -1 }] },
    });
    for (const device_type of ["SOLAR_INVERTER", "BATTERY"] as const)
      expect(await ofLocation(location.id, device_type, NOON)).toEqual({ time: iso(NOON) });
    expect(await ofZone("SOLAR_INVERTER", NOON)).toEqual({
      time: iso(NOON),
      reporting: 0,
      expected: 0,
    });
  });

  it("is queried by a type with a history, for at most 366 days", async () => {
    world = await World.open("2026-06-15T09:58:30Z");
    const { location } = await home("a");
    const path = `/v1/locations/${location.id}/historical`;
    expect((await world.request(`${path}/METER`)).status).toBe(404);
    expect((await world.request(`${path}/BATTERY?start=2020-01-01T00:00:00Z`)).status).toBe(422);
    expect((await world.request("/v1/locations/loc_none/historical/BATTERY")).status).toBe(404);
    expect((await world.request("/v1/groups/grp_none/historical/BATTERY")).status).toBe(404);
    expect((await world.request("/v1/bidding-zones/BE/historical/BATTERY")).status).toBe(404);
  });
});

describe("the device totals of a zone and of groups", () => {
  const holds = async (homes: Home[], members: Record<string, Home[]>, ms: number) => {
    for (const device_type of ["SOLAR_INVERTER", "BATTERY"] as const) {
      const sum = async (of: Home[]) => {
        const items = await Promise.all(
          of.map(({ location }) => ofLocation(location.id, device_type, ms)),
        );
        const known = items.flatMap((item) => item?.actual ?? []);
        return { kw: known.reduce((a, b) => a + b, 0), reporting: known.length };
      };
      const all = await sum(homes);
      const zone = await ofZone(device_type, ms);
      expect(zone!.reporting).toBe(all.reporting);
      expect(zone!.actual ?? 0).toBeCloseTo(all.kw, 3);
      for (const [groupId, own] of Object.entries(members)) {
        const expected = await sum(own);
        const item = await ofGroup(groupId, device_type, ms);
        expect(item?.reporting ?? 0).toBe(expected.reporting);
        expect(item?.actual ?? 0).toBeCloseTo(expected.kw, 3);
      }
    }
  };

  it("equal the sums of their locations: late, corrected, moved between groups and deleted", async () => {
    world = await World.open("2026-06-15T09:58:30Z");
    const [north, south] = [await group(world, "North"), await group(world, "South")];
    const [a, b, c] = [
      await home("a", north.id),
      await home("b", north.id),
      await home("c", south.id),
    ];
    await world.sleepUntil("2026-06-15T10:31:30Z");
    for (const [i, one] of [a, b, c].entries())
      await post(one, NOON, { injection: 1, panels: 2 + i, battery: i - 1 });
    await holds([a, b, c], { [north.id]: [a, b], [south.id]: [c] }, NOON);
    expect((await ofZone("SOLAR_INVERTER", NOON))!.actual).toBe(9);
    await post(b, NOON, { panels: 5, battery: -4 });
    expect((await ofZone("BATTERY", NOON))!.actual).toBe(-4);
    const params = { customer_id: b.customer.id };
    await world.call("updateCustomer", { params, body: { name: "B", group_id: south.id } });
    await post(b, NOON, { panels: 4 });
    await holds([a, b, c], { [north.id]: [a, b], [south.id]: [c] }, NOON);
    const later = NOON + 2 * QUARTER_MS;
    await world.liveUntil("2026-06-15T10:46:30Z");
    for (const one of [a, b, c]) await post(one, later, { panels: 1.5, battery: 0.25 });
    await holds([a, b, c], { [north.id]: [a], [south.id]: [b, c] }, later);
    await world.call("deleteCustomer", { params: { customer_id: c.customer.id } });
    await world.liveUntil("2026-06-15T11:01:30Z");
    const last = NOON + 3 * QUARTER_MS;
    for (const one of [a, b]) await post(one, last, { panels: 1, battery: 1 });
    await holds([a, b], { [north.id]: [a], [south.id]: [b] }, last);
    expect((await ofZone("SOLAR_INVERTER", later))!.actual).toBe(4.5);
  });

  it("are omitted if more than one in twenty of the previous day's locations is silent", async () => {
    world = await World.open("2026-06-15T09:58:30Z");
    const homes = [await home("a"), await home("b")];
    await world.liveUntil("2026-06-15T10:10:30Z");
    for (const one of homes) {
      const times = { time_from: iso(NOON), time_to: iso(NOON + 10 * MINUTE_MS) };
      const told = { ...measured(one, NOON, { panels: 2, battery: 1 }), ...times };
      await world.call("recordMeasurements", {
        params: { location_id: one.location.id },
        body: { measurements: [told] },
      });
    }
    await world.liveUntil("2026-06-15T10:31:30Z");
    const next = NOON + QUARTER_MS;
    await post(homes[0]!, next, { panels: 2 });
    const one = { time: iso(next), reporting: 1, expected: 2 };
    expect(await ofZone("SOLAR_INVERTER", next)).toEqual(one);
    expect(await ofZone("BATTERY", next)).toEqual({ ...one, reporting: 0 });
    await post(homes[1]!, next, { panels: 3 });
    expect(await ofZone("SOLAR_INVERTER", next)).toEqual({ ...one, reporting: 2, actual: 5 });
  });

  it("are read as one row per day, for any number of locations", async () => {
    world = await World.open("2026-06-15T09:58:30Z", { demo: 3 });
    const client = new pg.Client(world.databaseUrl);
    await client.connect();
    const { rows } = await client.query(
      "select count(*)::int as n from area_days where kind = 'bidding_zone'",
    );
    await client.end();
    expect(rows[0].n).toBe(4);
    const params = { ...NL, device_type: "BATTERY" } as const;
    const { data } = await world.call("getBiddingZoneDeviceHistorical", { params });
    const first = Date.parse("2026-06-11T22:00:00Z");
    expect(data.data[0]!.time).toBe(iso(first));
    expect(data.data).toHaveLength((NOON - QUARTER_MS - first) / QUARTER_MS);
  });

  it("equal those of the demo fleet's locations in its generated history and while running", async () => {
    world = await World.open("2026-06-15T09:58:30Z", { demo: 2, outages: true });
    await world.liveUntil("2026-06-15T10:16:30Z");
    const { data } = await world.call("listLocations", { query: { page_size: 100 } });
    for (const ms of [Date.parse("2026-06-14T12:00:00Z"), NOON])
      for (const device_type of ["SOLAR_INVERTER", "BATTERY"] as const) {
        let [kw, reporting] = [0, 0];
        for (const { id } of data.data) {
          const item = await ofLocation(id, device_type, ms);
          if (item?.actual === undefined) continue;
          kw += item.actual;
          reporting += 1;
        }
        const zone = await ofZone(device_type, ms);
        expect(zone!.reporting).toBe(reporting);
        expect(zone!.expected).toBeGreaterThanOrEqual(reporting);
        expect(reporting).toBeGreaterThan(3);
        if (zone!.actual !== undefined) expect(zone!.actual).toBeCloseTo(kw, 1);
      }
  });
});
