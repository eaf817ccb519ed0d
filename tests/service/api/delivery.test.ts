import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BodyInput, ControlDelivery, LocationDelivery } from "../../../lib/contract/index.ts";
import { openScripted, type ScriptedGateway } from "../../support/scripted-gateway.ts";
import { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";

const NL = { bidding_zone_id: "NL" };
const MINUTE_MS = 60_000;
/** 12:00:30 in Amsterdam on a Monday in June. */
const START = "2026-06-15T10:00:30Z";
const at = (time: string) => `2026-06-15T${time}:00Z`;
const now = (time: string) => `2026-06-15T${time}:30Z`;
type Home = Awaited<ReturnType<typeof household>>;
type Order = BodyInput<"controlBiddingZone">;

const deliveryOf = async (world: World, control_id: string) =>
  (await world.call("getControlDelivery", { params: { control_id } })).data;
const listOf = async (world: World, control_id: string): Promise<LocationDelivery[]> =>
  (
    await world.call("listControlDeliveries", {
      params: { control_id },
      query: { page_size: 100 },
    })
  ).data.data;
const hours = (one: { time_from: string; time_to: string }) =>
  (Date.parse(one.time_to) - Date.parse(one.time_from)) / 3_600_000;
/** The sums of a delivery equal those of its intervals and of its list. */
async function expectSums(world: World, delivery: ControlDelivery) {
  const kwh = (read: (one: ControlDelivery["results"][number]) => number) =>
    delivery.results.reduce((sum, one) => sum + read(one) * hours(one), 0);
  const until = Date.parse(delivery.time);
  const plannedKwh = (all: ControlDelivery["results"]) =>
    all.reduce((sum, { planned, time_from, time_to }) => {
      const gone = Math.min(Date.parse(time_to), Math.floor(until / MINUTE_MS) * MINUTE_MS);
      return sum + (planned * Math.max(0, gone - Date.parse(time_from))) / 3_600_000;
    }, 0);
  expect(delivery.planned_kwh).toBeCloseTo(plannedKwh(delivery.results), 2);
  expect(delivery.delivered_kwh).toBeCloseTo(
    kwh((one) => one.delivered ?? 0),
    2,
  );
  const list = await listOf(world, delivery.control_id);
  const total = (read: (one: LocationDelivery) => number) =>
    list.reduce((sum, one) => sum + read(one), 0);
  expect(total((one) => one.planned_kwh)).toBeCloseTo(delivery.planned_kwh, 1);
  expect(total((one) => one.delivered_kwh ?? 0)).toBeCloseTo(delivery.delivered_kwh!, 1);
  const finished = delivery.results.filter(({ time_to }) => Date.parse(time_to) <= until);
  expect(delivery.delivered_share).toBeCloseTo(delivery.delivered_kwh! / plannedKwh(finished), 2);
}

describe("the delivery of a control", () => {
  let world: World;
  let gateway: ScriptedGateway;
  let utrecht: string;
  let home: Home;
  let silent: Home;
  beforeEach(async () => {
    ({ world, gateway } = await openScripted(START));
    utrecht = (await group(world)).id;
    home = await household(world, { groupId: utrecht });
    silent = await household(world, { email: "silent@example.org" });
    gateway.answers(home.location.id, [home.inverter.id]);
  });
  afterEach(() => world.close());

  const controlZone = async (body: Order) => {
    const { data } = await world.call("controlBiddingZone", { params: NL, body });
    await world.service.tick();
    return data;
  };
  /** The measurements of a location per minute; they arrive as time advances. */
  const measured = ({ location }: Home, from: string, to: string, injectionKw: number) =>
    gateway.reportMinutes([at(from), at(to)], { locationId: location.id, injectionKw });
  const post = (of: Home, from: string, to: string, injection_kw: number) =>
    world.call("recordMeasurements", {
      params: { location_id: of.location.id },
      body: { measurements: [{ time_from: at(from), time_to: at(to), injection_kw }] },
    });
  const felt = async (of: Home, control_id: string) => {
    const { data } = await world.call("listLocationControls", {
      params: { location_id: of.location.id },
    });
    return data.data.find((one) => one.control_id === control_id)!;
  };

  it("is unknown before the first measurement", async () => {
    const control = await controlZone({ type: "MAX_CONSUMPTION", time_to: at("10:30") });
    const delivery = await deliveryOf(world, control.id);
    expect(delivery).toMatchObject({
      control_id: control.id,
      state: "active",
      planned_kwh: 0,
      delivered_kwh: null,
      delivered_share: null,
    });
    expect(delivery.results).toEqual(
      control.results.map(({ time_from, time_to, isp, delta }) => ({
        time_from,
        time_to,
        isp,
        planned: delta,
        locations: 2,
        reporting: 0,
      })),
    );
    await world.liveUntil(now("10:46"));
    const over = await deliveryOf(world, control.id);
    expect(over).toMatchObject({ state: "ended", delivered_kwh: null, delivered_share: null });
  });

  it("is next to its plan, each interval over the control's own minutes only", async () => {
    const control = await controlZone({
      type: "MAX_CONSUMPTION",
      time_from: at("10:05"),
      time_to: at("10:33"),
    });
    measured(home, "10:01", "10:05", 40);
    measured(home, "10:05", "10:33", 0.5);
    measured(home, "10:33", "10:45", -40);
    await world.liveUntil(now("10:46"));
    const delivery = await deliveryOf(world, control.id);
    const own = await felt(home, control.id);
    expect(delivery.results.map((one) => [one.time_from, one.time_to])).toEqual(
      control.results.map((one) => [one.time_from, one.time_to]),
    );
    for (const [i, part] of delivery.results.entries()) {
      expect(part).toMatchObject({ locations: 2, reporting: 1, measured: 0.5 });
      expect(part.planned).toBeCloseTo(control.results[i]!.delta, 2);
      expect(part.before).toBeCloseTo(own.results[i]!.before, 2);
      expect(part.delivered).toBeCloseTo(0.5 - own.results[i]!.before, 2);
    }
    await expectSums(world, delivery);
    expect(own.delivered_kwh).toBeCloseTo(delivery.delivered_kwh!, 2);
    expect(own.measured_whole).toBe(true);
    const nothing = { delivered_kwh: null, measured_whole: false };
    expect(await felt(silent, control.id)).toMatchObject(nothing);
  });

  it("is split at a location into the change in export and in import", async () => {
    const control = await controlZone({ type: "MAX_CONSUMPTION", time_to: at("10:30") });
    measured(home, "10:00", "10:15", -3);
    measured(home, "10:15", "10:30", 1);
    await world.liveUntil(now("10:31"));
    const own = await felt(home, control.id);
    const before = own.results.map((part) => part.before);
    const sum = (of: (kw: number) => number) =>
      before.reduce(
        (total, kw, i) => total + (of([-3, 1][i]!) - of(kw)) * hours(own.results[i]!),
        0,
      );
    const exported = sum((kw) => Math.max(kw, 0));
    const imported = sum((kw) => Math.max(-kw, 0));
    expect(own.export_change_kwh).toBeCloseTo(exported, 2);
    expect(own.import_change_kwh).toBeCloseTo(imported, 2);
    expect(exported - imported).toBeCloseTo(own.delivered_kwh!, 2);
    const nothing = { export_change_kwh: null, import_change_kwh: null };
    expect(await felt(silent, control.id)).toMatchObject(nothing);
  });

  it("is complete at a location only once its last quarter-hour is measured", async () => {
    const control = await controlZone({ type: "MAX_CONSUMPTION", time_to: at("10:45") });
    measured(home, "10:00", "10:30", 0);
    await world.liveUntil(now("10:20"));
    await world.call("cancelControl", { params: { control_id: control.id }, body: {} });
    await world.liveUntil(now("10:22"));
    const part = await felt(home, control.id);
    expect(part).toMatchObject({ effective_to: "2026-06-15T10:21:00.000Z", measured_whole: false });
    await world.liveUntil(now("10:31"));
    const whole = await felt(home, control.id);
    expect(whole.measured_whole).toBe(true);
    expect(Math.abs(whole.delivered_kwh!)).toBeGreaterThan(Math.abs(part.delivered_kwh!));
  });

  it("counts the plan of silent locations as not delivered, and lists them", async () => {
    const control = await controlZone({ type: "MAX_CONSUMPTION", time_to: at("10:30") });
    measured(home, "10:00", "10:30", 0);
    await world.liveUntil(now("10:31"));
    const delivery = await deliveryOf(world, control.id);
    expect(delivery.delivered_share).toBeCloseTo(0.5, 2);
    expect(delivery.devices).toMatchObject({ addressed: 2, executed: 1, failed: 1 });
    const list = await listOf(world, control.id);
    const own = (of: Home) => list.find((one) => one.location_id === of.location.id);
    expect(own(silent)).toMatchObject({
      state: "failed",
      address: "Kerklaan 1, De Bilt",
      acknowledged_at: null,
      delivered_kwh: null,
    });
    expect(own(home)).toMatchObject({ state: "acknowledged" });
    expect(own(silent)!.planned_kwh).toBeLessThan(-1);
    await expectSums(world, delivery);
  });

  it("plans until now and delivers over finished intervals while it runs, in its list and sums", async () => {
    const control = await controlZone({ type: "MAX_CONSUMPTION", time_to: at("11:00") });
    measured(home, "10:00", "10:40", 0.5);
    await world.liveUntil(now("10:40"));
    const delivery = await deliveryOf(world, control.id);
    expect(delivery.results.map((one) => one.reporting)).toEqual([1, 1, 0, 0]);
    const [first, second, running] = delivery.results.map((one) => one.planned);
    const gone = (first! + second!) / 4 + (running! * 10) / 60;
    expect(delivery.planned_kwh).toBeCloseTo(gone, 2);
    await expectSums(world, delivery);
  });

  it("excludes what a newer control overrode", async () => {
    const older = await controlZone({ type: "MAX_CONSUMPTION", time_to: at("10:45") });
    const { data: newer } = await world.call("controlGroup", {
      params: { group_id: utrecht },
      body: { type: "ZERO_EXPORT", time_from: at("10:15"), time_to: at("10:30") },
    });
    for (const one of [home, silent]) measured(one, "10:00", "10:45", 0.25);
    await world.liveUntil(now("10:46"));
    const delivery = await deliveryOf(world, older.id);
    const { planned, locations, reporting, measured: kw } = delivery.results[1]!;
    expect([locations, reporting, kw]).toEqual([1, 1, 0.25]);
    expect(planned).toBeCloseTo((await felt(silent, older.id)).results[1]!.delta, 2);
    expect(delivery.results.map((one) => one.locations)).toEqual([2, 1, 2]);
    expect(delivery.results[2]!.measured).toBe(0.5);
    await expectSums(world, delivery);
    const taken = await deliveryOf(world, newer.id);
    expect(taken.results).toHaveLength(1);
    expect(taken.results[0]).toMatchObject({ locations: 1, reporting: 1, measured: 0.25 });
    const { data } = await world.call("getControl", { params: { control_id: older.id } });
    expect(data).toMatchObject({ superseded: true, results: older.results });
  });

  it("is measured over the remaining part if less than half was overridden", async () => {
    const older = await controlZone({ type: "MAX_CONSUMPTION", time_to: at("10:30") });
    await controlZone({ type: "ZERO_EXPORT", time_from: at("10:15"), time_to: at("10:20") });
    measured(home, "10:00", "10:15", 1);
    measured(home, "10:15", "10:20", 50);
    measured(home, "10:20", "10:30", 2);
    await world.liveUntil(now("10:31"));
    const { results } = await deliveryOf(world, older.id);
    expect(results.map((one) => [one.locations, one.measured])).toEqual([
      [2, 1],
      [2, 2],
    ]);
  });

  it("includes late values, follows corrections, and ignores repeated values", async () => {
    const control = await controlZone({ type: "MAX_CONSUMPTION", time_to: at("10:30") });
    measured(home, "10:00", "10:30", 0);
    await world.liveUntil(now("10:31"));
    const half = await deliveryOf(world, control.id);
    await post(silent, "10:00", "10:15", 0);
    await post(silent, "10:15", "10:30", 0);
    const whole = await deliveryOf(world, control.id);
    expect(whole.results.map((one) => one.reporting)).toEqual([2, 2]);
    expect(whole.delivered_kwh).toBeCloseTo(2 * half.delivered_kwh!, 1);
    expect(whole.delivered_share).toBeCloseTo(1, 2);
    await expectSums(world, whole);
    await post(silent, "10:15", "10:30", 1);
    const corrected = await deliveryOf(world, control.id);
    expect(corrected.results[1]!.measured).toBe(1);
    expect(corrected.delivered_kwh! - whole.delivered_kwh!).toBeCloseTo(0.25, 3);
    await expectSums(world, corrected);
    await post(silent, "10:15", "10:30", 1);
    expect(await deliveryOf(world, control.id)).toEqual(corrected);
    await world.sleepUntil("2026-06-18T10:00:30Z");
    await post(silent, "10:15", "10:30", 0);
    expect(await deliveryOf(world, control.id)).toEqual({
      ...whole,
      time: "2026-06-18T10:00:30.000Z",
    });
  });

  it.each([
    ["late", "10:25"],
    ["early", "10:18"],
  ])("of a control cancelled %s within an interval covers the minutes it ran", async (_, end) => {
    const control = await controlZone({ type: "MAX_CONSUMPTION", time_to: at("11:00") });
    for (const one of [home, silent]) {
      measured(one, "10:00", end, 0);
      measured(one, end, "11:00", 30);
    }
    await world.liveUntil(new Date(Date.parse(at(end)) - 20_000).toISOString());
    await world.call("cancelControl", { params: { control_id: control.id }, body: {} });
    await world.liveUntil(now("11:01"));
    const delivery = await deliveryOf(world, control.id);
    expect(delivery.state).toBe("cancelled");
    expect(delivery.results.at(-1)).toMatchObject({
      time_to: new Date(at(end)).toISOString(),
      locations: 2,
      measured: 0,
    });
    await expectSums(world, delivery);
    expect(delivery.delivered_share).toBeCloseTo(1, 1);
  });

  it("is not found for an unknown control", async () => {
    const params = { control_id: "ctrl_nowhere" };
    expect((await world.call("getControlDelivery", { params })).status).toBe(404);
    expect((await world.call("listControlDeliveries", { params })).status).toBe(404);
  });
});

describe("the demo fleet", () => {
  it("delivers its plan within weather uncertainty, and each sum equals that of the list", async () => {
    const world = await World.open("2026-06-15T09:58:30Z", { demo: 7 });
    const body = { type: "MAX_CONSUMPTION", time_to: at("10:32") } as const;
    const { data: control } = await world.call("controlBiddingZone", { params: NL, body });
    await world.liveUntil(now("10:46"));
    const delivery = await deliveryOf(world, control.id);
    expect(delivery.results.map((one) => one.isp)).toEqual([48, 49, 50, 51]);
    for (const one of delivery.results) expect(one).toMatchObject({ reporting: one.locations });
    expect(delivery.delivered_share).toBeGreaterThan(0.5);
    expect(delivery.delivered_share).toBeLessThan(1.5);
    const { addressed, executed, pending, unknown, failed } = delivery.devices;
    expect([executed, pending, unknown, failed]).toEqual([addressed, 0, 0, 0]);
    await expectSums(world, delivery);
    await world.close();
  });
});
