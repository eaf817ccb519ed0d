import { getPosition } from "suncalc";
import { describe, expect, test } from "vitest";
import { deviceRegister, type ControlType } from "../../lib/contract/index.ts";
import { dayAt, MINUTE_MS, QUARTER_MS, wallQuarter } from "../../lib/time/amsterdam.ts";
import type { Site } from "../../service/engine/site.ts";
import { demoFleet } from "../../service/demo/fleet.ts";
import type { PlantSetup } from "../../service/gateway/simulator/site-simulator.ts";
import { getColumn, readSeries } from "../../service/gateway/simulator/noise.ts";
import { Simulator } from "../../service/gateway/simulator/simulator.ts";
import { weatherLocations } from "../../service/gateway/simulator/weather.ts";
import { battery, panels, site } from "../engine/sites.ts";
import {
  getStatesOfCharge,
  collected,
  household,
  sumPowerKw,
  setpoint,
} from "../support/simulated-plants.ts";

/** A sunny Wednesday, 12:00 to 16:00 in Amsterdam. */
const NOON = Date.parse("2026-06-03T10:00:00Z");
const HOUR = 60 * MINUTE_MS;
const DAY = 24 * HOUR;

const PLACE = weatherLocations()[0]!;
const ROOF = panels({ peakKw: 8, inverterKw: 6, tiltDeg: 20 });
const BATTERY = battery({ capacityKwh: 10, powerKw: 5, efficiency: 0.95, floorKwh: 1 });

/** The maximum error of the meter. */
const METER_ERROR = 0.005;

const plant = (given: Partial<Site> = {}, setup: Partial<PlantSetup> = {}): PlantSetup => {
  const { latitude, longitude } = PLACE;
  return household("loc_a", site({ latitude, longitude, panels: [ROOF], ...given }), {
    seed: "a",
    ...setup,
  });
};

const steady = (...setups: PlantSetup[]) => new Simulator(setups, { outages: false });

const readingsOf = async (simulator: Simulator, fromMs: number, toMs: number) =>
  (await collected(simulator, fromMs, toMs)).readings.map((reading) => ({
    ...reading,
    injectionKw: reading.injectionKw!,
    pvKw: sumPowerKw(reading, "inverter"),
    batteryKw: sumPowerKw(reading, "battery"),
    charge: getStatesOfCharge(reading),
  }));

const measured = (setup: PlantSetup, fromMs: number, toMs: number) =>
  readingsOf(steady(setup), fromMs, toMs);

/** Twenty minutes by itself, an hour under a control, then by itself again. */
async function underControl(setup: PlantSetup, type: ControlType) {
  const simulator = steady(setup);
  const [toldMs, endMs] = [NOON + 20 * MINUTE_MS, NOON + 80 * MINUTE_MS];
  const before = await readingsOf(simulator, NOON, toldMs);
  await simulator.dispatch([setpoint("loc_a", type, endMs)], toldMs);
  return [...before, ...(await readingsOf(simulator, toldMs, NOON + 120 * MINUTE_MS))];
}

const injections = (readings: { injectionKw: number }[]) =>
  readings.map(({ injectionKw }) => injectionKw);

describe("the sun", () => {
  test.each(weatherLocations())("at $name is dark at night", (place) => {
    const series = readSeries(place.name);
    getColumn(series, "solar_mw").forEach((mw, i) => {
      const middle = new Date(series.startMs + (i + 0.5) * QUARTER_MS);
      const night = getPosition(middle, place.latitude, place.longitude).altitude < -2;
      if (night) expect(Math.abs(mw)).toBeLessThan(0.1);
    });
  });

  test("leaves the simulated panels dark at night and limited by their inverter", async () => {
    const home = plant();
    let most = 0;
    for (const { fromMs, pvKw } of await measured(home, NOON, NOON + 3 * DAY)) {
      const sun = getPosition(new Date(fromMs), PLACE.latitude, PLACE.longitude);
      if (sun.altitude < -2) expect(pvKw).toBe(0);
      expect(pvKw).toBeGreaterThanOrEqual(0);
      most = Math.max(most, pvKw);
    }
    expect(most).toBe(6);
  });

  test("in history repeats the measured series every 91 days", () => {
    const { startMs, columns } = readSeries("hfdp");
    const from = startMs + 20 * 91 * DAY;
    const quarters = [...new Simulator([plant()]).quarters(from, from + 91 * DAY)];
    const pairs = quarters.map(({ pvKw }, i) => [pvKw, -columns.solar_mw![i]!] as const);
    const sum = (of: (pv: number, mw: number) => number) =>
      pairs.reduce((total, [pv, mw]) => total + of(pv, mw), 0);
    const [pvMean, mwMean] = [sum((pv) => pv) / pairs.length, sum((_, mw) => mw) / pairs.length];
    const together = sum((pv, mw) => (pv - pvMean) * (mw - mwMean));
    const apart = sum((pv) => (pv - pvMean) ** 2) * sum((_, mw) => (mw - mwMean) ** 2);
    expect(together / Math.sqrt(apart)).toBeGreaterThan(0.97);
  });

  test("yields the typical sun of the Netherlands in September and November", () => {
    const yieldOf = (month: string) => {
      const from = Date.parse(`${month}-01T00:00:00Z`);
      const quarters = [...new Simulator([plant()]).quarters(from, from + 30 * DAY)];
      return quarters.reduce((sum, { pvKw }) => sum + pvKw / 4, 0) / ROOF.peakKw / 30;
    };
    expect(Math.abs(yieldOf("2026-09") - 2.8)).toBeLessThan(0.8);
    expect(Math.abs(yieldOf("2026-11") - 1)).toBeLessThan(0.4);
  });
});

