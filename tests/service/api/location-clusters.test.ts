import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LocationState, QueryInput } from "../../../lib/contract/index.ts";
import { openScripted } from "../../support/scripted-gateway.ts";
import type { World } from "../../support/service.ts";
import { group } from "../../support/site.ts";

const MINUTE_MS = 60_000;
const NOW = Date.parse("2026-06-15T10:06:30Z");
const iso = (ms: number) => new Date(ms).toISOString();

/**
 * In Utrecht one that follows, one that reports and one that follows but fell silent; in Eindhoven
 * one never heard from.
 */
describe("locations by state, in lists and on the map", () => {
  let world: World;
  let utrecht: string;
  const ids: Record<string, string> = {};

  async function place(name: string, latitude: number, longitude: number, address?: unknown) {
    const { data: customer } = await world.call("createCustomer", {
      body: { name, email: `${name}@example.org`, group_id: address ? utrecht : null },
    });
    const { data: location } = await world.call("createLocation", {
      body: { customer_id: customer.id, latitude, longitude, metadata: { address } },
    });
    ids[name] = location.id;
    const { data: device } = await world.call("registerDevice", {
      body: {
        location_id: location.id,
        name: "Roof",
        brand: name === "silent" ? "BRAND_B" : "BRAND_A",
        device_type: "SOLAR_INVERTER",
        ratings: { pv_peak_kw: 6, inverter_kw: 5, tilt: 35, azimuth: 180 },
      },
    });
    return { location, device };
  }
  const report = (name: string, untilMs: number) =>
    world.call("recordMeasurements", {
      params: { location_id: ids[name]! },
      body: {
        measurements: [
          { time_from: iso(untilMs - MINUTE_MS), time_to: iso(untilMs), injection_kw: 1 },
        ],
      },
    });

  beforeAll(async () => {
    const { world: opened, gateway } = await openScripted("2026-06-15T09:58:30Z");
    world = opened;
    utrecht = (await group(world)).id;
    const follower = await place("follower", 52.09, 5.11, "Oudegracht 1");
    gateway.answers(follower.location.id, [follower.device.id]);
    await place("reporter", 52.1, 5.12, "Oudegracht 2");
    const silent = await place("silent", 52.11, 5.13, "Oudegracht 3");
    gateway.answers(silent.location.id, [silent.device.id]);
    await place("never_reported", 51.44, 5.48);
    await world.liveUntil("2026-06-15T10:02:30Z");
    for (const name of ["follower", "reporter", "silent"])
      await report(name, NOW - 5.5 * MINUTE_MS);
    await world.call("controlBiddingZone", {
      params: { bidding_zone_id: "NL" },
      body: { type: "ZERO_EXPORT" },
    });
    await world.liveUntil(iso(NOW));
    for (const name of ["follower", "reporter"]) await report(name, NOW - 4.5 * MINUTE_MS);
  });
  afterAll(() => world.close());

  const listed = async (query: QueryInput<"listLocations">) => {
    const { data, headers } = await world.call("listLocations", { query });
    const names = Object.entries(ids);
    const found = data.data.map(({ id }) => names.find(([, own]) => own === id)![0]);
    expect(headers.get("x-total-count")).toBe(String(found.length));
    return found;
  };
  const clusters = async (query: QueryInput<"listLocationClusters"> = {}) =>
    (await world.call("listLocationClusters", { query })).data.data;

  it.each<[LocationState, string[]]>([
    ["reporting", ["reporter"]],
    ["silent", ["silent"]],
    ["never_reported", ["never_reported"]],
    ["responding", ["follower"]],
  ])("listLocations finds those that are %s", async (state, names) => {
    expect((await listed({ state, sort: "customer_name" })).sort()).toEqual(names);
  });

  it("listLocations reports when each last reported, and sorts by it, with unreported ones last", async () => {
    const sorted = await listed({ sort: "last_reported_at" });
    expect(sorted.slice(0, 2)).toEqual(["never_reported", "silent"]);
    expect(await listed({ sort: "-last_reported_at" })).toEqual(sorted.toReversed());
    const of = async (name: string) =>
      (await world.call("getLocation", { params: { location_id: ids[name]! } })).data;
    expect((await of("silent")).last_reported_at).toBe(iso(NOW - 5.5 * MINUTE_MS));
    expect((await of("never_reported")).last_reported_at).toBeNull();
  });

  it("listLocations reports which follow a control, and sorts by state", async () => {
    const { data } = await world.call("listLocations", { query: { sort: "state" } });
    const stands = data.data.map(({ id, responding }) => [id, responding]);
    expect(stands).toEqual([
      [ids.reporter, false],
      [ids.follower, true],
      [ids.silent, true],
      [ids.never_reported, false],
    ]);
    const params = { location_id: ids.follower! };
    expect((await world.call("getLocation", { params })).data.responding).toBe(true);
  });

  it("listLocationClusters counts each location once, per cell", async () => {
    const found = await clusters();
    expect(found).toEqual([
      {
        latitude: 51.44,
        longitude: 5.48,
        locations: 1,
        responding: 0,
        silent: 0,
        never_reported: 1,
        location_id: ids.never_reported,
        label: "never_reported",
      },
      {
        latitude: expect.closeTo(52.1, 9),
        longitude: expect.closeTo(5.12, 9),
        locations: 3,
        responding: 1,
        silent: 1,
        never_reported: 0,
        location_id: null,
        label: null,
      },
    ]);
    const { data: status } = await world.call("getBiddingZoneStatus", {
      params: { bidding_zone_id: "NL" },
    });
    expect(status).toMatchObject({ locations: 4, reporting: 2, curtailed: 2 });
  });

  it("listLocationClusters returns single locations in a small box, edges included, with their names", async () => {
    const box = { west: 5.11, south: 52.09, east: 5.13, north: 52.11, columns: 64 };
    const found = await clusters(box);
    expect(found.map(({ label }) => label)).toEqual([
      "Oudegracht 1",
      "Oudegracht 2",
      "Oudegracht 3",
    ]);
    expect(await clusters({ ...box, columns: 1 })).toHaveLength(2);
    expect(await clusters({ west: 0, east: 1 })).toEqual([]);
  });

  it("listLocationClusters filters by group, and excludes deleted locations", async () => {
    const counts = async (group_id?: string) =>
      (await clusters({ group_id })).reduce((sum, one) => sum + one.locations, 0);
    expect(await counts(utrecht)).toBe(3);
    expect(await counts("grp_none")).toBe(0);
    const { location } = await place("gone", 53, 6);
    expect(await counts()).toBe(5);
    const params = { customer_id: location.customer_id };
    await world.call("deleteCustomer", { params });
    expect(await counts()).toBe(4);
  });

  it.each([
    ["west=5&east=5", "query/east"],
    ["south=53&north=52", "query/north"],
    ["west=181", "query/west"],
    ["north=abc", "query/north"],
    ["east=1e1", "query/east"],
    ["columns=0", "query/columns"],
    ["columns=65", "query/columns"],
  ])("listLocationClusters refuses %s and names %s", async (query, pointer) => {
    const response = await world.request(`/v1/location-clusters?${query}`);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ pointer }] });
  });

  it("listDevices filters by manufacturer and type", async () => {
    const { data } = await world.call("listDevices", { query: { brand: "BRAND_B" } });
    expect(data.data.map((device) => device.location_id)).toEqual([ids.silent]);
    const none = { brand: "BRAND_B", device_type: "BATTERY" };
    expect((await world.call("listDevices", { query: none })).data.data).toEqual([]);
    expect((await world.call("listDevices", { query: { brand: "BRAND" } })).data.data).toEqual([]);
  });
});
