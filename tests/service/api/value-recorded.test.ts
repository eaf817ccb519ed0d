import { afterEach, beforeEach, expect, it } from "vitest";
import { openScripted, type ScriptedGateway } from "../../support/scripted-gateway.ts";
import type { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";
import { fixedTerms } from "../../support/terms.ts";

const at = (time: string) => `2026-06-15T${time}Z`;
let world: World;
let gateway: ScriptedGateway;
beforeEach(async () => ({ world, gateway } = await openScripted(at("10:00:30"))));
afterEach(() => world.close());

/** A household without injection for half an hour. */
async function openHome() {
  const { id: group_id } = await group(world);
  await world.call("setGroupTerms", {
    params: { group_id },
    body: { valid_from: "2026-01-01", terms: fixedTerms(0.05) },
  });
  const { customer, location, inverter } = await household(world, { groupId: group_id });
  gateway.answers(location.id, [inverter.id]);
  gateway.reportMinutes([at("10:00:00"), at("10:30:00")], {
    locationId: location.id,
    injectionKw: 0,
  });
  return customer.id;
}

/** What is said of a control and of its month. */
async function readValues(customer_id: string, control_id: string) {
  const params = { customer_id, control_id };
  const own = await world.call("getCustomerControlValue", { params });
  const zone = await world.call("getControlValue", { params: { control_id } });
  const lost = await world.call("getCustomerLostEnergy", { params: { customer_id } });
  const month = { customer_id, month: "2026-06" };
  const statement = await world.call("getCustomerStatement", { params: month });
  return {
    zone: zone.data.revisions.map(({ basis }) => basis),
    own: own.data.revisions.map(({ basis }) => basis),
    kwh: zone.data.revisions.at(-1)!.volume_kwh,
    months: lost.data.data.length,
    rows: statement.data.rows.length,
  };
}

it("values stay expected until the quarter-hour that has just ended is recorded", async () => {
  const customerId = await openHome();
  const body = { type: "MAX_CONSUMPTION", time_to: at("10:30:00") } as const;
  const { data: control } = await world.call("controlBiddingZone", {
    params: { bidding_zone_id: "NL" },
    body,
  });
  await world.liveUntil(at("10:14:30"));
  world.setClock(at("10:15:00"));
  const ended = await readValues(customerId, control.id);
  expect(ended).toMatchObject({ zone: ["expected"], own: ["expected"], months: 0, rows: 0 });
  expect(ended.kwh).toBeGreaterThan(0);
  await world.liveUntil(at("10:15:30"));
  const revisions = ["expected", "measured"];
  const recorded = await readValues(customerId, control.id);
  expect(recorded).toMatchObject({ zone: revisions, own: revisions, months: 1, rows: 1 });
  expect(recorded.kwh).toBeGreaterThan(0);
});
