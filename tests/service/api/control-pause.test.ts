import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createKey } from "../../../service/store/keys.ts";
import { openStore } from "../../../service/store/store.ts";
import { World } from "../../support/service.ts";
import { household } from "../../support/site.ts";

const NL = { bidding_zone_id: "NL" };
const START = "2026-06-15T10:00:30Z";
const order = { type: "MAX_CONSUMPTION", time_to: "2026-06-15T11:00:00Z" } as const;
const ANNA = { "Control-Actor": "anna@example.org" };
const BEN = { "Control-Actor": "ben@example.org" };

let world: World;
beforeEach(async () => {
  world = await World.open(START);
  await household(world);
});
afterEach(() => world.close());

const issue = (on = world, headers: Record<string, string> = {}) =>
  on.call("controlBiddingZone", { params: NL, body: order, headers });
const pause = (reason = "Grid operator called") =>
  world.call("pauseControls", { body: { reason }, headers: ANNA });
const resume = () => world.call("resumeControls", { headers: BEN });
const asked = async (on = world) => (await on.call("getControlPause")).data;

describe("while controls are paused", () => {
  it("a new control is refused with who paused, since when and why", async () => {
    expect(await asked()).toMatchObject({ paused: false, since: null, by: null, reason: null });
    await pause();
    const refused = await issue();
    expect(refused.status).toBe(409);
    expect(refused.problem).toMatchObject({ code: "paused" });
    expect(refused.problem.errors).toEqual([
      expect.objectContaining({
        code: "paused-by",
        values: {
          by: "anna@example.org",
          since: "2026-06-15T10:00:30.000Z",
          reason: "Grid operator called",
        },
      }),
    ]);
    expect((await world.call("listControls")).data.data).toEqual([]);
  });

  it("requests and approvals are refused, and pending requests stay", async () => {
    const ask = { params: NL, body: order, headers: ANNA };
    const { data } = await world.call("requestBiddingZoneControl", ask);
    await pause();
    const params = { request_id: data.id };
    const refused = await world.call("approveControlRequest", { params, body: {}, headers: BEN });
    expect(refused.problem.code).toBe("paused");
    expect((await world.call("requestBiddingZoneControl", ask)).problem.code).toBe("paused");
    await resume();
    const approved = await world.call("approveControlRequest", { params, body: {}, headers: BEN });
    expect(approved.data.state).toBe("approved");
  });

  it("reading, previewing and cancelling work, and active controls continue", async () => {
    const { data: control } = await issue(world, { "Idempotency-Key": "before" });
    await pause();
    const params = { control_id: control.id };
    expect((await world.call("getControl", { params })).data.state).toBe("active");
    const preview = { params: NL, body: order };
    expect((await world.call("previewBiddingZoneControl", preview)).status).toBe(200);
    expect((await issue(world, { "Idempotency-Key": "before" })).data).toEqual(control);
    const { data } = await world.call("cancelControl", { params, body: {} });
    expect(data.state).toBe("cancelled");
  });

  it("controls accepted before still start", async () => {
    const body = { ...order, time_from: "2026-06-15T10:30:00Z" };
    const { data } = await world.call("controlBiddingZone", { params: NL, body });
    await pause();
    world.setClock("2026-06-15T10:31:00Z");
    const control = await world.call("getControl", { params: { control_id: data.id } });
    expect(control.data.state).toBe("active");
    expect((await asked()).paused).toBe(true);
  });

  it("no control is accepted once the pause is answered, however many are in progress", async () => {
    const orders = Array.from({ length: 30 }, () => issue());
    await pause();
    const atPause = (await world.call("listControls")).headers.get("x-total-count");
    const answers = await Promise.all(orders);
    const after = (await world.call("listControls")).headers.get("x-total-count");
    expect(after).toBe(atPause);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(Number(after));
  });

  it("the pause holds for every instance, and for one that starts later", async () => {
    const other = await World.open(START, { databaseUrl: world.databaseUrl });
    await pause();
    expect((await issue(other)).problem.code).toBe("paused");
    await other.close();
    const restarted = await World.open(START, { databaseUrl: world.databaseUrl });
    expect(await asked(restarted)).toMatchObject({ paused: true, by: "anna@example.org" });
    expect((await issue(restarted)).problem.code).toBe("paused");
    await resume();
    expect((await issue(restarted)).status).toBe(200);
    await restarted.close();
  });

  it("pausing again keeps the first user on record", async () => {
    const { data: first } = await pause();
    world.setClock("2026-06-15T10:05:00Z");
    const again = await world.call("pauseControls", { body: { reason: "Me too" }, headers: BEN });
    expect(again.data).toEqual(first);
  });
});

it("resuming accepts controls again, and changes nothing if not paused", async () => {
  expect((await resume()).data.paused).toBe(false);
  await pause();
  expect((await resume()).data).toEqual({ paused: false, since: null, by: null, reason: null });
  expect((await issue()).status).toBe(200);
});

it("a key without key management pauses as itself, whatever name it sends", async () => {
  const store = await openStore(world.databaseUrl, () => {});
  const named = { name: "trader", scopes: ["control" as const], expiresAt: null };
  const { key, record } = await createKey(store.db, named, world.nowMs);
  await store.close();
  const headers = { ...ANNA, "X-API-Key": key };
  const { data } = await world.call("pauseControls", { body: { reason: "Test" }, headers });
  expect(data.by).toBe(record.id);
});

it("a pause requires a reason", async () => {
  for (const body of [{}, { reason: "" }, { reason: "  " }, { reason: "x".repeat(201) }])
    expect((await world.post("/v1/control-pause", body)).status).toBe(422);
  expect((await asked()).paused).toBe(false);
});
