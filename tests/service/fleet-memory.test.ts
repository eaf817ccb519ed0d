import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";
import { floorQuarter, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { Fleet } from "../../service/planning/fleet.ts";
import { SharedPreferences } from "../../service/planning/fleet-entries.ts";
import { ModelMemory } from "../../service/planning/model-memory.ts";
import type { StoredSite } from "../../service/store/sites.ts";
import { openStore } from "../../service/store/store.ts";
import { World } from "../support/service.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

test("models that trained ones replace while a plan uses them are freed after it, before the next plan", async () => {
  const world = await World.open("2026-06-15T10:00:30Z", { demo: 2 });
  const store = await openStore(world.databaseUrl, (error) => {
    throw error;
  });
  try {
    const zone = { kind: "bidding_zone", id: "NL" } as const;
    const fleet = new Fleet();
    const sites = await fleet.sites(store.db, zone);
    const replaceInUse = () =>
      fleet.use(store.db, zone, world.nowMs, async (members) => {
        const copies = fleet.memory.take(sites.length);
        const models = new Map(sites.map(({ locationId }, i) => [locationId, copies[i]!]));
        const trained = { models, copies, transactions: new Set<string>() };
        const nextMs = floorQuarter(world.nowMs) + QUARTER_MS;
        expect(await fleet.adopt(store.db, sites, nextMs, trained, false)).toBe(false);
        return new WeakRef(members[0]!.model);
      });
    const replaced = await replaceInUse();
    await vi.waitFor(() => {
      collect();
      // A failed expectation would hold the model itself.
      expect(replaced.deref() === undefined).toBe(true);
    });
  } finally {
    await store.close();
    await world.close();
  }
});

test("equal preferences are one object, and are freed after many others", async () => {
  const shared = new SharedPreferences();
  const share = (pausedUntilMs: number) => {
    const preferences = { optedOut: false, hoursOff: [], maxMonthMs: null, pausedUntilMs };
    const stored = { preferences } as unknown as StoredSite;
    shared.share(stored);
    return stored.preferences!;
  };
  expect(share(-1)).toBe(share(-1));
  const first = new WeakRef(share(-1));
  for (let ms = 0; ms < 10_000; ms++) share(ms);
  await vi.waitFor(() => {
    collect();
    expect(first.deref() === undefined).toBe(true);
  });
  expect(share(-1)).toBe(share(-1));
});

test("memory of models is made only as often as it is in use at once, also for partitions that grow", () => {
  const memory = new ModelMemory();
  const [first, second] = [memory.take(10), memory.take(11)];
  memory.giveBack(first);
  memory.giveBack(second);
  const larger = memory.take(12);
  expect(larger).toHaveLength(12);
  expect(memory.take(11)).toBe(second);
  expect(memory.take(1)).not.toBe(first);
  memory.giveBack(larger);
  expect(memory.take(9)).toBe(larger);
});
