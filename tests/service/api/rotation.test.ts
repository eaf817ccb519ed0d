import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withConnection } from "../../../runtime/databases/connection.ts";
import { openScripted, type ScriptedGateway } from "../../support/scripted-gateway.ts";
import type { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";

/** 12:00:30 in Amsterdam on a Monday in June. */
const START = "2026-06-15T10:00:30Z";
const at = (time: string) => `2026-06-15T${time}Z`;
type Home = Awaited<ReturnType<typeof household>>;

let world: World;
let gateway: ScriptedGateway;
let params: { group_id: string };
let homes: Home[];
beforeEach(async () => {
  ({ world, gateway } = await openScripted(START));
  params = { group_id: (await group(world)).id };
  homes = [];
  for (let i = 0; i < 4; i++)
    homes.push(await household(world, { email: `home${i}@example.org`, groupId: params.group_id }));
  await world.call("setGroupRotation", { params, body: { share: 0.5 } });
});
afterEach(() => world.close());

const window = (from: string, to: string) => ({ time_from: at(from), time_to: at(to) });
const control = async (from: string, to: string) => {
  const body = { type: "MAX_CONSUMPTION", ...window(from, to) } as const;
  const preview = (await world.call("previewGroupControl", { params, body })).data;
  const { data } = await world.call("controlGroup", { params, body });
  await world.service.tick();
  return { id: data.id, results: data.results, preview };
};
const addressed = async (control_id: string) => {
  const { data } = await world.call("listControlDeliveries", { params: { control_id } });
  return new Set(data.data.map(({ location_id }) => location_id));
};

describe("the rotation of a group", () => {
  it("addresses the share in preview, plan and dispatch alike", async () => {
    const { id, results, preview } = await control("10:15:00", "10:30:00");
    const excluded = [{ reason: "rotation", customers: 2, locations: 2, partial: 0 }];
    expect(preview).toMatchObject({ locations: 2, excluded });
    expect(preview.results).toEqual(results);
    const chosen = await addressed(id);
    expect(chosen.size).toBe(2);
    await world.liveUntil(at("10:16:30"));
    for (const { location } of homes)
      expect(gateway.toldTo(location.id).length > 0).toBe(chosen.has(location.id));
  });

  it("gives the next control to the others, also while the first is only planned", async () => {
    const first = await addressed((await control("10:15:00", "10:30:00")).id);
    const second = await addressed((await control("10:45:00", "11:00:00")).id);
    expect([...first, ...second].toSorted()).toEqual(
      homes.map(({ location }) => location.id).toSorted(),
    );
  });

  it("shows how evenly what was measured is spread", async () => {
    const before = (await world.call("getGroupRotation", { params })).data;
    expect(before).toMatchObject({ share: 0.5, locations: 4, lost_kwh: 0, jain_index: null });
    await control("10:15:00", "10:30:00");
    for (let ms = Date.parse(at("10:00:00")); ms < Date.parse(at("10:30:00")); ms += 60_000)
      gateway.report({
        readings: homes.map(({ location }) => ({
          locationId: location.id,
          fromMs: ms,
          toMs: ms + 60_000,
          injectionKw: 0,
          devices: [],
        })),
      });
    await world.liveUntil(at("10:31:30"));
    const after = (await world.call("getGroupRotation", { params })).data;
    expect(after.lost_kwh).toBeGreaterThan(0);
    expect(after.jain_index).toBeCloseTo(0.5, 2);
    // Two of the four were addressed, and share what was lost.
    const shares = after.members.map(({ share }) => share);
    expect(shares).toEqual([expect.closeTo(0.5, 1), expect.closeTo(0.5, 1), 0, 0]);
    expect(shares.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 3);
    expect(after.members.map(({ customer_id }) => customer_id).toSorted()).toEqual(
      homes.map(({ customer }) => customer.id).toSorted(),
    );
    expect(after.members[0]).toMatchObject({
      customer_name: homes[0]!.customer.name,
      peak_kw: expect.any(Number),
      kwh_per_kwp: expect.closeTo(after.members[0]!.lost_kwh / after.members[0]!.peak_kw, 2),
    });
    const lost = await Promise.all(
      homes.map(async ({ customer }) => {
        const of = { params: { customer_id: customer.id } };
        return (await world.call("getCustomerLostEnergy", of)).data.data[0]?.lost_kwh ?? 0;
      }),
    );
    expect(after.lost_kwh).toBeCloseTo(
      lost.reduce((a, b) => a + b, 0),
      2,
    );
  });

  it("shares no loss of less than a watt-hour", async () => {
    await control("10:15:00", "10:30:00");
    await withConnection(world.databaseUrl, (client) =>
      client.query("UPDATE deliveries SET lost_kwh = 0.0004"),
    );
    const { data } = await world.call("getGroupRotation", { params });
    expect(data).toMatchObject({ lost_kwh: 0, jain_index: null });
    expect(data.members.map(({ share }) => share)).toEqual([0, 0, 0, 0]);
  });

  it("leaves controls that raise injection, of the zone, or without a share to all", async () => {
    const body = { type: "MAX_PRODUCTION", ...window("10:15:00", "10:30:00") } as const;
    const raise = (await world.call("previewGroupControl", { params, body })).data;
    expect(raise).toMatchObject({ locations: 4, excluded: [] });
    const zone = { params: { bidding_zone_id: "NL" } };
    const lower = { ...body, type: "ZERO_EXPORT" } as const;
    const all = (await world.call("previewBiddingZoneControl", { ...zone, body: lower })).data;
    expect(all).toMatchObject({ locations: 4, excluded: [] });
    await world.call("setGroupRotation", { params, body: { share: null } });
    const ended = (await world.call("previewGroupControl", { params, body: lower })).data;
    expect(ended).toMatchObject({ locations: 4, excluded: [] });
  });

  it("takes its share from those who did not opt out", async () => {
    const { customer } = homes[0]!;
    await world.call("updateCustomerPreferences", {
      params: { customer_id: customer.id },
      body: { opted_out: true },
    });
    const { preview } = await control("10:15:00", "10:30:00");
    expect(preview.excluded!.map(({ reason }) => reason)).toEqual(["opted_out", "rotation"]);
  });

  it("refuses a share of nothing or of more than everything", async () => {
    for (const share of [0, 1.2]) {
      const { status, problem } = await world.call("setGroupRotation", { params, body: { share } });
      expect([status, problem.errors![0]!.pointer]).toEqual([422, "#/share"]);
    }
  });
});
