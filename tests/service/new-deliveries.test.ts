import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { isControllable } from "../../service/engine/control.ts";
import { computeControl } from "../../service/planning/control.ts";
import type { Member } from "../../service/planning/fleet-entries.ts";
import { Fleet } from "../../service/planning/fleet.ts";
import { LocationPlans } from "../../service/planning/location-plans.ts";
import { NewDeliveries } from "../../service/store/new-deliveries.ts";
import { deliveries } from "../../service/store/schema-controls.ts";
import { openStore, type Db, type Store } from "../../service/store/store.ts";
import { expectErrorLog } from "../support/error-log.ts";
import { freshDatabase } from "../support/postgres.ts";
import { World } from "../support/service.ts";

expectErrorLog(/administrator command|Connection terminated/);

const START = "2026-06-15T10:00:30Z";
const HOUR_MS = 3_600_000;
/** More than are sent at once. */
const LOCATIONS = 5_000;

describe("the effects of a control that are stored while it is computed", () => {
  let world: World;
  let store: Store;
  let member: Member;
  beforeAll(async () => {
    const databaseUrl = await freshDatabase("service");
    world = await World.open(START, { demo: 1, databaseUrl });
    store = await openStore(databaseUrl, () => undefined);
    const zone = { kind: "bidding_zone", id: "NL" } as const;
    const all = await new Fleet().use(store.db, zone, world.nowMs, async (found) => found);
    member = all.find(({ site }) => isControllable(site))!;
  });
  afterAll(() => Promise.all([world.close(), store.close()]));

  const copyOf = (n: number): Member => {
    const locationId = `loc_copy_${String(n).padStart(6, "0")}`;
    return Object.assign(Object.create(member) as Member, {
      stored: { ...member.stored, locationId },
    });
  };
  const fleetOf = (length: number) => Array.from({ length }, (_, n) => copyOf(n));
  const draft = () => ({
    type: "MAX_CONSUMPTION" as const,
    target: { kind: "bidding_zone", id: "NL", name: "NL" } as const,
    fromMs: Date.parse(START) + HOUR_MS,
    toMs: Date.parse(START) + 3 * HOUR_MS,
  });
  const compute = async (
    tx: Db,
    id: string,
    members: readonly Member[],
    onPlan: (position: number) => void = () => undefined,
  ) => {
    const plans = await LocationPlans.read(tx, members, draft(), world.nowMs);
    const plan = plans.at.bind(plans);
    plans.at = (position) => {
      onPlan(position);
      return plan(position);
    };
    const openWriter = (statements: typeof plans.statements) =>
      new NewDeliveries(tx, id, statements);
    return computeControl(tx, plans, draft(), world.nowMs, openWriter);
  };
  const storedOf = (id: string, db = store.db) =>
    db.select().from(deliveries).where(eq(deliveries.controlId, id));

  it("are those that it was answered with", async () => {
    const members = fleetOf(LOCATIONS);
    await store.db.transaction(async (tx) => {
      const outcome = await compute(tx, "ctrl_all", members);
      const rows = await storedOf("ctrl_all", tx);
      expect(rows.map(({ locationId }) => locationId).toSorted()).toEqual(
        members.map(({ stored }) => stored.locationId),
      );
      expect(rows.reduce((sum, { devices }) => sum + devices, 0)).toBe(outcome.devices);
      for (const [part, { before, after }] of outcome.results.entries()) {
        const sumOf = (kw: "beforeKw" | "afterKw") =>
          rows.reduce((sum, row) => sum + row[kw][part]!, 0);
        // They are stored as float32, with 24 bits each.
        expect(sumOf("beforeKw") / before).toBeCloseTo(1, 6);
        expect(sumOf("afterKw") / after).toBeCloseTo(1, 6);
      }
      expect(rows.every((row) => row.hasEffect && row.state === "waiting")).toBe(true);
    });
    expect(await storedOf("ctrl_all")).toHaveLength(LOCATIONS);
  });

  it("are not stored when it cannot be computed, and the connection can be used", async () => {
    const failing = store.db.transaction((tx) =>
      compute(tx, "ctrl_failed", fleetOf(LOCATIONS), (position) => {
        if (position === LOCATIONS - 1) throw new Error("no plan");
      }),
    );
    await expect(failing).rejects.toThrow("no plan");
    expect(await storedOf("ctrl_failed")).toEqual([]);
    expect(store.pools.requests!.idleCount).toBe(store.pools.requests!.totalCount);
  });

  it("are not stored when it fails before its first effect was sent", async () => {
    const failing = store.db.transaction((tx) =>
      compute(tx, "ctrl_early", fleetOf(2), (position) => {
        if (position === 1) throw new Error("no plan");
      }),
    );
    await expect(failing).rejects.toThrow("no plan");
    expect(await storedOf("ctrl_early")).toEqual([]);
  });

  it("fail it when the database refuses one of them", async () => {
    const twice = [...fleetOf(LOCATIONS), copyOf(LOCATIONS - 1)];
    const failing = store.db.transaction((tx) => compute(tx, "ctrl_twice", twice));
    await expect(failing).rejects.toThrow("duplicate key");
    expect(await storedOf("ctrl_twice")).toEqual([]);
  });

  it("fail it when the connection ends", async () => {
    const failing = store.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      let ending: Promise<unknown> = Promise.resolve();
      const endConnection = (position: number) => {
        if (position === LOCATIONS / 2)
          ending = store.db.execute(sql`select pg_terminate_backend(${rows[0]!.pid})`);
      };
      await compute(tx, "ctrl_ended", fleetOf(LOCATIONS), endConnection).finally(() => ending);
    });
    await expect(failing).rejects.toThrow();
    expect(await storedOf("ctrl_ended")).toEqual([]);
  });

  it.each([
    ["while they are stored", compute],
    [
      "while none is stored",
      async (tx: Db, _: string, members: readonly Member[]) =>
        computeControl(
          tx,
          await LocationPlans.read(tx, members, draft(), world.nowMs),
          draft(),
          world.nowMs,
        ),
    ],
  ])("keep their transaction for longer than it may be idle, %s", async (_, work) => {
    // Each look at the clock finds seconds passed, so that statements are due all the time.
    let clockMs = performance.now();
    vi.spyOn(performance, "now").mockImplementation(() => (clockMs += 1_000));
    try {
      await store.db.transaction(async (tx) => {
        await tx.execute("set local idle_in_transaction_session_timeout = 250");
        await work(tx, "ctrl_long", fleetOf(60_000));
        await tx.execute("select 1");
      });
    } finally {
      vi.restoreAllMocks();
    }
  });
});
