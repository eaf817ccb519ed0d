import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Scope } from "../../../lib/contract/index.ts";
import { createKey } from "../../../service/store/keys.ts";
import { openStore } from "../../../service/store/store.ts";
import { openScripted, type ScriptedGateway } from "../../support/scripted-gateway.ts";
import { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";

const NL = { bidding_zone_id: "NL" };
const START = "2026-06-15T10:00:30Z";
const at = (time: string) => `2026-06-15T${time}Z`;
const order = { type: "MAX_CONSUMPTION", time_to: at("11:00:00") } as const;
const settings = { CONTROL_APPROVAL: "zone" };
const ANNA = { "Control-Actor": "anna@example.org" };
const BEN = { "Control-Actor": "ben@example.org" };

let world: World;
beforeEach(async () => {
  world = await World.open(START, { settings });
  await household(world);
});
afterEach(() => world.close());

type Sent = Record<string, string>;
const request = async (headers: Sent = ANNA) =>
  (await world.call("requestBiddingZoneControl", { params: NL, body: order, headers })).data;
const decide = (
  operation: "approveControlRequest" | "rejectControlRequest",
  id: string,
  headers: Sent = BEN,
  on = world,
) => on.call(operation, { params: { request_id: id }, body: {}, headers });
const approve = (id: string, headers: Sent = BEN, on = world) =>
  decide("approveControlRequest", id, headers, on);
const read = async (id: string) =>
  (await world.call("getControlRequest", { params: { request_id: id } })).data;
const issued = async () => (await world.call("listControls")).data.data;
/** A new key with these scopes. */
async function keyThatMay(...scopes: Scope[]) {
  const store = await openStore(world.databaseUrl, () => {});
  const named = { name: "other", scopes, expiresAt: null };
  const { key, record } = await createKey(store.db, named, world.nowMs);
  await store.close();
  return { id: record.id, headers: { "X-API-Key": key } };
}

describe("an approval request", () => {
  it("is pending with its preview, and issues nothing", async () => {
    const asked = { params: NL, body: order };
    const { data: preview } = await world.call("previewBiddingZoneControl", asked);
    const pending = await request({ ...ANNA, "Control-Reason": "grid" });
    expect(pending).toMatchObject({
      state: "pending",
      target: { kind: "bidding_zone", id: "NL" },
      requested_by: "anna@example.org",
      reason: "grid",
      results: preview.results,
      locations: 1,
      devices: 1,
      expires_at: at("10:15:30.000"),
      control_id: null,
      decided_by: null,
    });
    expect(pending.needs.map(({ code }) => code)).toEqual(["zone-wide"]);
    expect(pending.change_kw).toBeGreaterThan(1);
    expect(await issued()).toEqual([]);
  });

  it("is issued by another person's approval, for the rest of its window", async () => {
    const { id } = await request({ ...ANNA, "Control-Reason": "grid" });
    world.setClock(at("10:07:20"));
    const { data } = await approve(id);
    expect(data).toMatchObject({ state: "approved", decided_by: "ben@example.org" });
    const params = { control_id: data.control_id! };
    const { data: control } = await world.call("getControl", { params });
    expect(control).toMatchObject({
      time_from: at("10:07:00.000"),
      time_to: at("11:00:00.000"),
      reason: "grid",
    });
  });

  it("starts at its requested time if that is in the future", async () => {
    const body = { ...order, time_from: at("10:30:00") };
    const { data } = await world.call("requestBiddingZoneControl", {
      params: NL,
      body,
      headers: ANNA,
    });
    await approve(data.id);
    expect((await issued())[0]!.time_from).toBe(at("10:30:00.000"));
  });

  it("is issued once, however many approve it at once at two instances", async () => {
    const { id } = await request();
    const other = await World.open(START, { settings, databaseUrl: world.databaseUrl });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => approve(id, BEN, i % 2 ? world : other)),
    );
    await other.close();
    expect(new Set(answers.map(({ data }) => data.control_id)).size).toBe(1);
    expect((await approve(id)).data.control_id).toBe(answers[0]!.data.control_id);
    expect(await issued()).toHaveLength(1);
  });

  it("is not approved by its requester, however the name is written", async () => {
    const { id } = await request();
    for (const headers of [ANNA, { "Control-Actor": " Anna@Example.org " }, {}]) {
      const refused = await approve(id, headers);
      expect(refused.status).toBe(409);
      expect(refused.problem.code).toBe("second-person");
    }
    expect((await read(id)).state).toBe("pending");
    expect(await issued()).toEqual([]);
  });

  it("of a program is approved by another key, not by the same", async () => {
    const other = await keyThatMay("control");
    const { id, requested_by } = await request({});
    expect(requested_by).toBe("configured");
    expect((await approve(id, {})).problem.code).toBe("second-person");
    const { data } = await approve(id, other.headers);
    expect(data).toMatchObject({ state: "approved", decided_by: other.id });
  });

  it("is not approved with the same key under another name", async () => {
    const trader = await keyThatMay("read", "control", "manage");
    const { id, requested_by } = await request({ ...ANNA, ...trader.headers });
    expect(requested_by).toBe(trader.id);
    for (const name of [BEN, {}]) {
      const refused = await approve(id, { ...name, ...trader.headers });
      expect([refused.status, refused.problem.code]).toEqual([409, "second-person"]);
    }
    expect(await issued()).toEqual([]);
    expect((await approve(id, BEN)).data.decided_by).toBe("ben@example.org");
  });

  it("is approved with a key that could create another key anyway", async () => {
    const portal = await keyThatMay("control", "keys");
    const { id, requested_by } = await request({ ...ANNA, ...portal.headers });
    expect(requested_by).toBe("anna@example.org");
    expect((await approve(id, { ...ANNA, ...portal.headers })).problem.code).toBe("second-person");
    expect((await approve(id, { ...BEN, ...portal.headers })).data.state).toBe("approved");
  });

  it("expires after 15 minutes, or earlier with its window", async () => {
    const { id } = await request();
    const body = { type: "MAX_CONSUMPTION", time_to: at("10:05:00") } as const;
    const short = await world.call("requestBiddingZoneControl", {
      params: NL,
      body,
      headers: ANNA,
    });
    expect(short.data.expires_at).toBe(at("10:05:00.000"));
    world.setClock(at("10:05:00"));
    expect((await approve(short.data.id)).problem.code).toBe("request-expired");
    expect((await read(id)).state).toBe("pending");
    world.setClock(at("10:15:30"));
    expect((await approve(id)).problem.code).toBe("request-expired");
    expect((await read(id)).state).toBe("expired");
    expect(await issued()).toEqual([]);
  });

  it("can be approved for the configured time", async () => {
    const patient = await World.open(START, {
      settings: { ...settings, CONTROL_REQUEST_MINUTES: "30" },
    });
    const ask = { params: NL, body: order, headers: ANNA };
    const { data } = await patient.call("requestBiddingZoneControl", ask);
    expect(data.expires_at).toBe(at("10:30:30.000"));
    await patient.close();
  });

  it("that was rejected cannot be approved, nor the reverse", async () => {
    const [first, second] = [await request(), await request()];
    expect((await decide("rejectControlRequest", first.id)).data.state).toBe("rejected");
    expect((await decide("rejectControlRequest", first.id)).data.state).toBe("rejected");
    expect((await approve(first.id)).problem.code).toBe("request-decided");
    await approve(second.id);
    expect((await decide("rejectControlRequest", second.id)).problem.code).toBe("request-decided");
    expect(await issued()).toHaveLength(1);
  });

  it("can be withdrawn by its requester", async () => {
    const { id } = await request();
    const { data } = await decide("rejectControlRequest", id, ANNA);
    expect(data).toMatchObject({ state: "rejected", decided_by: "anna@example.org" });
  });

  it("is listed, newest first, by state", async () => {
    const [first, second, third] = [await request(), await request(), await request()];
    await decide("rejectControlRequest", second.id);
    await approve(third.id);
    const list = async (state?: "pending" | "expired" | "approved" | "rejected") =>
      (await world.call("listControlRequests", { query: { state } })).data.data.map(({ id }) => id);
    expect(await list()).toEqual([third.id, second.id, first.id]);
    expect(await list("pending")).toEqual([first.id]);
    expect(await list("rejected")).toEqual([second.id]);
    expect(await list("approved")).toEqual([third.id]);
    expect(await list("expired")).toEqual([]);
    world.setClock(at("10:20:00"));
    expect(await list("pending")).toEqual([]);
    expect(await list("expired")).toEqual([first.id]);
  });

  it("for a group is listed for that group, and refused for an unknown one", async () => {
    const utrecht = await group(world);
    const params = { group_id: utrecht.id };
    const { data } = await world.call("requestGroupControl", {
      params,
      body: order,
      headers: ANNA,
    });
    expect(data.target).toEqual({ kind: "group", id: utrecht.id, name: "Utrecht" });
    expect(data.needs).toEqual([]);
    const nowhere = { params: { group_id: "grp_x" }, body: order };
    expect((await world.call("requestGroupControl", nowhere)).status).toBe(404);
    expect((await approve("creq_x")).status).toBe(404);
  });
});

