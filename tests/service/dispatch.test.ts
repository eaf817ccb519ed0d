import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { BodyInput } from "../../lib/contract/index.ts";
import { dispatchDue } from "../../service/jobs/dispatch-setpoints.ts";
import { openStore } from "../../service/store/store.ts";
import { expectErrorLog } from "../support/error-log.ts";
import { openScripted, ScriptedGateway } from "../support/scripted-gateway.ts";
import type { World } from "../support/service.ts";
import { group, household } from "../support/site.ts";

const NL = { bidding_zone_id: "NL" };
/** 12:00:30 in Amsterdam on a Monday in June. */
const START = "2026-06-15T10:00:30Z";
const at = (time: string) => `2026-06-15T${time}Z`;
const clock = (ms: number) => new Date(ms).toISOString().slice(11, 19);

let world: World;
let gateway: ScriptedGateway;
beforeEach(async () => {
  ({ world, gateway } = await openScripted(START));
});
afterEach(() => world.close());

const told = () =>
  gateway.told.map(({ atMs, controlId, validUntilMs }) => [
    clock(atMs),
    controlId,
    clock(validUntilMs),
  ]);
const controlZone = async (body: BodyInput<"controlBiddingZone">) =>
  (await world.call("controlBiddingZone", { params: NL, body })).data;
/** Ticks the service without advancing the clock. */
const goOn = () => world.service.tick();
const outcome = async (control_id: string) => {
  const { data } = await world.call("getControlDelivery", { params: { control_id } });
  return data.devices;
};
const only = async (control_id: string) => {
  const { data } = await world.call("listControlDeliveries", { params: { control_id } });
  expect(data.data).toHaveLength(1);
  return data.data[0]!;
};

describe("an accepted control", () => {
  it("is dispatched at once if it starts now, not only at the next minute", async () => {
    const { location } = await household(world);
    const control = await controlZone({ type: "MAX_CONSUMPTION", time_to: at("10:20:00") });
    await expect.poll(() => gateway.told).toHaveLength(1);
    expect(gateway.told[0]).toEqual({
      locationId: location.id,
      controlId: control.id,
      type: "MAX_CONSUMPTION",
      limitKw: null,
      validUntilMs: Date.parse(at("10:05:00")),
      atMs: Date.parse(START),
    });
  });

  it("is dispatched in the minute it starts, renewed each minute, never beyond or after its end", async () => {
    await household(world);
    const window = { time_from: at("10:02:00"), time_to: at("10:10:00") };
    const { id } = await controlZone({ type: "ZERO_EXPORT", ...window });
    await world.liveUntil(at("10:14:30"));
    expect(told()).toEqual([
      ["10:02:30", id, "10:07:00"],
      ["10:03:30", id, "10:08:00"],
      ["10:04:30", id, "10:09:00"],
      ["10:05:30", id, "10:10:00"],
      ["10:06:30", id, "10:10:00"],
      ["10:07:30", id, "10:10:00"],
      ["10:08:30", id, "10:10:00"],
      ["10:09:30", id, "10:10:00"],
    ]);
  });

  it("yields to a newer active one, and is dispatched again when that has ended", async () => {
    const utrecht = await group(world);
    await household(world, { groupId: utrecht.id });
    const older = await controlZone({ type: "MAX_CONSUMPTION", time_to: at("10:10:00") });
    await goOn();
    const { data: newer } = await world.call("controlGroup", {
      params: { group_id: utrecht.id },
      body: { type: "ZERO_EXPORT", time_from: at("10:02:00"), time_to: at("10:04:00") },
    });
    await world.liveUntil(at("10:05:30"));
    expect(gateway.told.map(({ controlId, type }) => [controlId, type])).toEqual([
      [older.id, "MAX_CONSUMPTION"],
      [older.id, "MAX_CONSUMPTION"],
      [newer.id, "ZERO_EXPORT"],
      [newer.id, "ZERO_EXPORT"],
      [older.id, "MAX_CONSUMPTION"],
      [older.id, "MAX_CONSUMPTION"],
    ]);
    expect(gateway.told.at(-1)!.validUntilMs).toBe(Date.parse(at("10:10:00")));
  });

  it("is not dispatched to a location without a controllable device", async () => {
    const { location } = await household(world);
    await household(world, { email: "fixed@example.org", controllable: false });
    const { id } = await controlZone({ type: "MAX_CONSUMPTION", time_to: at("10:05:00") });
    await world.liveUntil(at("10:02:30"));
    expect(new Set(gateway.told.map((one) => one.locationId))).toEqual(new Set([location.id]));
    expect(await outcome(id)).toMatchObject({ addressed: 1, unsupported: 1 });
    expect((await only(id)).location_id).toBe(location.id);
  });

  it("sets the net injection limit by its direction and the connection", async () => {
    const metered = await household(world);
    const plain = await household(world, { email: "plain@example.org" });
    const meter = { location_id: metered.location.id, name: "Meter", brand: "BRAND_A" };
    await world.call("registerDevice", {
      body: { ...meter, device_type: "METER", ratings: { connection_limit_kw: 17 } },
    });
    for (const type of ["ZERO_EXPORT", "MAX_PRODUCTION", "MAX_CONSUMPTION"] as const) {
      await controlZone({ type, time_to: at("10:05:00") });
      await goOn();
    }
    const limits = ({ location }: typeof plain) =>
      gateway.toldTo(location.id).map(({ type, limitKw }) => [type, limitKw]);
    expect(limits(metered)).toEqual([
      ["ZERO_EXPORT", 0],
      ["MAX_PRODUCTION", 17],
      ["MAX_CONSUMPTION", -17],
    ]);
    expect(limits(plain)).toEqual([
      ["ZERO_EXPORT", 0],
      ["MAX_PRODUCTION", null],
      ["MAX_CONSUMPTION", null],
    ]);
  });
});

