import { afterEach, beforeEach, expect, it } from "vitest";
import { openScripted, type ScriptedGateway } from "../../support/scripted-gateway.ts";
import type { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";

const at = (time: string) => `2026-06-15T${time}Z`;
const MINUTE_MS = 60_000;
const terms = {
  feed_in: { day_ahead_factor: 0, eur_per_kwh: 0.1 },
  import: { day_ahead_factor: 0, eur_per_kwh: 0.2 },
  markup_eur_per_kwh: 0.02,
  energy_tax_eur_per_kwh: 0.09157,
  vat_percent: 21,
  compensation_eur_per_kwh: 0.05,
  netting: false,
};

let world: World;
let gateway: ScriptedGateway;
beforeEach(async () => ({ world, gateway } = await openScripted(at("10:00:30"))));
afterEach(() => world.close());

/** A household without injection for half an hour. */
async function openHome() {
  const { id: group_id } = await group(world);
  await world.call("setGroupTerms", {
    params: { group_id },
    body: { valid_from: "2026-01-01", terms },
  });
  const { customer, location, inverter } = await household(world, { groupId: group_id });
  gateway.answers(location.id, [inverter.id]);
  for (let ms = Date.parse(at("10:00:00")); ms < Date.parse(at("10:30:00")); ms += MINUTE_MS)
    gateway.report({
      readings: [
        { locationId: location.id, fromMs: ms, toMs: ms + MINUTE_MS, injectionKw: 0, devices: [] },
      ],
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
