import { afterEach, describe, expect, it } from "vitest";
import { ScriptedGateway } from "../support/scripted-gateway.ts";
import { World } from "../support/service.ts";
import { household } from "../support/site.ts";

const NL = { bidding_zone_id: "NL" };
const at = (time: string) => `2026-06-15T${time}Z`;
const clock = (ms: number) => new Date(ms).toISOString().slice(11, 19);

const open: World[] = [];
afterEach(async () => {
  for (const world of open.splice(0)) await world.close();
});
const opened = async (...args: Parameters<typeof World.open>) => {
  const world = await World.open(...args);
  open.push(world);
  return world;
};
/** Ends a service and starts another on its database. */
async function restarted(world: World, time: string, options: Parameters<typeof World.open>[1]) {
  open.splice(open.indexOf(world), 1);
  await world.close();
  return opened(time, { ...options, databaseUrl: world.databaseUrl });
}
const controlZone = async (world: World, time_to: string, time_from?: string) => {
  const body = { type: "MAX_CONSUMPTION", time_from, time_to } as const;
  const { data } = await world.call("controlBiddingZone", { params: NL, body });
  await world.service.tick();
  return data;
};

describe("a service that is restarted during a control", () => {
  it("continues to dispatch the same control, issues none and ends none", async () => {
    const gateway = new ScriptedGateway();
    const field = async () => gateway;
    const first = await opened(at("10:00:30"), { field });
    const { location, inverter } = await household(first);
    gateway.answers(location.id, [inverter.id]);
    const control = await controlZone(first, at("10:08:00"));
    await first.liveUntil(at("10:02:30"));
    const before = (await first.call("getControl", { params: { control_id: control.id } })).data;
    const second = await restarted(first, at("10:04:30"), { field });
    await second.liveUntil(at("10:09:30"));
    expect(
      gateway.told.map(({ atMs, controlId, type, validUntilMs }) => [
        clock(atMs),
        controlId,
        type,
        clock(validUntilMs),
      ]),
    ).toEqual([
      ["10:00:30", control.id, "MAX_CONSUMPTION", "10:05:00"],
      ["10:01:30", control.id, "MAX_CONSUMPTION", "10:06:00"],
      ["10:02:30", control.id, "MAX_CONSUMPTION", "10:07:00"],
      ["10:04:30", control.id, "MAX_CONSUMPTION", "10:08:00"],
      ["10:05:30", control.id, "MAX_CONSUMPTION", "10:08:00"],
      ["10:06:30", control.id, "MAX_CONSUMPTION", "10:08:00"],
      ["10:07:30", control.id, "MAX_CONSUMPTION", "10:08:00"],
    ]);
    const { data } = await second.call("listControls");
    expect(data.data).toEqual([control]);
    const after = (await second.call("getControl", { params: { control_id: control.id } })).data;
    expect(after).toEqual({ ...before, state: "ended", locations_in_force: null });
  });

  it("dispatches an accepted control within the same minute", async () => {
    const gateway = new ScriptedGateway();
    const field = async () => gateway;
    const first = await opened(at("10:00:10"), { field });
    await household(first);
    await controlZone(first, at("10:20:00"));
    gateway.away = true;
    const later = await controlZone(first, at("10:20:00"));
    gateway.away = false;
    await restarted(first, at("10:00:50"), { field });
    expect(gateway.told.slice(1).map(({ controlId }) => controlId)).toEqual([later.id]);
  });

  it("counts acknowledgements once, and accepts late ones for earlier setpoints", async () => {
    const gateway = new ScriptedGateway();
    const field = async () => gateway;
    const first = await opened(at("10:00:30"), { field });
    const { location, inverter } = await household(first);
    const control = await controlZone(first, at("10:20:00"));
    const second = await restarted(first, at("10:10:30"), { field });
    const devices = async () => {
      const params = { control_id: control.id };
      return (await second.call("getControlDelivery", { params })).data.devices;
    };
    expect(await devices()).toMatchObject({ addressed: 1, failed: 1, executed: 0 });
    const executed = [{ deviceId: inverter.id, outcome: "executed" as const }];
    gateway.report({
      acknowledgements: [{ locationId: location.id, controlId: control.id, devices: executed }],
    });
    await second.service.tick();
    expect(await devices()).toMatchObject({ addressed: 1, failed: 0, executed: 1 });
  });

  it("releases what was cancelled just before it stopped", async () => {
    const gateway = new ScriptedGateway();
    const field = async () => gateway;
    const first = await opened(at("10:00:30"), { field });
    await household(first);
    const control = await controlZone(first, at("10:20:00"));
    await first.call("cancelControl", { params: { control_id: control.id }, body: {} });
    await restarted(first, at("10:03:30"), { field });
    expect(gateway.told.map(({ type }) => type)).toEqual(["MAX_CONSUMPTION", "RELEASE"]);
  });

  it("does not dispatch a control that ended meanwhile", async () => {
    const gateway = new ScriptedGateway();
    const field = async () => gateway;
    const first = await opened(at("10:00:30"), { field });
    await household(first);
    const control = await controlZone(first, at("10:10:00"), at("10:05:00"));
    const second = await restarted(first, at("10:12:30"), { field });
    expect(gateway.told).toEqual([]);
    const params = { control_id: control.id };
    const { data } = await second.call("getControlDelivery", { params });
    expect(data.devices).toMatchObject({ addressed: 1, not_dispatched: 1, pending: 0 });
  });
});

describe("simulated plants of a service restarted during a control", () => {
  const START = at("09:58:30");
  const zone = async (world: World, start: string) => {
    const { data } = await world.call("getBiddingZoneHistorical", {
      params: NL,
      query: { start: at(start) },
    });
    return data.data;
  };
  /** A service with a control since 10:00 that was down from 10:05:30 on, checked after 10:30. */
  async function awayUntil(back: string, isControlled = true) {
    const first = await opened(START, { demo: 2 });
    if (isControlled) await controlZone(first, at("11:00:00"), at("10:00:00"));
    await first.liveUntil(at("10:05:30"));
    const second = await restarted(first, at(back), { demo: 2 });
    await second.liveUntil(at("10:30:30"));
    return { world: second, items: await zone(second, "10:00:00") };
  }
  const uninterrupted = async (isControlled: boolean) => {
    const world = await opened(START, { demo: 2 });
    if (isControlled) await controlZone(world, at("11:00:00"), at("10:00:00"));
    await world.liveUntil(at("10:30:30"));
    return zone(world, "10:00:00");
  };

  it("continue as if nothing happened after less than five minutes", async () => {
    const { world, items } = await awayUntil("10:09:30");
    const ever = await uninterrupted(true);
    expect(items).toHaveLength(2);
    for (const [i, item] of items.entries()) expect(item.actual).toBeCloseTo(ever[i]!.actual!, 1);
    const { data } = await world.call("getBiddingZoneStatus", { params: NL });
    expect(data.curtailed).toBeGreaterThan(40);
  }, 90_000);

  it("revert until the next dispatch after a longer time", async () => {
    const { items } = await awayUntil("10:25:30");
    const held = await uninterrupted(true);
    const free = await uninterrupted(false);
    const share = (i: number) =>
      (items[i]!.actual! - held[i]!.actual!) / (free[i]!.actual! - held[i]!.actual!);
    expect(items).toHaveLength(2);
    expect(share(0)).toBeGreaterThan(0.2);
    expect(share(0)).toBeLessThan(0.5);
    expect(share(1)).toBeGreaterThan(0.5);
    expect(share(1)).toBeLessThan(0.9);
  }, 90_000);
});
