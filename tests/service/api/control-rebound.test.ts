import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BodyInput, ControlShift, ControlType } from "../../../lib/contract/index.ts";
import { migrationSql } from "../../support/migrate-until.ts";
import { getOwnerUrl } from "../../support/postgres.ts";
import { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";

const HOUR_MS = 3_600_000;
/** Before dawn on a Monday in June; 1:58:30 in Amsterdam. Batteries are half full. */
const NIGHT = "2026-06-14T23:58:30Z";
const NL = { bidding_zone_id: "NL" };
const at = (time: string) => `2026-06-15T${time}:00Z`;

let world: World;
let utrecht: Awaited<ReturnType<typeof group>>;
beforeEach(async () => {
  world = await World.open(NIGHT);
  utrecht = await group(world);
  await household(world, { groupId: utrecht.id, batteryKwh: 10 });
  await household(world, { email: "large@example.org", batteryKwh: 14 });
  await household(world, { email: "panels@example.org" });
});
afterEach(() => world.close());

type Order = BodyInput<"controlBiddingZone">;
const order = (type: ControlType, from: string, to: string): Order => ({
  type,
  time_from: at(from),
  time_to: at(to),
});
const issue = async (body: Order) =>
  (await world.call("controlBiddingZone", { params: NL, body })).data;
const preview = async (body: Order) =>
  (await world.call("previewBiddingZoneControl", { params: NL, body })).data;
const detail = async (control_id: string) =>
  (await world.call("getControl", { params: { control_id } })).data;
const cancel = async (control_id: string) =>
  (await world.call("cancelControl", { params: { control_id }, body: {} })).data;

const energy = (shifts: readonly ControlShift[]) =>
  shifts.reduce((sum, { time_from, time_to, delta }) => {
    return sum + (delta * (Date.parse(time_to) - Date.parse(time_from))) / HOUR_MS;
  }, 0);

/** The plan in force in each quarter-hour of the coming day, in kWh. */
async function planInForce(): Promise<Map<number, number>> {
  const plan = await preview({
    type: "ZERO_EXPORT",
    time_from: at("00:00"),
    time_to: "2026-06-16T00:00:00Z",
  });
  return new Map(plan.results.map(({ time_from, before }) => [Date.parse(time_from), before / 4]));
}

/** The recorded changes of these controls, by quarter-hour in kWh. */
async function changes(ids: readonly string[]): Promise<Map<number, number>> {
  const sums = new Map<number, number>();
  for (const id of ids) {
    const { results, rebound, restatements, cancelled_effect } = await detail(id);
    const shifts = [results, rebound!, cancelled_effect, ...restatements!.map((r) => r.results)];
    for (const shift of shifts.flat()) {
      const quarter = Math.floor(Date.parse(shift.time_from) / 900_000) * 900_000;
      sums.set(quarter, (sums.get(quarter) ?? 0) + energy([shift]));
    }
  }
  return sums;
}

/** Largest difference between the change of the plan and the recorded changes, in kW. */
function differenceKw(
  first: ReadonlyMap<number, number>,
  last: ReadonlyMap<number, number>,
  recorded: ReadonlyMap<number, number>,
): number {
  const differences = [...first].map(([quarter, kwh]) =>
    Math.abs(last.get(quarter)! - kwh - (recorded.get(quarter) ?? 0)),
  );
  return Math.max(...differences) * 4;
}

describe("the rebound of a control", () => {
  it("gives a charged battery's energy back after the window, and fades", async () => {
    const { id, time_to } = await issue(order("MAX_CONSUMPTION", "00:00", "01:00"));
    const { rebound, rebound_kwh, restatements } = await detail(id);
    expect(rebound!.length).toBeGreaterThan(0);
    expect(Date.parse(rebound![0]!.time_from)).toBeGreaterThanOrEqual(Date.parse(time_to));
    expect(rebound_kwh).toBeCloseTo(energy(rebound!), 3);
    expect(rebound_kwh).toBeGreaterThan(1);
    expect(rebound!.length).toBeLessThan(4 * 48);
    expect(restatements).toEqual([]);
  });

  it("starts with the rest of the quarter-hour the window ends in", async () => {
    const { id } = await issue(order("MAX_CONSUMPTION", "00:00", "05:50"));
    const [first, second] = (await detail(id)).rebound!;
    expect([first!.time_from, first!.time_to, second!.time_to].map((t) => t.slice(11, 16))).toEqual(
      ["05:50", "06:00", "06:15"],
    );
  });

  it("is recorded as the preview shows it", async () => {
    const body = order("MAX_PRODUCTION", "00:00", "01:00");
    const shown = await preview(body);
    const { id } = await issue(body);
    const { results, rebound, rebound_kwh } = await detail(id);
    expect({ results, rebound, rebound_kwh }).toEqual({
      results: shown.results,
      rebound: shown.rebound,
      rebound_kwh: shown.rebound_kwh,
    });
  });

  it("is empty where nothing is stored", async () => {
    const empty = await group(world, "Panels only");
    await household(world, { email: "roof@example.org", groupId: empty.id });
    const { data } = await world.call("controlGroup", {
      params: { group_id: empty.id },
      body: order("MAX_CONSUMPTION", "00:00", "01:00"),
    });
    expect(await detail(data.id)).toMatchObject({ rebound: [], rebound_kwh: 0, restatements: [] });
  });

  it("is listed as energy", async () => {
    const { id } = await issue(order("MAX_CONSUMPTION", "00:00", "01:00"));
    const { data } = await world.call("listControlSummaries");
    expect(data.data[0]!.rebound_kwh).toBe((await detail(id)).rebound_kwh);
    expect(data.data[0]).not.toHaveProperty("rebound");
  });
});

describe("the restatement of an older control", () => {
  it("names the newer one, and leaves the answer as given", async () => {
    const first = await planInForce();
    const older = await issue(order("MAX_CONSUMPTION", "03:00", "04:00"));
    world.setClock(world.nowMs + 60_000);
    const newer = await issue(order("MAX_CONSUMPTION", "02:00", "03:00"));
    const { results, restatements } = await detail(older.id);
    expect(results).toEqual(older.results);
    expect(restatements).toMatchObject([
      {
        control_id: newer.id,
        type: "MAX_CONSUMPTION",
        time: newer.created_at,
        cancelled: false,
      },
    ]);
    expect(energy(restatements![0]!.results)).toBeGreaterThan(0.5);
    const recorded = await changes([older.id, newer.id]);
    expect(differenceKw(first, await planInForce(), recorded)).toBeLessThanOrEqual(0.01);
  });

  it("is recorded for each location, added up over newer controls", async () => {
    const older = await issue(order("MAX_CONSUMPTION", "03:00", "04:00"));
    await issue(order("MAX_CONSUMPTION", "02:00", "03:00"));
    await issue(order("MAX_PRODUCTION", "01:00", "01:30"));
    const { restatements } = await detail(older.id);
    const client = new pg.Client(world.databaseUrl);
    await client.connect();
    const { rows } = await client.query<{ restated_kw: Buffer | null }>(
      "select restated_kw from deliveries where control_id = $1",
      [older.id],
    );
    await client.end();
    const located = rows.flatMap(({ restated_kw }) => restated_kw ?? []);
    expect(located).toHaveLength(2);
    for (let part = 0; part < 4; part++) {
      const start = older.results[part]!.time_from;
      const recorded = restatements!
        .flatMap(({ results }) => results)
        .filter(({ time_from }) => time_from === start)
        .reduce((sum, { delta }) => sum + delta, 0);
      const kw = located.reduce((sum, bytes) => sum + bytes.readFloatLE(part * 4), 0);
      expect(kw).toBeCloseTo(recorded, 2);
    }
  });

  it("does not name a control that the key may not read", async () => {
    const { data: older } = await world.call("controlGroup", {
      params: { group_id: utrecht.id },
      body: order("MAX_CONSUMPTION", "03:00", "04:00"),
    });
    await issue(order("MAX_CONSUMPTION", "02:00", "03:00"));
    const key = await world.call("createApiKey", {
      body: {
        name: "Utrecht",
        scopes: ["read"],
        limits: { group_ids: [utrecht.id], bidding_zones: [] },
      },
    });
    const params = { control_id: older.id };
    const { data } = await world.call("getControl", {
      params,
      headers: { "X-API-Key": key.data.key! },
    });
    expect(data.restatements).toMatchObject([{ control_id: null, type: "MAX_CONSUMPTION" }]);
  });

  it("adds up to the change of the plan with overlapping windows of minutes", async () => {
    const first = await planInForce();
    const ids: string[] = [];
    for (const body of [
      order("MAX_CONSUMPTION", "03:07", "04:13"),
      order("MAX_PRODUCTION", "16:00", "19:20"),
      order("ZERO_EXPORT", "01:00", "05:00"),
      order("MAX_CONSUMPTION", "02:05", "03:21"),
      order("MAX_PRODUCTION", "00:02", "00:33"),
    ])
      ids.push((await issue(body)).id);
    const recorded = await changes(ids);
    expect(differenceKw(first, await planInForce(), recorded)).toBeLessThanOrEqual(0.01);
  });
});

describe("cancelling", () => {
  it("takes back the rebound and the restatement of a control that did not start", async () => {
    const first = await planInForce();
    const older = await issue(order("MAX_CONSUMPTION", "03:00", "04:00"));
    const newer = await issue(order("MAX_CONSUMPTION", "02:00", "03:00"));
    await cancel(newer.id);
    const { results, restatements } = await detail(older.id);
    expect(results).toEqual(older.results);
    expect(restatements!.map(({ control_id, cancelled }) => [control_id, cancelled])).toEqual([
      [newer.id, false],
      [newer.id, true],
    ]);
    expect(energy(restatements!.flatMap((one) => one.results))).toBeCloseTo(0, 2);
    expect(Math.abs((await detail(newer.id)).rebound_kwh!)).toBeLessThan(0.01);
    const recorded = await changes([older.id, newer.id]);
    expect(differenceKw(first, await planInForce(), recorded)).toBeLessThanOrEqual(0.01);
  });

  it("of the older control changes the rebound of that one and the newer control's window", async () => {
    const first = await planInForce();
    const older = await issue(order("MAX_CONSUMPTION", "01:00", "02:00"));
    const newer = await issue(order("MAX_CONSUMPTION", "02:00", "03:00"));
    const { cancelled_effect } = await cancel(older.id);
    expect(energy(cancelled_effect)).toBeGreaterThan(1);
    expect((await detail(newer.id)).restatements).toMatchObject([
      { control_id: older.id, cancelled: true },
    ]);
    const recorded = await changes([older.id, newer.id]);
    expect(differenceKw(first, await planInForce(), recorded)).toBeLessThanOrEqual(0.01);
  });

  it("records nothing more where it is asked for twice", async () => {
    const older = await issue(order("MAX_CONSUMPTION", "03:00", "04:00"));
    const newer = await issue(order("MAX_CONSUMPTION", "02:00", "03:00"));
    await cancel(newer.id);
    const once = await detail(older.id);
    await cancel(newer.id);
    expect(await detail(older.id)).toEqual(once);
  });
});

it("controls recorded before this have no rebound and no restatements", async () => {
  const { id } = await issue(order("MAX_CONSUMPTION", "03:00", "04:00"));
  const client = new pg.Client(getOwnerUrl("service", world.databaseUrl));
  await client.connect();
  await client.query(`
    drop table control_restatements;
    alter table controls drop column rebound, drop column rebound_kwh;
    create table control_effects as select control_id, location_id, before_kw, after_kw from deliveries;
    alter table deliveries drop column before_kw, drop column after_kw, drop column restated_kw`);
  for (const tag of ["0013_control_ledger", "0052_plans_in_deliveries"])
    await client.query(migrationSql("service", tag));
  await client.query("grant all on control_restatements to public");
  await client.end();
  expect(await detail(id)).toMatchObject({ rebound: [], rebound_kwh: 0, restatements: [] });
  await issue(order("MAX_CONSUMPTION", "02:00", "03:00"));
  expect((await detail(id)).restatements).toHaveLength(1);
});

it("a newer control restates nothing that ends before it", async () => {
  const older = await issue(order("MAX_CONSUMPTION", "00:00", "01:00"));
  await issue(order("MAX_CONSUMPTION", "02:00", "03:00"));
  expect((await detail(older.id)).restatements).toEqual([]);
});
