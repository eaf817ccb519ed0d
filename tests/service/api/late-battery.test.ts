import { afterEach, describe, expect, it } from "vitest";
import { NL } from "../../support/rule-world.ts";
import { openScripted } from "../../support/scripted-gateway.ts";
import type { World } from "../../support/service.ts";
import { household } from "../../support/site.ts";

const at = (time: string) => `2026-06-15T${time}:00Z`;

const worlds: World[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

/**
 * The energies of a control from 10:15 to 10:45 at a home with a full battery, whose first quarter-hour
 * is reported in time, late by its device, or late by another program.
 */
async function curtail(first: "in time" | "late" | "late by a program") {
  const { world, gateway } = await openScripted("2026-06-15T10:00:30Z");
  worlds.push(world);
  const home = await household(world);
  const location_id = home.location.id;
  const { data: battery } = await world.call("registerDevice", {
    body: {
      location_id,
      name: "Battery",
      brand: "BRAND_B",
      device_type: "BATTERY",
      ratings: { capacity_kwh: 2.5, power_kw: 5 },
    },
  });
  gateway.answers(location_id, [home.inverter.id, battery.id]);
  const report = (from: string, to: string, stateOfCharge: number, batteryKw: number) =>
    gateway.reportMinutes([at(from), at(to)], {
      locationId: location_id,
      injectionKw: 3.5 + batteryKw,
      devices: [
        { deviceId: home.inverter.id, powerKw: 4, availableKw: 4, stateOfCharge: null },
        { deviceId: battery.id, powerKw: batteryKw, stateOfCharge },
      ],
    });
  const { data: control } = await world.call("controlBiddingZone", {
    params: NL,
    body: { type: "MAX_PRODUCTION", time_from: at("10:15"), time_to: at("10:45") },
  });
  report("10:00", "10:15", 1, 0);
  await world.liveUntil("2026-06-15T10:14:30Z");
  if (first === "in time") report("10:15", "10:30", 0.5, 5);
  await world.liveUntil("2026-06-15T10:30:30Z");
  report("10:30", "10:45", 0, 2);
  await world.liveUntil("2026-06-15T10:46:30Z");
  if (first === "late") report("10:15", "10:30", 0.5, 5);
  if (first === "late by a program")
    await world.call("recordMeasurements", {
      params: { location_id },
      body: {
        measurements: [
          {
            time_from: at("10:15"),
            time_to: at("10:30"),
            injection_kw: 8.5,
            devices: [
              { device_id: home.inverter.id, power_kw: 4, available_kw: 4 },
              { device_id: battery.id, power_kw: 5, state_of_charge: 0.5 },
            ],
          },
        ],
      },
    });
  await world.liveUntil("2026-06-15T10:50:30Z");
  const params = { control_id: control.id };
  const { data } = await world.call("getControlValue", { params });
  return data.revisions.at(-1)!.results.map(({ volume_kwh }) => volume_kwh);
}

describe("a quarter-hour of a battery that is measured late", () => {
  it.each(["late", "late by a program"] as const)(
    "counts in those after it as if it had been measured in time (%s)",
    async (first) => {
      const inTime = await curtail("in time");
      expect(inTime).toEqual([-1.25, -0.5]);
      expect(await curtail(first)).toEqual(inTime);
    },
  );
});
