import { describe, expect, it } from "vitest";
import { MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { GatewayDevice, Reading, Reports } from "../../service/gateway/gateway.ts";
import { offlineAt } from "../../service/gateway/simulator/running-site.ts";
import { Load } from "../../service/gateway/simulator/load.ts";
import { Simulator } from "../../service/gateway/simulator/simulator.ts";
import { battery, panels, site } from "../engine/sites.ts";
import {
  getStatesOfCharge,
  collected,
  household,
  sumPowerKw,
  setpoint,
} from "../support/simulated-plants.ts";

/** A sunny Wednesday, 12:00 in Amsterdam. */
const NOON = Date.parse("2026-06-03T10:00:00Z");
const minute = (count: number) => NOON + count * MINUTE_MS;

const ROOF = panels({ peakKw: 8, inverterKw: 6 });
const HOME = site({ panels: [ROOF], batteries: [battery()] });
const fleet = ["loc_a", "loc_b"].map((id) => household(id, HOME));
const roof = household("loc_a", site({ panels: [ROOF] }));

const steady = (...setups: typeof fleet) => new Simulator(setups, { outages: false });
const injections = (readings: readonly Reading[]) => readings.map((one) => one.injectionKw!);

function outageByDay(): { first: number; minutes: number } {
  const noon = NOON / MINUTE_MS;
  for (let day = 0; day < 1_000; day++) {
    for (let first = noon + day * 1_440; first < noon + day * 1_440 + 200; first++) {
      if (!offlineAt("loc_a", first) || offlineAt("loc_a", first - 1)) continue;
      let minutes = 1;
      while (offlineAt("loc_a", first + minutes) && minutes < 60) minutes += 1;
      return { first, minutes };
    }
  }
  throw new Error("no outage by day in a thousand days");
}

describe("reports of simulated devices", () => {
  const fixed = panels({ peakKw: 3, inverterKw: 3, azimuthDeg: 100, controllable: false });
  const west = panels({ peakKw: 4, inverterKw: 3.5, azimuthDeg: 260 });
  const batteries = [battery({ capacityKwh: 4 }), battery({ powerKw: 2, controllable: false })];
  const estate = household("loc_e", site({ panels: [ROOF, fixed, west], batteries }));
  const telling = [setpoint("loc_e", "ZERO_EXPORT", minute(90))];

  it("balance: panels + batteries − load is the meter's value, within 0.5 %, controlled or not", async () => {
    const simulator = steady(estate);
    const load = new Load("loc_e", "household", 9);
    const { readings } = await collected(simulator, minute(0), minute(60));
    await simulator.dispatch(telling, minute(60));
    readings.push(...(await collected(simulator, minute(60), minute(120))).readings);
    let largest = 0;
    for (const reading of readings) {
      const flows = sumPowerKw(reading, "inverter") + sumPowerKw(reading, "battery");
      const exactKw = flows - load.at(reading.fromMs / MINUTE_MS);
      const error = Math.abs(reading.injectionKw! - exactKw);
      expect(error).toBeLessThanOrEqual(0.005 * Math.abs(exactKw) + 1e-9);
      expect(sumPowerKw(reading, "meter")).toBe(reading.injectionKw);
      largest = Math.max(largest, error);
    }
    expect(largest).toBeGreaterThan(0.001);
  });

  it("curtail the controllable inverters, each by the same share, and no other", async () => {
    const free = await collected(steady(estate), minute(0), minute(60));
    const told = steady(estate);
    await told.dispatch(telling, minute(0));
    const { readings } = await collected(told, minute(0), minute(60));
    const powers = (reading: Reading) => reading.devices.map(({ powerKw }) => powerKw);
    let curtailed = 0;
    readings.forEach((reading, i) => {
      const [, roofKw, fixedKw, westKw] = powers(reading);
      const [, freeRoofKw, freeFixedKw, freeWestKw] = powers(free.readings[i]!);
      expect(fixedKw).toBe(freeFixedKw);
      expect(roofKw! * freeWestKw!).toBeCloseTo(westKw! * freeRoofKw!, 9);
      if (roofKw! < freeRoofKw! - 0.1) curtailed += 1;
    });
    expect(curtailed).toBeGreaterThan(10);
  });

  it("are of one meter if there are several, and of the connection point if there is none", async () => {
    const meters: GatewayDevice[] = ["meter 1", "meter 2"].map((id) => ({
      id,
      deviceType: "METER",
      controllable: false,
    }));
    const ofDevices = async (devices: GatewayDevice[]) =>
      (await collected(steady({ ...estate, devices }), minute(0), minute(1))).readings;
    const [two] = await ofDevices(meters);
    expect(two!.devices.map(({ deviceId }) => deviceId)).toEqual(["meter 1"]);
    const [none] = await ofDevices([]);
    expect(none).toEqual({ ...two, devices: [] });
  });

  it("are produced a quarter-hour at a time, yielding in between", async () => {
    const portions: (readonly [number, number])[] = [];
    let turns = 0;
    await steady(...fleet).collect(minute(5), minute(40), async ({ readings }) => {
      expect(turns).toBe(portions.length);
      setImmediate(() => (turns += 1));
      portions.push([readings[0]!.fromMs, readings.at(-1)!.toMs]);
    });
    expect(portions).toEqual([
      [minute(5), minute(15)],
      [minute(15), minute(30)],
      [minute(30), minute(40)],
    ]);
  });

  it("are repeatable, and refused for past or incomplete minutes", async () => {
    const simulator = new Simulator(fleet);
    const first = await collected(simulator, minute(0), minute(60));
    expect(first.readings).toHaveLength(120);
    expect(await collected(simulator, minute(0), minute(60))).toEqual(first);
    expect(await collected(new Simulator(fleet), minute(0), minute(60))).toEqual(first);
    await expect(collected(simulator, minute(-60), minute(0))).rejects.toThrow(RangeError);
    await expect(collected(simulator, minute(0) + 1, minute(60))).rejects.toThrow(RangeError);
  });

  it("are repeated, acknowledgements included, if they could not be stored", async () => {
    const simulator = steady(...fleet);
    await simulator.dispatch([setpoint("loc_a", "ZERO_EXPORT", minute(30))], minute(0));
    const seen: Reports[] = [];
    const refused = simulator.collect(minute(0), minute(20), async (reports) => {
      seen.push(reports);
      throw new Error("the store is away");
    });
    await expect(refused).rejects.toThrow("the store is away");
    const again = await collected(simulator, minute(0), minute(15));
    expect(seen).toEqual([again]);
    expect(again.acknowledgements).toHaveLength(1);
    expect(again.presence).toHaveLength(2);
    expect((await collected(simulator, minute(15), minute(20))).acknowledgements).toEqual([]);
  });
});

describe("a setpoint for simulated plants", () => {
  it("is accepted for existing plants, and acknowledged once per controllable device", async () => {
    const home = household("loc_c", site({ panels: [ROOF, { ...ROOF, controllable: false }] }));
    const simulator = steady(home, household("loc_d", site({ panels: [] })));
    const telling = ["loc_c", "loc_d", "loc_x"].map((id) => setpoint(id, "ZERO_EXPORT", minute(5)));
    expect([...(await simulator.dispatch(telling, minute(0)))]).toEqual(["loc_c", "loc_d"]);
    await simulator.dispatch(telling, minute(0));
    const { acknowledgements } = await collected(simulator, minute(0), minute(1));
    const devices = [{ deviceId: "loc_c inverter 0", outcome: "executed" }];
    expect(acknowledgements).toEqual([{ locationId: "loc_c", controlId: "ctrl_a", devices }]);
  });

  it("applies from the minute it is dispatched, even if earlier ones were not read yet", async () => {
    const simulator = steady(roof);
    await simulator.dispatch([setpoint("loc_a", "ZERO_EXPORT", minute(40))], minute(20) + 5_000);
    const told = injections((await collected(simulator, minute(0), minute(60))).readings);
    const free = injections((await collected(steady(roof), minute(0), minute(60))).readings);
    expect(told.slice(0, 20)).toEqual(free.slice(0, 20));
    expect(told[20]).toBeLessThan(free[20]!);
    for (const kw of told.slice(22, 40)) expect(kw).toBeCloseTo(0, 9);
    expect(told.slice(42)).toEqual(free.slice(42));
  });

  it("ends at once by RELEASE, which is not acknowledged: that would confirm the control", async () => {
    const simulator = steady(roof);
    await simulator.dispatch([setpoint("loc_a", "ZERO_EXPORT", minute(60))], minute(0));
    await collected(simulator, minute(0), minute(10));
    await simulator.dispatch([setpoint("loc_a", "RELEASE", minute(60))], minute(10));
    const { readings, acknowledgements } = await collected(simulator, minute(10), minute(20));
    const free = injections((await collected(steady(roof), minute(10), minute(20))).readings);
    expect(injections(readings)[0]).toBeGreaterThan(0.1);
    expect(injections(readings).slice(2)).toEqual(free.slice(2));
    expect(acknowledgements).toEqual([]);
  });

  it.each([
    ["MAX_PRODUCTION", 7],
    ["ZERO_EXPORT", 1],
    ["MAX_CONSUMPTION", -2],
  ] as const)("moves injection under %s up to its limit of %i kW", async (type, limitKw) => {
    const home = household("loc_a", HOME, { storedKwh: [5] });
    const simulator = steady(type === "ZERO_EXPORT" ? roof : home);
    await simulator.dispatch([setpoint("loc_a", type, minute(60), limitKw)], minute(0));
    const told = injections((await collected(simulator, minute(0), minute(30))).readings);
    const reached = told.filter((kw) => Math.abs(kw - limitKw) <= 0.005 * Math.abs(limitKw));
    expect(reached.length).toBeGreaterThan(25);
    const past = type === "MAX_CONSUMPTION" ? Math.min(...told) : Math.max(...told);
    expect(Math.abs(past)).toBeLessThanOrEqual(Math.abs(limitKw) * 1.005);
  });

  it("is already active in a plant added with it, until it expires", async () => {
    const simulator = steady();
    simulator.put(roof, setpoint("loc_a", "ZERO_EXPORT", minute(10)));
    const told = injections((await collected(simulator, minute(0), minute(20))).readings);
    for (const kw of told.slice(0, 10)) expect(kw).toBeCloseTo(0, 9);
    for (const kw of told.slice(10)) expect(kw).toBeGreaterThan(0.1);
  });
});

describe("a simulated plant that goes offline", () => {
  it("does so in 1 % of six-hour blocks, for 10 to 40 minutes", () => {
    const lengths = Array.from({ length: 4_000 }, (_, block) => {
      const minutes = Array.from({ length: 360 }, (_, into) => block * 360 + into);
      return minutes.filter((at) => offlineAt("loc_a", at)).length;
    }).filter((length) => length > 0);
    expect(Math.abs(lengths.length - 40)).toBeLessThan(20);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(10);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(40);
  });

  /** The first minute offline around a noon, and how long it lasts. */
  const { first, minutes } = outageByDay();
  const lost = first * MINUTE_MS;
  const at = (count: number) => lost + count * MINUTE_MS;

  it("is silent, reports when it goes and returns, and continues as if it had not", async () => {
    const { readings, presence } = await collected(new Simulator(fleet), at(-30), at(90));
    const whole = await collected(steady(...fleet), at(-30), at(90));
    const silent = ({ locationId, fromMs }: Reading) =>
      locationId === "loc_a" && fromMs >= lost && fromMs < at(minutes);
    expect(readings).toEqual(whole.readings.filter((reading) => !silent(reading)));
    expect(readings).toHaveLength(240 - minutes);
    expect(presence).toEqual([
      { locationId: "loc_a", online: true, atMs: at(-30) },
      { locationId: "loc_b", online: true, atMs: at(-30) },
      { locationId: "loc_a", online: false, atMs: lost },
      { locationId: "loc_a", online: true, atMs: at(minutes) },
    ]);
  });

  it("receives and acknowledges nothing, and follows its setpoint once it is back", async () => {
    const simulator = new Simulator(fleet);
    const telling = fleet.map((one) => setpoint(one.locationId, "MAX_CONSUMPTION", at(90)));
    await collected(simulator, at(-1), at(1));
    expect((await simulator.dispatch(telling, at(1))).size).toBe(2);
    const answered = await collected(simulator, at(1), at(minutes + 5));
    expect(answered.acknowledgements.map((one) => one.locationId)).toEqual(["loc_b"]);
    const own = ({ readings }: Reports) => readings.filter((one) => one.locationId === "loc_a");
    const free = await collected(steady(...fleet), at(-1), at(minutes + 5));
    expect(own(answered)).toEqual(own(free).slice(-5));
    await simulator.dispatch(telling, at(minutes + 5));
    const back = await collected(simulator, at(minutes + 5), at(minutes + 15));
    expect(back.acknowledgements).toHaveLength(2);
    for (const reading of own(back).slice(2)) expect(sumPowerKw(reading, "inverter")).toBe(0);
  });

  it("lets a setpoint expire that it received before", async () => {
    const simulator = new Simulator(fleet);
    const untilMs = at(3);
    const telling = fleet.map((one) => setpoint(one.locationId, "MAX_CONSUMPTION", untilMs));
    await collected(simulator, at(-3), at(-2));
    await simulator.dispatch(telling, at(-2));
    const seen = await collected(simulator, at(-2), at(minutes + 2));
    const perfect = steady(...fleet);
    await collected(perfect, at(-3), at(-2));
    await perfect.dispatch(telling, at(-2));
    const whole = await collected(perfect, at(-2), at(minutes + 2));
    expect(seen.readings.at(-2)).toEqual(whole.readings.at(-2));
    expect(seen.readings.at(-2)!.locationId).toBe("loc_a");
    expect(sumPowerKw(seen.readings.at(-2)!, "inverter")).toBeGreaterThan(0.1);
    expect(getStatesOfCharge(seen.readings.at(-2)!)).toHaveLength(1);
  });

  it("is marked in history if most of a quarter-hour was not received", () => {
    const fromMs = Math.floor(lost / QUARTER_MS) * QUARTER_MS - QUARTER_MS;
    for (const quarter of new Simulator(fleet).quarters(fromMs, fromMs + 6 * QUARTER_MS)) {
      const first = quarter.quarterMs / MINUTE_MS;
      const missing = Array.from({ length: 15 }, (_, i) => first + i).filter((one) =>
        offlineAt(quarter.locationId, one),
      ).length;
      expect(quarter.online).toBe(missing < 8);
    }
  });
});
