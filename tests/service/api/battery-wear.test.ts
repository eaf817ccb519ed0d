import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Reading } from "../../../service/gateway/gateway.ts";
import { dynamicTerms, NL } from "../../support/rule-world.ts";
import type { ScriptedGateway } from "../../support/scripted-gateway.ts";
import { World } from "../../support/service.ts";
import { openTwoHomes, type Home } from "../../support/two-homes.ts";

const FIXED = { day_ahead_factor: 0, eur_per_kwh: 0.1 };
const at = (time: string) => `2026-06-15T${time}:00Z`;

let world: World;
let gateway: ScriptedGateway;
let utrecht: string;
let home: Home;
let other: Home;
beforeEach(async () => {
  ({ world, gateway, utrecht, home, other } = await openTwoHomes("2026-06-15T10:00:30Z"));
});
afterEach(() => world.close());

/** 5.5 kW from the grid for a quarter-hour, with what the devices report. */
const report = ({ location }: Home, devices: Reading["devices"]) =>
  gateway.reportMinutes([at("10:00"), at("10:15")], {
    locationId: location.id,
    injectionKw: -5.5,
    devices,
  });
const valueFor = async ({ customer }: Home, control_id: string) =>
  (
    await world.call("getCustomerControlValue", {
      params: { customer_id: customer.id, control_id },
    })
  ).data;

describe("battery wear", () => {
  it("is paid for measured throughput, and names it as missing where it is not measured", async () => {
    const terms = {
      ...dynamicTerms,
      feed_in: FIXED,
      import: FIXED,
      battery_wear_eur_per_kwh: 0.04,
    };
    await world.call("setGroupTerms", {
      params: { group_id: utrecht },
      body: { valid_from: "2026-01-01", terms },
    });
    const batteries = await Promise.all(
      [home, other].map(async ({ location }) => {
        const body = {
          location_id: location.id,
          name: "Battery",
          brand: "BRAND_B",
          device_type: "BATTERY" as const,
          ratings: { capacity_kwh: 20, power_kw: 5 },
        };
        return (await world.call("registerDevice", { body })).data;
      }),
    );
    const { data } = await world.call("controlBiddingZone", {
      params: NL,
      body: { type: "MAX_CONSUMPTION", time_to: at("10:15") },
    });
    await world.service.tick();
    const control_id = data.id;
    report(home, [
      { deviceId: home.inverter.id, powerKw: 0, stateOfCharge: null },
      { deviceId: batteries[0]!.id, powerKw: -5, stateOfCharge: 0.5 },
    ]);
    report(other, []);
    await world.liveUntil("2026-06-15T10:16:30Z");
    const measured = (await valueFor(home, control_id)).revisions.at(-1)!;
    expect(measured.missing).toEqual([]);
    expect(measured.wear_eur).toBeGreaterThan(0);
    expect(measured.wear_eur).toBeLessThanOrEqual(0.04 * 5 * 0.25);
    const unmeasured = (await valueFor(other, control_id)).revisions.at(-1)!;
    expect(unmeasured.eur).toBeNull();
    expect(unmeasured.missing).toEqual([{ what: "battery_throughput", count: 1 }]);
    const whole = (
      await world.call("getControlValue", { params: { control_id } })
    ).data.revisions.at(-1)!;
    // Of one of its customers it is not known.
    expect([whole.supplier.wear_eur, whole.customers.wear_eur]).toEqual([null, null]);
  });
});
