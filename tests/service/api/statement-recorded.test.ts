import { afterEach, beforeEach, expect, it } from "vitest";
import { NL } from "../../support/rule-world.ts";
import { openScripted, type ScriptedGateway } from "../../support/scripted-gateway.ts";
import type { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";
import { fixedTerms } from "../../support/terms.ts";

/** 22:59:30 on 30 June in Amsterdam; June ends at 22:00 UTC. */
const START = "2026-06-30T20:59:30Z";
const at = (time: string) => `2026-06-30T${time}Z`;
const MONTH = "2026-06";
const ofZone = { ...NL, month: MONTH };

let world: World;
let gateway: ScriptedGateway;
let home: Awaited<ReturnType<typeof household>>;
let ofCustomer: { customer_id: string; month: string };
beforeEach(async () => {
  ({ world, gateway } = await openScripted(START));
  const { id: groupId } = await group(world);
  const terms = { valid_from: "2026-01-01", terms: fixedTerms(0.1) };
  await world.call("setGroupTerms", { params: { group_id: groupId }, body: terms });
  home = await household(world, { groupId });
  ofCustomer = { customer_id: home.customer.id, month: MONTH };
  gateway.answers(home.location.id, [home.inverter.id]);
});
afterEach(() => world.close());

const report = (from: string, to: string) =>
  gateway.reportMinutes([from, to], {
    locationId: home.location.id,
    injectionKw: -0.5,
    devices: [{ deviceId: home.inverter.id, powerKw: 0, availableKw: 4, stateOfCharge: null }],
  });

/** A control of the last hour of June, of which the jobs have recorded a quarter-hour when July begins. */
async function endLate() {
  const window = { time_from: at("21:00:00"), time_to: at("22:00:00") };
  const body = { type: "MAX_CONSUMPTION" as const, ...window };
  await world.call("controlBiddingZone", { params: NL, body });
  report(at("21:00:00"), at("21:15:00"));
  await world.liveUntil(at("21:16:30"));
  world.setClock(at("22:00:10"));
}

const issueBoth = async () => [
  await world.call("issueCustomerStatement", { params: ofCustomer, body: {} }),
  await world.call("issueBiddingZoneStatement", { params: ofZone, body: {} }),
];
const readBoth = async () => [
  (await world.call("getCustomerStatement", { params: ofCustomer })).data,
  (await world.call("getBiddingZoneStatement", { params: ofZone })).data,
];

it("a statement is issued only once its month is recorded to its end, with all of its amounts", async () => {
  await endLate();
  for (const { status, problem } of await issueBoth()) {
    expect(status).toBe(409);
    expect(problem.detail).toBe(
      "The last quarter-hours of the month 2026-06 are not recorded yet. A statement is issued once they are, as a rule within a minute of their end.",
    );
  }
  report(at("21:15:00"), at("22:00:00"));
  await world.liveUntil(at("22:02:30"));
  const [customer, zone] = (await issueBoth()).map(({ data }) => data);
  expect(customer).toMatchObject({ version: 1, is_complete: true });
  expect(customer!.totals).toMatchObject({ payable_eur: 0.4, missing: [] });
  expect(zone).toMatchObject({ version: 1, is_complete: true });
});

it("a statement is not complete before its month is recorded to its end", async () => {
  await endLate();
  for (const { is_complete } of await readBoth()) expect(is_complete).toBe(false);
  await world.liveUntil(at("22:02:30"));
  for (const { is_complete } of await readBoth()) expect(is_complete).toBe(true);
});
