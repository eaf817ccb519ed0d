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
let home: Home;
beforeEach(async () => {
  ({ world, gateway } = await openScripted(START));
  home = await householdOnTerms({ world, gateway }, "Utrecht");
});
afterEach(() => world.close());

async function control(type: ControlType, from: string, until: string): Promise<string> {
  const { data } = await world.call("controlGroup", {
    params: { group_id: home.customer.group_id! },
    body: { type, time_from: at(from), time_to: at(until) },
  });
  await world.service.tick();
  return data.id;
}
const params = () => ({ customer_id: home.customer.id });
const optOut = (control_id: string) =>
  world.call("optOutOfControl", { params: { ...params(), control_id }, body: {} });

/** Panels that could produce 4 kW and a load of 1 kW: 3 kW are injected without a control. */
const report = (from: string, to: string, injectionKw: number) =>
  gateway.reportMinutes([at(from), at(to)], {
    locationId: home.location.id,
    injectionKw,
    devices: [
      {
        deviceId: home.inverter.id,
        powerKw: injectionKw + 1,
        availableKw: 4,
        stateOfCharge: null,
      },
    ],
  });

const entries = async () => {
  const { data } = await world.call("listCustomerControls", { params: params() });
  for (const one of data.data) {
    expect(one.measured_whole).toBe(true);
    expect(one.export_change_kwh! - one.import_change_kwh!).toBeCloseTo(one.delivered_kwh!, 2);
  }
  return new Map(data.data.map((one) => [one.control_id, one.delivered_kwh!]));
};
const sumOf = (found: ReadonlyMap<string, number>) =>
  [...found.values()].reduce((sum, kwh) => sum + kwh, 0);
const valueOf = async (control_id: string) => {
  const { data } = await world.call("getControlValue", { params: { control_id } });
  return data.revisions.at(-1)!.volume_kwh;
};

it("minutes of a quarter-hour belong to the control in force in them, also a few of them", async () => {
  report("10:01", "10:20", 0);
  report("10:20", "10:25", -1);
  report("10:25", "11:16", 0);
  const day = await control("ZERO_EXPORT", "10:05", "11:10");
  const short = await control("MAX_CONSUMPTION", "10:20", "10:25");
  await world.liveUntil(now("11:16"));
  const found = await entries();
  expect(found.get(short)).toBeCloseTo((-4 * 5) / 60, 2);
  expect(found.get(day)).toBeCloseTo((-3 * 60) / 60, 2);
  expect(sumOf(found)).toBeCloseTo(-(await valueOf(day)) - (await valueOf(short)), 2);
});

it("entries of many changes of controls in a few hours add up to the change of the meter", async () => {
  // 0 kW under all of them: each minute lacks 3 kW.
  report("10:01", "12:00", 0);
  const changes = ["10:03", "10:11", "10:22", "10:31", "10:38", "10:52", "11:07", "11:21"];
  const ids: string[] = [];
  for (const from of changes) ids.push(await control("ZERO_EXPORT", from, "11:29"));
  await world.liveUntil(now("11:46"));
  const found = await entries();
  changes.forEach((from, i) => {
    const minutes = (Date.parse(at(changes[i + 1] ?? "11:29")) - Date.parse(at(from))) / 60_000;
    expect(found.get(ids[i]!)).toBeCloseTo((-3 * minutes) / 60, 2);
  });
  expect(sumOf(found)).toBeCloseTo((-3 * 86) / 60, 2);
});

it("an opt-out within a quarter-hour leaves the minutes before it in the entry and in the value", async () => {
  report("10:01", "10:35", 0);
  report("10:35", "11:00", 3);
  const id = await control("ZERO_EXPORT", "10:15", "11:00");
  await world.liveUntil(now("10:34"));
  await optOut(id);
  await world.liveUntil(now("11:01"));
  const found = await entries();
  expect(found.get(id)).toBeCloseTo((-3 * 20) / 60, 2);
  expect(await valueOf(id)).toBeCloseTo((3 * 20) / 60, 2);
});
