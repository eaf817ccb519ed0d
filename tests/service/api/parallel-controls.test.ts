import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "drizzle-orm";
import type { ControlType } from "../../../lib/contract/index.ts";
import { lockAcceptance } from "../../../service/store/acceptance-locks.ts";
import { openStore, type Store } from "../../../service/store/store.ts";
import { seeded } from "../../../tools/chaos/random.ts";
import { freshDatabase } from "../../support/postgres.ts";
import { World } from "../../support/service.ts";
import { countWaiting } from "../../support/waiting-locks.ts";

const START = "2026-06-15T10:00:30Z";
const types: ControlType[] = ["MAX_PRODUCTION", "ZERO_EXPORT", "MAX_CONSUMPTION"];

/** A control of the zone, or (by name) of a group. */
interface Order {
  group: string | null;
  type: ControlType;
  fromMinute: number;
  minutes: number;
}

const iso = (minute: number) =>
  new Date(Date.parse("2026-06-15T10:00:00Z") + minute * 60_000).toISOString();

async function groupsOf(world: World): Promise<Map<string, string>> {
  const { data } = await world.call("listGroups");
  return new Map(data.data.map(({ name, id }) => [name, id]));
}

async function issue(world: World, groups: ReadonlyMap<string, string>, order: Order) {
  const { group, type, fromMinute, minutes } = order;
  const body = { type, time_from: iso(fromMinute), time_to: iso(fromMinute + minutes) };
  const { data } =
    group === null
      ? await world.call("controlBiddingZone", { params: { bidding_zone_id: "NL" }, body })
      : await world.call("controlGroup", { params: { group_id: groups.get(group)! }, body });
  return data;
}

describe("controls that are accepted at the same time", () => {
  let worlds: World[];
  let store: Store;
  let groups: Map<string, string>;
  beforeAll(async () => {
    const databaseUrl = await freshDatabase("service");
    worlds = [
      await World.open(START, { demo: 2, databaseUrl }),
      await World.open(START, { demo: 2, databaseUrl }),
    ];
    store = await openStore(databaseUrl, () => {});
    groups = await groupsOf(worlds[0]!);
  });
  afterAll(async () => {
    await store.close();
    for (const world of worlds) await world.close();
  });

  it("do not wait for a group that another instance controls, unless they may share locations", async () => {
    const [one, other] = [...groups.keys()] as [string, string];
    const order = { type: "ZERO_EXPORT" as const, fromMinute: 600, minutes: 15 };
    const done: string[] = [];
    let ordered: Promise<unknown>[] = [];
    await store.db.transaction(async (tx) => {
      await lockAcceptance(tx, { zone: "NL", groupId: groups.get(one)! });
      const issued = (name: string, world: World, group: string | null) =>
        issue(world, groups, { ...order, group }).then(() => done.push(name));
      await issued("other group", worlds[0]!, other);
      ordered = [issued("same group", worlds[0]!, one)];
      await waitForLocks(store, 1);
      ordered.push(issued("zone", worlds[1]!, null));
      await waitForLocks(store, 2);
      expect(done).toEqual(["other group"]);
    });
    await Promise.all(ordered);
    expect(done).toEqual(["other group", "same group", "zone"]);
  });

  it("equal the same controls one after the other in their order of acceptance", async () => {
    const random = seeded(20261123);
    const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)]!;
    const orders = Array.from({ length: 48 }, (): Order => ({
      group: pick([null, ...groups.keys(), ...groups.keys()]),
      type: pick(types),
      fromMinute: 60 + Math.floor(random() * 120),
      minutes: 5 + Math.floor(random() * 120),
    }));
    const issued = await Promise.all(
      orders.map((order, i) => issue(worlds[i % 2]!, groups, order)),
    );
    const { rows } = await store.db.execute<{ id: string }>(
      sql`select id from controls order by seq`,
    );
    const position = new Map(rows.map(({ id }, i) => [id, i]));
    const inOrder = issued
      .map((control, i) => ({ control, order: orders[i]! }))
      .toSorted((a, b) => position.get(a.control.id)! - position.get(b.control.id)!);

    const alone = await World.open(START, { demo: 2 });
    const own = await groupsOf(alone);
    for (const [i, group] of [...groups.keys(), null].entries())
      if (i !== 0)
        await issue(alone, own, { group, type: "ZERO_EXPORT", fromMinute: 600, minutes: 15 });
    for (const { control, order } of inOrder) {
      const { results } = await issue(alone, own, order);
      expect(results).toEqual(control.results);
    }
    const flags = async (world: World) => {
      const page = { page_size: 100 };
      const { data } = await world.call("listControlSummaries", { query: page });
      return data.data
        .slice(0, orders.length)
        .map(({ type, superseded, rebound_kwh, time_from }) =>
          JSON.stringify({ type, superseded, rebound_kwh, time_from }),
        );
    };
    expect((await flags(worlds[0]!)).toSorted()).toEqual((await flags(alone)).toSorted());
    await alone.close();
  });

  it("keep the marks of overridden controls right while others are cancelled", async () => {
    const random = seeded(7);
    const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)]!;
    const anyOrder = (minutes: number): Order => ({
      group: pick([null, ...groups.keys()]),
      type: pick(types),
      fromMinute: 90,
      minutes,
    });
    const earlier: string[] = [];
    for (let i = 0; i < 24; i++)
      earlier.push((await issue(worlds[i % 2]!, groups, anyOrder(120))).id);
    const cancel = (i: number) =>
      worlds[(i + 1) % 2]!.call("cancelControl", {
        params: { control_id: earlier[i]! },
        body: {},
      });
    const answers = await Promise.all(
      earlier.map(async (_, i) => {
        const issued = issue(worlds[i % 2]!, groups, anyOrder(60));
        const { data } = await cancel(i);
        await issued;
        return data.state;
      }),
    );
    expect(new Set(answers)).toEqual(new Set(["cancelled"]));
    const { rows } = await store.db.execute(sql`
      select older.id from controls older where older.cancelled_at is null and older.superseded <> exists (
        select 1 from controls newer
        join deliveries theirs on theirs.control_id = newer.id
        join deliveries own on own.location_id = theirs.location_id and own.control_id = older.id
        where newer.seq > older.seq and newer.time_from < older.stop_at
          and newer.stop_at > older.time_from and newer.time_from < newer.stop_at)`);
    expect(rows).toEqual([]);
  });
});

/** Waits until so many sessions wait for an advisory lock. */
const waitForLocks = ({ db }: Store, count: number) =>
  expect.poll(() => countWaiting(db, "advisory")).toBe(count);
