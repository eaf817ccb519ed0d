import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BodyInput, ControlEffect, ControlState } from "../../../lib/contract/index.ts";
import { openScripted, type ScriptedGateway } from "../../support/scripted-gateway.ts";
import type { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";

const NL = { bidding_zone_id: "NL" };
/** 12:00:30 in Amsterdam on a Monday in June. */
const START = "2026-06-15T10:00:30Z";
const at = (time: string) => `2026-06-15T${time}Z`;
const full = (time: string) => `2026-06-15T${time}.000Z`;
const clock = (ms: number) => new Date(ms).toISOString().slice(11, 19);

let world: World;
let gateway: ScriptedGateway;
beforeEach(async () => {
  ({ world, gateway } = await openScripted(START));
});
afterEach(() => world.close());

type Order = BodyInput<"controlBiddingZone">;
const controlZone = async (body: Order) => {
  const { data } = await world.call("controlBiddingZone", { params: NL, body });
  await world.service.tick();
  return data;
};
const controlGroup = async (group_id: string, body: Order) => {
  const { data } = await world.call("controlGroup", { params: { group_id }, body });
  await world.service.tick();
  return data;
};
const cancel = (control_id: string) =>
  world.call("cancelControl", { params: { control_id }, body: {} });
const detail = async (control_id: string) =>
  (await world.call("getControl", { params: { control_id } })).data;
const ids = async (state?: ControlState) => {
  const { data } = await world.call("listControlSummaries", { query: { state } });
  return data.data.map((one) => one.id);
};
/** kWh within a window, of effects that are averages over their part. */
const energy = (effects: ControlEffect[], read: (one: ControlEffect) => number) =>
  effects.reduce((sum, one) => {
    const hours = (Date.parse(one.time_to) - Date.parse(one.time_from)) / 3_600_000;
    return sum + read(one) * hours;
  }, 0);
const types = () => gateway.told.map(({ atMs, type }) => [clock(atMs), type]);

describe("cancelling an active control", () => {
  it("stops it at the next full minute and leaves its record as accepted", async () => {
    await household(world);
    const control = await controlZone({ type: "MAX_CONSUMPTION", time_to: at("10:40:00") });
    const before = await detail(control.id);
    world.setClock(at("10:07:20"));
    const { status, data } = await cancel(control.id);
    expect(status).toBe(200);
    const { cancelled_effect, ...rest } = data;
    const { cancelled_effect: none, ...unchanged } = before;
    expect(none).toEqual([]);
    expect(rest).toEqual({
      ...unchanged,
      state: "cancelled",
      cancelled_at: full("10:07:20"),
      effective_to: full("10:08:00"),
    });
    expect(cancelled_effect.map((one) => [one.time_from, one.time_to, one.isp])).toEqual([
      [full("10:08:00"), full("10:15:00"), 49],
      [full("10:15:00"), full("10:30:00"), 50],
      [full("10:30:00"), full("10:40:00"), 51],
    ]);
    expect((await world.call("listControls")).data.data).toEqual([control]);
  });

  it("reverses the energy that the plan regains", async () => {
    await household(world);
    const window = { time_from: at("10:15:00"), time_to: at("10:45:00") };
    const order = { type: "MAX_CONSUMPTION", ...window } as const;
    const untouched = await world.call("previewBiddingZoneControl", { params: NL, body: order });
    const control = await controlZone(order);
    await world.liveUntil(at("10:15:30"));
    const { data } = await cancel(control.id);
    for (const one of data.cancelled_effect) {
      expect(one.before).toBeCloseTo(0, 3);
      expect(one.delta).toBeCloseTo(one.after - one.before, 3);
      expect(one.delta).toBeGreaterThan(1);
    }
    const [, second] = data.cancelled_effect;
    expect(second!.after).toBeCloseTo(untouched.data.results[1]!.before, 2);
    const rest = { ...order, time_from: at("10:30:00") };
    const after = await world.call("previewBiddingZoneControl", { params: NL, body: rest });
    expect(after.data.results[0]!.before).toBeCloseTo(second!.after, 3);
  });

  it("leaves deltas that, with the reversed energy, add up to the change of the plan", async () => {
    const utrecht = await group(world);
    await household(world, { groupId: utrecht.id });
    await household(world, { email: "b@example.org" });
    const window = { time_from: at("10:30:00"), time_to: at("11:00:00") };
    const own = { time_from: at("10:40:00"), time_to: at("10:55:00") };
    const probe = { type: "ZERO_EXPORT", ...window } as const;
    const plan = async () =>
      (await world.call("previewBiddingZoneControl", { params: NL, body: probe })).data.results;
    const before = await plan();
    const zone = await controlZone({ type: "MAX_CONSUMPTION", ...window });
    const inGroup = await controlGroup(utrecht.id, { type: "MAX_PRODUCTION", ...own });
    const cancelled = (await cancel(zone.id)).data;
    const change = energy(await plan(), (one) => one.before) - energy(before, (one) => one.before);
    const parts = [zone.results, inGroup.results, cancelled.cancelled_effect];
    const sum = parts.reduce((total, effects) => total + energy(effects, (one) => one.delta), 0);
    expect(energy(zone.results, (one) => one.delta)).toBeLessThan(-1);
    expect(energy(inGroup.results, (one) => one.delta)).toBeGreaterThan(0.5);
    expect(sum).toBeCloseTo(change, 2);
  });

  it("releases its devices in the minute it ends", async () => {
    const { location } = await household(world);
    const control = await controlZone({ type: "ZERO_EXPORT", time_to: at("10:40:00") });
    world.setClock(at("10:00:50"));
    await cancel(control.id);
    await world.liveUntil(at("10:04:50"));
    expect(types()).toEqual([
      ["10:00:30", "ZERO_EXPORT"],
      ["10:01:50", "RELEASE"],
    ]);
    expect(gateway.told[1]).toMatchObject({ locationId: location.id, controlId: control.id });
  });

  it("lets the older active control take over again instead of a release", async () => {
    await household(world);
    const older = await controlZone({ type: "MAX_CONSUMPTION", time_to: at("10:40:00") });
    const newer = await controlZone({ type: "ZERO_EXPORT", time_to: at("10:20:00") });
    await cancel(newer.id);
    await world.liveUntil(at("10:03:30"));
    expect(types()).toEqual([
      ["10:00:30", "MAX_CONSUMPTION"],
      ["10:00:30", "ZERO_EXPORT"],
      ["10:01:30", "MAX_CONSUMPTION"],
      ["10:02:30", "MAX_CONSUMPTION"],
      ["10:03:30", "MAX_CONSUMPTION"],
    ]);
    expect(gateway.told.at(-1)!.controlId).toBe(older.id);
  });

  it("leaves a newer control unchanged", async () => {
    await household(world);
    const older = await controlZone({ type: "MAX_CONSUMPTION", time_to: at("10:40:00") });
    await controlZone({ type: "ZERO_EXPORT", time_to: at("10:03:00") });
    await cancel(older.id);
    await world.liveUntil(at("10:04:30"));
    expect(types().map(([, type]) => type)).toEqual([
      "MAX_CONSUMPTION",
      "ZERO_EXPORT",
      "ZERO_EXPORT",
      "ZERO_EXPORT",
    ]);
  });

  it("releases an unreachable location once it is back", async () => {
    const { location } = await household(world);
    await household(world, { email: "near@example.org" });
    const control = await controlZone({ type: "ZERO_EXPORT", time_to: at("10:40:00") });
    gateway.away = new Set([location.id]);
    await cancel(control.id);
    await world.liveUntil(at("10:04:30"));
    expect(gateway.told.filter(({ type }) => type === "RELEASE")).toHaveLength(1);
    gateway.away = false;
    await world.service.tick();
    const [, released, ...more] = gateway.toldTo(location.id);
    expect([clock(released!.atMs), released!.type, more]).toEqual(["10:04:30", "RELEASE", []]);
    await world.liveUntil(at("10:08:30"));
    expect(gateway.told.filter(({ type }) => type === "RELEASE")).toHaveLength(2);
  });

  it("releases devices whose setpoint may have been sent without being recorded, once", async () => {
    const { location } = await household(world);
    gateway.away = true;
    const control = await controlZone({ type: "ZERO_EXPORT", time_to: at("10:40:00") });
    await cancel(control.id);
    // It is valid until the next full minute, and sent to locations that reconnect.
    await world.liveUntil(at("10:01:30"));
    gateway.away = false;
    await world.liveUntil(at("10:03:30"));
    expect(gateway.toldTo(location.id).map(({ type }) => type)).toEqual(["RELEASE"]);
  });

  it("shows customers when it stopped, and its energy until then", async () => {
    const { location, customer } = await household(world);
    const control = await controlZone({
      type: "MAX_CONSUMPTION",
      time_from: at("10:15:00"),
      time_to: at("10:45:00"),
    });
    await world.liveUntil(at("10:29:30"));
    await cancel(control.id);
    const one = await world.call("listLocationControls", { params: { location_id: location.id } });
    const all = await world.call("listCustomerControls", { params: { customer_id: customer.id } });
    const isIncluded = { opted_out: false };
    expect(all.data.data).toEqual(one.data.data.map((control) => ({ ...control, ...isIncluded })));
    const [felt] = one.data.data;
    expect(felt).toMatchObject({
      time_to: full("10:45:00"),
      effective_to: full("10:30:00"),
      cancelled_at: full("10:29:30"),
    });
    expect(felt!.results.map((effect) => effect.time_to)).toEqual([full("10:30:00")]);
    expect(felt!.energy_kwh).toBeCloseTo(control.results[0]!.delta / 4, 2);
  });
});

describe("cancelling a scheduled control", () => {
  it.each([
    ["panels", undefined],
    ["panels and a battery", 10],
  ])("prevents its start, and reverses all of its effect, with %s", async (_, batteryKwh) => {
    const { location } = await household(world, { batteryKwh });
    const window = { time_from: at("10:03:00"), time_to: at("10:15:00") };
    const control = await controlZone({ type: "MAX_CONSUMPTION", ...window });
    const { data } = await cancel(control.id);
    expect(data).toMatchObject({ state: "cancelled", effective_to: full("10:03:00") });
    expect(data.cancelled_effect.map((one) => -one.delta)).toEqual(
      control.results.map((one) => one.delta),
    );
    await world.liveUntil(at("10:16:30"));
    expect(gateway.told).toEqual([]);
    const felt = await world.call("listLocationControls", { params: { location_id: location.id } });
    expect(felt.data.data[0]).toMatchObject({ results: [], energy_kwh: 0, delivered_kwh: null });
    const { data: delivery } = await world.call("getControlDelivery", {
      params: { control_id: control.id },
    });
    expect(delivery).toMatchObject({ state: "cancelled", results: [], planned_kwh: 0 });
    expect(delivery.devices).toMatchObject({ pending: 0, not_dispatched: batteryKwh ? 2 : 1 });
  });
});

describe("cancelling", () => {
  it("is idempotent, also after the control would be over", async () => {
    await household(world);
    const control = await controlZone({ type: "ZERO_EXPORT", time_to: at("10:10:00") });
    const [first, meanwhile] = await Promise.all([cancel(control.id), cancel(control.id)]);
    expect(meanwhile.data).toEqual(first.data);
    const stopped = { ...first.data, locations_in_force: null };
    await world.liveUntil(at("10:05:30"));
    expect((await cancel(control.id)).data).toEqual(stopped);
    await world.liveUntil(at("10:20:30"));
    expect((await cancel(control.id)).data).toEqual(stopped);
  });

  it("is refused for a finished or unknown control", async () => {
    await household(world);
    const control = await controlZone({ type: "ZERO_EXPORT", time_to: at("10:03:00") });
    world.setClock(at("10:02:00"));
    expect((await cancel(control.id)).status).toBe(409);
    await world.liveUntil(at("10:03:30"));
    const refused = await cancel(control.id);
    expect([refused.status, refused.problem.type]).toEqual([409, expect.any(String)]);
    expect((await detail(control.id)).state).toBe("ended");
    expect((await cancel("ctrl_nowhere")).status).toBe(404);
  });

  it("accepts no options", async () => {
    await household(world);
    const control = await controlZone({ type: "ZERO_EXPORT", time_to: at("10:10:00") });
    const path = `/v1/controls/${control.id}/cancel`;
    expect((await world.post(path, { at: "now" })).status).toBe(422);
    expect((await detail(control.id)).state).toBe("active");
  });

  it("sets the state that lists filter by", async () => {
    await household(world);
    const over = await controlZone({ type: "ZERO_EXPORT", time_to: at("10:02:00") });
    await world.liveUntil(at("10:03:30"));
    const active = await controlZone({ type: "ZERO_EXPORT", time_to: at("10:30:00") });
    const later = await controlZone({ type: "ZERO_EXPORT", time_from: at("11:00:00") });
    const gone = await controlZone({ type: "ZERO_EXPORT", time_from: at("11:00:00") });
    await cancel(gone.id);
    expect(await ids("ended")).toEqual([over.id]);
    expect(await ids("active")).toEqual([active.id]);
    expect(await ids("scheduled")).toEqual([later.id]);
    expect(await ids("cancelled")).toEqual([gone.id]);
    expect(await ids()).toEqual([gone.id, later.id, active.id, over.id]);
  });

  it("the newer control before its start leaves the older one not superseded", async () => {
    await household(world);
    const window = { time_from: at("10:30:00"), time_to: at("11:00:00") };
    const older = await controlZone({ type: "ZERO_EXPORT", ...window });
    expect((await detail(older.id)).superseded).toBe(false);
    const newer = await controlZone({
      type: "MAX_CONSUMPTION",
      time_from: at("10:40:00"),
      time_to: at("11:00:00"),
    });
    expect((await detail(older.id)).superseded).toBe(true);
    expect((await detail(newer.id)).superseded).toBe(false);
    await cancel(newer.id);
    expect((await detail(older.id)).superseded).toBe(false);
  });
});
