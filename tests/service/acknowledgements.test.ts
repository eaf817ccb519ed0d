import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { DeviceOutcomes } from "../../lib/contract/index.ts";
import type { Outcome } from "../../service/gateway/gateway.ts";
import { openScripted, type Manner, type ScriptedGateway } from "../support/scripted-gateway.ts";
import type { World } from "../support/service.ts";
import { household } from "../support/site.ts";

const NL = { bidding_zone_id: "NL" };
/** 12:00:30 in Amsterdam on a Monday in June. */
const START = "2026-06-15T10:00:30Z";
const at = (time: string) => `2026-06-15T${time}Z`;
const NONE: DeviceOutcomes = {
  addressed: 0,
  pending: 0,
  executed: 0,
  failed: 0,
  unsupported: 0,
  unknown: 0,
  not_dispatched: 0,
};

let world: World;
let gateway: ScriptedGateway;
beforeEach(async () => {
  ({ world, gateway } = await openScripted(START));
});
afterEach(() => world.close());

/** A home whose devices answer in this manner. */
async function home(manner: Manner, options: Parameters<typeof household>[1] = {}) {
  const { location, ...rest } = await household(world, options);
  const { data } = await world.call("listDevices", { query: { location_id: location.id } });
  const device = (type: string) => data.data.find((one) => one.device_type === type)?.id ?? "";
  const [inverter, battery] = [device("SOLAR_INVERTER"), device("BATTERY")];
  gateway.answers(location.id, [inverter, battery].filter(Boolean), manner);
  return { ...rest, location, inverter, battery };
}

/** Accepts a control and waits for its first dispatch. */
async function control(time_to: string, time_from?: string) {
  const body = { type: "ZERO_EXPORT", time_from, time_to } as const;
  const { data } = await world.call("controlBiddingZone", { params: NL, body });
  await world.service.tick();
  return data.id;
}

const devices = async (control_id: string) =>
  (await world.call("getControlDelivery", { params: { control_id } })).data.devices;
const states = async (control_id: string) => {
  const { data } = await world.call("listControlDeliveries", { params: { control_id } });
  return data.data.map((one) => one.state);
};
const answer = async (
  locationId: string,
  controlId: string,
  ...parts: Record<string, Outcome>[]
) => {
  const toDevices = (part: Record<string, Outcome>) =>
    Object.entries(part).map(([deviceId, outcome]) => ({ deviceId, outcome }));
  gateway.report({
    acknowledgements: parts.map((part) => ({ locationId, controlId, devices: toDevices(part) })),
  });
  await world.service.tick();
};
const curtailed = async () =>
  (await world.call("getBiddingZoneStatus", { params: NL })).data.curtailed;

describe("a device that does not acknowledge", () => {
  it("is unknown after a minute, failed after five, and updated by a late acknowledgement", async () => {
    const { location, inverter } = await home("silent");
    const id = await control(at("10:30:00"));
    expect(await devices(id)).toEqual({ ...NONE, addressed: 1, pending: 1 });
    await world.liveUntil(at("10:01:30"));
    expect(await states(id)).toEqual(["unknown"]);
    expect(await devices(id)).toEqual({ ...NONE, addressed: 1, unknown: 1 });
    await world.liveUntil(at("10:04:30"));
    expect(await states(id)).toEqual(["unknown"]);
    await world.liveUntil(at("10:05:30"));
    expect(await states(id)).toEqual(["failed"]);
    expect(await devices(id)).toEqual({ ...NONE, addressed: 1, failed: 1 });
    await answer(location.id, id, { [inverter]: "executed" });
    expect([await states(id), await devices(id)]).toEqual([
      ["acknowledged"],
      { ...NONE, addressed: 1, executed: 1 },
    ]);
    await world.liveUntil(at("10:32:30"));
    expect(await devices(id)).toEqual({ ...NONE, addressed: 1, executed: 1 });
  });

  it("is failed when its control ends earlier", async () => {
    await home("silent");
    const id = await control(at("10:03:00"));
    await world.liveUntil(at("10:02:30"));
    expect(await states(id)).toEqual(["unknown"]);
    await world.liveUntil(at("10:03:30"));
    expect(await states(id)).toEqual(["failed"]);
  });

  it("may acknowledge after its control has ended", async () => {
    const { location, inverter } = await home("silent");
    const id = await control(at("10:03:00"));
    await world.liveUntil(at("10:08:30"));
    await answer(location.id, id, { [inverter]: "executed" });
    expect(await devices(id)).toEqual({ ...NONE, addressed: 1, executed: 1 });
  });
});

