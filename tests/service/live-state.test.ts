import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import { getKwIn, putSpan, type MeasuredSpan } from "../../service/planning/aggregate-minutes.ts";
import { updateLiveState, type MinuteContext } from "../../service/planning/live-state.ts";
import type { LiveRow } from "../../service/store/live-state.ts";
import { newMinuteRows } from "../../service/store/minute-rows.ts";
import type { StoredSite } from "../../service/store/sites.ts";
import { World } from "../support/service.ts";
import { household } from "../support/site.ts";

const NL = { bidding_zone_id: "NL" };
const at = (time: string) => `2026-06-15T${time}Z`;
const QUARTER = Date.parse(at("10:00:00"));
const battery = { capacityKwh: 10, powerKw: 5, efficiency: 1, floorKwh: 1, controllable: true };
/** A home with a meter, panels and two batteries, in this order. */
const HOME: StoredSite = {
  locationId: "loc",
  number: 1,
  customerId: "cus",
  preferences: null,
  groupId: null,
  biddingZone: "NL",
  simulation: null,
  hash: 0,
  site: {
    latitude: 52.11,
    longitude: 5.18,
    panels: [{ peakKw: 6, inverterKw: 5, tiltDeg: 35, azimuthDeg: 180, controllable: true }],
    batteries: [battery, battery],
    connectionLimitKw: null,
  },
  devices: [
    { deviceType: "SOLAR_INVERTER", controllable: true },
    { deviceType: "BATTERY", controllable: true },
    { deviceType: "BATTERY", controllable: true },
  ],
  deviceIds: "a,b,c",
};
const QUIET: MinuteContext = { controls: [], expectedPvKw: 0 };

type Charges = readonly [b: number | null, c: number | null];
/**
 * Minutes `[from, to)` of the quarter-hour: the panels produce 3 kW, each battery charges at 1 kW.
 */
const span = (from: number, to: number, charges: Charges, injectionKw: number | null = 1) =>
  ({
    fromMs: QUARTER + from * MINUTE_MS,
    toMs: QUARTER + to * MINUTE_MS,
    injectionKw,
    devices: [
      { deviceId: "a", powerKw: 3, stateOfCharge: null },
      { deviceId: "b", powerKw: -1, stateOfCharge: charges[0] },
      { deviceId: "c", powerKw: -1, stateOfCharge: charges[1] },
    ],
  }) satisfies MeasuredSpan;

/** The live state after messages received one by one. */
function after(messages: readonly MeasuredSpan[], around = QUIET): LiveRow {
  const rows = newMinuteRows(HOME.devices.length);
  const kwAt = getKwIn(rows, HOME.devices, QUARTER);
  let live: LiveRow | undefined;
  for (const message of messages) {
    putSpan(rows, HOME, QUARTER, message);
    live = updateLiveState(live, HOME, [message], kwAt, around);
  }
  return live!;
}
const under = (fromMs: number, toMs: number): MinuteContext => ({
  controls: [{ type: "MAX_CONSUMPTION", fromMs, toMs }],
  expectedPvKw: 3,
});

describe("a second message about the latest minute", () => {
  it("adds its charge and its injection to the live state", () => {
    const live = after([span(0, 1, [null, null], null), span(0, 1, [0.5, 0.75], 2)]);
    expect(Array.from(live.storedKwh)).toEqual([5, 7.5]);
    expect(Array.from(live.freeKwh)).toEqual([5, 7.5]);
    expect([live.storedTotalKwh, live.lastInjectionKw]).toEqual([12.5, 2]);
    expect(live.measuredAt).toEqual(new Date(QUARTER + MINUTE_MS));
  });

  it("keeps values that only the first one had", () => {
    const meterLast = { ...span(0, 1, [null, null], 2), devices: [] };
    const live = after([span(0, 1, [0.5, 0.75], null), meterLast]);
    expect([live.storedTotalKwh, live.lastInjectionKw]).toEqual([12.5, 2]);
    const chargeLast = { ...span(0, 1, [0.5, 0.75], null) };
    expect(after([meterLast, chargeLast])).toEqual(live);
  });

  it("does not advance the batteries a second time", () => {
    const control = under(QUARTER + 2 * MINUTE_MS, QUARTER + 10 * MINUTE_MS);
    const first = [span(0, 2, [0.5, 0.5]), span(2, 3, [0.52, 0.52])];
    const once = after(first, control);
    expect(once.divergedAt).not.toBeNull();
    const twice = after([...first, span(2, 3, [0.53, null])], control);
    expect(twice.freeKwh).toEqual(once.freeKwh);
    expect(twice.storedKwh).toEqual(Float32Array.of(5.3, 5.2));
  });

  it("changes nothing if a later minute is known", () => {
    const known = [span(0, 1, [0.5, 0.5]), span(1, 2, [0.6, 0.6])];
    expect(after([...known, span(0, 1, [0.1, 0.1], -9)])).toEqual(after(known));
  });
});

