import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openLog } from "../../lib/log/logger.ts";
import type { Setpoint } from "../../service/gateway/gateway.ts";
import { openStore, type Store } from "../../service/store/store.ts";
import { readServiceState, writeServiceState } from "../../service/store/service-state.ts";
import { HeldElsewhere } from "../support/held-lease.ts";
import { freshDatabase } from "../support/postgres.ts";
import { ScriptedGateway } from "../support/scripted-gateway.ts";
import { World } from "../support/service.ts";
import { household } from "../support/site.ts";

const NL = { bidding_zone_id: "NL" };
const START = "2026-06-15T10:00:30Z";
const at = (time: string) => `2026-06-15T${time}Z`;

interface Line {
  level: number;
  msg: string;
  lease?: string;
  holder?: string;
}

/** A gateway during whose dispatch another instance takes over. */
class OvertakenGateway extends ScriptedGateway {
  takeOver: (() => Promise<void>) | undefined;
  refusals = 0;

  override async dispatch(
    setpoints: readonly Setpoint[],
    nowMs: number,
    mayDispatch = () => true,
  ): Promise<ReadonlySet<string>> {
    await this.takeOver?.();
    if (this.takeOver) await expect.poll(mayDispatch).toBe(false);
    if (mayDispatch()) return super.dispatch(setpoints, nowMs);
    this.refusals += 1;
    return new Set();
  }
}

