import { afterEach, beforeEach, expect, it } from "vitest";
import type { ControlType } from "../../../lib/contract/index.ts";
import { openScripted, type ScriptedGateway } from "../../support/scripted-gateway.ts";
import type { World } from "../../support/service.ts";
import type { household } from "../../support/site.ts";
import { householdOnTerms } from "../../support/terms.ts";

const START = "2026-06-15T10:00:30Z";
const at = (time: string) => `2026-06-15T${time}:00Z`;
const now = (time: string) => `2026-06-15T${time}:30Z`;
type Home = Awaited<ReturnType<typeof household>>;

let world: World;
let gateway: ScriptedGateway;
beforeEach(async () => {
  ({ world, gateway } = await openScripted(START));
});
afterEach(() => world.close());

const homeOf = (name: string) => householdOnTerms({ world, gateway }, name);

async function control(of: Home, type: ControlType, until: string): Promise<string> {
  const { data } = await world.call("controlGroup", {
    params: { group_id: of.customer.group_id! },
    body: { type, time_to: at(until) },
  });
  await world.service.tick();
  return data.id;
}

/** The same injection for each minute, with panels that report what they could produce. */
const report = (
  { location, inverter }: Home,
  [from, to]: [string, string],
  injectionKw: number,
  powerKw: number,
) =>
  gateway.reportMinutes([at(from), at(to)], {
    locationId: location.id,
    injectionKw,
    devices: [{ deviceId: inverter.id, powerKw, availableKw: 4, stateOfCharge: null }],
  });

const measuredOf = async (control_id: string) => {
  const { data } = await world.call("getControlValue", { params: { control_id } });
  return data.revisions.findLast(({ basis }) => basis === "measured")!;
};
const monthOf = async (of: Home) => {
  const params = { customer_id: of.customer.id };
  const { data } = await world.call("getCustomerLostEnergy", { params, query: { months: 1 } });
  return data.data[0]!;
};

/** What the entries of a customer's activity add up to; each must have been measured whole. */
async function activityKwh(of: Home): Promise<number> {
  const params = { customer_id: of.customer.id };
  const { data } = await world.call("listCustomerControls", { params, query: {} });
  expect(data.data.map((one) => one.measured_whole)).not.toContain(false);
  return data.data.reduce((sum, one) => sum + one.delivered_kwh!, 0);
}

it("values of a control and the longer one that replaced it add up to those of a single one", async () => {
  const [extended, single] = [await homeOf("extended"), await homeOf("single")];
  for (const one of [extended, single]) report(one, ["10:01", "11:15"], 0, 1);
  const first = await control(extended, "ZERO_EXPORT", "10:45");
  const whole = await control(single, "ZERO_EXPORT", "11:15");
  await world.liveUntil(now("10:20"));
  const second = await control(extended, "ZERO_EXPORT", "11:15");
  await world.liveUntil(now("11:16"));
  const [one, two, both] = await Promise.all([first, second, whole].map(measuredOf));
  expect(both!.volume_kwh).toBeGreaterThan(3);
  expect(one!.volume_kwh).toBeGreaterThan(2);
  expect(one!.volume_kwh + two!.volume_kwh).toBeCloseTo(both!.volume_kwh, 2);
  expect(one!.customers.eur! + two!.customers.eur!).toBeCloseTo(both!.customers.eur!, 3);
  expect(await activityKwh(extended)).toBeCloseTo(-both!.volume_kwh, 2);
  const [months, wanted] = [await monthOf(extended), await monthOf(single)];
  expect(months.lost_kwh).toBeCloseTo(wanted.lost_kwh, 2);
  expect(months.compensation_eur!).toBeCloseTo(wanted.compensation_eur!, 3);
});

it("values of overlapping controls of different kinds add up to the change of the meter", async () => {
  const home = await homeOf("both");
  // Panels could produce 4 kW, the load is 1 kW: without a control 3 kW are injected.
  report(home, ["10:01", "10:16"], -1, 0);
  report(home, ["10:16", "10:31"], 0, 1);
  report(home, ["10:31", "10:46"], -1, 0);
  const off = await control(home, "MAX_CONSUMPTION", "10:45");
  await world.liveUntil(now("10:15"));
  const zero = await control(home, "ZERO_EXPORT", "10:30");
  await world.liveUntil(now("10:46"));
  const [first, second] = await Promise.all([off, zero].map(measuredOf));
  // 4 kW off for 44 minutes; the newer one gave back 1 kW for 14 minutes.
  expect(first!.volume_kwh).toBeCloseTo((4 * 44) / 60, 1);
  expect(second!.volume_kwh).toBeCloseTo(-14 / 60, 1);
  expect(first!.volume_kwh + second!.volume_kwh).toBeCloseTo((3 * 14 + 4 * 30) / 60, 1);
  expect(await activityKwh(home)).toBeCloseTo(-(3 * 14 + 4 * 30) / 60, 1);
});
