import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BodyInput } from "../../../lib/contract/index.ts";
import {
  MutationResult,
  idempotentTransaction,
  singleFlight,
} from "../../../service/api/idempotency.ts";
import type { Deps } from "../../../service/api/deps.ts";
import { unknown } from "../../../service/api/problems.ts";
import { lockAllAcceptance } from "../../../service/store/acceptance-locks.ts";
import { createKey } from "../../../service/store/keys.ts";
import { openStore, type Store } from "../../../service/store/store.ts";
import { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";
import { countWaiting } from "../../support/waiting-locks.ts";

const NL = { bidding_zone_id: "NL" };
const START = "2026-06-15T10:00:30Z";
const DAY = 24 * 3_600_000;

let world: World;
let home: Awaited<ReturnType<typeof household>>;
beforeEach(async () => {
  world = await World.open(START);
  home = await household(world);
});
afterEach(() => world.close());

type Order = BodyInput<"controlBiddingZone">;
const order: Order = { type: "ZERO_EXPORT", time_to: "2026-06-15T10:15:00Z" };
const issue = (key: string, body: Order = order, headers: Record<string, string> = {}) =>
  world.call("controlBiddingZone", {
    params: NL,
    body,
    headers: { "Idempotency-Key": key, ...headers },
  });
const issued = async () => (await world.call("listControls")).headers.get("x-total-count");
const waiting = ({ db }: Store) => countWaiting(db, "advisory");
const isReplay = (answer: { headers: Headers }) => answer.headers.get("idempotent-replay");

describe("an Idempotency-Key", () => {
  it("issues one control for a hundred simultaneous requests; the others get in-progress", async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => issue("double-click")));
    const [made, ...more] = answers.filter(({ status }) => status === 200);
    const ids = new Set(more.map(({ data }) => data.id));
    expect([...ids].filter((id) => id !== made!.data.id)).toEqual([]);
    for (const { problem, headers, status } of answers.filter((one) => one.status !== 200)) {
      expect([status, problem.code]).toEqual([409, "idempotency-key-running"]);
      expect(headers.get("retry-after")).toBe("1");
    }
    expect((await issue("double-click")).data).toEqual(made!.data);
    expect(await issued()).toBe("1");
  });

  it("in use by another instance answers in-progress", async () => {
    const other = await World.open(START, { databaseUrl: world.databaseUrl });
    const store = await openStore(world.databaseUrl, () => {});
    try {
      await store.db.transaction(async (tx) => {
        await lockAllAcceptance(tx);
        const first = issue("two-instances");
        await expect.poll(() => waiting(store)).toBe(1);
        const second = await other.call("controlBiddingZone", {
          params: NL,
          body: order,
          headers: { "Idempotency-Key": "two-instances" },
        });
        expect([second.status, second.problem.code]).toEqual([409, "idempotency-key-running"]);
        void first.catch(() => {});
      });
    } finally {
      await store.close();
      await other.close();
    }
    await expect.poll(issued).toBe("1");
  });

  it("returns the same control byte for byte, also when its window is over", async () => {
    const first = await issue("again");
    expect(isReplay(first)).toBeNull();
    world.setClock("2026-06-15T12:00:00Z");
    const second = await issue("again");
    expect(isReplay(second)).toBe("true");
    expect(second.data).toEqual(first.data);
  });

  it("treats equal moments alike however they are written, and omitted fields like null", async () => {
    const first = await issue("written", { ...order, time_from: null });
    const second = await issue("written", { ...order, time_to: "2026-06-15T12:15:00.000+02:00" });
    expect(second.data.id).toBe(first.data.id);
  });

  it("with another body, target or reason is refused and names the header", async () => {
    const { id: group_id } = await group(world);
    await issue("taken");
    const others = [
      issue("taken", { ...order, type: "MAX_PRODUCTION" }),
      issue("taken", { ...order, time_to: "2026-06-15T10:30:00Z" }),
      issue("taken", order, { "Control-Reason": "grid" }),
      world.call("controlGroup", {
        params: { group_id },
        body: order,
        headers: { "Idempotency-Key": "taken" },
      }),
    ];
    for (const { status, problem } of await Promise.all(others)) {
      expect(status).toBe(422);
      expect(problem.errors![0]!.pointer).toBe("header/Idempotency-Key");
      expect(problem.code).toBe("idempotency-key-used");
    }
    expect(await issued()).toBe("1");
  });

  it("returns the same control if the first request succeeded and a second was refused because of it", async () => {
    const store = await openStore(world.databaseUrl, () => {});
    const deps = { db: store.db, now: () => world.nowMs } as Deps;
    const [here, elsewhere] = [singleFlight(deps), singleFlight(deps)];
    const keyed = { caller: "key_1", key: "deleted-once", requestHash: Buffer.from("same") };
    const deleted = () => idempotentTransaction(deps, keyed)(async () => ({ id: "cus_1" }));
    const second = await here(keyed, async () => {
      await elsewhere(keyed, deleted);
      throw unknown("customer");
    });
    await store.close();
    expect(second).toBeInstanceOf(MutationResult);
    expect(second.replayed).toBe('{"id":"cus_1"}');
  });

  it("belongs to the API key that sent it", async () => {
    const store = await openStore(world.databaseUrl, () => {});
    const { key } = await createKey(
      store.db,
      { name: "other", scopes: ["read", "control"], expiresAt: null },
      world.nowMs,
    );
    await store.close();
    const mine = await issue("shared");
    const theirs = await issue("shared", order, { "X-API-Key": key });
    expect(theirs.data.id).not.toBe(mine.data.id);
    expect(isReplay(theirs)).toBeNull();
  });

  it("is stored for 24 hours", async () => {
    const first = await issue("old", { type: "ZERO_EXPORT" });
    world.setClock(world.nowMs + DAY - 1);
    expect((await issue("old", { type: "ZERO_EXPORT" })).data.id).toBe(first.data.id);
    world.setClock(world.nowMs + 1);
    const later = await issue("old", { type: "ZERO_EXPORT" });
    expect(later.data.id).not.toBe(first.data.id);
    expect(isReplay(later)).toBeNull();
  });

  it("of a refused request can be used for the corrected one", async () => {
    const refused = await issue("first-wrong", { ...order, time_to: "2026-06-15T09:00:00Z" });
    expect(refused.status).toBe(422);
    expect((await issue("first-wrong")).status).toBe(200);
  });

  it.each([
    ["empty", ""],
    ["over 200 characters", "k".repeat(201)],
    ["not printable", "a\tb"],
  ])("that is %s is refused by its name", async (_, key) => {
    const { status, problem } = await issue(key);
    expect(status).toBe(422);
    expect(problem.errors![0]!.pointer).toBe("header/Idempotency-Key");
    expect(await issued()).toBe("0");
  });
});

