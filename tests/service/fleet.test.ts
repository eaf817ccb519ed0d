import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { floorQuarter } from "../../lib/time/amsterdam.ts";
import { isControllable } from "../../service/engine/control.ts";
import { computeControl, planControl } from "../../service/planning/control.ts";
import { Fleet } from "../../service/planning/fleet.ts";
import { LocationPlans } from "../../service/planning/location-plans.ts";
import { LastReports } from "../../service/store/last-reports.ts";
import { StatementQueue } from "../../service/store/statement-queue.ts";
import { openStore, type Store } from "../../service/store/store.ts";
import { ForecastThreads } from "../../service/threads/forecast-threads.ts";
import { freshDatabase } from "../support/postgres.ts";
import { World } from "../support/service.ts";
import { group, household } from "../support/site.ts";

const START = "2026-06-15T10:00:30Z";
const NL = { bidding_zone_id: "NL" };

const PARTITIONED = { PARTITION_LOCATIONS: "8" };

describe.each([
  ["of one partition", {}],
  ["of partitions that save their models in turn", PARTITIONED],
])("a plan from the fleet in memory, %s", (_, settings) => {
  let one: World;
  let other: World;
  let store: Store;
  beforeAll(async () => {
    const databaseUrl = await freshDatabase("service");
    one = await World.open(START, { demo: 2, databaseUrl, settings });
    other = await World.open(START, { demo: 2, databaseUrl, settings });
    store = await openStore(databaseUrl, (error) => {
      throw error;
    });
  });
  afterAll(() => Promise.all([one.close(), other.close(), store.close()]));

  const advance = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      const ms = one.nowMs + 60_000;
      for (const world of [one, other]) world.setClock(ms);
      await one.service.tick();
    }
  };
  const minuteMs = () => Math.floor(one.nowMs / 60_000) * 60_000;
  const draft = () => ({
    type: "MAX_CONSUMPTION" as const,
    target: { kind: "bidding_zone", id: "NL", name: "NL" } as const,
    fromMs: minuteMs() + 3_600_000,
    toMs: minuteMs() + 3 * 3_600_000,
  });
  const body = () => ({
    type: draft().type,
    time_from: new Date(draft().fromMs).toISOString(),
    time_to: new Date(draft().toMs).toISOString(),
  });
  /** The plan of an instance that has just read everything. */
  const readAnew = async () => {
    const outcome = await planControl(store.db, new Fleet(), draft(), one.nowMs);
    const { results, rebound, locations, devices, unsupported, noRecentData } = outcome;
    return { results, rebound, locations, devices, unsupported, no_recent_data: noRecentData };
  };
  const previewed = async (world: World) => {
    const { data } = await world.call("previewBiddingZoneControl", { params: NL, body: body() });
    const { results, rebound, locations, devices, unsupported, no_recent_data } = data;
    return { results, rebound, locations, devices, unsupported, no_recent_data };
  };
  const expectCurrent = async () => {
    const expected = await readAnew();
    expect(await previewed(one)).toEqual(expected);
    expect(await previewed(other)).toEqual(expected);
    return expected;
  };

  it("is the same at each instance after every change at one of them", async () => {
    await expectCurrent();
    const groups = [await group(one, "Utrecht"), await group(one, "Zeist")];
    const home = await household(one, { groupId: groups[0]!.id, batteryKwh: 10 });
    const withHome = await expectCurrent();
    const location_id = home.location.id;
    const { data: battery } = await other.call("registerDevice", {
      body: {
        location_id,
        name: "Second battery",
        brand: "BRAND_B",
        device_type: "BATTERY",
        ratings: { capacity_kwh: 50, power_kw: 20 },
      },
    });
    expect(battery.location_id).toBe(location_id);
    expect(await expectCurrent()).not.toEqual(withHome);
    await advance(20);
    await expectCurrent();
    const from = Date.parse("2026-06-15T10:00:00Z");
    await other.call("recordMeasurements", {
      params: { location_id },
      body: {
        measurements: [
          {
            time_from: new Date(from).toISOString(),
            time_to: new Date(from + 900_000).toISOString(),
            injection_kw: -2.5,
          },
        ],
      },
    });
    await expectCurrent();
    await advance(11);
    const before = await expectCurrent();
    await one.call("deleteCustomer", { params: { customer_id: home.customer.id } });
    expect((await expectCurrent()).locations).toBe(before.locations - 1);
  });

  it("is the same at each quarter-hour of hours, also after late measurements", async () => {
    const late = await household(one, { email: "late@example.org", batteryKwh: 5 });
    for (let quarter = 0; quarter < 10; quarter++) {
      const ms = Math.floor(one.nowMs / 900_000) * 900_000 + 930_000;
      for (const world of [one, other]) world.setClock(ms);
      await one.service.tick();
      await expectCurrent();
      if (quarter % 4 !== 3) continue;
      const fromMs = ms - 30_000 - 3 * 900_000;
      const measurements = [0, 1].map((index) => ({
        time_from: new Date(fromMs + index * 900_000).toISOString(),
        time_to: new Date(fromMs + (index + 1) * 900_000).toISOString(),
        injection_kw: 1 + index,
      }));
      await other.call("recordMeasurements", {
        params: { location_id: late.location.id },
        body: { measurements },
      });
      await expectCurrent();
    }
  });

  // What follows does not depend on partitions.
  if (settings === PARTITIONED) return;

  it("sees the members of a group who moved", async () => {
    const [from, to] = [await group(one, "Amersfoort"), await group(one, "Soest")];
    const home = await household(one, { email: "moves@example.org", groupId: from.id });
    const preview = async (world: World, group_id: string) =>
      (await world.call("previewGroupControl", { params: { group_id }, body: body() })).data
        .locations;
    expect(await preview(other, from.id)).toBe(1);
    const { name } = home.customer;
    await one.call("updateCustomer", {
      params: { customer_id: home.customer.id },
      body: { name, group_id: to.id },
    });
    expect([await preview(other, from.id), await preview(other, to.id)]).toEqual([0, 1]);
  });

  it("sees how fast devices have been to reach a setpoint", async () => {
    const control = {
      type: "MAX_CONSUMPTION" as const,
      time_from: new Date(one.nowMs).toISOString(),
    };
    const time_to = new Date(one.nowMs + 20 * 60_000).toISOString();
    await one.call("controlBiddingZone", { params: NL, body: { ...control, time_to } });
    await advance(45);
    const { rows } = await store.db.execute(
      "select count(*)::int as n from fleet_changes where kind = 'ramp'",
    );
    expect(rows[0]!.n).toBeGreaterThan(0);
    await expectCurrent();
  });

  it("sees a change whose transaction was open during an earlier plan", async () => {
    const client = new pg.Client(one.databaseUrl);
    await client.connect();
    try {
      await client.query("begin");
      await client.query(`update devices set ratings = ratings || '{"controllable": false}'
        where device_type = 'BATTERY'`);
      const before = await expectCurrent();
      await group(other, "Baarn");
      expect(await expectCurrent()).toEqual(before);
      await client.query("commit");
      expect(await expectCurrent()).not.toEqual(before);
    } finally {
      await client.end();
    }
  });

  it("reads everything of a kind after a change of very many locations", async () => {
    for (const kind of ["site", "model", "ramp", "sample"]) {
      const quarter = new Date(Math.floor(one.nowMs / 900_000) * 900_000 - 900_000).toISOString();
      await store.db.execute(sql`insert into fleet_changes (kind, location_ids, quarter)
        values (${kind}, '{}', ${kind === "sample" ? quarter : null})`);
      await expectCurrent();
    }
  });

  it("leaves the models of members as they are until their use ends, then trains them where they are", async () => {
    // Changes of tests before are read once more while a transaction of any database is older.
    await store.db.execute(sql`delete from fleet_changes`);
    const fleet = new Fleet();
    const zone = { kind: "bidding_zone", id: "NL" } as const;
    const quarterMs = Math.floor(one.nowMs / 900_000) * 900_000;
    const nextMs = quarterMs + 900_000;
    const sites = await fleet.sites(store.db, zone);
    const read = () =>
      fleet.use(store.db, zone, one.nowMs, async (members) =>
        members.map(({ model }) => ({ model, numbers: [...model.numbers] })),
      );
    const adopt = (areInUse = false) => {
      const copies = fleet.memory.take(sites.length);
      const models = new Map(sites.map(({ locationId }, i) => [locationId, copies[i]!]));
      for (const model of copies) model.numbers.fill(7);
      const trained = { models, copies, transactions: new Set<string>() };
      return fleet.adopt(store.db, sites, nextMs, trained, areInUse);
    };
    const before = await read();
    await fleet.use(store.db, zone, one.nowMs, async (members) => {
      expect(await adopt()).toBe(false);
      expect(members.map(({ model }) => [...model.numbers])).toEqual(
        before.map(({ numbers }) => numbers),
      );
    });
    const replaced = sites.map(({ locationId }) => fleet.modelAt(locationId, nextMs)!);
    expect(replaced.every(({ numbers }) => numbers.every((one) => one === 7))).toBe(true);
    for (const model of replaced) model.numbers.fill(5);
    expect(await adopt(true)).toBe(false);
    expect(replaced.every(({ numbers }) => numbers.every((one) => one === 5))).toBe(true);
    const kept = sites.map(({ locationId }) => fleet.modelAt(locationId, nextMs)!);
    expect(await adopt()).toBe(true);
    const models = sites.map(({ locationId }) => fleet.modelAt(locationId, nextMs)!);
    expect(models.every((model, i) => model === kept[i])).toBe(true);
    expect(models.every(({ numbers }) => numbers.every((one) => one === 7))).toBe(true);
  });

  it("reads the last reports of many locations in portions, as it reads those of few", async () => {
    const zone = { kind: "bidding_zone", id: "NL" } as const;
    const all = await new Fleet().use(store.db, zone, one.nowMs, async (found) => found);
    const ids = all.map(({ stored }) => stored.locationId);
    const few = new LastReports(store.db, new StatementQueue(), ids);
    await few.wait(ids.length - 1);
    const copies = Math.ceil(5_001 / ids.length);
    const many = new LastReports(
      store.db,
      new StatementQueue(),
      ids.flatMap((id) => Array.from({ length: copies }, () => id)),
    );
    await many.wait(0);
    expect(many.isLacking(0)).toBe(false);
    expect(many.isLacking(copies * ids.length - 1)).toBe(true);
    await many.wait(copies * ids.length - 1);
    expect([...ids.keys()].some((i) => few.reportedAtMs(i) > 0)).toBe(true);
    for (const i of ids.keys())
      for (const position of [i * copies, (i + 1) * copies - 1]) {
        expect(many.reportedAtMs(position)).toEqual(few.reportedAtMs(i));
        expect([...many.storedKwh(position)]).toEqual([...few.storedKwh(i)]);
      }
    many.release();
    const nobody = Array.from({ length: copies * ids.length }, (_, i) => `nobody-${i}`).sort();
    const none = new LastReports(store.db, new StatementQueue(), nobody);
    await none.wait(nobody.length - 1);
    expect(nobody.every((_, i) => Number.isNaN(none.reportedAtMs(i)))).toBe(true);
    expect(nobody.every((_, i) => none.storedKwh(i).length === 0)).toBe(true);
  });

  it("has all locations also when their models are taken over right after it was read", async () => {
    const zone = { kind: "bidding_zone", id: "NL" } as const;
    const fleet = new Fleet();
    const all = await fleet.use(store.db, zone, one.nowMs, async (found) => [...found]);
    const models = new Map(all.map(({ stored, model }) => [stored.locationId, model]));
    // Not listed yet, unlike the zone.
    const everywhere = { kind: "all" } as const;
    const counting = fleet.use(store.db, everywhere, one.nowMs, async (found) => found.length);
    const sites = all.map(({ stored }) => stored);
    const trained = { models, transactions: new Set<string>(), copies: [] };
    const adopting = fleet.adopt(store.db, sites, floorQuarter(one.nowMs), trained, false);
    expect(await counting).toBe(all.length);
    expect(await adopting).toBe(false);
    expect(await fleet.use(store.db, zone, one.nowMs, async (found) => found.length)).toBe(
      all.length,
    );
  });

  it("is the same when threads compute its forecasts", async () => {
    const day = { ...draft(), toMs: draft().fromMs + 24 * 3_600_000 };
    const alone = await planControl(store.db, new Fleet(), day, one.nowMs);
    const threads = new ForecastThreads(4);
    const takeIdle = vi.spyOn(threads, "takeIdle");
    const fleet = new Fleet(threads);
    await vi.waitFor(async () => {
      expect(await planControl(store.db, fleet, day, one.nowMs)).toEqual(alone);
      expect(takeIdle.mock.results.some(({ value }) => value !== undefined)).toBe(true);
    }, 30_000);
    await threads.close();
  });

  it("fails only after the effects in progress are stored, so that none follow a rollback", async () => {
    const zone = { kind: "bidding_zone", id: "NL" } as const;
    const all = await new Fleet().use(store.db, zone, one.nowMs, async (found) => found);
    const member = all.find(({ site }) => isControllable(site))!;
    const members = Array.from({ length: 5_001 }, () => member);
    const plans = await LocationPlans.read(store.db, members, draft(), one.nowMs);
    const plan = plans.at.bind(plans);
    let computed = 0;
    plans.at = (next) => {
      computed += 1;
      if (computed === members.length) throw new Error("no plan");
      return plan(next);
    };
    let isStored = false;
    const save = async () => {
      await store.db.execute("select 1");
      await store.db.execute("select 1");
      isStored = true;
    };
    const failing = computeControl(store.db, plans, draft(), one.nowMs, save);
    await expect(failing).rejects.toThrow("no plan");
    expect(isStored).toBe(true);
  });

  it("keeps its transaction while it computes for longer than a transaction may be idle", async () => {
    const zone = { kind: "bidding_zone", id: "NL" } as const;
    const all = await new Fleet().use(store.db, zone, one.nowMs, async (found) => found);
    const members = Array.from({ length: 60_000 }, (_, i) => all[i % all.length]!);
    // Each look at the clock finds seconds passed, so that statements are due all the time.
    let clockMs = performance.now();
    vi.spyOn(performance, "now").mockImplementation(() => (clockMs += 1_000));
    try {
      await store.db.transaction(async (tx) => {
        const sorted = members.toSorted((a, b) =>
          a.stored.locationId < b.stored.locationId ? -1 : 1,
        );
        const plans = await LocationPlans.read(tx, sorted, draft(), one.nowMs);
        await tx.execute("set local idle_in_transaction_session_timeout = 250");
        await computeControl(tx, plans, draft(), one.nowMs);
        await tx.execute("select 1");
      });
    } finally {
      vi.restoreAllMocks();
    }
  });
});