describe("a simulated plant", () => {
  test("stops exporting under ZERO_EXPORT within two minutes, and reverts when the setpoint expires", async () => {
    const free = injections(await measured(plant(), NOON, NOON + 2 * HOUR));
    const told = injections(await underControl(plant(), "ZERO_EXPORT"));
    expect(Math.min(...free)).toBeGreaterThan(1);
    expect(told.slice(0, 20)).toEqual(free.slice(0, 20));
    expect(told[20]).toBeGreaterThan(0);
    expect(told[20]).toBeLessThan(free[20]!);
    for (const kw of told.slice(22, 80)) expect(kw).toBeCloseTo(0, 9);
    expect(told[80]).toBeGreaterThan(0);
    expect(told.slice(82)).toEqual(free.slice(82));
  });

  test("charges and shuts off its panels under MAX_CONSUMPTION, and discharges under MAX_PRODUCTION", async () => {
    const home = plant({ batteries: [BATTERY] }, { storedKwh: [4] });
    for (const { pvKw, batteryKw } of (await underControl(home, "MAX_CONSUMPTION")).slice(22, 60)) {
      expect([pvKw, batteryKw]).toEqual([0, -5]);
    }
    for (const { pvKw, batteryKw } of (await underControl(home, "MAX_PRODUCTION")).slice(22, 60)) {
      expect(pvKw).toBeGreaterThan(1);
      expect(batteryKw).toBe(5);
    }
  });

  test("runs its own operation without controllable devices", async () => {
    const home = plant({
      panels: [{ ...ROOF, controllable: false }],
      batteries: [{ ...BATTERY, controllable: false }],
    });
    const free = (setup: PlantSetup) => measured(setup, NOON, NOON + 2 * HOUR);
    expect(await underControl(home, "MAX_PRODUCTION")).toEqual(await free(home));
    const roof = plant({ panels: home.site.panels });
    expect(await underControl(roof, "ZERO_EXPORT")).toEqual(await free(roof));
  });

  test.each(["MAX_PRODUCTION", "ZERO_EXPORT", "MAX_CONSUMPTION"] as const)(
    "keeps stored energy between minimum charge and capacity, and its connection limit, under %s",
    async (type) => {
      const home = plant({ batteries: [BATTERY], connectionLimitKw: 4 }, { storedKwh: [1.5] });
      const told = await underControl(home, type);
      const day = await measured(home, NOON, NOON + 2 * DAY);
      for (const { injectionKw, charge } of [...told, ...day]) {
        expect(charge[0]).toBeGreaterThanOrEqual(0.1);
        expect(charge[0]).toBeLessThanOrEqual(1);
        expect(Math.abs(injectionKw)).toBeLessThanOrEqual(4 * (1 + METER_ERROR));
      }
    },
  );

  test("loses energy when charging and discharging a battery, and nowhere else", async () => {
    let stored = 5;
    const home = plant({ batteries: [BATTERY] }, { storedKwh: [stored] });
    for (const { batteryKw, charge } of await measured(home, NOON, NOON + DAY)) {
      stored -= (batteryKw > 0 ? batteryKw / 0.95 : batteryKw * 0.95) / 60;
      expect(charge[0]! * 10).toBeCloseTo(stored, 6);
    }
  });
});