describe("the estimated charge of batteries without a control", () => {
  const control = under(QUARTER + MINUTE_MS, QUARTER + 2 * MINUTE_MS);

  it("starts half full if a charge was never reported, and is known otherwise", () => {
    const live = after([span(0, 1, [null, 0.9]), span(1, 2, [null, 0.9])], control);
    expect(live.divergedAt).toEqual(new Date(QUARTER + MINUTE_MS));
    expect(live.freeKwh[0]).toBeCloseTo(5.5 + 3 / 60, 5);
    expect(live.freeKwh[1]).toBeCloseTo(9, 5);
    expect(Array.from(live.storedKwh)).toEqual([NaN, 9]);
  });

  it("equals the measurement once those that report their charge have", () => {
    const fallenBack = 2 + 5;
    const spans = Array.from({ length: fallenBack + 1 }, (_, i) => span(i, i + 1, [null, 0.9]));
    expect(after(spans.slice(0, fallenBack), control).divergedAt).not.toBeNull();
    const live = after(spans, control);
    expect(live.divergedAt).toBeNull();
    expect(Array.from(live.freeKwh)).toEqual([NaN, 9]);
  });
});

describe("the state of charge of a status", () => {
  let world: World;
  beforeEach(async () => {
    world = await World.open(at("10:06:30"));
  });
  afterEach(() => world.close());

  /** A home with so many kWh in each of its batteries. */
  async function home(email: string, ...batteriesKwh: number[]) {
    const { location } = await household(world, { email });
    for (const capacity_kwh of batteriesKwh) await addBattery(location.id, capacity_kwh);
    return location.id;
  }
  async function addBattery(location_id: string, capacity_kwh: number) {
    const ratings = { capacity_kwh, power_kw: 5 };
    const named = { location_id, name: "Battery", brand: "BRAND_B" };
    world.setClock(world.nowMs + 1);
    await world.call("registerDevice", { body: { ...named, device_type: "BATTERY", ratings } });
  }
  /** Reports the charge of a home's batteries, in order of registration; null reports power only. */
  async function tell(location_id: string, minute: string, ...charges: (number | null)[]) {
    const { data } = await world.call("listDevices", { query: { location_id } });
    const batteries = data.data
      .filter((one) => one.device_type === "BATTERY")
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const devices = batteries.map(({ id }, i) => ({
      device_id: id,
      power_kw: -1,
      ...(charges[i] != null && { state_of_charge: charges[i] }),
    }));
    const fromMs = Date.parse(at(`${minute}:00`));
    const time = { time_from: at(`${minute}:00`), time_to: new Date(fromMs + MINUTE_MS) };
    const body = {
      measurements: [{ ...time, time_to: time.time_to.toISOString(), injection_kw: 1, devices }],
    };
    const { status } = await world.call("recordMeasurements", { params: { location_id }, body });
    expect(status).toBe(200);
  }
  const zone = async () =>
    (await world.call("getBiddingZoneStatus", { params: NL })).data.state_of_charge;
  const of = async (location_id: string) =>
    (await world.call("getLocationStatus", { params: { location_id } })).data.state_of_charge;

  it("is null until a battery reported its charge", async () => {
    const id = await home("a@example.org", 10);
    expect(await of(id)).toBeNull();
    await tell(id, "10:04", null);
    expect([await of(id), await zone()]).toEqual([null, null]);
    await tell(id, "10:05", 0.25);
    expect([await of(id), await zone()]).toEqual([0.25, 0.25]);
  });

  it("is that of an empty battery if one reported that", async () => {
    const id = await home("a@example.org", 10);
    await tell(id, "10:05", 0);
    expect(await of(id)).toBe(0);
  });

  it("is over the batteries that reported theirs, at one location and of a fleet", async () => {
    const a = await home("a@example.org", 10, 30, 5);
    const b = await home("b@example.org", 20);
    const silent = await home("c@example.org", 40);
    const stale = await home("d@example.org", 40);
    await tell(a, "10:05", 0.5, null, 0.8);
    await tell(b, "10:05", 0.8);
    await tell(silent, "10:05", null);
    await tell(stale, "09:55", 1);
    expect(await of(a)).toBeCloseTo((5 + 4) / 15, 3);
    expect(await of(silent)).toBeNull();
    expect(await zone()).toBeCloseTo((5 + 4 + 16) / 35, 3);
  });

  it("excludes a battery added since the others reported", async () => {
    const id = await home("a@example.org", 10);
    await tell(id, "10:05", 0.5);
    await addBattery(id, 10);
    expect([await of(id), await zone()]).toEqual([0.5, 0.5]);
  });

  it("includes a second message about the same minute", async () => {
    const id = await home("a@example.org", 10);
    await tell(id, "10:05", null);
    await tell(id, "10:05", 0.9);
    expect([await of(id), await zone()]).toEqual([0.9, 0.9]);
  });
});
