import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ScriptedGateway } from "../../support/scripted-gateway.ts";
import type { World } from "../../support/service.ts";
import { fixedTerms } from "../../support/terms.ts";
import { openTwoHomes, type Home } from "../../support/two-homes.ts";

const NL = { bidding_zone_id: "NL" };
const at = (time: string) => `2026-06-15T${time}:00Z`;
const on17 = (time: string) => `2026-06-17T${time}:00Z`;

let world: World;
let gateway: ScriptedGateway;
let utrecht: string;
let home: Home;
let other: Home;
beforeEach(async () => {
  ({ world, gateway, utrecht, home, other } = await openTwoHomes("2026-06-15T10:00:30Z"));
  await world.call("setGroupTerms", {
    params: { group_id: utrecht },
    body: { valid_from: "2026-01-01", terms: fixedTerms(0.05) },
  });
});
afterEach(() => world.close());

const issue = async (times: { time_from?: string; time_to: string } = { time_to: at("10:30") }) => {
  const body = { type: "MAX_CONSUMPTION", ...times } as const;
  const { data } = await world.call("controlBiddingZone", { params: NL, body });
  await world.service.tick();
  return data.id;
};
const latestValue = async (control_id: string) =>
  (await world.call("getControlValue", { params: { control_id } })).data.revisions.at(-1)!;
const latestCustomerValue = async ({ customer }: Home, control_id: string) => {
  const params = { customer_id: customer.id, control_id };
  return (await world.call("getCustomerControlValue", { params })).data.revisions.at(-1)!;
};

describe("the value of a control whose locations did not report", () => {
  it("has no euros, for supplier and customers, in sum and in each ISP", async () => {
    const id = await issue();
    await world.liveUntil("2026-06-15T10:31:30Z");
    const value = await latestValue(id);
    expect(value).toMatchObject({ basis: "measured", volume_kwh: 0 });
    expect(value.missing).toContainEqual({ what: "measurements", count: 2 });
    expect(value.results).toHaveLength(2);
    for (const { supplier, customers } of [value, ...value.results])
      expect([supplier.eur, supplier.energy_eur, customers.eur]).toEqual([null, null, null]);
    const { eur, by_location } = await latestCustomerValue(home, id);
    expect([eur, ...by_location.map((one) => one.eur)]).toEqual([null, null]);
  });

  it("is unknown for a customer who opted out and was not measured, and not for the other", async () => {
    const id = await issue();
    await world.call("updateCustomerPreferences", {
      params: { customer_id: other.customer.id },
      body: { opted_out: true },
    });
    gateway.reportMinutes([at("10:00"), at("10:30")], {
      locationId: home.location.id,
      injectionKw: 0,
    });
    await world.liveUntil("2026-06-15T10:31:30Z");
    expect((await latestCustomerValue(other, id)).eur).toBeNull();
    expect((await latestCustomerValue(home, id)).eur).toEqual(expect.any(Number));
  });

  it("counts the ISPs that were measured, and names the locations", async () => {
    const positions = [{ time_from: on17("10:15"), sold_kwh: 0 }];
    await world.call("recordBiddingZonePositions", { params: NL, body: { positions } });
    // Before gate closure, so that what was planned and not curtailed counts as imbalance.
    const id = await issue({ time_from: on17("10:15"), time_to: on17("10:45") });
    world.setClock(Date.parse(on17("10:00")) + 30_000);
    await world.service.tick();
    for (const { location } of [home, other])
      gateway.reportMinutes([on17("10:00"), on17("10:30")], {
        locationId: location.id,
        injectionKw: 0,
      });
    await world.liveUntil("2026-06-17T10:46:30Z");
    const priced = { source: "test", known_at: on17("10:46") };
    for (const [market, values] of [
      ["day-ahead", { price: 50 }],
      ["imbalance", { long: 20, short: 120 }],
    ] as const)
      await world.call("recordBiddingZonePrices", {
        params: NL,
        body: { market, ...priced, prices: [{ time: on17("10:15"), ...values }] },
      });
    const value = await latestValue(id);
    expect(value.missing).toContainEqual({ what: "measurements", count: 2 });
    expect(value.results.map(({ customers }) => customers.eur)).toEqual([expect.any(Number), null]);
    expect(value.customers.eur).toBe(value.results[0]!.customers.eur);
    expect(value.supplier.energy_eur).toEqual(expect.any(Number));
    expect(value.supplier).toEqual(value.results[0]!.supplier);
    expect((await latestCustomerValue(home, id)).eur).toEqual(expect.any(Number));
  });
});