describe("a Control-Reason", () => {
  const told = async (id: string) => ({
    detail: (await world.call("getControl", { params: { control_id: id } })).data.reason,
    summary: (await world.call("listControlSummaries")).data.data.find((one) => one.id === id)!
      .reason,
  });

  it("is stored with the control and shown to affected customers", async () => {
    const { data } = await issue("why", order, { "Control-Reason": "price" });
    expect(data).not.toHaveProperty("reason");
    expect(await told(data.id)).toEqual({ detail: "price", summary: "price" });
    const own = await world.call("listLocationControls", {
      params: { location_id: home.location.id },
    });
    expect(own.data.data.map(({ reason }) => reason)).toEqual(["price"]);
  });

  it("that was not given stays empty", async () => {
    const { data } = await issue("no-why");
    expect(await told(data.id)).toEqual({ detail: null, summary: null });
  });

  it("that is unknown is refused by its name, and nothing is issued", async () => {
    const { status, problem } = await issue("wrong", order, { "Control-Reason": "weather" });
    expect(status).toBe(422);
    expect(problem.errors![0]!.pointer).toBe("header/Control-Reason");
    expect(await issued()).toBe("0");
  });
});

it("previews which earlier controls it would override, newest first", async () => {
  const first = (await issue("a")).data;
  const second = (await issue("b", { ...order, type: "MAX_CONSUMPTION" })).data;
  const body = { type: "MAX_PRODUCTION", time_to: "2026-06-15T10:10:00Z" } as const;
  const { data } = await world.call("previewBiddingZoneControl", { params: NL, body });
  expect(data.overlapping).toBe(2);
  expect(data.overlaps.map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(data.overlaps[0]).toEqual({
    id: second.id,
    type: "MAX_CONSUMPTION",
    target: { kind: "bidding_zone", id: "NL", name: "NL" },
    time_from: second.time_from,
    effective_to: second.time_to,
  });
});
