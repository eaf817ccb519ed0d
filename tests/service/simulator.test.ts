import { getPosition } from "suncalc";
import { describe, expect, test } from "vitest";
import { deviceRegister, type ControlType } from "../../lib/contract/index.ts";
import { dayAt, MINUTE_MS, QUARTER_MS, wallQuarter } from "../../service/engine/calendar.ts";
import type { Site } from "../../service/engine/site.ts";
import type { Measurement } from "../../service/gateway/gateway.ts";
import { demoFleet } from "../../service/gateway/simulator/fleet.ts";
import type { PlantSetup } from "../../service/gateway/simulator/plant.ts";
import { columnOf, readSeries } from "../../service/gateway/simulator/series.ts";
import { Simulator } from "../../service/gateway/simulator/simulator.ts";
import { weatherPlaces } from "../../service/gateway/simulator/weather.ts";
import { battery, panels, site } from "../engine/sites.ts";

/** A sunny Wednesday, 12:00 to 16:00 in Amsterdam. */
const NOON = Date.parse("2026-06-03T10:00:00Z");
const HOUR = 60 * MINUTE_MS;
const DAY = 24 * HOUR;

const PLACE = weatherPlaces()[0]!;
const ROOF = panels({ peakKw: 8, inverterKw: 6, tiltDeg: 20 });
const BATTERY = battery({ capacityKwh: 10, powerKw: 5, efficiency: 0.95, floorKwh: 1 });

const plant = (given: Partial<Site> = {}, setup: Partial<PlantSetup> = {}): PlantSetup => ({
  locationId: "loc_a",
  seed: "a",
  loadKwhPerDay: 9,
  profile: "household",
  site: site({ latitude: PLACE.latitude, longitude: PLACE.longitude, panels: [ROOF], ...given }),
  ...setup,
});

const measured = (setup: PlantSetup, fromMs: number, toMs: number) => [
  ...new Simulator([setup]).measure(fromMs, toMs),
];

/** Twenty minutes by itself, an hour under a control, then by itself again. */
async function underControl(setup: PlantSetup, type: ControlType): Promise<Measurement[]> {
  const simulator = new Simulator([setup]);
  const before = [...simulator.measure(NOON, NOON + 20 * MINUTE_MS)];
  const validUntilMs = NOON + 80 * MINUTE_MS;
  await simulator.dispatch([{ locationId: "loc_a", type, validUntilMs }]);
  return [...before, ...simulator.measure(NOON + 20 * MINUTE_MS, NOON + 120 * MINUTE_MS)];
}

const injections = (measurements: Measurement[]) => measurements.map((one) => one.injectionKw);

