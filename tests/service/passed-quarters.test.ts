import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HeldTotals } from "../support/held-totals.ts";
import { World } from "../support/service.ts";
import { group, household } from "../support/site.ts";

const BEFORE_THE_QUARTER_ENDS = "2026-06-15T10:14:58Z";
const AFTER_ITS_TURN = "2026-06-15T10:15:02Z";
const FIRST = "2026-06-15T10:00:00Z";
const NEXT = "2026-06-15T10:15:00Z";

let world: World;
beforeEach(async () => {
  world = await World.open("2026-06-15T09:58:30Z");
});
afterEach(() => world.close());

/** Runs a quarter-hour's turn, and a change for which it is still the quarter-hour before. */
async function changeAfterTurn<Result>(change: () => Promise<Result>): Promise<Result> {
  await world.liveUntil(AFTER_ITS_TURN);
  world.setClock(BEFORE_THE_QUARTER_ENDS);
  const result = await change();
  await world.liveUntil("2026-06-15T10:31:02Z");
  return result;
}

const at = (start: string) => ({
  start,
  end: new Date(Date.parse(start) + 1).toISOString(),
});
const readLocation = async (location_id: string, start: string) =>
  (await world.call("getLocationHistorical", { params: { location_id }, query: at(start) })).data
    .data[0];
const readGroup = async (group_id: string, start: string) =>
  (await world.call("getGroupHistorical", { params: { group_id }, query: at(start) })).data.data[0];
const readZone = async (start: string) =>
  (
    await world.call("getBiddingZoneHistorical", {
      params: { bidding_zone_id: "NL" },
      query: at(start),
    })
  ).data.data[0];

describe("the running quarter-hour", () => {
  it("stays open after the turns of its minutes, so that its measurements do not wait for totals", async () => {
    const { location } = await household(world);
    await world.liveUntil("2026-06-15T10:14:02Z");
    const totals = await HeldTotals.of(world.databaseUrl);
    const measured = await world
      .call("recordMeasurements", {
        params: { location_id: location.id },
        body: {
          measurements: [{ time_from: FIRST, time_to: "2026-06-15T10:14:00Z", injection_kw: 1.5 }],
        },
      })
      .finally(() => totals.release());
    expect(measured.data).toEqual({ intervals: 1, changed: 0 });
    await world.liveUntil("2026-06-15T10:16:02Z");
    expect(await readLocation(location.id, FIRST)).toMatchObject({ actual: 1.5 });
  });
});

describe("a change that waited past its quarter-hour, or of an instance whose clock is behind,", () => {
  it("records measurements of the closed quarter-hour", async () => {
    const { location } = await household(world);
    const measured = await changeAfterTurn(() =>
      world.call("recordMeasurements", {
        params: { location_id: location.id },
        body: {
          measurements: [{ time_from: FIRST, time_to: "2026-06-15T10:14:00Z", injection_kw: 1.5 }],
        },
      }),
    );
    expect(measured.data).toEqual({ intervals: 1, changed: 1 });
    expect(await readLocation(location.id, FIRST)).toMatchObject({ actual: 1.5 });
    expect(await readZone(FIRST)).toMatchObject({ actual: 1.5 });
  });

  it("moves customers to another group from the quarter-hour on that has forecasts", async () => {
    const [one, two] = [await group(world, "One"), await group(world, "Two")];
    const moved = await household(world, { groupId: one.id });
    await household(world, { groupId: one.id, email: "b@example.org" });
    await household(world, { groupId: two.id, email: "c@example.org" });
    await changeAfterTurn(() =>
      world.call("updateCustomer", {
        params: { customer_id: moved.customer.id },
        body: { name: "Familie De Wit", group_id: two.id },
      }),
    );
    const each = (await readLocation(moved.location.id, NEXT))!.forecast;
    expect((await readGroup(one.id, FIRST))!.forecast).toBeCloseTo(
      2 * (await readLocation(moved.location.id, FIRST))!.forecast,
      2,
    );
    expect((await readGroup(one.id, NEXT))!.forecast).toBeCloseTo(each, 2);
    expect((await readGroup(two.id, NEXT))!.forecast).toBeCloseTo(2 * each, 2);
  });

  it("removes deleted locations from the quarter-hour on that has forecasts", async () => {
    const deleted = await household(world);
    const { location } = await household(world, { email: "b@example.org" });
    await changeAfterTurn(() =>
      world.call("deleteCustomer", { params: { customer_id: deleted.customer.id } }),
    );
    const each = async (start: string) => (await readLocation(location.id, start))!.forecast;
    expect((await readZone(FIRST))!.forecast).toBeCloseTo(2 * (await each(FIRST)), 2);
    expect((await readZone(NEXT))!.forecast).toBeCloseTo(await each(NEXT), 2);
  });
});
