import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ScriptedGateway } from "../../support/scripted-gateway.ts";
import type { World } from "../../support/service.ts";
import { fixedTerms } from "../../support/terms.ts";
import { openTwoHomes, type Home } from "../../support/two-homes.ts";

const NL = { bidding_zone_id: "NL" };
const at = (time: string) => `2026-06-15T${time}:00Z`;

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

const issue = async () => {
  const body = { type: "MAX_CONSUMPTION", time_to: at("10:30") } as const;
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

  it("counts the locations and ISPs that were measured, and names the others", async () => {
    const id = await issue();
    const from = { locationId: home.location.id, injectionKw: 0 };
    gateway.reportMinutes([at("10:00"), at("10:15")], from);
    await world.liveUntil("2026-06-15T10:31:30Z");
    const value = await latestValue(id);
    expect(value.missing).toContainEqual({ what: "measurements", count: 2 });
    expect(value.results.map(({ customers }) => customers.eur)).toEqual([expect.any(Number), null]);
    expect(value.customers.eur).toBe(value.results[0]!.customers.eur);
    expect((await latestCustomerValue(home, id)).eur).toBe(value.customers.eur);
    expect((await latestCustomerValue(other, id)).eur).toBeNull();
  });
});
