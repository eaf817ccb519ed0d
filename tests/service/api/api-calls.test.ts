import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiCall, Scope } from "../../../lib/contract/index.ts";
import { MAX_REFUSALS } from "../../../service/api/audit-middleware.ts";
import { createKey } from "../../../service/store/keys.ts";
import { openStore, type Store } from "../../../service/store/store.ts";
import { getOwnerUrl } from "../../support/postgres.ts";
import { World } from "../../support/service.ts";
import { readChainHead, readChain, verifyChain } from "../../../lib/database/audit-chain.ts";
import { apiCallsChain } from "../../../service/store/schema-calls.ts";

describe("the record of calls", () => {
  let world: World;
  let store: Store;
  let pool: pg.Pool;
  beforeAll(async () => {
    world = await World.open("2026-06-15T09:58:30Z", { transport: "over HTTP" });
    store = await openStore(world.databaseUrl, () => {});
    pool = new pg.Pool({ connectionString: world.databaseUrl, max: 2 });
  });
  afterAll(async () => {
    await pool.end();
    await store.close();
    await world.close();
  });

  const recorded = async (query = "") => {
    const answer = await world.request(`/v1/api-calls${query}`);
    return ((await answer.json()) as { data: ApiCall[] }).data;
  };
  const holding = async (...scopes: Scope[]) => {
    const given = { name: "Trader", scopes, expiresAt: null };
    const { key, record } = await createKey(store.db, given as never, world.nowMs);
    return { headers: { "X-API-Key": key }, id: record.id };
  };

  it("contains the caller and the change, the window of a control, and the user it was made for", async () => {
    const { headers, id } = await holding("read", "control");
    const sent = { ...headers, "Control-Actor": "kim", "X-Request-Id": "recorded-1" };
    const order = { type: "ZERO_EXPORT", time_to: "2026-06-15T10:30:00Z" };
    const answer = await world.post("/v1/bidding-zones/NL/control", order, sent);
    const control = (await answer.json()) as { id: string; time_from: string; time_to: string };
    expect(await recorded("?request_id=recorded-1")).toMatchObject([
      {
        caller: id,
        key_name: "Trader",
        actor: "kim",
        operation: "controlBiddingZone",
        target: `bidding_zone_id=NL type=ZERO_EXPORT control_id=${control.id}`,
        time_from: control.time_from,
        time_to: control.time_to,
        status: 200,
        address: "127.0.0.1",
      },
    ]);
  });

  it("contains for an approval the issued control with its effective window", async () => {
    const { headers, id } = await holding("read", "control");
    const other = await holding("read", "control");
    const order = { type: "ZERO_EXPORT", time_to: "2026-06-15T10:30:00Z" };
    const asked = await world.post("/v1/bidding-zones/NL/control/request", order, headers);
    const pending = (await asked.json()) as { id: string };
    const decide = `/v1/control-requests/${pending.id}/approve`;
    const decided = await world.post(decide, {}, other.headers);
    const { control_id } = (await decided.json()) as { control_id: string };
    const control = await world.call("getControl", { params: { control_id } });
    const { time_from, time_to } = control.data;
    expect(await recorded(`?caller=${other.id}`)).toMatchObject([
      {
        operation: "approveControlRequest",
        target: `request_id=${pending.id} type=ZERO_EXPORT control_id=${control_id}`,
        time_from,
        time_to,
      },
    ]);
    expect(await recorded(`?caller=${id}`)).toMatchObject([
      {
        target: `bidding_zone_id=NL type=ZERO_EXPORT request_id=${pending.id}`,
        time_from: null,
      },
    ]);
  });

  it("contains refused calls too, and no reads", async () => {
    const { headers, id } = await holding("read");
    await world.post("/v1/bidding-zones/NL/control", { type: "ZERO_EXPORT" }, headers);
    await world.request("/v1/groups", { headers });
    await world.post("/v1/bidding-zones/NL/control/preview", { type: "ZERO_EXPORT" }, headers);
    expect(await recorded(`?caller=${id}`)).toMatchObject([
      { operation: "controlBiddingZone", status: 403, time_from: null },
    ]);
  });

  it("is not filled by a key without the right", async () => {
    const { headers, id } = await holding("read");
    const attempts = Array.from({ length: MAX_REFUSALS + 30 }, () =>
      world.post("/v1/bidding-zones/NL/control", { type: "ZERO_EXPORT" }, headers),
    );
    for (const { status } of await Promise.all(attempts)) expect(status).toBe(403);
    const query = `?caller=${id}&page_size=1`;
    const count = (await world.request(`/v1/api-calls${query}`)).headers.get("x-total-count");
    expect(Number(count)).toBe(MAX_REFUSALS);
  });

  it("contains an invalid request with its answer", async () => {
    const { headers, id } = await holding("read", "control");
    await world.post("/v1/bidding-zones/NL/control", { type: "SIDEWAYS" }, headers);
    expect(await recorded(`?caller=${id}`)).toMatchObject([{ status: 422 }]);
  });

  it("filters by key name or user, outcome and Amsterdam days", async () => {
    const { headers, id } = await holding("read", "control");
    const send = (type: string, requestId: string, actor: string) =>
      world.post(
        "/v1/bidding-zones/NL/control",
        { type, time_to: "2026-06-16T08:00:00Z" },
        { ...headers, "X-Request-Id": requestId, "Control-Actor": actor },
      );
    world.setClock(Date.parse("2026-06-15T21:59:59Z"));
    await send("ZERO_EXPORT", "narrow-1", "robin");
    world.setClock(Date.parse("2026-06-15T22:00:00Z"));
    await send("SIDEWAYS", "narrow-2", "r_bin");
    const found = async (query: string) =>
      (await recorded(`?caller=${id}${query}`)).map(({ request_id }) => request_id);
    expect(await found("")).toEqual(["narrow-2", "narrow-1"]);
    expect(await found("&search=TRADER")).toHaveLength(2);
    expect(await found("&search=r_bin")).toEqual(["narrow-2"]);
    expect(await found("&outcome=refused")).toEqual(["narrow-2"]);
    expect(await found("&outcome=done")).toEqual(["narrow-1"]);
    expect(await found("&outcome=unknown")).toEqual([]);
    expect(await found("&to=2026-06-15")).toEqual(["narrow-1"]);
    expect(await found("&from=2026-06-16")).toEqual(["narrow-2"]);
    const [latest] = await recorded(`?caller=${id}`);
    expect(await found(`&before=${latest!.id}`)).toEqual(["narrow-1"]);
    const counted = await world.request(`/v1/api-calls?caller=${id}&outcome=done&page_size=1`);
    expect(counted.headers.get("x-total-count")).toBe("1");
    for (const wrong of ["outcome=fine", "from=today", "before=x"])
      expect((await world.request(`/v1/api-calls?${wrong}`)).status, wrong).toBe(422);
  });

  it("contains the outcome of each call with a reused request id", async () => {
    const { headers, id } = await holding("read", "control");
    const twice = { ...headers, "X-Request-Id": "used-twice" };
    const order = { type: "ZERO_EXPORT", time_to: "2026-06-16T08:00:00Z" };
    await world.post("/v1/bidding-zones/NL/control", order, twice);
    await world.post("/v1/bidding-zones/NL/control", { type: "SIDEWAYS" }, twice);
    const refused = await recorded(`?caller=${id}&outcome=refused`);
    expect(refused.map(({ status }) => status)).toEqual([422]);
  });

  it("contains the outcome of a request and of its retry in progress", async () => {
    const { headers, id } = await holding("read", "control");
    const sent = { ...headers, "X-Request-Id": "repeated-meanwhile", "Idempotency-Key": "once-1" };
    const order = { type: "ZERO_EXPORT", time_to: "2026-06-16T08:00:00Z" };
    const client = await pool.connect();
    await client.query("begin");
    await client.query("lock table controls in access exclusive mode");
    const first = world.post("/v1/bidding-zones/NL/control", order, sent);
    await expect.poll(() => recorded(`?caller=${id}`)).toHaveLength(1);
    const second = await world.post("/v1/bidding-zones/NL/control", order, sent);
    expect(second.status).toBe(409);
    const whileItRuns = (await recorded(`?caller=${id}`)).map(({ status }) => status);
    expect(whileItRuns).toEqual([409, null]);
    await client.query("commit");
    client.release();
    expect((await first).status).toBe(200);
    expect((await recorded(`?caller=${id}`)).map(({ status }) => status)).toEqual([409, 200]);
  });

  it("is for keys that manage keys", async () => {
    const { headers } = await holding("read", "control", "manage");
    expect((await world.request("/v1/api-calls", { headers })).status).toBe(403);
  });

  it("is chained, and cannot be changed accidentally, even by the owning role", async () => {
    const end = await readChainHead(pool, apiCallsChain);
    const { rows, faults } = await verifyChain(readChain(pool, apiCallsChain), [], end);
    expect(end!.id).toBe(rows);
    expect(rows).toBeGreaterThan(3);
    expect(faults).toEqual([]);
    const owner = new pg.Client(getOwnerUrl("service", world.databaseUrl));
    await owner.connect();
    for (const statement of [
      "UPDATE api_calls SET status = 200",
      "DELETE FROM api_calls",
      "TRUNCATE api_calls",
      "UPDATE api_calls_head SET id = 1",
    ])
      await expect(owner.query(statement)).rejects.toThrow("append-only");
    await owner.end();
  });
});
