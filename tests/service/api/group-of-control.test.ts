import { expect, it, onTestFinished } from "vitest";
import { openScripted } from "../../support/scripted-gateway.ts";
import { group, household } from "../../support/site.ts";
import { fixedTerms } from "../../support/terms.ts";

const at = (time: string) => `2026-06-15T${time}:00Z`;

/** The rows of the statement of a home that changes groups at 10:07, with a control from this time on. */
async function stateAfterMove(from: string) {
  const { world, gateway } = await openScripted("2026-06-15T10:00:30Z");
  onTestFinished(() => world.close());
  const [before, after] = [(await group(world, "Before")).id, (await group(world, "After")).id];
  for (const [group_id, eur] of [
    [before, 0.1],
    [after, 0],
  ] as const)
    await world.call("setGroupTerms", {
      params: { group_id },
      body: { valid_from: "2026-01-01", terms: fixedTerms(eur) },
    });
  const home = await household(world, { groupId: before });
  gateway.answers(home.location.id, [home.inverter.id]);
  await world.call("controlGroup", {
    params: { group_id: before },
    body: { type: "MAX_CONSUMPTION", time_from: at(from), time_to: at("10:30") },
  });
  gateway.reportMinutes([at("10:00"), at("10:30")], {
    locationId: home.location.id,
    injectionKw: -0.5,
    devices: [{ deviceId: home.inverter.id, powerKw: 0, availableKw: 4, stateOfCharge: null }],
  });
  await world.liveUntil("2026-06-15T10:07:30Z");
  const params = { customer_id: home.customer.id };
  await world.call("updateCustomer", {
    params,
    body: { name: "Familie De Wit", group_id: after },
  });
  await world.liveUntil("2026-06-15T10:31:30Z");
  const { data } = await world.call("getCustomerStatement", {
    params: { ...params, month: "2026-06" },
  });
  const groupOf = (id: string | null) => (id === before ? "before" : "after");
  return data.rows.map(({ group_id, customers }) => ({
    group: groupOf(group_id),
    isPaid: customers.compensation_eur !== 0,
  }));
}

it("a control has the terms of the group that a customer was in when it began, to the minute", async () => {
  expect(await stateAfterMove("10:02")).toEqual([{ group: "before", isPaid: true }]);
  expect(await stateAfterMove("10:10")).toEqual([{ group: "after", isPaid: false }]);
});