describe("an acknowledgement", () => {
  it.each(["executed", "failed", "unsupported"] as const)(
    "of %s is counted as such",
    async (said) => {
      await home(said);
      const id = await control(at("10:10:00"));
      expect([await states(id), await devices(id)]).toEqual([
        ["acknowledged"],
        { ...NONE, addressed: 1, [said]: 1 },
      ]);
    },
  );

  it("by some devices leaves the others open until their own message", async () => {
    const { location, inverter, battery } = await home("silent", { batteryKwh: 10 });
    const id = await control(at("10:10:00"));
    await answer(location.id, id, { [inverter]: "executed" });
    expect(await devices(id)).toMatchObject({ addressed: 2, executed: 1, failed: 0 });
    await answer(location.id, id, { [battery]: "failed" });
    expect(await devices(id)).toEqual({ ...NONE, addressed: 2, executed: 1, failed: 1 });
  });

  it("is not lost if another device's arrives at the same time", async () => {
    const { location, inverter, battery } = await home("silent", { batteryKwh: 10 });
    const id = await control(at("10:10:00"));
    await answer(location.id, id, { [inverter]: "executed" }, { [battery]: "executed" });
    expect(await devices(id)).toEqual({ ...NONE, addressed: 2, executed: 2 });
  });

  it("by the same device replaces its earlier one", async () => {
    const { location, inverter } = await home("silent");
    const id = await control(at("10:10:00"));
    await answer(location.id, id, { [inverter]: "failed" });
    expect(await devices(id)).toEqual({ ...NONE, addressed: 1, failed: 1 });
    await answer(location.id, id, { [inverter]: "failed" }, { [inverter]: "executed" });
    expect(await devices(id)).toEqual({ ...NONE, addressed: 1, executed: 1 });
  });

  it("counts only for addressed devices", async () => {
    const { location, inverter } = await home("silent");
    const stranger = await home("silent", { email: "stranger@example.org" });
    const id = await control(at("10:10:00"));
    await answer(location.id, id, { [stranger.inverter]: "executed", nobody: "executed" });
    expect(await devices(id)).toMatchObject({ addressed: 2, executed: 0 });
    await answer(location.id, id, { [inverter]: "failed", nobody: "executed" });
    expect(await devices(id)).toMatchObject({ executed: 0, failed: 1 });
  });

  it("by a device registered later counts for none of the addressed ones", async () => {
    const { location, inverter } = await home("silent");
    const running = await control(at("10:30:00"));
    await world.liveUntil(at("10:02:30"));
    const ratings = { capacity_kwh: 10, power_kw: 5 };
    const named = { location_id: location.id, name: "Battery", brand: "BRAND_B" };
    const body = { ...named, device_type: "BATTERY", ratings } as const;
    const { data: added } = await world.call("registerDevice", { body });
    await answer(location.id, running, { [added.id]: "executed" });
    expect(await devices(running)).toEqual({ ...NONE, addressed: 1, unknown: 1 });
    await answer(location.id, running, { [inverter]: "failed", [added.id]: "executed" });
    expect(await devices(running)).toEqual({ ...NONE, addressed: 1, failed: 1 });
    const later = await control(at("10:40:00"));
    await answer(location.id, later, { [added.id]: "executed" });
    expect(await devices(later)).toMatchObject({ addressed: 2, executed: 1 });
  });

  it("by a device deleted after dispatch still counts", async () => {
    const { customer, location, inverter } = await home("silent");
    const id = await control(at("10:30:00"));
    world.setClock(at("10:00:40"));
    await world.call("deleteCustomer", { params: { customer_id: customer.id } });
    await answer(location.id, id, { [inverter]: "executed" });
    expect(await devices(id)).toEqual({ ...NONE, addressed: 1, executed: 1 });
  });

  it("counts even if it arrives before the dispatch was recorded", async () => {
    const { world, gateway, onReport } = await openScripted(START);
    onTestFinished(() => world.close());
    gateway.beforeNoted = onReport;
    const { location } = await household(world, {});
    const { data } = await world.call("listDevices", { query: { location_id: location.id } });
    gateway.answers(
      location.id,
      data.data.map(({ id }) => id),
    );
    const { data: control } = await world.call("controlBiddingZone", {
      params: NL,
      body: { type: "ZERO_EXPORT", time_to: at("10:30:00") },
    });
    await world.service.exchange();
    const { data: delivery } = await world.call("getControlDelivery", {
      params: { control_id: control.id },
    });
    expect(delivery.devices).toEqual({ ...NONE, addressed: 1, executed: 1 });
  });

  it("of a control not dispatched there, or by an unknown device, changes nothing", async () => {
    const { location, inverter } = await home("executed");
    const running = await control(at("10:10:00"));
    const later = await control(at("10:40:00"), at("10:30:00"));
    const before = [await devices(running), await devices(later)];
    expect(before[1]).toEqual({ ...NONE, addressed: 1, pending: 1 });
    await answer(location.id, later, { [inverter]: "executed" });
    await answer(location.id, "ctrl_nowhere", { [inverter]: "executed" });
    await answer("loc_nowhere", running, { [inverter]: "failed" });
    expect([await devices(running), await devices(later)]).toEqual(before);
  });
});

