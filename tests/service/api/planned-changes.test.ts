import { afterAll, beforeAll, expect, it } from "vitest";
import { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";

/** 11:58:30 in Amsterdam. */
const NOON = "2026-06-15T09:58:30Z";
const NL = { bidding_zone_id: "NL" };
const DAY = { start: "2026-06-15T09:45:00Z", end: "2026-06-16T09:45:00Z" };

let world: World;
let group_id: string;
let location_id: string;
beforeAll(async () => {
  world = await World.open(NOON);
  group_id = (await group(world)).id;
  location_id = (await household(world, { groupId: group_id, batteryKwh: 10 })).location.id;
  await household(world, { email: "elsewhere@example.org" });
});
afterAll(() => world.close());

const ofZone = async () =>
  (await world.call("getBiddingZonePlannedChanges", { params: NL, query: DAY })).data.data;
const ofGroup = async () =>
  (await world.call("getGroupPlannedChanges", { params: { group_id }, query: DAY })).data.data;
const ofLocation = async () =>
  (await world.call("getLocationPlannedChanges", { params: { location_id }, query: DAY })).data
    .data;
const at = (items: { time: string; change: number }[], time: string) =>
  items.find((item) => item.time === `2026-06-15T${time}:00.000Z`)?.change ?? 0;

it("says nothing where nothing is controlled", async () => {
  expect(await ofZone()).toEqual([]);
  expect(await ofGroup()).toEqual([]);
  expect(await ofLocation()).toEqual([]);
});

it("adds up the changes of all controls, also where one overrides another", async () => {
  const { data: older } = await world.call("controlBiddingZone", {
    params: NL,
    body: {
      type: "MAX_CONSUMPTION",
      time_from: "2026-06-15T11:00:00Z",
      time_to: "2026-06-15T11:45:00Z",
    },
  });
  const first = older.results[0]!;
  expect(at(await ofZone(), "11:00")).toBeCloseTo(first.delta, 3);
  const { data: newer } = await world.call("controlGroup", {
    params: { group_id },
    body: {
      type: "ZERO_EXPORT",
      time_from: "2026-06-15T11:15:00Z",
      time_to: "2026-06-15T11:30:00Z",
    },
  });
  const [olderDelta, newerDelta] = [older.results[1]!.delta, newer.results[0]!.delta];
  expect(at(await ofZone(), "11:15")).toBeCloseTo(olderDelta + newerDelta, 3);
  expect(at(await ofGroup(), "11:15")).toBeCloseTo(at(await ofLocation(), "11:15"), 2);
  expect(at(await ofLocation(), "11:00")).toBeLessThan(0);
});

it("averages a control that covers a part of a quarter-hour over all of it", async () => {
  const { data } = await world.call("controlBiddingZone", {
    params: NL,
    body: {
      type: "MAX_CONSUMPTION",
      time_from: "2026-06-16T09:00:00Z",
      time_to: "2026-06-16T09:05:00Z",
    },
  });
  const changes = await ofZone();
  const change = changes.find(({ time }) => time === "2026-06-16T09:00:00.000Z")!.change;
  expect(change).toBeCloseTo(data.results[0]!.delta / 3, 0);
});

it("a cancelled control changes nothing from then on", async () => {
  const { data } = await world.call("controlBiddingZone", {
    params: NL,
    body: {
      type: "MAX_CONSUMPTION",
      time_from: "2026-06-15T13:00:00Z",
      time_to: "2026-06-15T13:30:00Z",
    },
  });
  expect(at(await ofZone(), "13:00")).toBeLessThan(-1);
  await world.call("cancelControl", { params: { control_id: data.id }, body: {} });
  expect(Math.abs(at(await ofZone(), "13:00"))).toBeLessThan(0.5);
  expect(at(await ofLocation(), "13:00")).toBe(0);
});

it("the live status has the change of its minute", async () => {
  const { data } = await world.call("controlGroup", {
    params: { group_id },
    body: { type: "MAX_CONSUMPTION", time_to: "2026-06-15T10:00:00Z" },
  });
  const { data: zone } = await world.call("getBiddingZoneStatus", { params: NL });
  expect(zone.planned_change).toBeCloseTo(data.results[0]!.delta, 2);
  const { data: home } = await world.call("getLocationStatus", { params: { location_id } });
  expect(home.planned_change).toBeCloseTo(data.results[0]!.delta, 2);
});

it("refuses a range that ends before it starts", async () => {
  const query = { start: DAY.end, end: DAY.start };
  const { status } = await world.call("getBiddingZonePlannedChanges", { params: NL, query });
  expect(status).toBe(422);
});
