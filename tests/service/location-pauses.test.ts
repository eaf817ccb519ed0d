import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ScriptedGateway } from "../support/scripted-gateway.ts";
import { NL } from "../support/rule-world.ts";
import type { World } from "../support/service.ts";
import { openTwoHomes, type Home } from "../support/two-homes.ts";

/** 12:00:30 in Amsterdam. */
const START = "2026-06-15T10:00:30Z";
const UNTIL = "2026-06-15T11:00:00.000Z";

let world: World;
let gateway: ScriptedGateway;
let utrecht: string;
let paused: Home;
let other: Home;
beforeEach(async () => {
  ({ world, gateway, utrecht, home: paused, other } = await openTwoHomes(START));
});
afterEach(() => world.close());

/** The switch at the site reports; the service collects it. */
const report = async (until: string | null, locationId = paused.location.id) => {
  gateway.report({ pauses: [{ locationId, untilMs: until === null ? null : Date.parse(until) }] });
  await world.service.exchange();
};
const preview = async (time_from?: string) => {
  const body = {
    type: "ZERO_EXPORT" as const,
    ...(time_from && { time_from }),
    time_to: "2026-06-15T12:00:00Z",
  };
  return (await world.call("previewBiddingZoneControl", { params: NL, body })).data;
};
const preferences = async () => {
  const params = { customer_id: paused.customer.id };
  return (await world.call("getCustomerPreferences", { params })).data;
};
const trail = async () => {
  const { data } = await world.call("listApiCalls", { query: { page_size: 100 } });
  return data.data
    .filter(({ caller }) => caller === `location:${paused.location.id}`)
    .map(({ operation, status, target }) => ({ operation, status, target }));
};

describe("a pause by the switch at a site", () => {
  it("leaves the location out of previews until it ends, and shows in the preferences", async () => {
    expect((await preview()).locations).toBe(2);
    await report(UNTIL);
    expect((await preferences()).paused).toEqual([
      { location_id: paused.location.id, until: UNTIL },
    ]);
    expect((await preview()).excluded).toEqual([
      { reason: "paused_at_site", customers: 1, locations: 0, partial: 1 },
    ]);
    expect(await preview(UNTIL)).toMatchObject({ locations: 2, excluded: [] });
    world.setClock("2026-06-15T11:00:30Z");
    expect((await preferences()).paused).toEqual([]);
  });

  it("lowers the totals of a preview", async () => {
    const body = { type: "MAX_CONSUMPTION", time_to: UNTIL } as const;
    const sumOf = async () => {
      const { data } = await world.call("previewBiddingZoneControl", { params: NL, body });
      return data.results.reduce((sum, { delta }) => sum + delta, 0);
    };
    const before = await sumOf();
    await report(UNTIL);
    expect(before).toBeLessThan(0);
    expect(await sumOf()).toBeCloseTo(before / 2, 2);
  });

  it("ends a running control there with the next minute, and is followed by it when it ends early", async () => {
    await world.call("controlBiddingZone", {
      params: NL,
      body: { type: "ZERO_EXPORT", time_to: "2026-06-15T12:00:00Z" },
    });
    await world.liveUntil("2026-06-15T10:01:30Z");
    await report(UNTIL);
    await world.liveUntil("2026-06-15T10:03:30Z");
    expect(gateway.toldTo(paused.location.id).at(-1)!.type).toBe("RELEASE");
    expect(gateway.toldTo(other.location.id).at(-1)!.type).toBe("ZERO_EXPORT");
    await report(null);
    await world.liveUntil("2026-06-15T10:05:30Z");
    expect(gateway.toldTo(paused.location.id).at(-1)!.type).toBe("ZERO_EXPORT");
    expect((await preferences()).paused).toEqual([]);
  });

  it("is in the audit trail once, however often the retained message arrives", async () => {
    for (let i = 0; i < 3; i++) await report(UNTIL);
    await report(null);
    await report(null);
    const target = `customer_id=${paused.customer.id} location_id=${paused.location.id} paused_until=`;
    expect(await trail()).toEqual([
      { operation: "updateCustomerPreferences", status: 200, target: `${target}none` },
      { operation: "updateCustomerPreferences", status: 200, target: `${target}${UNTIL}` },
    ]);
  });

  it("is refused where the group does not allow to opt out, and beyond a week", async () => {
    const params = { group_id: utrecht };
    const allow = (opt_out: boolean) =>
      world.call("updateGroupPreferenceLimits", { params, body: { opt_out } });
    await allow(false);
    await report(UNTIL);
    await report(UNTIL);
    expect((await preferences()).paused).toEqual([]);
    await allow(true);
    await report("2026-07-15T10:00:00Z");
    expect((await trail()).map(({ status }) => status)).toEqual([422, 409]);
    expect((await preview()).excluded).toEqual([]);
  });

  it("of an unknown location or in the past changes nothing", async () => {
    await report(UNTIL, "loc_nowhere");
    await report("2026-06-15T09:00:00Z");
    expect(await trail()).toEqual([]);
    expect((await preview()).excluded).toEqual([]);
  });
});