describe("a silent device at a location where another one acknowledged", () => {
  const half = async () => {
    const all = await home("silent", { batteryKwh: 10 });
    gateway.answers(all.location.id, [all.inverter], "executed");
    return all;
  };
  const both = async (control_id: string) => {
    const { data } = await world.call("listControlDeliveries", { params: { control_id } });
    expect(data.data.map((location) => location.devices)).toEqual([await devices(control_id)]);
    return devices(control_id);
  };
  const HALF = { ...NONE, addressed: 2, executed: 1 };

  it("is pending for a minute, then unknown, failed after five, and may acknowledge late", async () => {
    const { location, battery } = await half();
    const id = await control(at("10:30:00"));
    expect(await both(id)).toEqual({ ...HALF, pending: 1 });
    await world.liveUntil(at("10:01:30"));
    expect(await both(id)).toEqual({ ...HALF, unknown: 1 });
    await world.liveUntil(at("10:05:30"));
    expect(await both(id)).toEqual({ ...HALF, failed: 1 });
    await answer(location.id, id, { [battery]: "executed" });
    expect(await both(id)).toEqual({ ...HALF, executed: 2 });
  });

  it("is failed when its control is over, but not within a minute of dispatch", async () => {
    await half();
    const soonOver = await control(at("10:01:00"));
    world.setClock(at("10:01:29"));
    expect(await both(soonOver)).toEqual({ ...HALF, pending: 1 });
    world.setClock(at("10:01:30"));
    expect(await both(soonOver)).toEqual({ ...HALF, failed: 1 });
    const over = await control(at("10:03:00"));
    world.setClock(at("10:02:59"));
    expect(await both(over)).toEqual({ ...HALF, unknown: 1 });
    world.setClock(at("10:03:00"));
    expect(await both(over)).toEqual({ ...HALF, failed: 1 });
  });
});

describe("the list of curtailed locations", () => {
  it("excludes one that follows an older control while it rejected the newest", async () => {
    const { location, inverter } = await home("executed");
    await control(at("11:00:00"));
    expect(await curtailed()).toBe(1);
    const newest = await control(at("10:20:00"));
    await answer(location.id, newest, { [inverter]: "failed" });
    expect(await curtailed()).toBe(0);
    await world.liveUntil(at("10:20:30"));
    expect(await curtailed()).toBe(1);
  });

  it("contains only those that acknowledged, while the control runs", async () => {
    const following = await home("executed");
    const silent = await home("silent", { email: "silent@example.org" });
    await home("failed", { email: "failed@example.org" });
    await home("unsupported", { email: "unsupported@example.org" });
    expect(await curtailed()).toBe(0);
    const id = await control(at("10:10:00"));
    expect(await curtailed()).toBe(1);
    const { data } = await world.call("getLocationStatus", {
      params: { location_id: following.location.id },
    });
    expect(data.curtailed).toBe(1);
    await world.liveUntil(at("10:06:30"));
    expect(await curtailed()).toBe(1);
    await answer(silent.location.id, id, { [silent.inverter]: "executed" });
    expect(await curtailed()).toBe(2);
    await world.liveUntil(at("10:10:30"));
    expect(await curtailed()).toBe(0);
  });

  it("lists those of each state, or all without a filter", async () => {
    await home("executed");
    await home("silent", { email: "silent@example.org" });
    await home("failed", { email: "failed@example.org" });
    const id = await control(at("10:10:00"));
    await world.liveUntil(at("10:01:30"));
    const counts: number[] = [];
    for (const state of [undefined, "acknowledged", "unknown", "failed"] as const) {
      const asked = { params: { control_id: id }, query: { state, page_size: 1 } };
      const { headers } = await world.call("listControlDeliveries", asked);
      counts.push(Number(headers.get("x-total-count")));
    }
    expect(counts).toEqual([3, 2, 1, 0]);
  });
});

describe("the connection state of devices", () => {
  it("is the latest reported one, and ignores older reports", async () => {
    const { location } = await household(world);
    const connection = async () => {
      const { data } = await world.call("getLocation", { params: { location_id: location.id } });
      return data.connection;
    };
    const hear = async (online: boolean, time: string) => {
      const atMs = Date.parse(at(time));
      gateway.report({ presence: [{ locationId: location.id, online, atMs }] });
      await world.service.tick();
    };
    expect(await connection()).toBe("unknown");
    await hear(true, "10:00:10");
    expect(await connection()).toBe("online");
    await hear(false, "10:00:20");
    expect(await connection()).toBe("offline");
    await hear(true, "10:00:15");
    expect(await connection()).toBe("offline");
  });
});