describe("a customer deleted during a control", () => {
  it("has devices that get only a release", async () => {
    const { customer, location } = await household(world);
    const stays = await household(world, { email: "stays@example.org" });
    await controlZone({ type: "MAX_CONSUMPTION", time_to: at("10:10:00") });
    await goOn();
    await world.call("deleteCustomer", { params: { customer_id: customer.id } });
    await world.liveUntil(at("10:03:30"));
    const types = gateway.toldTo(location.id).map(({ type }) => type);
    expect(types.filter((type) => type !== "RELEASE")).toEqual(["MAX_CONSUMPTION"]);
    expect(gateway.toldTo(stays.location.id)).toHaveLength(4);
  });
});

describe("while devices cannot be reached", () => {
  it("an active control is dispatched when they can be reached again", async () => {
    await household(world);
    gateway.away = true;
    const { id } = await controlZone({ type: "ZERO_EXPORT", time_to: at("10:10:00") });
    await world.liveUntil(at("10:03:30"));
    expect(await only(id)).toMatchObject({ state: "pending", dispatched_at: null });
    gateway.away = false;
    await goOn();
    expect(told()).toEqual([["10:03:30", id, "10:08:00"]]);
    expect(await only(id)).toMatchObject({
      dispatched_at: at("10:03:30.000"),
      acknowledged_at: null,
    });
  });

  it("a control that ends before is never dispatched, and reports that", async () => {
    await household(world);
    gateway.away = true;
    const { id } = await controlZone({ type: "ZERO_EXPORT", time_to: at("10:03:00") });
    await goOn();
    await world.liveUntil(at("10:03:30"));
    gateway.away = false;
    await world.liveUntil(at("10:06:30"));
    expect(gateway.told).toEqual([]);
    expect(await only(id)).toMatchObject({ state: "not_dispatched", dispatched_at: null });
    expect(await outcome(id)).toMatchObject({
      addressed: 1,
      not_dispatched: 1,
      executed: 0,
      pending: 0,
    });
  });

  it("only those locations wait, and the others get their setpoints", async () => {
    const near = await household(world);
    const far = await household(world, { email: "far@example.org" });
    gateway.away = new Set([far.location.id]);
    await controlZone({ type: "ZERO_EXPORT", time_to: at("10:10:00") });
    await goOn();
    await world.liveUntil(at("10:02:30"));
    expect(gateway.toldTo(near.location.id)).toHaveLength(3);
    gateway.away = false;
    await goOn();
    expect(gateway.toldTo(near.location.id)).toHaveLength(3);
    expect(gateway.toldTo(far.location.id)).toHaveLength(1);
  });

  it("a lost connection loses nothing", async () => {
    expectErrorLog(/the line is broken/);
    await household(world);
    gateway.broken = true;
    const { id } = await controlZone({ type: "ZERO_EXPORT", time_to: at("10:10:00") });
    await goOn();
    await world.liveUntil(at("10:01:30"));
    gateway.broken = false;
    await goOn();
    expect(told()).toEqual([["10:01:30", id, "10:06:00"]]);
    expect((await only(id)).dispatched_at).toBe(at("10:01:30.000"));
  });

  it("earlier setpoints are renewed once they are back", async () => {
    expectErrorLog(/the line is broken/);
    await household(world);
    await controlZone({ type: "ZERO_EXPORT", time_to: at("10:10:00") });
    await goOn();
    gateway.broken = true;
    await world.liveUntil(at("10:02:30"));
    gateway.broken = false;
    await goOn();
    await goOn();
    expect(gateway.told.map(({ atMs }) => clock(atMs))).toEqual(["10:00:30", "10:02:30"]);
  });

  it("dispatching again counts no device twice", async () => {
    const { location, inverter } = await household(world);
    gateway.answers(location.id, [inverter.id]);
    const { id } = await controlZone({ type: "ZERO_EXPORT", time_to: at("10:10:00") });
    for (let i = 0; i < 3; i++) await goOn();
    await world.liveUntil(at("10:04:30"));
    const first = (await only(id)).acknowledged_at;
    await goOn();
    expect(await outcome(id)).toEqual({
      addressed: 1,
      pending: 0,
      executed: 1,
      failed: 0,
      unsupported: 0,
      unknown: 0,
      not_dispatched: 0,
    });
    expect(first).toBe(START.replace("Z", ".000Z"));
  });
});

describe("a dispatch that reads setpoints in portions", () => {
  it("sends each location its setpoint, wherever the portions are divided", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++)
      ids.push((await household(world, { email: `house${n}@example.org` })).location.id);
    await controlZone({ type: "ZERO_EXPORT", time_to: at("10:20:00") });
    const sorted = ids.toSorted();
    const store = await openStore(world.databaseUrl, () => undefined);
    onTestFinished(() => store.close());
    for (const bounds of [[sorted[1]!, sorted[3]!], sorted, [sorted[3]!, sorted[0]!], ["x", ""]]) {
      const other = new ScriptedGateway();
      await dispatchDue(store.db, other, Date.parse(START), { bounds });
      expect(new Set(other.told.map(({ locationId }) => locationId))).toEqual(new Set(ids));
    }
  });
});