describe("the simulator", () => {
  const fleet = ["a", "b"].map((seed) =>
    plant({ batteries: [BATTERY] }, { locationId: `loc_${seed}`, seed }),
  );

  test("continues live where history ended, without a step", async () => {
    const simulator = steady(...fleet);
    const history = [...simulator.quarters(NOON, NOON + HOUR)];
    const live = await readingsOf(simulator, NOON + HOUR, NOON + 2 * HOUR);
    const whole = await readingsOf(steady(...fleet), NOON, NOON + 2 * HOUR);
    expect(live).toEqual(whole.filter(({ fromMs }) => fromMs >= NOON + HOUR));
    const quarter = whole.filter((one) => one.locationId === "loc_b").slice(0, 15);
    const mean = quarter.reduce((sum, { injectionKw }) => sum + injectionKw / 15, 0);
    expect(history[1]).toMatchObject({ locationId: "loc_b", online: true });
    expect(history[1]!.storedKwh[0]! / 10).toBe(quarter[14]!.charge[0]);
    expect(history[1]!.injectionKw).toBeCloseTo(mean, 9);
  });

  test("continues from the last known charge of its batteries, however late", async () => {
    const whole = await readingsOf(steady(fleet[0]!), NOON, NOON + HOUR);
    const knownMs = NOON + 20 * MINUTE_MS;
    const storedKwh = [whole[19]!.charge[0]! * 10];
    const again = { ...fleet[0]!, storedKwh, storedAtMs: knownMs };
    const later = await readingsOf(steady(again), NOON + 50 * MINUTE_MS, NOON + HOUR);
    expect(later.map(({ charge }) => charge[0])).toEqual(
      whole.slice(50).map(({ charge }) => expect.closeTo(charge[0]!, 9)),
    );
    expect(whole[50]!.charge[0]).not.toBeCloseTo(whole[20]!.charge[0]!, 2);
  });

  test.each([
    ["2026-03-29T12:00:00Z", 92],
    ["2026-10-25T12:00:00Z", 100],
  ])("fills the day of %s with %i quarter-hours, without gaps or duplicates", (moment, isps) => {
    const { startMs, endMs } = dayAt(Date.parse(moment));
    const quarters = [...steady(...fleet).quarters(startMs, endMs)];
    const starts = quarters.filter((one) => one.locationId === "loc_a").map((q) => q.quarterMs);
    expect(starts).toEqual(Array.from({ length: isps }, (_, i) => startMs + i * QUARTER_MS));
    expect(quarters).toHaveLength(isps * 2);
    for (const { loadKw, pvKw, injectionKw, batteryKw } of quarters) {
      expect(loadKw).toBeGreaterThan(0);
      const most = METER_ERROR * (pvKw + loadKw + 5);
      expect(Math.abs(pvKw - loadKw + batteryKw - injectionKw)).toBeLessThan(most);
    }
  });

  test.each(["2026-10-11T22:00:00Z", "2026-10-25T23:00:00Z"])(
    "has households cook in the evening in local time, in the weeks from %s",
    (from) => {
      const hours = Array.from({ length: 24 }, () => 0);
      const homes = Array.from({ length: 12 }, (_, i) =>
        plant({}, { locationId: `loc_${i}`, seed: `home ${i}` }),
      );
      const start = Date.parse(from);
      for (const { quarterMs, loadKw } of new Simulator(homes).quarters(start, start + 7 * DAY)) {
        hours[Math.floor(wallQuarter(quarterMs) / 4)]! += loadKw / 4 / 7 / 12;
      }
      expect([17, 18, 19]).toContain(hours.indexOf(Math.max(...hours)));
      expect(Math.abs(hours.reduce((sum, kwh) => sum + kwh, 0) - 9)).toBeLessThan(1.5);
    },
  );
});

describe("the demo fleet", () => {
  const { groups, customers, locations, devices } = demoFleet();
  const at = (key: string, type: string) =>
    devices.filter((one) => one.locationKey === key && one.deviceType === type);

  test("has 3 groups, 40 customers and 60 locations within the Netherlands, marked as demo", () => {
    expect([groups.length, customers.length, locations.length]).toEqual([3, 40, 60]);
    for (const { latitude, longitude, metadata } of locations) {
      expect(latitude > 50.75 && latitude < 53.5 && longitude > 3.4 && longitude < 7.2).toBe(true);
      expect(metadata.demo).toBe(true);
    }
    expect(demoFleet()).toEqual({ groups, customers, locations, devices });
  });

  test("gives every customer a group and a location, the first two with one battery", () => {
    for (const { key, email, groupKey } of customers) {
      expect(email).toBe(`${key}@demo.example`);
      expect(groups.map((group) => group.key)).toContain(groupKey);
      expect(locations.some(({ customerKey }) => customerKey === key)).toBe(true);
    }
    const first = locations.filter(({ customerKey }) => customerKey === customers[0]!.key);
    expect(customers[0]!.email).toBe("customer@demo.example");
    expect(first.map(({ key }) => at(key, "BATTERY").length)).toEqual([1, 0]);
  });

  test("gives every location panels and one meter with a connection limit, within the contract's ratings", () => {
    for (const { key } of locations) {
      expect(at(key, "SOLAR_INVERTER").length).toBeGreaterThan(0);
      const limits = at(key, "METER").map(({ ratings }) => ratings);
      expect(limits).toEqual([{ connection_limit_kw: expect.any(Number) }]);
    }
    for (const { locationKey, brandIndex, deviceType, name, ratings } of devices) {
      expect([0, 1, 2, 3]).toContain(brandIndex);
      const registered = { location_id: locationKey, name, brand: "BRAND_A" };
      deviceRegister.parse({ ...registered, device_type: deviceType, ratings });
    }
    expect(devices.filter((one) => one.deviceType === "BATTERY").length).toBe(22);
  });
});
