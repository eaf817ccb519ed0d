import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { openStore } from "../../../service/store/store.ts";
import { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";
import { isWaitingFor } from "../../support/waiting-locks.ts";

const NL = { bidding_zone_id: "NL" };
const START = "2026-06-15T10:00:30Z";
const at = (time: string) => `2026-06-15T${time}Z`;
const full = (time: string) => `2026-06-15T${time}:00.000Z`;

let world: World;
let params: { group_id: string };
beforeEach(async () => {
  world = await World.open(START);
  params = { group_id: (await group(world)).id };
  await household(world, { groupId: params.group_id });
});
afterEach(() => world.close());

const issue = async (time_to: string, headers: Record<string, string> = {}) => {
  const body = { type: "MAX_CONSUMPTION" as const, time_to };
  return world.call("controlGroup", { params, body, headers });
};
const detail = async (control_id: string) =>
  (await world.call("getControl", { params: { control_id } })).data;
const count = async () => (await world.call("listControls")).data.data.length;
const cancel = (control_id: string) =>
  world.call("cancelControl", { params: { control_id }, body: {} });

describe("a control with Control-Replaces", () => {
  it("takes over up to its own end, and the other does not resume", async () => {
    const { data: old } = await issue(at("12:00:00"));
    world.setClock(at("10:20:10"));
    const { data: shorter } = await issue(at("11:00:00"), { "Control-Replaces": old.id });
    expect(shorter).toMatchObject({ time_from: full("10:20"), time_to: full("11:00") });
    expect(await detail(old.id)).toMatchObject({
      state: "cancelled",
      time_to: full("12:00"),
      effective_to: full("10:21"),
      superseded: true,
    });
    world.setClock(at("11:00:10"));
    const { data } = await world.call("listControlSummaries", { query: { state: "active" } });
    expect(data.data).toEqual([]);
  });

  it("leaves out who opted out of the other, to its own end", async () => {
    const { data: old } = await issue(at("11:00:00"));
    const one = await household(world, { groupId: params.group_id, email: "other@example.org" });
    const { data: both } = await issue(at("11:00:00"));
    const declined = { customer_id: one.customer.id, control_id: both.id };
    await world.call("optOutOfControl", { params: declined, body: {} });
    const { data: longer } = await issue(at("12:00:00"), { "Control-Replaces": both.id });
    expect(await detail(old.id)).toMatchObject({ locations: 1 });
    expect(await detail(longer.id)).toMatchObject({
      locations: 1,
      excluded: [{ reason: "opted_out_of_control", customers: 1, locations: 1, partial: 0 }],
    });
  });

  it("is one request: sent again under its key, it issues and cancels nothing more", async () => {
    const { data: old } = await issue(at("12:00:00"));
    const headers = { "Control-Replaces": old.id, "Idempotency-Key": "shorter" };
    const first = await issue(at("11:00:00"), headers);
    expect((await issue(at("11:00:00"), headers)).data.id).toBe(first.data.id);
    expect(await count()).toBe(2);
    const other = await issue(at("11:00:00"), { "Idempotency-Key": "shorter" });
    expect(other.status).toBe(422);
  });

  it("lets controls of other groups be issued while the other is cancelled", async () => {
    const two = await group(world, "Two");
    await household(world, { groupId: two.id, email: "other@example.org" });
    const { data: zone } = await world.call("controlBiddingZone", {
      params: NL,
      body: { type: "ZERO_EXPORT", time_from: at("11:30:00"), time_to: at("13:00:00") },
    });
    const { data: old } = await issue(at("12:00:00"));
    const store = await openStore(world.databaseUrl, (error) => {
      throw error;
    });
    onTestFinished(() => store.close());
    let shorter: ReturnType<typeof issue> | undefined;
    await store.db.transaction(async (tx) => {
      // Cancelling the other reviews the zone's control, which only it overlaps.
      await tx.execute(sql`select from controls where id = ${zone.id} for no key update`);
      shorter = issue(at("11:00:00"), { "Control-Replaces": old.id });
      await expect.poll(() => isWaitingFor(tx, "row")).toBe(true);
      const { status } = await world.call("controlGroup", {
        params: { group_id: two.id },
        body: { type: "ZERO_EXPORT", time_to: at("11:00:00") },
      });
      expect(status).toBe(200);
    });
    expect((await shorter!).status).toBe(200);
    expect(await detail(old.id)).toMatchObject({ state: "cancelled" });
    const { data } = await world.call("listControls");
    const order = data.data.map(({ id }) => id);
    expect(order[0]).toBe((await shorter!).data.id);
  });

  it.each(["cancelled", "ended"])("changes nothing when the other is %s", async (state) => {
    const { data: old } = await issue(at("10:30:00"));
    if (state === "cancelled") await cancel(old.id);
    else world.setClock(at("10:29:30"));
    const before = await detail(old.id);
    const refused = await issue(at("11:00:00"), { "Control-Replaces": old.id });
    expect([refused.status, refused.problem?.code]).toEqual([409, "control-over"]);
    expect([await count(), await detail(old.id)]).toEqual([1, before]);
  });

  it("is refused for a control of another target, and for none", async () => {
    const body = { type: "MAX_CONSUMPTION" as const, time_to: at("12:00:00") };
    const { data: zone } = await world.call("controlBiddingZone", { params: NL, body });
    for (const id of [zone.id, "ctrl_none"]) {
      const refused = await issue(at("11:00:00"), { "Control-Replaces": id });
      expect(refused.status).toBe(422);
      expect(refused.problem!.errors![0]!.pointer).toBe("header/Control-Replaces");
    }
    expect(await count()).toBe(1);
  });

  it("is refused while controls are paused, and the other goes on", async () => {
    const { data: old } = await issue(at("12:00:00"));
    await world.call("pauseControls", { body: { reason: "maintenance" } });
    const refused = await issue(at("11:00:00"), { "Control-Replaces": old.id });
    expect([refused.status, (await detail(old.id)).state]).toEqual([409, "active"]);
  });
});

describe("a request with Control-Replaces", () => {
  const ANNA = { "Control-Actor": "anna@example.org" };
  const BEN = { "Control-Actor": "ben@example.org" };
  let zone: World;
  beforeEach(async () => {
    zone = await World.open(START, { settings: { CONTROL_APPROVAL: "zone" } });
    await household(zone);
  });
  afterEach(() => zone.close());

  const request = (time_to: string, headers: Record<string, string> = {}) =>
    zone.call("requestBiddingZoneControl", {
      params: NL,
      body: { type: "MAX_CONSUMPTION", time_to },
      headers: { ...ANNA, ...headers },
    });
  const approve = (request_id: string) =>
    zone.call("approveControlRequest", { params: { request_id }, body: {}, headers: BEN });
  /** A zone control until noon, which took an approval itself. */
  async function running(): Promise<string> {
    const { data } = await request(at("12:00:00"));
    return (await approve(data.id)).data.control_id!;
  }
  const read = async (control_id: string) =>
    (await zone.call("getControl", { params: { control_id } })).data;

  it("keeps the other in force until its approval, which cancels it", async () => {
    const old = await running();
    zone.setClock(at("10:20:10"));
    const { data: pending } = await request(at("11:00:00"), { "Control-Replaces": old });
    expect(pending).toMatchObject({ state: "pending", replaces: old });
    expect(await read(old)).toMatchObject({ cancelled_at: null, effective_to: full("12:00") });

    zone.setClock(at("10:25:10"));
    const { data: approved } = await approve(pending.id);
    expect(approved).toMatchObject({ state: "approved", replaces: old });
    expect(await read(approved.control_id!)).toMatchObject({
      time_from: full("10:25"),
      time_to: full("11:00"),
    });
    expect(await read(old)).toMatchObject({ state: "cancelled", effective_to: full("10:26") });
    zone.setClock(at("11:00:10"));
    const { data } = await zone.call("listControlSummaries", { query: { state: "active" } });
    expect(data.data).toEqual([]);
  });

  it("issues nothing when the other was cancelled before the approval", async () => {
    const old = await running();
    const { data: pending } = await request(at("11:00:00"), { "Control-Replaces": old });
    await zone.call("cancelControl", { params: { control_id: old }, body: {} });
    const refused = await approve(pending.id);
    expect(refused).toMatchObject({ status: 409, problem: { code: "control-over" } });
    const { data } = await zone.call("listControls");
    expect(data.data).toHaveLength(1);
  });

  it("is refused for a control of another target", async () => {
    const { data: north } = await zone.call("createGroup", {
      body: { name: "North", bidding_zone: "NL" },
    });
    const { data: other } = await zone.call("controlGroup", {
      params: { group_id: north.id },
      body: { type: "MAX_CONSUMPTION", time_to: at("12:00:00") },
    });
    expect((await request(at("11:00:00"), { "Control-Replaces": other.id })).status).toBe(422);
  });

  it("replaces nothing without the header", async () => {
    expect((await request(at("11:00:00"))).data.replaces).toBeNull();
  });
});