describe("the sun", () => {
  test.each(weatherPlaces())("measured at $name does not shine at night", (place) => {
    const series = readSeries(place.name);
    columnOf(series, "solar_mw").forEach((mw, i) => {
      const middle = new Date(series.startMs + (i + 0.5) * QUARTER_MS);
      const night = getPosition(middle, place.latitude, place.longitude).altitude < -2;
      if (night) expect(Math.abs(mw)).toBeLessThan(0.1);
    });
  });

  test("leaves the simulated roof dark at night and bounded by its inverter", () => {
    const home = plant();
    let most = 0;
    for (const { minuteMs, pvKw } of measured(home, NOON, NOON + 3 * DAY)) {
      const sun = getPosition(new Date(minuteMs), PLACE.latitude, PLACE.longitude);
      if (sun.altitude < -2) expect(pvKw).toBe(0);
      expect(pvKw).toBeGreaterThanOrEqual(0);
      most = Math.max(most, pvKw);
    }
    expect(most).toBe(6);
  });

  test("in history rises and falls with the measured series, twenty rounds of 91 days later", () => {
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

  test("gives what the sun of the Netherlands gives in September and November", () => {
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
  test("stops exporting under ZERO_EXPORT within two minutes, back when the setpoint lapses", async () => {
    const free = injections(measured(plant(), NOON, NOON + 2 * HOUR));
    const told = injections(await underControl(plant(), "ZERO_EXPORT"));
    expect(Math.min(...free)).toBeGreaterThan(1);
    expect(told.slice(0, 20)).toEqual(free.slice(0, 20));
    expect(told[20]).toBeGreaterThan(0);
    expect(told[20]).toBeLessThan(free[20]!);
    for (const kw of told.slice(22, 80)) expect(kw).toBeCloseTo(0, 9);
    expect(told[80]).toBeGreaterThan(0);
    expect(told.slice(82)).toEqual(free.slice(82));
  });

  test("charges and shuts its panels under MAX_CONSUMPTION, discharges under MAX_PRODUCTION", async () => {
    const home = plant({ batteries: [BATTERY] }, { storedKwh: [4] });
    for (const { pvKw, batteryKw } of (await underControl(home, "MAX_CONSUMPTION")).slice(22, 60)) {
      expect([pvKw, batteryKw]).toEqual([0, -5]);
    }
    for (const { pvKw, batteryKw } of (await underControl(home, "MAX_PRODUCTION")).slice(22, 60)) {
      expect(pvKw).toBeGreaterThan(1);
      expect(batteryKw).toBe(5);
    }
  });

  test("keeps running by itself where nothing can be controlled", async () => {
    const home = plant({
      panels: [{ ...ROOF, controllable: false }],
      batteries: [{ ...BATTERY, controllable: false }],
    });
    const free = (setup: PlantSetup) => measured(setup, NOON, NOON + 2 * HOUR);
    expect(await underControl(home, "MAX_PRODUCTION")).toEqual(free(home));
    const roof = plant({ panels: home.site.panels });
    expect(await underControl(roof, "ZERO_EXPORT")).toEqual(free(roof));
  });

  test.each(["MAX_PRODUCTION", "ZERO_EXPORT", "MAX_CONSUMPTION"] as const)(
    "keeps stored energy within floor and capacity, and its connection, under %s",
    async (type) => {
      const home = plant({ batteries: [BATTERY], connectionLimitKw: 4 }, { storedKwh: [1.5] });
      const told = await underControl(home, type);
      const day = measured(home, NOON, NOON + 2 * DAY);
      for (const { injectionKw, storedKwh } of [...told, ...day]) {
        expect(storedKwh[0]).toBeGreaterThanOrEqual(1);
        expect(storedKwh[0]).toBeLessThanOrEqual(10);
        expect(Math.abs(injectionKw)).toBeLessThanOrEqual(4 + 1e-9);
      }
    },
  );

  test("loses energy on the way in and out of a battery, and nowhere else", () => {
    let stored = 5;
    const home = plant({ batteries: [BATTERY] }, { storedKwh: [stored] });
    for (const { batteryKw, storedKwh } of measured(home, NOON, NOON + DAY)) {
      stored -= (batteryKw > 0 ? batteryKw / 0.95 : batteryKw * 0.95) / 60;
      expect(storedKwh[0]).toBeCloseTo(stored, 6);
    }
  });
});

describe("the simulator", () => {
  const fleet = ["a", "b"].map((seed) =>
    plant({ batteries: [BATTERY] }, { locationId: `loc_${seed}`, seed }),
  );

  test("measures the same minute the same twice, and refuses what it has left behind", () => {
    const simulator = new Simulator(fleet);
    const first = [...simulator.measure(NOON, NOON + HOUR)];
    expect([...simulator.measure(NOON, NOON + HOUR)]).toEqual(first);
    expect([...new Simulator(fleet).measure(NOON, NOON + HOUR)]).toEqual(first);
    expect(() => [...simulator.measure(NOON - HOUR, NOON)]).toThrow(RangeError);
    expect(() => [...simulator.measure(NOON + 1, NOON + HOUR)]).toThrow(RangeError);
  });

  test("goes on live where history ended, as if there had been no seam", () => {
    const simulator = new Simulator(fleet);
    const history = [...simulator.quarters(NOON, NOON + HOUR)];
    const live = [...simulator.measure(NOON + HOUR, NOON + 2 * HOUR)];
    const whole = [...new Simulator(fleet).measure(NOON, NOON + 2 * HOUR)];
    expect(live).toEqual(whole.filter(({ minuteMs }) => minuteMs >= NOON + HOUR));
    const quarter = whole.filter((one) => one.locationId === "loc_b").slice(0, 15);
    const mean = quarter.reduce((sum, { injectionKw }) => sum + injectionKw / 15, 0);
    expect(history[1]).toMatchObject({ locationId: "loc_b", storedKwh: quarter[14]!.storedKwh });
    expect(history[1]!.injectionKw).toBeCloseTo(mean, 9);
  });

  test.each([
    ["2026-03-29T12:00:00Z", 92],
    ["2026-10-25T12:00:00Z", 100],
  ])("fills the day of %s with %i quarters, no gap and no double", (moment, isps) => {
    const { startMs, endMs } = dayAt(Date.parse(moment));
    const quarters = [...new Simulator(fleet).quarters(startMs, endMs)];
    const starts = quarters.filter((one) => one.locationId === "loc_a").map((q) => q.quarterMs);
    expect(starts).toEqual(Array.from({ length: isps }, (_, i) => startMs + i * QUARTER_MS));
    expect(quarters).toHaveLength(isps * 2);
    for (const { loadKw, pvKw, injectionKw, batteryKw } of quarters) {
      expect(loadKw).toBeGreaterThan(0);
      expect(pvKw - loadKw + batteryKw).toBeCloseTo(injectionKw, 9);
    }
  });

  test.each(["2026-10-11T22:00:00Z", "2026-10-25T23:00:00Z"])(
    "has households cook in the evening by the clock on the wall, in the weeks from %s",
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

  test("puts panels and one meter with a connection limit everywhere, as the contract rates them", () => {
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