describe("an approval", () => {
  it("is refused if it would reach more devices than shown, and accepted for fewer", async () => {
    const utrecht = await group(world);
    const more = (email: string) => household(world, { email, groupId: utrecht.id });
    const ask = { params: { group_id: utrecht.id }, body: order, headers: ANNA };
    const { customer } = await more("first@example.org");
    const { data: first } = await world.call("requestGroupControl", ask);
    await more("second@example.org");
    const refused = await approve(first.id);
    expect([refused.status, refused.problem.code]).toEqual([409, "request-outgrown"]);
    expect([(await read(first.id)).state, await issued()]).toEqual(["pending", []]);
    const { data: anew } = await world.call("requestGroupControl", ask);
    expect([first.devices, anew.devices]).toEqual([1, 2]);
    await world.call("deleteCustomer", { params: { customer_id: customer.id } });
    expect((await approve(anew.id)).data.state).toBe("approved");
  });

  it("is refused if the same devices would change far more than shown", async () => {
    const utrecht = await group(world);
    const ask = { params: { group_id: utrecht.id }, body: order, headers: ANNA };
    const { customer } = await household(world, {
      email: "small@example.org",
      groupId: utrecht.id,
    });
    const { data } = await world.call("requestGroupControl", ask);
    await world.call("deleteCustomer", { params: { customer_id: customer.id } });
    const other = { email: "large@example.org", groupId: utrecht.id, controllable: false };
    const { location } = await household(world, other);
    const ratings = { capacity_kwh: 1_000, power_kw: 500 };
    const battery = { name: "Battery", brand: "BRAND_B", device_type: "BATTERY", ratings } as const;
    await world.call("registerDevice", { body: { ...battery, location_id: location.id } });
    const refused = await approve(data.id);
    expect([refused.status, refused.problem.code]).toEqual([409, "request-outgrown"]);
    expect(await issued()).toEqual([]);
  });

  it("counts towards the zone's hourly limit, like any control", async () => {
    const limited = await World.open(START, {
      settings: { ...settings, CONTROL_ZONE_PER_HOUR: "3" },
    });
    await household(limited);
    const ask = { params: NL, body: order, headers: ANNA };
    const requests = await Promise.all(
      Array.from({ length: 8 }, () => limited.call("requestBiddingZoneControl", ask)),
    );
    const answers = await Promise.all(
      requests.map(({ data: { id } }) =>
        limited.call("approveControlRequest", {
          params: { request_id: id },
          body: {},
          headers: BEN,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect((await limited.call("listControls")).data.data).toHaveLength(3);
    await limited.close();
  });

  it("dispatches to devices, which a request does not", async () => {
    const scripted: { world: World; gateway: ScriptedGateway } = await openScripted(START);
    await household(scripted.world);
    const ask = { params: NL, body: order, headers: ANNA };
    const { data } = await scripted.world.call("requestBiddingZoneControl", ask);
    await scripted.world.service.tick();
    expect(scripted.gateway.told).toEqual([]);
    const params = { request_id: data.id };
    await scripted.world.call("approveControlRequest", { params, body: {}, headers: BEN });
    await expect.poll(() => scripted.gateway.told).toHaveLength(1);
    await scripted.world.close();
  });
});
