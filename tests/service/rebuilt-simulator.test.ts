import { describe, expect, test } from "vitest";
import type { ControlType } from "../../lib/contract/index.ts";
import { MINUTE_MS } from "../../service/engine/calendar.ts";
import type { Measurement } from "../../service/gateway/gateway.ts";
import type { PlantSetup } from "../../service/gateway/simulator/plant.ts";
import { Simulator } from "../../service/gateway/simulator/simulator.ts";
import { battery, panels, site } from "../engine/sites.ts";
import { World } from "../world/service.ts";

/** A sunny Wednesday, 12:00 in Amsterdam. */
const NOON = Date.parse("2026-06-03T10:00:00Z");
const minute = (count: number) => NOON + count * MINUTE_MS;

const plant = (locationId: string, setup: Partial<PlantSetup> = {}): PlantSetup => ({
  locationId,
  seed: locationId,
  loadKwhPerDay: 9,
  profile: "household",
  site: site({ panels: [panels({ peakKw: 8, inverterKw: 6 })], batteries: [battery()] }),
  ...setup,
});

const tell = (simulator: Simulator, type: ControlType, untilMs: number) =>
  simulator.dispatch(
    ["loc_a", "loc_b"].map((locationId) => ({ locationId, type, validUntilMs: untilMs })),
  );

const of = (locationId: string, all: Iterable<Measurement>) =>
  [...all].filter((one) => one.locationId === locationId);

describe("a plant that is put beside others, or in place of one", () => {
  test("leaves the others as they were, also halfway into a control", async () => {
    const simulator = new Simulator([plant("loc_a"), plant("loc_b")]);
    const untouched = new Simulator([plant("loc_a"), plant("loc_b")]);
    for (const one of [simulator, untouched]) {
      expect([...one.measure(minute(0), minute(20))]).toHaveLength(40);
      await tell(one, "MAX_CONSUMPTION", minute(40));
      expect([...one.measure(minute(20), minute(21))]).toHaveLength(2);
    }
    simulator.put(plant("loc_b", { loadKwhPerDay: 30 }));
    simulator.put(plant("loc_c"));
    const after = [...simulator.measure(minute(21), minute(60))];
    const asEver = [...untouched.measure(minute(21), minute(60))];
    expect(of("loc_a", after)).toEqual(of("loc_a", asEver));
    expect(of("loc_b", after)).not.toEqual(of("loc_b", asEver));
    expect(of("loc_c", after)).toHaveLength(39);
  });

  test.each(["MAX_PRODUCTION", "ZERO_EXPORT", "MAX_CONSUMPTION"] as const)(
    "is in the middle of %s at once when that is the first it is told",
    async (type) => {
      const kept = new Simulator([plant("loc_a")]);
      expect([...kept.measure(minute(0), minute(20))]).toHaveLength(20);
      await tell(kept, type, minute(60));
      const before = [...kept.measure(minute(20), minute(30))];
      const rebuilt = new Simulator([plant("loc_a", { storedKwh: before.at(-1)!.storedKwh })]);
      await tell(rebuilt, type, minute(60));
      const wholeHour = [minute(30), minute(90)] as const;
      expect([...rebuilt.measure(...wholeHour)]).toEqual([...kept.measure(...wholeHour)]);
    },
  );

  test("is measured in minutes that are asked for again, and no more once it is taken away", () => {
    const simulator = new Simulator([plant("loc_a")]);
    const first = [...simulator.measure(minute(0), minute(10))];
    simulator.put(plant("loc_b"));
    const again = [...simulator.measure(minute(0), minute(10))];
    expect(of("loc_a", again)).toEqual(first);
    expect(of("loc_b", again)).toHaveLength(10);
    simulator.remove("loc_b");
    expect([...simulator.measure(minute(0), minute(10))]).toEqual(first);
  });
});

test("a fleet under ZERO_EXPORT stays there when a customer moves, devices come and the service restarts", async () => {
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
}, 60_000);
