import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openScripted, type ScriptedGateway } from "../../support/scripted-gateway.ts";
import { NL } from "../../support/rule-world.ts";
import type { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";

/** 12:00:30 in Amsterdam on a Monday in June. */
const START = "2026-06-15T10:00:30Z";
const at = (time: string) => `2026-06-15T${time}:00Z`;
const ORDER = { type: "ZERO_EXPORT", time_from: at("10:15"), time_to: at("11:00") } as const;

let world: World;
let gateway: ScriptedGateway;
let home: Awaited<ReturnType<typeof household>>;
/** A second location of the same customer, with panels. */
let second: string;
beforeEach(async () => {
  ({ world, gateway } = await openScripted(START));
  const groupId = (await group(world)).id;
  home = await household(world, { groupId });
  await household(world, { email: "other@example.org", groupId });
  const { data: location } = await world.call("createLocation", {
    body: { customer_id: home.customer.id, latitude: 52.1, longitude: 5.1, metadata: {} },
  });
  second = location.id;
  await world.call("registerDevice", {
    body: {
      location_id: second,
      name: "Shed",
      brand: "BRAND_A",
      device_type: "SOLAR_INVERTER",
      ratings: { pv_peak_kw: 6, inverter_kw: 5, tilt: 35, azimuth: 180, controllable: true },
    },
  });
});
afterEach(() => world.close());

const pause = async (locationId: string, until: string | null) => {
  const untilMs = until === null ? null : Date.parse(until);
  gateway.report({ pauses: [{ locationId, untilMs }] });
  await world.service.exchange();
};
const takeHoursOff = () =>
  world.call("updateCustomerPreferences", {
    params: { customer_id: home.customer.id },
    body: { hours_off: [{ days: [1], time_from: "12:30", time_to: "12:45" }] },
  });
const preview = async () =>
  (await world.call("previewBiddingZoneControl", { params: NL, body: ORDER })).data;
const issue = async () =>
  (await world.call("controlBiddingZone", { params: NL, body: ORDER })).data.id;
const excludedOf = async (control_id: string) =>
  (await world.call("getControl", { params: { control_id } })).data.excluded;

describe("a customer with two locations counts once", () => {
  it("when both are excluded for one reason", async () => {
    await pause(home.location.id, at("12:00"));
    await pause(second, at("12:00"));
    const both = [{ reason: "paused_at_site", customers: 1, locations: 2, partial: 0 }];
    expect((await preview()).excluded).toEqual(both);
    expect(await excludedOf(await issue())).toEqual(both);
  });

  it("when each is excluded for another reason: for the first of them", async () => {
    await takeHoursOff();
    await pause(second, at("12:00"));
    const excluded = [
      { reason: "paused_at_site", customers: 1, locations: 1, partial: 0 },
      { reason: "hours_off", customers: 0, locations: 0, partial: 1 },
    ];
    expect((await preview()).excluded).toEqual(excluded);
    expect(await excludedOf(await issue())).toEqual(excluded);
  });

  it("when one is excluded at acceptance and the other later, until it takes part again", async () => {
    await pause(second, at("12:00"));
    const id = await issue();
    const first = { reason: "paused_at_site", customers: 1, locations: 1, partial: 0 };
    expect(await excludedOf(id)).toEqual([first]);
    await pause(home.location.id, at("12:00"));
    expect(await excludedOf(id)).toEqual([{ ...first, locations: 2 }]);
    await pause(home.location.id, null);
    expect(await excludedOf(id)).toEqual([first]);
    await takeHoursOff();
    expect(await excludedOf(id)).toEqual([
      first,
      { reason: "hours_off", customers: 0, locations: 0, partial: 1 },
    ]);
  });
});
