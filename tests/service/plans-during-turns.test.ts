import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Fleet } from "../../service/planning/fleet.ts";
import { writePartition } from "../../service/store/partitions.ts";
import { openStore, type Store } from "../../service/store/store.ts";
import { freshDatabase } from "../support/postgres.ts";
import { World } from "../support/service.ts";

const QUARTER_MS = 900_000;
const START_MS = Date.parse("2026-06-15T10:00:30Z");
const NL = { kind: "bidding_zone", id: "NL" } as const;
const PARTITIONS = 8;

describe("a plan during the turn of a quarter-hour", () => {
  let world: World;
  let store: Store;
  beforeAll(async () => {
    const databaseUrl = await freshDatabase("service");
    const settings = { PARTITION_LOCATIONS: "8" };
    world = await World.open(new Date(START_MS).toISOString(), { demo: 2, databaseUrl, settings });
    store = await openStore(databaseUrl, (error) => {
      throw error;
    });
    await world.service.tick();
  });
  // What was read is read once more while a transaction of any database is older.
  beforeEach(() => store.db.execute(sql`delete from fleet_changes`));
  afterAll(() => Promise.all([world.close(), store.close()]));

  const quarterMs = () => Math.floor(world.nowMs / QUARTER_MS) * QUARTER_MS;
  const modelsOf = (fleet: Fleet, nowMs = world.nowMs) =>
    fleet.use(store.db, NL, nowMs, async (members) =>
      members.map(({ stored, model }) => ({
        hash: stored.hash,
        model,
        untilMs: model.untilMs,
        numbers: [...model.numbers],
      })),
    );
  const toNextQuarter = () => world.setClock(world.nowMs + QUARTER_MS);

  it("uses the models of the last quarter-hour as they are, and new ones where their turn is over", async () => {
    const fleet = new Fleet();
    const before = await modelsOf(fleet);
    expect(before.length).toBeGreaterThan(PARTITIONS);
    expect(before.every(({ untilMs }) => untilMs === quarterMs())).toBe(true);
    toNextQuarter();
    const during = await modelsOf(fleet);
    expect(during.every(({ model }, i) => model === before[i]!.model)).toBe(true);
    const anew = await modelsOf(new Fleet());
    expect(anew.map(({ untilMs }) => untilMs)).toEqual(before.map(({ untilMs }) => untilMs));
    await world.service.tick();
    const after = await modelsOf(fleet);
    expect(after.every(({ untilMs }) => untilMs === quarterMs())).toBe(true);
    expect(after.map(({ numbers }) => numbers)).toEqual(
      (await modelsOf(new Fleet())).map(({ numbers }) => numbers),
    );
  });

  it("uses new models of the partitions whose turn is over", async () => {
    const fleet = new Fleet();
    await modelsOf(fleet);
    toNextQuarter();
    await writePartition(store.db, [1, 5], { frozenQuarterMs: quarterMs() });
    for (const { hash, untilMs } of [...(await modelsOf(fleet)), ...(await modelsOf(new Fleet()))])
      expect(untilMs).toBe(
        [1, 5].includes(hash % PARTITIONS) ? quarterMs() : quarterMs() - QUARTER_MS,
      );
    await world.service.tick();
    const after = await modelsOf(fleet);
    expect(after.every(({ untilMs }) => untilMs === quarterMs())).toBe(true);
  });

  it("that began before the turn does not take the models back", async () => {
    const fleet = new Fleet();
    const before = await modelsOf(fleet);
    const earlier = await modelsOf(fleet, world.nowMs - QUARTER_MS);
    expect(earlier.every(({ model }, i) => model === before[i]!.model)).toBe(true);
  });
});
