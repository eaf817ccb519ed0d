import { expect, it, onTestFinished } from "vitest";
import { NL } from "../../support/rule-world.ts";
import { openScripted } from "../../support/scripted-gateway.ts";
import { household } from "../../support/site.ts";

const at = (time: string) => `2026-06-15T${time}:00Z`;

it("a statement has the energy that panels lost while a battery charged less, as lost energy by month has", async () => {
  const { world, gateway } = await openScripted("2026-06-15T10:00:30Z");
  onTestFinished(() => world.close());
  const home = await household(world);
  const { data: battery } = await world.call("registerDevice", {
    body: {
      location_id: home.location.id,
      name: "Battery",
      brand: "BRAND_B",
      device_type: "BATTERY",
      ratings: { capacity_kwh: 20, power_kw: 5 },
    },
  });
  gateway.answers(home.location.id, [home.inverter.id, battery.id]);
  const report = (from: string, to: string, pvKw: number, batteryKw: number, charge: number) =>
    gateway.reportMinutes([at(from), at(to)], {
      locationId: home.location.id,
      injectionKw: 0,
      devices: [
        { deviceId: home.inverter.id, powerKw: pvKw, availableKw: 3, stateOfCharge: null },
        { deviceId: battery.id, powerKw: batteryKw, stateOfCharge: charge },
      ],
    });
  report("10:00", "10:15", 3, -2.5, 0.1);
  await world.liveUntil("2026-06-15T10:14:30Z");
  await world.call("controlBiddingZone", {
    params: NL,
    body: { type: "ZERO_EXPORT", time_from: at("10:15"), time_to: at("10:45") },
  });
  report("10:15", "10:45", 1.5, -1, 0.15);
  await world.liveUntil("2026-06-15T10:46:30Z");
  const params = { customer_id: home.customer.id };
  const { data: months } = await world.call("getCustomerLostEnergy", { params });
  const { data: statement } = await world.call("getCustomerStatement", {
    params: { ...params, month: "2026-06" },
  });
  expect(months.data[0]!.lost_kwh).toBe(0.75);
  expect(statement.totals).toMatchObject({ lost_kwh: 0.75, volume_kwh: 0 });
  expect(statement.rows.map(({ lost_kwh }) => lost_kwh)).toEqual([0.75]);
});
