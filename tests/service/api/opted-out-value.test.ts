import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BodyInput } from "../../../lib/contract/index.ts";
import type { ScriptedGateway } from "../../support/scripted-gateway.ts";
import type { World } from "../../support/service.ts";
import { household } from "../../support/site.ts";
import { fixedTerms } from "../../support/terms.ts";
import { openTwoHomes, type Home } from "../../support/two-homes.ts";

const NL = { bidding_zone_id: "NL" };
/** 12:00:30 in Amsterdam on a Monday in June. */
const START = "2026-06-15T10:00:30Z";
const at = (time: string) => `2026-06-15T${time}:00Z`;
const now = (time: string) => `2026-06-15T${time}:30Z`;
const ORDER = { type: "ZERO_EXPORT", time_from: at("10:15"), time_to: at("11:00") } as const;

let world: World;
let gateway: ScriptedGateway;
let utrecht: string;
let home: Home;
let other: Home;
beforeEach(async () => {
  ({ world, gateway, utrecht, home, other } = await openTwoHomes(START));
  const body = { valid_from: "2026-01-01", terms: fixedTerms(0.05) };
  await world.call("setGroupTerms", { params: { group_id: utrecht }, body });
});
afterEach(() => world.close());

const control = async (body: BodyInput<"controlBiddingZone"> = ORDER) => {
  const { data } = await world.call("controlBiddingZone", { params: NL, body });
  await world.service.tick();
  return data.id;
};
const optOut = (of: Home, control_id: string) =>
  world.call("optOutOfControl", { params: { customer_id: of.customer.id, control_id }, body: {} });
const optIn = (of: Home, control_id: string) =>
  world.call("optInToControl", { params: { customer_id: of.customer.id, control_id } });
const prefer = (of: Home, body: BodyInput<"updateCustomerPreferences">) =>
  world.call("updateCustomerPreferences", { params: { customer_id: of.customer.id }, body });
const valueOf = async (control_id: string) =>
  (await world.call("getControlValue", { params: { control_id } })).data;
const customerValueOf = async (of: Home, control_id: string) => {
  const params = { customer_id: of.customer.id, control_id };
  return (await world.call("getCustomerControlValue", { params })).data;
};
const excludedOf = async (control_id: string) =>
  (await world.call("getControl", { params: { control_id } })).data.excluded;
const entryOf = async (of: Home) => {
  const params = { customer_id: of.customer.id };
  return (await world.call("listCustomerControls", { params })).data.data[0]!;
};
const OPTED_OUT = [{ reason: "opted_out_of_control", customers: 1, locations: 1, partial: 0 }];
const PARTLY = [{ reason: "opted_out_of_control", customers: 1, locations: 0, partial: 1 }];

describe("a customer who opts out before a control starts", () => {
  it("has no expected value, and the answers say that the customer is excluded", async () => {
    const id = await control();
    const before = (await valueOf(id)).revisions[0]!;
    expect((await customerValueOf(home, id)).excluded).toEqual([]);
    await optOut(home, id);
    expect(await customerValueOf(home, id)).toMatchObject({
      revisions: [],
      excluded: OPTED_OUT,
    });
    const { revisions, excluded } = await valueOf(id);
    expect(excluded).toEqual(OPTED_OUT);
    const theirs = (await customerValueOf(other, id)).revisions[0]!;
    expect(revisions[0]!.volume_kwh).toBe(theirs.volume_kwh);
    expect(revisions[0]!.customers).toEqual(expect.objectContaining({ eur: theirs.eur }));
    expect(revisions[0]!.volume_kwh).toBeCloseTo(before.volume_kwh / 2, 3);
  });

  it("reads no effect in the activity either", async () => {
    const id = await control();
    expect((await entryOf(home)).energy_kwh).toBeLessThan(-1);
    await optOut(home, id);
    expect(await entryOf(home)).toMatchObject({ opted_out: true, energy_kwh: 0 });
    expect((await entryOf(other)).energy_kwh).toBeLessThan(-1);
  });

  it("is excluded as well by opting out of all controls, and counts again after opting in", async () => {
    const id = await control();
    const before = await valueOf(id);
    await prefer(home, { opted_out: true });
    const all = [{ reason: "opted_out", customers: 1, locations: 1, partial: 0 }];
    expect(await excludedOf(id)).toEqual(all);
    expect((await customerValueOf(home, id)).revisions).toEqual([]);
    await prefer(home, { opted_out: false });
    expect(await excludedOf(id)).toEqual([]);
    expect(await valueOf(id)).toEqual(before);
  });

  it("has no value after the control has ended", async () => {
    const id = await control();
    await optOut(home, id);
    for (const { location, inverter } of [home, other])
      gateway.reportMinutes([at("10:01"), at("11:00")], {
        locationId: location.id,
        injectionKw: location.id === home.location.id ? 3 : 0,
        devices: [
          {
            deviceId: inverter.id,
            powerKw: location.id === home.location.id ? 4 : 1,
            availableKw: 4,
            stateOfCharge: null,
          },
        ],
      });
    await world.liveUntil(now("11:01"));
    expect((await customerValueOf(home, id)).revisions).toEqual([]);
    const controlsOfMonth = async (of: Home) => {
      const params = { customer_id: of.customer.id };
      const { data } = await world.call("getCustomerLostEnergy", { params });
      return data.data.map(({ controls }) => controls);
    };
    expect([await controlsOfMonth(home), await controlsOfMonth(other)]).toEqual([[], [1]]);
    const { revisions } = await valueOf(id);
    expect(revisions.map(({ basis }) => basis)).toEqual(["expected", "measured"]);
    const theirs = (await customerValueOf(other, id)).revisions;
    expect(theirs[1]!.volume_kwh).toBeGreaterThan(0.5);
    expect(revisions.map(({ volume_kwh }) => volume_kwh)).toEqual(
      theirs.map(({ volume_kwh }) => volume_kwh),
    );
  });
});

