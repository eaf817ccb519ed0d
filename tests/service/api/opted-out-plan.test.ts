import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NL } from "../../support/rule-world.ts";
import type { World } from "../../support/service.ts";
import { openTwoHomes, type Home } from "../../support/two-homes.ts";

/** 12:00:30 in Amsterdam on a Monday in June. */
const START = "2026-06-15T10:00:30Z";
const at = (time: string) => `2026-06-15T${time}:00Z`;
const now = (time: string) => `2026-06-15T${time}:30Z`;
const ORDER = { type: "ZERO_EXPORT", time_from: at("10:15"), time_to: at("11:00") } as const;

let world: World;
let home: Home;
let other: Home;
let id: string;
beforeEach(async () => {
  ({ world, home, other } = await openTwoHomes(START));
  id = (await world.call("controlBiddingZone", { params: NL, body: ORDER })).data.id;
  await world.service.tick();
});
afterEach(() => world.close());

const params = () => ({ customer_id: home.customer.id, control_id: id });
const optOut = () => world.call("optOutOfControl", { params: params(), body: {} });
const optIn = () => world.call("optInToControl", { params: params() });
const delivery = async () =>
  (await world.call("getControlDelivery", { params: { control_id: id } })).data;
const detail = async () => (await world.call("getControl", { params: { control_id: id } })).data;
const plannedAt = async (of: Home) => {
  const query = { start: at("10:00"), end: at("11:30") };
  const location = { location_id: of.location.id };
  return (await world.call("getLocationPlannedChanges", { params: location, query })).data.data;
};
const plannedInZone = async () => {
  const query = { start: at("10:00"), end: at("11:30") };
  return (await world.call("getBiddingZonePlannedChanges", { params: NL, query })).data.data;
};
const plannedKwhAt = async (of: Home) => {
  const found = await world.call("listControlDeliveries", {
    params: { control_id: id },
    query: { search: of.location.id },
  });
  return found.data.data[0]!.planned_kwh;
};
/** Each is rounded to the watt. */
const areEqual = (a: number[], b: number[]) => a.map((kw, i) => Math.abs(kw - b[i]!) < 0.0011);
const changes = (planned: { change: number }[]) => planned.map(({ change }) => change);

describe("a customer who opts out before a control starts", () => {
  it("is in no planned series any more, and in them again after opting in", async () => {
    const before = [await delivery(), await plannedInZone(), await plannedAt(home)];
    expect((await detail()).excluded_effect).toEqual([]);
    await optOut();
    const theirs = await plannedAt(other);
    expect(await plannedAt(home)).toEqual([]);
    const { results } = await delivery();
    const planned = results.map((part) => part.planned);
    for (const kw of [planned, changes(await plannedInZone())])
      expect(areEqual(kw, changes(theirs))).toEqual([true, true, true]);
    expect(results.map(({ locations }) => locations)).toEqual([1, 1, 1]);
    const { results: issued, excluded_effect = [], locations } = await detail();
    expect(locations).toBe(2);
    issued.forEach(({ delta, isp }, part) => {
      const shift = excluded_effect[part]!;
      expect(shift.isp).toBe(isp);
      expect(delta + shift.delta).toBeCloseTo(results[part]!.planned, 2);
    });
    await optIn();
    expect([await delivery(), await plannedInZone(), await plannedAt(home)]).toEqual(before);
  });

  it("is not counted again when the control is cancelled", async () => {
    await optOut();
    await world.call("cancelControl", { params: { control_id: id }, body: {} });
    expect(await plannedInZone()).toEqual([]);
  });
});

describe("a customer who opts out while a control runs", () => {
  it("is in the planned series until the next minute, by the minutes of a quarter-hour", async () => {
    const [, whole] = await plannedAt(home);
    await world.liveUntil(now("10:34"));
    await optOut();
    const planned = await plannedAt(home);
    expect(planned).toHaveLength(2);
    expect(planned[1]!.change).toBeCloseTo(whole!.change / 3, 2);
    const theirs = await plannedAt(other);
    const zone = await plannedInZone();
    expect(zone[1]!.change).toBeCloseTo(planned[1]!.change + theirs[1]!.change, 2);
    expect(zone[2]!.change).toBeCloseTo(theirs[2]!.change, 2);
    const { results } = await delivery();
    expect(results.map(({ locations }) => locations)).toEqual([2, 1, 1]);
    expect(results[2]!.planned).toBeCloseTo(theirs[2]!.change, 2);
  });

  it("has a commitment of the minutes before", async () => {
    await world.liveUntil(now("10:30"));
    await optOut();
    const before = await plannedKwhAt(home);
    await world.liveUntil(now("10:59"));
    expect(Math.abs((await plannedKwhAt(home)) - before)).toBeLessThan(0.1);
    expect(await plannedKwhAt(other)).toBeLessThan(1.5 * before);
    const sum = (await plannedKwhAt(home)) + (await plannedKwhAt(other));
    expect((await delivery()).planned_kwh).toBeCloseTo(sum, 1);
  });
});
