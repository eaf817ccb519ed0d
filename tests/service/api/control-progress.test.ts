import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openScripted } from "../../support/scripted-gateway.ts";
import { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";

/** 11:58:30 in Amsterdam. */
const NOON = "2026-06-15T09:58:30Z";
const NL = { bidding_zone_id: "NL" };

let world: World;
let utrecht: { id: string };
beforeAll(async () => {
  world = await World.open(NOON);
  utrecht = await group(world);
  await household(world, { groupId: utrecht.id });
  await household(world, { email: "elsewhere@example.org" });
});
afterAll(() => world.close());
beforeEach(() => world.setClock(NOON));

const zone = async (order: object) =>
  (
    await world.call("controlBiddingZone", {
      params: NL,
      body: { type: "MAX_CONSUMPTION", ...order } as never,
    })
  ).data.id;
const inUtrecht = async (order: object) =>
  (
    await world.call("controlGroup", {
      params: { group_id: utrecht.id },
      body: { type: "ZERO_EXPORT", ...order } as never,
    })
  ).data.id;
const read = async (control_id: string) =>
  (await world.call("getControl", { params: { control_id } })).data;

it("a control says at how many of its locations it is in force", async () => {
  const older = await zone({ time_to: "2026-06-15T11:00:00Z" });
  expect(await read(older)).toMatchObject({ locations_in_force: 2, next_override: null });
  const newer = await inUtrecht({
    time_from: "2026-06-15T10:30:00Z",
    time_to: "2026-06-15T10:45:00Z",
  });
  expect(await read(older)).toMatchObject({
    locations_in_force: 2,
    next_override: { time: "2026-06-15T10:30:00.000Z", locations: 1 },
  });
  expect(await read(newer)).toMatchObject({ locations_in_force: null, next_override: null });
  world.setClock("2026-06-15T10:31:00Z");
  expect(await read(older)).toMatchObject({ locations_in_force: 1, next_override: null });
  expect(await read(newer)).toMatchObject({ locations_in_force: 1 });
  world.setClock("2026-06-15T10:46:00Z");
  expect(await read(older)).toMatchObject({ locations_in_force: 2 });
  world.setClock("2026-06-15T11:00:00Z");
  expect(await read(older)).toMatchObject({ locations_in_force: null });
});

it("a control that a newer one takes over everywhere is in force nowhere", async () => {
  const older = await inUtrecht({ time_to: "2026-06-15T11:00:00Z" });
  await zone({ time_to: "2026-06-15T10:15:00Z" });
  const { data } = await world.call("listControlSummaries", { query: { state: "active" } });
  const listed = data.data.find(({ id }) => id === older);
  expect(listed).toMatchObject({ locations: 1, locations_in_force: 0 });
});

it("a location where a control changes nothing is addressed but follows nothing", async () => {
  const opened = await openScripted("2026-06-15T22:30:30Z");
  const night = opened.world;
  try {
    const { location, inverter } = await household(night);
    opened.gateway.answers(location.id, [inverter.id], "executed");
    const { data } = await night.call("controlBiddingZone", {
      params: NL,
      body: { type: "ZERO_EXPORT", time_to: "2026-06-15T23:00:00Z" },
    });
    await night.liveUntil("2026-06-15T22:33:30Z");
    const delivery = await night.call("getControlDelivery", { params: { control_id: data.id } });
    expect(delivery.data.devices.executed).toBe(1);
    const { data: status } = await night.call("getBiddingZoneStatus", { params: NL });
    expect(status.curtailed).toBe(0);
    const detail = await night.call("getLocation", { params: { location_id: location.id } });
    expect(detail.data.responding).toBe(false);
  } finally {
    await night.close();
  }
});

it("a control carries who issued it", async () => {
  const { data } = await world.call("controlGroup", {
    params: { group_id: utrecht.id },
    body: { type: "ZERO_EXPORT" },
    headers: { "Control-Actor": "operator@example.org" },
  });
  expect(await read(data.id)).toMatchObject({
    issued_by: "operator@example.org",
    rule_id: null,
  });
});

it("lists those in force first, then the next to come, then the latest", async () => {
  const later = await zone({
    time_from: "2026-06-15T13:00:00Z",
    time_to: "2026-06-15T13:15:00Z",
  });
  const soon = await zone({ time_from: "2026-06-15T12:00:00Z", time_to: "2026-06-15T12:15:00Z" });
  const running = await zone({ time_to: "2026-06-15T10:15:00Z" });
  const ids = async () => {
    const { data } = await world.call("listControlSummaries", {
      query: { sort: "relevance", page_size: 100 },
    });
    return data.data.map(({ id }) => id);
  };
  const all = await ids();
  expect(all[0]).toBe(running);
  expect(all.indexOf(soon)).toBeLessThan(all.indexOf(later));
  world.setClock("2026-06-15T12:05:00Z");
  expect((await ids())[0]).toBe(soon);
  expect((await ids())[1]).toBe(later);
});

it("narrows to the controls that run in a period", async () => {
  const id = await zone({ time_from: "2026-06-16T08:00:00Z", time_to: "2026-06-16T08:30:00Z" });
  const within = async (from: string, to: string) => {
    const { data } = await world.call("listControlSummaries", { query: { from, to } });
    return data.data.map((one) => one.id);
  };
  expect(await within("2026-06-16T08:15:00Z", "2026-06-16T09:00:00Z")).toEqual([id]);
  expect(await within("2026-06-16T08:30:00Z", "2026-06-16T09:00:00Z")).toEqual([]);
  expect(await within("2026-06-16T07:30:00Z", "2026-06-16T08:00:00Z")).toEqual([]);
});
