import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BodyInput } from "../../../lib/contract/index.ts";
import { openScripted, type ScriptedGateway } from "../../support/scripted-gateway.ts";
import type { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";

const NL = { bidding_zone_id: "NL" };
/** 12:00:30 in Amsterdam on a Monday in June. */
const START = "2026-06-15T10:00:30Z";
const at = (time: string) => `2026-06-15T${time}Z`;
const full = (time: string) => `2026-06-15T${time}.000Z`;
const clock = (ms: number) => new Date(ms).toISOString().slice(11, 19);
const WINDOW = { time_from: at("10:15:00"), time_to: at("11:00:00") };
const ORDER = { type: "ZERO_EXPORT", ...WINDOW } as const;

let world: World;
let gateway: ScriptedGateway;
beforeEach(async () => {
  ({ world, gateway } = await openScripted(START));
});
afterEach(() => world.close());

const prefer = async (customer_id: string, body: BodyInput<"updateCustomerPreferences">) =>
  world.call("updateCustomerPreferences", { params: { customer_id }, body });
const allow = async (group_id: string, body: BodyInput<"updateGroupPreferenceLimits">) =>
  world.call("updateGroupPreferenceLimits", { params: { group_id }, body });
const chosen = async (customer_id: string) =>
  (await world.call("getCustomerPreferences", { params: { customer_id } })).data;
const preview = async (body: BodyInput<"previewBiddingZoneControl"> = ORDER) =>
  (await world.call("previewBiddingZoneControl", { params: NL, body })).data;
const control = async (body: BodyInput<"controlBiddingZone"> = ORDER) => {
  const { data } = await world.call("controlBiddingZone", { params: NL, body });
  await world.service.tick();
  return data;
};
const detail = async (control_id: string) =>
  (await world.call("getControl", { params: { control_id } })).data;
const optOut = (customer_id: string, control_id: string) =>
  world.call("optOutOfControl", { params: { customer_id, control_id }, body: {} });
const toldTo = (locationId: string) =>
  gateway
    .toldTo(locationId)
    .map(({ atMs, type, validUntilMs }) => [clock(atMs), type, clock(validUntilMs)]);
/** The minutes in which a location was sent a setpoint, without releases. */
const minutes = (locationId: string) =>
  toldTo(locationId).flatMap(([sent, type]) => (type === "RELEASE" ? [] : sent!.slice(0, 5)));
const two = async () => ({
  one: await household(world),
  other: await household(world, { email: "other@example.org" }),
});

describe("a customer who opted out of all controls", () => {
  it("is left out of the preview, of the control and of dispatch", async () => {
    const { one, other } = await two();
    const before = await preview();
    expect(before).toMatchObject({ locations: 2, devices: 2, excluded: [] });
    await prefer(one.customer.id, { opted_out: true });
    const after = await preview();
    const excluded = [{ reason: "opted_out", customers: 1, locations: 1, partial: 0 }];
    expect(after).toMatchObject({ locations: 1, devices: 1, unsupported: 0, excluded });
    for (const [i, result] of after.results.entries())
      expect(result.delta).toBeCloseTo(before.results[i]!.delta / 2, 3);
    const { id, results } = await control();
    expect(results).toEqual(after.results);
    expect(await detail(id)).toMatchObject({ locations: 1, excluded });
    await world.liveUntil(at("10:16:30"));
    expect(gateway.toldTo(one.location.id)).toEqual([]);
    expect(gateway.toldTo(other.location.id)).toHaveLength(2);
  });

  it("counts again for a new control after opting in", async () => {
    const { one } = await two();
    await prefer(one.customer.id, { opted_out: true });
    await prefer(one.customer.id, { opted_out: false });
    expect(await preview()).toMatchObject({ locations: 2, excluded: [] });
  });

  it("is released with the next minute if a control is in force", async () => {
    const { one, other } = await two();
    await control({ type: "MAX_CONSUMPTION", time_to: at("10:40:00") });
    world.setClock(at("10:02:10"));
    await world.service.tick();
    await prefer(one.customer.id, { opted_out: true });
    await world.liveUntil(at("10:04:40"));
    expect(toldTo(one.location.id)).toEqual([
      ["10:00:30", "MAX_CONSUMPTION", "10:05:00"],
      ["10:02:10", "MAX_CONSUMPTION", "10:07:00"],
      ["10:03:10", "RELEASE", "10:08:00"],
    ]);
    expect(toldTo(other.location.id).at(-1)![1]).toBe("MAX_CONSUMPTION");
  });
});

describe("opting out of one control", () => {
  it("excludes the customer from it, and opting in includes the customer again", async () => {
    const { one } = await two();
    const { id } = await control();
    const { data } = await optOut(one.customer.id, id);
    expect(data).toEqual({ opted_out: true, effective_from: full("10:01:00") });
    const listed = async () => {
      const of = { customer_id: one.customer.id };
      return (await world.call("listCustomerControls", { params: of })).data.data[0]!.opted_out;
    };
    expect(await listed()).toBe(true);
    await world.liveUntil(at("10:16:30"));
    expect(toldTo(one.location.id)).toEqual([]);
    const params = { customer_id: one.customer.id, control_id: id };
    const back = await world.call("optInToControl", { params });
    expect(back.data).toEqual({ opted_out: false, effective_from: full("10:17:00") });
    expect(await listed()).toBe(false);
    await world.liveUntil(at("10:18:30"));
    expect(toldTo(one.location.id)).toEqual([
      ["10:17:30", "ZERO_EXPORT", "10:22:00"],
      ["10:18:30", "ZERO_EXPORT", "10:23:00"],
    ]);
  });

  it("excludes the customer from later controls of the same type in its hours only", async () => {
    const { one, other } = await two();
    const { id } = await control();
    await optOut(one.customer.id, id);
    const reason = "opted_out_of_control";
    const whole = [{ reason, customers: 1, locations: 1, partial: 0 }];
    expect(await preview()).toMatchObject({ locations: 1, excluded: whole });
    const partly = [{ reason, customers: 1, locations: 0, partial: 1 }];
    const longer = { ...ORDER, time_to: at("11:15:00") };
    expect(await preview(longer)).toMatchObject({ locations: 2, excluded: partly });
    const later = { ...ORDER, time_from: at("11:00:00"), time_to: at("11:15:00") };
    expect(await preview(later)).toMatchObject({ locations: 2, excluded: [] });
    const consumption = { ...ORDER, type: "MAX_CONSUMPTION" } as const;
    expect(await preview(consumption)).toMatchObject({ locations: 2, excluded: [] });
    await control(longer);
    await world.liveUntil(at("11:01:30"));
    expect(minutes(one.location.id)).toEqual(["11:00", "11:01"]);
    expect(minutes(other.location.id)).toContain("10:16");
  });

  it("also excludes the customer from the controls of the same type accepted before", async () => {
    const { one } = await two();
    const { id } = await control();
    await control();
    await optOut(one.customer.id, id);
    await world.liveUntil(at("10:17:30"));
    expect(toldTo(one.location.id)).toEqual([]);
    const params = { customer_id: one.customer.id, control_id: id };
    await world.call("optInToControl", { params });
    await world.liveUntil(at("10:18:30"));
    expect(minutes(one.location.id)).toEqual(["10:18"]);
  });

  it("still counts after the control was cancelled and issued again", async () => {
    const { one } = await two();
    const { id } = await control();
    await optOut(one.customer.id, id);
    await world.call("cancelControl", { params: { control_id: id } });
    expect(await preview()).toMatchObject({ locations: 1 });
  });

  it("is refused for a control that does not concern the customer, or when the group forbids it", async () => {
    const utrecht = await group(world);
    const member = await household(world, { groupId: utrecht.id });
    const outsider = await household(world, { email: "outsider@example.org" });
    const params = { group_id: utrecht.id };
    const { data } = await world.call("controlGroup", { params, body: ORDER });
    expect((await optOut(outsider.customer.id, data.id)).status).toBe(404);
    await allow(utrecht.id, { control_opt_out: false });
    const { status, problem } = await optOut(member.customer.id, data.id);
    expect([status, problem.code]).toEqual([409, "opt-out-not-allowed"]);
  });
});

describe("hours off", () => {
  /** Mondays from 12:30 to 12:45 in Amsterdam: 10:30 to 10:45 in UTC. */
  const hours_off = [{ days: [1], time_from: "12:30", time_to: "12:45" }];

  it("leave a customer out of a part of a control", async () => {
    const { one, other } = await two();
    const before = await preview();
    await prefer(one.customer.id, { hours_off });
    const after = await preview();
    expect(after.excluded).toEqual([
      { reason: "hours_off", customers: 1, locations: 0, partial: 1 },
    ]);
    expect(after.locations).toBe(2);
    expect(after.results[0]).toEqual(before.results[0]);
    expect(after.results[1]!.delta).toBeCloseTo(before.results[1]!.delta / 2, 3);
    await control();
    await world.liveUntil(at("10:47:30"));
    expect(minutes(one.location.id).filter((m) => m >= "10:30" && m < "10:45")).toEqual([]);
    expect(minutes(one.location.id)).toContain("10:45");
    expect(minutes(other.location.id)).toContain("10:35");
    const last = toldTo(one.location.id).findLast(([sent]) => sent! < "10:30");
    expect(last).toEqual(["10:29:30", "ZERO_EXPORT", "10:30:00"]);
  });

  it("on other days change nothing", async () => {
    const { one } = await two();
    await prefer(one.customer.id, { hours_off: [{ ...hours_off[0]!, days: [0, 2] }] });
    expect((await preview()).excluded).toEqual([]);
  });
});

describe("a maximum per month", () => {
  it("ends a control at the location when it is used up, and counts earlier ones", async () => {
    const { one } = await two();
    await prefer(one.customer.id, { max_hours_per_month: 0.5 });
    const first = await control({
      type: "ZERO_EXPORT",
      time_from: at("10:15:00"),
      time_to: at("10:35:00"),
    });
    expect((await detail(first.id)).excluded).toEqual([]);
    const rest = {
      type: "ZERO_EXPORT",
      time_from: at("10:40:00"),
      time_to: at("11:00:00"),
    } as const;
    const partly = [{ reason: "monthly_cap", customers: 1, locations: 0, partial: 1 }];
    expect((await preview(rest)).excluded).toEqual(partly);
    await control(rest);
    const more = {
      type: "ZERO_EXPORT",
      time_from: at("11:00:00"),
      time_to: at("11:30:00"),
    } as const;
    const wholly = [{ reason: "monthly_cap", customers: 1, locations: 1, partial: 0 }];
    expect((await preview(more)).excluded).toEqual(wholly);
    await world.liveUntil(at("10:55:30"));
    const sent = minutes(one.location.id);
    expect(sent).toContain("10:49");
    expect(sent.filter((minute) => minute >= "10:50")).toEqual([]);
  });
});

describe("a battery reserve", () => {
  it("is sent with setpoints and limits what a control discharges", async () => {
    const { customer, location } = await household(world, { batteryKwh: 10 });
    const order = { type: "MAX_PRODUCTION", ...WINDOW } as const;
    const energy = async () => {
      const { results } = await preview(order);
      return results.reduce((sum, { delta }) => sum + delta / 4, 0);
    };
    const before = await energy();
    await prefer(customer.id, { battery_reserve: 0.95 });
    expect(await energy()).toBeLessThan(before - 0.5);
    await control(order);
    await world.liveUntil(at("10:15:30"));
    expect(gateway.toldTo(location.id)[0]).toMatchObject({ batteryReserve: 0.95 });
  });
});

describe("what a group allows", () => {
  it("refuses preferences beyond it, field by field", async () => {
    const utrecht = await group(world);
    const { customer } = await household(world, { groupId: utrecht.id });
    await allow(utrecht.id, {
      opt_out: false,
      max_battery_reserve: 0.3,
      max_hours_off_per_week: 10,
      min_hours_per_month: 5,
    });
    const { status, problem } = await prefer(customer.id, {
      opted_out: true,
      battery_reserve: 0.5,
      hours_off: [{ days: [0, 6], time_from: "08:00", time_to: "14:00" }],
      max_hours_per_month: 4,
    });
    expect(status).toBe(422);
    expect(problem.errors!.map(({ pointer, code }) => [pointer, code])).toEqual(
      ["opted_out", "battery_reserve", "hours_off", "max_hours_per_month"].map((field) => [
        `#/${field}`,
        "beyond-group-limit",
      ]),
    );
    expect(await chosen(customer.id)).toMatchObject({ opted_out: false, updated_at: null });
  });

  it("cuts what was chosen before, also for a control in force, and gives it back", async () => {
    const utrecht = await group(world);
    const { customer } = await household(world, { groupId: utrecht.id });
    await prefer(customer.id, { opted_out: true, battery_reserve: 0.5 });
    await allow(utrecht.id, { opt_out: false, max_battery_reserve: 0.2 });
    expect(await chosen(customer.id)).toMatchObject({ opted_out: false, battery_reserve: 0.2 });
    expect(await preview()).toMatchObject({ locations: 1, excluded: [] });
    await allow(utrecht.id, { opt_out: true });
    expect(await chosen(customer.id)).toMatchObject({ opted_out: true, battery_reserve: 0.2 });
    expect((await preview()).locations).toBe(0);
  });
});
