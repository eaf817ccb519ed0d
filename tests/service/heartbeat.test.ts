import pino from "pino";
import { describe, expect, it, onTestFinished } from "vitest";
import { sql } from "drizzle-orm";
import { parseEnv } from "../../lib/env.ts";
import { openService } from "../../service/service.ts";
import { Heartbeat } from "../../service/jobs/heartbeat.ts";
import { noteInstance, removeInstance, removeStopped } from "../../service/store/instances.ts";
import { readPartitions, writePartition } from "../../service/store/partitions.ts";
import { openStore } from "../../service/store/store.ts";
import { freshDatabase } from "../support/postgres.ts";
import { KEY } from "../support/service.ts";

/** An instance on a database, its clock and what it logs; its heartbeats are a second apart. */
async function openInstance(url: string, instance: string) {
  const store = await openStore(url, () => undefined, { instance });
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= store.close());
  onTestFinished(close);
  const warnings: string[] = [];
  const log = pino({ level: "warn" }, { write: (line) => warnings.push(JSON.parse(line).msg) });
  let stops = 0;
  let nowMs = 0;
  const heartbeat = new Heartbeat({
    store,
    instance,
    log,
    monotonicMs: () => nowMs,
    onStopped: () => (stops += 1),
  });
  const beat = (afterMs = 1_000) => {
    nowMs += afterMs;
    return heartbeat.beat();
  };
  /** Beats until it judges others. */
  const settle = async () => {
    for (let second = 0; second < 7; second++) await beat();
  };
  return { store, close, heartbeat, beat, settle, warnings, stops: () => stops };
}

type Instance = Awaited<ReturnType<typeof openInstance>>;

const ownerIn = async ({ store }: Instance) => (await readPartitions(store.db))[0]!.owner;

/** Makes an instance the owner of the partition that was seen so many seconds ago. */
async function ownSilently({ store }: Instance, id: string, seconds: number): Promise<void> {
  await noteInstance(store.db, id);
  await store.db.execute(
    sql`update instances set seen_at = clock_timestamp() - ${seconds} * interval '1 s' where id = ${id}`,
  );
  await writePartition(store.db, 0, { owner: id });
}

describe("an instance that stops without a word", () => {
  it("leaves its partitions after seven seconds, and setpoints are dispatched", async () => {
    const one = await openInstance(await freshDatabase("service"), "one");
    await one.settle();
    await ownSilently(one, "other", 5);
    await one.beat();
    expect(await ownerIn(one)).toBe("other");
    expect(one.stops()).toBe(0);
    await ownSilently(one, "other", 8);
    await one.beat();
    expect(await ownerIn(one)).toBeNull();
    expect(one.stops()).toBe(1);
    expect(one.warnings).toEqual(["Takes partitions over from instances that stopped"]);
    await one.beat();
    expect(one.stops()).toBe(1);
  });

  it("is not judged by one that stalled as well, as after an outage of the database", async () => {
    const one = await openInstance(await freshDatabase("service"), "one");
    await one.settle();
    await ownSilently(one, "other", 60);
    await one.beat(4_000);
    for (let second = 0; second < 6; second++) await one.beat();
    expect(await ownerIn(one)).toBe("other");
    await one.beat();
    expect(await ownerIn(one)).toBeNull();
  });

  it("is not judged by one that was not seen itself", async () => {
    const one = await openInstance(await freshDatabase("service"), "one");
    await ownSilently(one, "other", 60);
    expect(await removeStopped(one.store.db, "one")).toEqual([]);
    await ownSilently(one, "one", 4);
    expect(await removeStopped(one.store.db, "one")).toEqual([]);
    expect(await ownerIn(one)).toBe("one");
    await noteInstance(one.store.db, "one");
    expect(await removeStopped(one.store.db, "one")).toEqual(["other"]);
    expect(await ownerIn(one)).toBe("one");
  });

  it("keeps no other from the next heartbeat while its transaction holds the partition", async () => {
    const url = await freshDatabase("service");
    const one = await openInstance(url, "one");
    const held = await openStore(url, () => undefined, { instance: "other" });
    onTestFinished(() => held.close());
    await one.settle();
    await ownSilently(one, "other", 8);
    await held.db.transaction(async (tx) => {
      await writePartition(tx, 0, { owner: "other" });
      await one.beat();
      expect(one.stops()).toBe(1);
    });
    expect(await ownerIn(one)).toBe("other");
    await one.beat();
    expect(await ownerIn(one)).toBeNull();
  });
});

it("an instance that has left is not noted again by a heartbeat under way", async () => {
  const one = await openInstance(await freshDatabase("service"), "one");
  const beating = one.beat();
  await one.heartbeat.end();
  await removeInstance(one.store.db, "one");
  await beating;
  await one.beat();
  expect((await one.store.db.execute(sql`select 1 from instances`)).rows).toEqual([]);
});

it("an instance without a database tries again, and says so", async () => {
  const one = await openInstance(await freshDatabase("service"), "one");
  await one.close();
  await one.beat();
  expect(one.warnings).toEqual(["Failed to note that this instance runs; retrying"]);
});

it("an instance is noted once it has read the fleet, as it could take no partitions before", async () => {
  const url = await freshDatabase("service");
  const service = await openService(parseEnv({ DEMO: "0", FLEX_API_KEY: KEY }), url);
  onTestFinished(() => service.close());
  const store = await openStore(url, () => undefined);
  onTestFinished(() => store.close());
  const noted = async () => (await store.db.execute(sql`select 1 from instances`)).rows.length;
  await service.beat();
  expect(await noted()).toBe(0);
  await service.tick();
  await store.db.execute(sql`delete from instances`);
  await service.beat();
  expect(await noted()).toBe(1);
});