describe("the lease of a job", () => {
  let url: string;
  let one: Store;
  let other: Store;
  let events: string[];
  const open = (instance: string) =>
    openStore(url, () => undefined, {
      instance,
      leaseEvents: {
        onTakeover: (name, { holder }) => events.push(`${instance} took ${name} from ${holder}`),
        onLost: (name) => events.push(`${instance} lost ${name}`),
        onRenewalFailed: (name) => events.push(`${instance} could not renew ${name}`),
      },
    });
  beforeEach(async () => {
    url = await freshDatabase("service");
    events = [];
    [one, other] = await Promise.all([open("one"), open("other")]);
  });
  afterEach(async () => {
    await Promise.all([one.close(), other.close()]);
  });
  /** Expires the lease of a holder. */
  const expire = async () => {
    const client = new pg.Client(url);
    await client.connect();
    await client.query("update leases set expires_at = now() where name = 'tick'");
    await client.end();
  };
  const value = (store: Store) => readServiceState<string>(store.db, "test");

  it("is held by one instance at a time, and is free at once when its job ends", async () => {
    let inside = false;
    const ran = await one.exclusively("tick", async () => {
      inside = true;
      expect(await other.exclusively("tick", async () => {})).toBe(false);
      expect(await other.exclusively("weather", async () => {})).toBe(true);
      expect(await other.leases()).toMatchObject([{ name: "tick", holder: "one" }]);
    });
    expect([inside, ran]).toEqual([true, true]);
    expect(await other.exclusively("tick", async () => {})).toBe(true);
    expect(await other.leases()).toEqual([]);
    expect(events).toEqual([]);
  });

  it("is free at once when its job fails, and the failure reaches the caller", async () => {
    const failing = one.exclusively("tick", () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
    expect(await other.exclusively("tick", async () => {})).toBe(true);
  });

  it("is renewed while its job runs longer than it lasts", async () => {
    const ran = await one.exclusively("tick", async (_db, lease) => {
      const client = new pg.Client(url);
      await client.connect();
      const expiry = async (): Promise<number> =>
        (await client.query("select expires_at from leases where name = 'tick'")).rows[0]
          .expires_at;
      const first = await expiry();
      await expect.poll(async () => Number(await expiry()) - Number(first)).toBeGreaterThan(2_000);
      await client.end();
      expect(lease.isCurrent()).toBe(true);
    });
    expect(ran).toBe(true);
  });

  it("is renewed also while a transaction of its job is open", async () => {
    const ran = await one.exclusively("tick", (db) =>
      db.transaction(async (tx) => {
        const { rows } = await tx.execute<{ expires_at: string }>(
          "select expires_at from leases where name = 'tick'",
        );
        const now = () =>
          tx
            .execute<{ expires_at: string }>("select expires_at from leases where name = 'tick'")
            .then((read) => read.rows[0]!.expires_at);
        await expect.poll(now).not.toBe(rows[0]!.expires_at);
      }),
    );
    expect(ran).toBe(true);
  });

  it("once taken over lets its former holder write nothing, in a transaction or outside of one", async () => {
    let states: unknown[] = [];
    const ran = await one.exclusively("tick", async (db, lease) => {
      await writeServiceState(db, "test", "one");
      await expire();
      expect(
        await other.exclusively("tick", (own) => writeServiceState(own, "test", "other")),
      ).toBe(true);
      const attempts = [
        () => writeServiceState(db, "test", "late"),
        () => db.transaction((tx) => writeServiceState(tx, "test", "late")),
        () => lease.confirm(),
      ];
      const outcomes = await Promise.allSettled(attempts.map((attempt) => attempt()));
      states = [...outcomes.map(({ status }) => status), lease.isCurrent()];
    });
    expect(ran).toBe(true);
    expect(states).toEqual(["rejected", "rejected", "rejected", false]);
    expect(await value(other)).toBe("other");
    expect(events).toEqual(["other took tick from one", "one lost tick"]);
  });

  it("once taken over ends a transaction of its former holder, with the locks it has", async () => {
    const ran = await one.exclusively("tick", (db) =>
      db.transaction(async (tx) => {
        await writeServiceState(tx, "test", "one");
        await expire();
        expect(
          await other.exclusively("tick", (own) => writeServiceState(own, "test", "other")),
        ).toBe(true);
      }),
    );
    expect(ran).toBe(false);
    expect(await value(other)).toBe("other");
    expect(events).toEqual(["other took tick from one", "one lost tick"]);
  });

  it("that was not renewed in time is renewed later, if no other instance took it", async () => {
    const ran = await one.exclusively("tick", async (db, lease) => {
      await expire();
      await lease.confirm();
      await writeServiceState(db, "test", "one");
      expect(await other.exclusively("tick", async () => {})).toBe(false);
    });
    expect([ran, await value(one)]).toEqual([true, "one"]);
  });
});

describe("an instance whose fellow has stalled", () => {
  it("takes over, logs it and counts it", async () => {
    const lines: Line[] = [];
    const write = (line: string) => void lines.push(JSON.parse(line) as Line);
    const world = await World.open(START, { log: openLog("service", "warn", { write }) });
    await (await HeldElsewhere.take(world.databaseUrl, "tick", "-1 second")).leave();
    world.setClock(at("10:01:30"));
    expect(await world.service.tick()).toBe(true);
    expect(lines).toMatchObject([
      { level: 40, msg: expect.stringContaining("Took over"), lease: "tick", holder: "elsewhere" },
    ]);
    const metric = await world.service.metrics
      .getSingleMetric("curtail_service_lease_takeovers_total")!
      .get();
    const counts = metric.values.map(({ labels, value }) => [labels.lease, value]);
    expect(Object.fromEntries(counts)).toEqual({
      tick: 1,
      rules: 0,
      dispatch: 0,
      sums: 0,
      weather: 0,
      prices: 0,
      events: 0,
      alerts: 0,
    });
    await world.close();
  });

  it("reports degraded once a job is overdue, with who holds its lease, and still answers 200", async () => {
    const gateway = new ScriptedGateway();
    const world = await World.open(START, { field: async () => gateway });
    await household(world);
    const holders = await Promise.all([
      HeldElsewhere.take(world.databaseUrl, "tick"),
      HeldElsewhere.take(world.databaseUrl, "dispatch"),
    ]);
    const readiness = async () => {
      const response = await world.request("/readyz");
      return { status: response.status, body: (await response.json()) as { late?: string[] } };
    };
    world.setClock(at("10:01:30"));
    expect(await world.service.tick()).toBe(false);
    expect(await readiness()).toEqual({ status: 200, body: { status: "ready" } });
    world.setClock(at("10:01:31"));
    const { status, body } = await readiness();
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: "degraded", down: [] });
    expect(body.late).toEqual([
      expect.stringMatching(
        /^Setpoints are late: the last were sent at 2026-06-15T10:00:00.000Z\. Instance elsewhere holds the lease since 20\S+Z\.$/,
      ),
      expect.stringMatching(
        /^Recording is late: measurements are recorded until 2026-06-15T10:00:00.000Z\. Instance elsewhere/,
      ),
    ]);
    const pause = () => world.call("getControlPause").then(({ data }) => data.setpoints_late_since);
    expect(await pause()).toBe(at("10:00:00.000"));
    for (const holder of holders) await holder.release();
    expect(await world.service.tick()).toBe(true);
    expect(await readiness()).toEqual({ status: 200, body: { status: "ready" } });
    expect(await pause()).toBeNull();
    await world.close();
  });

  it("stops sending once another instance has taken over", async () => {
    const gateway = new OvertakenGateway();
    const world = await World.open(START, { field: async () => gateway });
    await household(world);
    await world.call("controlBiddingZone", {
      params: NL,
      body: { type: "ZERO_EXPORT", time_to: at("10:30:00") },
    });
    await expect.poll(() => gateway.told).toHaveLength(1);
    gateway.takeOver = async () =>
      (await HeldElsewhere.take(world.databaseUrl, "dispatch")).leave();
    world.setClock(at("10:01:30"));
    await world.service.exchange();
    expect(gateway.refusals).toBe(1);
    expect(gateway.told).toHaveLength(1);
    await world.close();
  });
});
