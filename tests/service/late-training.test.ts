import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { newModels, type ForecastModel } from "../../service/engine/forecast.ts";
import { Fleet } from "../../service/planning/fleet.ts";
import { rebuildModels, trainQuarter } from "../../service/planning/forecast-training.ts";
import { loadForecastModels, outdateProfiles } from "../../service/store/forecast-models.ts";
import { loadSites } from "../../service/store/sites.ts";
import { openStore, type Store } from "../../service/store/store.ts";
import { freshDatabase } from "../support/postgres.ts";
import { openScripted } from "../support/scripted-gateway.ts";
import { World } from "../support/service.ts";
import { household } from "../support/site.ts";

const QUARTER_MS = 900_000;
const NL = { kind: "bidding_zone", id: "NL" } as const;

const open = (databaseUrl: string) =>
  openStore(databaseUrl, (error) => {
    throw error;
  });

/** The quarter-hours of the day of which a model knows the load. */
const countKnown = ({ numbers }: ForecastModel) =>
  numbers.subarray(96, 192).filter((kw) => !Number.isNaN(kw)).length;

async function rebuild(store: Store, locationId: string, ms: number): Promise<ForecastModel> {
  const sites = await loadSites(store.db, { kind: "locations", ids: [locationId] });
  return (await rebuildModels(store.db, sites, ms)).get(locationId)!;
}

async function openWorld(start: string) {
  const world = await World.open(start, { databaseUrl: await freshDatabase("service") });
  return { world, store: await open(world.databaseUrl) };
}

describe("a measurement that is posted after the end of its quarter-hour", () => {
  let world: World;
  let store: Store;
  beforeAll(async () => {
    ({ world, store } = await openWorld("2026-06-15T10:00:30Z"));
  });
  afterAll(() => Promise.all([world.close(), store.close()]));

  const modelsOf = (fleet: Fleet) =>
    fleet.use(store.db, NL, world.nowMs, async (members) =>
      members.map(({ model }) => [model.untilMs, ...model.numbers]),
    );
  const post = (home: Awaited<ReturnType<typeof household>>, fromMs: number) =>
    world.call("recordMeasurements", {
      params: { location_id: home.location.id },
      body: {
        measurements: [
          {
            time_from: new Date(fromMs).toISOString(),
            time_to: new Date(fromMs + QUARTER_MS).toISOString(),
            injection_kw: -2.5,
            devices: [{ device_id: home.inverter.id, power_kw: 1 }],
          },
        ],
      },
    });

  it("reaches the models in memory", async () => {
    const home = await household(world);
    await world.liveUntil("2026-06-15T10:16:02Z");
    const fleet = new Fleet();
    const before = await modelsOf(fleet);
    await post(home, Date.parse("2026-06-15T10:00:00Z"));
    const after = await modelsOf(new Fleet());
    expect(after).not.toEqual(before);
    expect(await modelsOf(fleet)).toEqual(after);
  });

  it("trains the model of its location, each quarter-hour anew", async () => {
    const home = await household(world, { email: "b@example.org" });
    const { id } = home.location;
    const firstMs = Date.parse("2026-06-15T10:30:00Z");
    const quarters = Array.from({ length: 12 }, (_, n) => firstMs + n * QUARTER_MS);
    for (const ms of quarters) {
      await world.liveUntil(new Date(ms + 62_000).toISOString());
      expect((await post(home, ms - QUARTER_MS)).data.changed).toBe(1);
    }
    const endMs = firstMs + 12 * QUARTER_MS;
    await world.liveUntil(new Date(endMs + 62_000).toISOString());
    const [model] = await new Fleet().use(
      store.db,
      { kind: "locations", ids: [id] },
      world.nowMs,
      async (members) => members.map((one) => one.model),
    );
    expect(countKnown(model!)).toBe(12);
    expect(countKnown(await rebuild(store, id, endMs))).toBe(12);
  });
});

describe("late reports of a device", () => {
  it.each([
    ["without a plan meanwhile", false],
    ["when the fleet is refreshed after each minute", true],
  ])("are learned, %s", async (_, isRefreshed) => {
    const { world, gateway } = await openScripted("2026-06-15T09:58:30Z");
    const store = await open(world.databaseUrl);
    onTestFinished(() => void Promise.all([store.close(), world.close()]));
    const { location, inverter } = await household(world);
    const liveUntil = async (time: string) => {
      while (world.nowMs < Date.parse(time)) {
        world.setClock(Math.min(Date.parse(time), world.nowMs + 60_000));
        await world.service.tick();
        if (isRefreshed) await world.service.refreshFleet();
      }
    };
    await liveUntil("2026-06-15T12:05:30Z");
    gateway.reportMinutes(["2026-06-15T10:00:00Z", "2026-06-15T12:00:00Z"], {
      locationId: location.id,
      injectionKw: -2.5,
      devices: [{ deviceId: inverter.id, powerKw: 1, stateOfCharge: null }],
    });
    await liveUntil("2026-06-15T13:00:30Z");
    const { learned, outdated } = await loadForecastModels(store.db, [location.id], newModels);
    expect(countKnown(learned.get(location.id)!)).toBe(8);
    expect(outdated.size).toBe(0);
  });

  it("wait for the next quarter-hour where too many models are outdated", async () => {
    const { world, store } = await openWorld("2026-06-15T09:58:30Z");
    onTestFinished(() => void Promise.all([store.close(), world.close()]));
    const homes = [await household(world), await household(world, { email: "b@example.org" })];
    await world.liveUntil("2026-06-15T10:31:30Z");
    const ids = homes.map(({ location }) => location.id);
    await outdateProfiles(store.db, ids, 0);
    const [one, last] = await loadSites(store.db, { kind: "locations", ids });
    const sites = [...Array.from({ length: 2_000 }, () => one!), last!];
    const inMemory = { modelAt: () => null };
    await trainQuarter(store.db, sites, Date.parse("2026-06-15T10:45:00Z"), inMemory, true);
    const { outdated } = await loadForecastModels(store.db, ids, newModels);
    expect([...outdated]).toEqual([last!.locationId]);
  });
});