describe("a customer who opts out while a control runs", () => {
  it("has an expected value until then, and none from the next minute on", async () => {
    const id = await control();
    const before = (await customerValueOf(home, id)).revisions[0]!;
    await world.liveUntil(now("10:29"));
    await optOut(home, id);
    expect(await excludedOf(id)).toEqual(PARTLY);
    const { revisions, excluded } = await customerValueOf(home, id);
    expect(excluded).toEqual(PARTLY);
    // 15 of 45 minutes.
    expect(revisions[0]!.volume_kwh / before.volume_kwh).toBeCloseTo(1 / 3, 1);
    expect(revisions[0]!.eur! / before.eur!).toBeCloseTo(1 / 3, 1);
  });

  it("counts the minutes of a quarter-hour in part", async () => {
    const id = await control({ ...ORDER, time_to: at("10:30") });
    const before = (await customerValueOf(home, id)).revisions[0]!;
    await world.liveUntil(now("10:19"));
    await optOut(home, id);
    const { volume_kwh } = (await customerValueOf(home, id)).revisions[0]!;
    expect(volume_kwh).toBeCloseTo(before.volume_kwh / 3, 5);
    await world.liveUntil(now("10:24"));
    await optIn(home, id);
    expect((await customerValueOf(home, id)).revisions[0]!.volume_kwh).toBeCloseTo(
      (before.volume_kwh * 2) / 3,
      5,
    );
  });
});

describe("what excludes customers from a control", () => {
  it("follows opt-outs of several customers and of both kinds, and keeps what was excluded first", async () => {
    await prefer(other, { opted_out: true });
    const third = await household(world, { email: "third@example.org", groupId: utrecht });
    const id = await control();
    const first = { reason: "opted_out", customers: 1, locations: 1, partial: 0 };
    expect(await excludedOf(id)).toEqual([first]);
    await optOut(home, id);
    expect(await excludedOf(id)).toEqual([first, ...OPTED_OUT]);
    await prefer(third, { opted_out: true });
    expect(await excludedOf(id)).toEqual([{ ...first, customers: 2, locations: 2 }, ...OPTED_OUT]);
    await optIn(home, id);
    expect(await excludedOf(id)).toEqual([{ ...first, customers: 2, locations: 2 }]);
    expect((await valueOf(id)).excluded).toEqual([{ ...first, customers: 2, locations: 2 }]);
  });

  it("counts hours off that the plan left out once, also after opting out and in", async () => {
    const hours_off = [{ days: [1], time_from: "12:30", time_to: "12:45" }];
    await prefer(home, { hours_off });
    const id = await control();
    const hours = [{ reason: "hours_off", customers: 1, locations: 0, partial: 1 }];
    expect(await excludedOf(id)).toEqual(hours);
    const before = await customerValueOf(home, id);
    expect(before.excluded).toEqual(hours);
    await optOut(home, id);
    expect(await excludedOf(id)).toEqual(OPTED_OUT);
    await optIn(home, id);
    expect(await excludedOf(id)).toEqual(hours);
    const after = await customerValueOf(home, id);
    expect(after.revisions[0]!.volume_kwh).toBeCloseTo(before.revisions[0]!.volume_kwh, 5);
  });

  it("follows the switch at a site", async () => {
    const id = await control();
    const pause = async (untilMs: number | null) => {
      gateway.report({ pauses: [{ locationId: home.location.id, untilMs }] });
      await world.service.exchange();
    };
    await pause(Date.parse(at("12:00")));
    expect(await excludedOf(id)).toEqual([
      { reason: "paused_at_site", customers: 1, locations: 1, partial: 0 },
    ]);
    await pause(null);
    expect(await excludedOf(id)).toEqual([]);
  });
});
