import { describe, expect, test } from "vitest";
import type { ControlType } from "../../lib/contract/index.ts";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import type { Reading } from "../../service/gateway/gateway.ts";
import type { PlantSetup } from "../../service/gateway/simulator/site-simulator.ts";
import { Simulator } from "../../service/gateway/simulator/simulator.ts";
import { battery, panels, site } from "../engine/sites.ts";
import { getStatesOfCharge, collected, household, setpoint } from "../support/simulated-plants.ts";
import { World } from "../support/service.ts";

/** A sunny Wednesday, 12:00 in Amsterdam. */
const NOON = Date.parse("2026-06-03T10:00:00Z");
const minute = (count: number) => NOON + count * MINUTE_MS;

const HOME = site({ panels: [panels({ peakKw: 8, inverterKw: 6 })], batteries: [battery()] });

const plant = (locationId: string, setup: Partial<PlantSetup> = {}) =>
  household(locationId, HOME, setup);

const steady = (...setups: PlantSetup[]) => new Simulator(setups, { outages: false });

const tell = (simulator: Simulator, type: ControlType, fromMs: number, untilMs: number) =>
  simulator.dispatch(
    ["loc_a", "loc_b"].map((locationId) => setpoint(locationId, type, untilMs)),
    fromMs,
  );

const readingsOf = async (simulator: Simulator, fromMs: number, toMs: number) =>
  (await collected(simulator, fromMs, toMs)).readings;

const of = (locationId: string, all: readonly Reading[]) =>
  all.filter((one) => one.locationId === locationId);

describe("a plant that is added, or replaces another", () => {
  test("leaves the others unchanged, also during a control", async () => {
    const simulator = steady(plant("loc_a"), plant("loc_b"));
    const untouched = steady(plant("loc_a"), plant("loc_b"));
    for (const one of [simulator, untouched]) {
      expect(await readingsOf(one, minute(0), minute(20))).toHaveLength(40);
      await tell(one, "MAX_CONSUMPTION", minute(20), minute(40));
      expect(await readingsOf(one, minute(20), minute(21))).toHaveLength(2);
    }
    simulator.put(plant("loc_b", { loadKwhPerDay: 30 }));
    simulator.put(plant("loc_c"));
    const after = await readingsOf(simulator, minute(21), minute(60));
    const asEver = await readingsOf(untouched, minute(21), minute(60));
    expect(of("loc_a", after)).toEqual(of("loc_a", asEver));
    expect(of("loc_b", after)).not.toEqual(of("loc_b", asEver));
    expect(of("loc_c", after)).toHaveLength(39);
  });

  test.each(["MAX_PRODUCTION", "ZERO_EXPORT", "MAX_CONSUMPTION"] as const)(
    "is at once in the middle of %s, whether added before or with the setpoint",
    async (type) => {
      const kept = steady(plant("loc_a"));
      await collected(kept, minute(0), minute(20));
      await tell(kept, type, minute(20), minute(60));
      const before = await readingsOf(kept, minute(20), minute(30));
      const storedKwh = getStatesOfCharge(before.at(-1)!).map((share) => share * 10);
      const put = steady();
      put.put(plant("loc_a", { storedKwh }), setpoint("loc_a", type, minute(60)));
      const told = steady(plant("loc_a", { storedKwh }));
      await tell(told, type, minute(30), minute(60));
      const wholeHour = await readingsOf(kept, minute(30), minute(90));
      for (const rebuilt of [put, told]) {
        const again = await readingsOf(rebuilt, minute(30), minute(90));
        again.forEach(({ injectionKw, devices }, i) => {
          expect(injectionKw).toBeCloseTo(wholeHour[i]!.injectionKw!, 9);
          devices.forEach(({ powerKw }, n) =>
            expect(powerKw).toBeCloseTo(wholeHour[i]!.devices[n]!.powerKw, 9),
          );
        });
        expect(again).toHaveLength(60);
      }
    },
  );

  test("is measured for minutes requested again, and no longer once it is removed", async () => {
    const simulator = steady(plant("loc_a"));
    const first = await readingsOf(simulator, minute(0), minute(10));
    simulator.put(plant("loc_b"));
    const again = await readingsOf(simulator, minute(0), minute(10));
    expect(of("loc_a", again)).toEqual(first);
    expect(of("loc_b", again)).toHaveLength(10);
    simulator.remove("loc_b");
    expect(await readingsOf(simulator, minute(0), minute(10))).toEqual(first);
  });
});

test("a fleet under ZERO_EXPORT stays so when a customer moves, devices are added and the service restarts", async () => {
  const opened = "2026-06-15T10:00:00Z";
  const first = await World.open(opened, { demo: true });
  const params = { bidding_zone_id: "NL" };
  const injectionAt = async (world: World, at: string) => {
    await world.liveUntil(`2026-06-15T10:${at}:05Z`);
    const { data } = await world.call("getBiddingZoneStatus", { params });
    return data.actual!;
  };
  const free = await injectionAt(first, "03");
  const body = { type: "ZERO_EXPORT", time_to: "2026-06-15T11:00:00Z" } as const;
  expect((await first.call("controlBiddingZone", { params, body })).status).toBe(200);
  const steady = await injectionAt(first, "10");
  const jump = free - steady;
  expect(jump).toBeGreaterThan(500);
  const stays = (kw: number) => expect(Math.abs(kw - steady)).toBeLessThan(jump / 20);

  const { data: customers } = await first.call("listCustomers");
  const { id: customer_id, name } = customers.data[0]!;
  const moved = { params: { customer_id }, body: { name, group_id: null } };
  expect((await first.call("updateCustomer", moved)).data.group_id).toBe(null);
  stays(await injectionAt(first, "11"));

  const { data: locations } = await first.call("listLocations");
  const registered = await first.call("registerDevice", {
    body: {
      location_id: locations.data[0]!.id,
      name: "Second battery",
      brand: "BRAND_B",
      device_type: "BATTERY",
      ratings: { capacity_kwh: 10, power_kw: 5 },
    },
  });
  expect(registered.status).toBe(200);
  stays(await injectionAt(first, "12"));
  await first.close();

  const restarted = { demo: true, databaseUrl: first.databaseUrl };
  const second = await World.open("2026-06-15T10:12:30Z", restarted);
  stays(await injectionAt(second, "13"));
  stays(await injectionAt(second, "14"));
  await second.close();
}, 180_000);
