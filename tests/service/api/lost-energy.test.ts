import { afterEach, beforeEach, expect, it } from "vitest";
import { NL } from "../../support/rule-world.ts";
import { openScripted, type ScriptedGateway } from "../../support/scripted-gateway.ts";
import { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";
import { fixedTerms } from "../../support/terms.ts";

const at = (time: string) => `2026-06-15T${time}:00Z`;

let world: World;
let gateway: ScriptedGateway;
let groupId: string;
beforeEach(async () => {
  ({ world, gateway } = await openScripted("2026-06-15T10:00:30Z"));
  groupId = (await group(world)).id;
  await world.call("setGroupTerms", {
    params: { group_id: groupId },
    body: { valid_from: "2026-01-01", terms: fixedTerms(0.05) },
  });
});
afterEach(() => world.close());

/** A household whose panels could produce `availableKw`. */
async function openHome(email: string, availableKw: number) {
  const home = await household(world, { email, groupId });
  const body = {
    location_id: home.location.id,
    name: "Battery",
    brand: "BRAND_B",
    device_type: "BATTERY" as const,
    ratings: { capacity_kwh: 20, power_kw: 5 },
  };
  const { data: battery } = await world.call("registerDevice", { body });
  gateway.answers(home.location.id, [home.inverter.id, battery.id]);
  return { ...home, battery, availableKw };
}

it("is what panels did not produce, and not what batteries charged from the grid", async () => {
  const homes = [await openHome("dark@example.org", 0), await openHome("sunny@example.org", 3)];
  const { data: control } = await world.call("controlBiddingZone", {
    params: NL,
    body: { type: "MAX_CONSUMPTION", time_to: at("10:15") },
  });
  await world.service.tick();
  for (const { location, inverter, battery, availableKw } of homes)
    gateway.reportMinutes([at("10:00"), at("10:15")], {
      locationId: location.id,
      injectionKw: -5.5,
      devices: [
        { deviceId: inverter.id, powerKw: 0, availableKw, stateOfCharge: null },
        { deviceId: battery.id, powerKw: -5, stateOfCharge: 0.5 },
      ],
    });
  await world.liveUntil("2026-06-15T10:16:30Z");

  const lost = [];
  for (const { customer, location } of homes) {
    const params = { customer_id: customer.id };
    const [month] = (await world.call("getCustomerLostEnergy", { params })).data.data;
    const { data: statement } = await world.call("getCustomerStatement", {
      params: { ...params, month: "2026-06" },
    });
    const [row] = statement.rows;
    expect(row).toMatchObject({ control_id: control.id, location_id: location.id });
    expect(row!.volume_kwh).toBeGreaterThan(1);
    expect(row!.lost_kwh).toBe(month!.lost_kwh);
    lost.push(month!.lost_kwh);
  }
  expect(lost[0]).toBeCloseTo(0, 2);
  // Fifteen minutes of 3 kW, less the minutes before the setpoint.
  expect(lost[1]).toBeGreaterThan(0.6);
  expect(lost[1]).toBeLessThanOrEqual(0.75);

  const { data: rotation } = await world.call("getGroupRotation", {
    params: { group_id: groupId },
  });
  const ofRotation = homes.map(
    ({ location }) => rotation.members.find((one) => one.location_id === location.id)!.lost_kwh,
  );
  expect(ofRotation).toEqual(lost);
});

it("of a home without a battery is its volume, to the milliwatt-hour", async () => {
  const { customer, location, inverter } = await household(world, {
    email: "sun@example.org",
    groupId,
  });
  gateway.answers(location.id, [inverter.id]);
  const window = { time_from: at("10:15"), time_to: at("10:45") };
  const body = { type: "MAX_CONSUMPTION" as const, ...window };
  await world.call("controlBiddingZone", { params: NL, body });
  await world.service.tick();
  const fromMs = Date.parse(at("10:00"));
  for (let minute = 0; minute < 45; minute++) {
    const isHeld = minute >= 15;
    const availableKw = 3.1 + minute / 7;
    const powerKw = isHeld ? 0 : availableKw;
    const [from, to] = [0, 1].map((more) => new Date(fromMs + (minute + more) * 60_000));
    gateway.reportMinutes([from!.toISOString(), to!.toISOString()], {
      locationId: location.id,
      injectionKw: powerKw - 0.37 - minute / 900,
      devices: [{ deviceId: inverter.id, powerKw, availableKw, stateOfCharge: null }],
    });
  }
  await world.liveUntil("2026-06-15T10:46:30Z");
  const { data } = await world.call("getCustomerStatement", {
    params: { customer_id: customer.id, month: "2026-06" },
  });
  const [row] = data.rows;
  expect(row!.volume_kwh).toBeGreaterThan(1);
  expect(row!.lost_kwh).toBe(row!.volume_kwh);
});

it("names the battery throughput without which euros are unknown, as the statement does", async () => {
  await world.call("setGroupTerms", {
    params: { group_id: groupId },
    body: {
      valid_from: "2026-01-01",
      terms: { ...fixedTerms(0.05), battery_wear_eur_per_kwh: 0.04 },
    },
  });
  const email = "silent@example.org";
  const { customer, location, inverter } = await household(world, {
    email,
    groupId,
    batteryKwh: 20,
  });
  gateway.answers(location.id, [inverter.id]);
  const body = { type: "MAX_CONSUMPTION" as const, time_to: at("10:15") };
  await world.call("controlBiddingZone", { params: NL, body });
  await world.service.tick();
  gateway.reportMinutes([at("10:00"), at("10:15")], { locationId: location.id, injectionKw: -5.5 });
  await world.liveUntil("2026-06-15T10:16:30Z");
  const params = { customer_id: customer.id };
  const [month] = (await world.call("getCustomerLostEnergy", { params })).data.data;
  expect(month).toMatchObject({
    lost_eur: null,
    compensation_eur: null,
    eur: null,
    missing: [{ what: "battery_throughput", count: 1 }],
  });
  const { data: statement } = await world.call("getCustomerStatement", {
    params: { ...params, month: "2026-06" },
  });
  expect(statement.totals.missing).toEqual(month!.missing);
});
