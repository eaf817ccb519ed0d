import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { readPositionVersions } from "../../service/store/positions.ts";
import { readPriceVersions } from "../../service/store/price-versions.ts";
import { openStore, type Store } from "../../service/store/store.ts";
import { freshDatabase } from "../support/postgres.ts";
import { World } from "../support/service.ts";

const ISP = Date.parse("2026-03-29T10:15:00Z");
const NOW = ISP + 5 * DAY_MS;
const REACH = 26 * HOUR_MS;
const MAX_DAY_MS = 25 * HOUR_MS;
const iso = (ms: number) => new Date(ms).toISOString();

let world: World;
let store: Store;
let client: pg.Client;
beforeAll(async () => {
  const databaseUrl = await freshDatabase("service");
  world = await World.open(iso(NOW), { databaseUrl });
  store = await openStore(databaseUrl, () => undefined);
  client = new pg.Client(databaseUrl);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await store.close();
  await world.close();
});

const minute = fc.oneof(
  fc.integer({ min: -60 * 60, max: 3 * 24 * 60 }),
  fc.integer({ min: -40, max: 40 }),
);
const value = fc.option(fc.integer({ min: -100, max: 100 }), { freq: 3 });
const version = fc.record({
  market: fc.constantFrom("day-ahead", "imbalance"),
  source: fc.constantFrom("tennet", "entsoe", "exchange", "Zeta"),
  minute,
  a: value,
  b: value,
});
const versions = fc.uniqueArray(version, {
  maxLength: 40,
  selector: ({ market, source, minute: at }) => `${market} ${source} ${at}`,
});
const quarters = (fromMs: number, toMs: number) =>
  Array.from({ length: (toMs - fromMs) / QUARTER_MS + 1 }, (_, i) => fromMs + i * QUARTER_MS);
const decisions = { nowMs: NOW, reachMs: REACH };

const dayAhead = (minuteOfVersion: number, a: number) => ({
  market: "day-ahead" as const,
  source: "exchange" as const,
  minute: minuteOfVersion,
  a,
  b: null,
});
/** Prices that became known while the last ISPs of the day were decided on. */
const lateVersions = [dayAhead(10, 1), dayAhead(40, 2), dayAhead(24 * 60 + 20, 3)];
/** Prices that became known before the first decision on an ISP, and within it for others of the day. */
const earlyVersions = [
  dayAhead(-51 * 60 + 5, 1),
  dayAhead(-50 * 60 - 40, 2),
  dayAhead(-50 * 60, 3),
];

it("the prices that decisions need are those of all versions, at each quarter-hour and now", async () => {
  await fc.assert(
    fc.asyncProperty(versions, async (rows) => {
      await client.query("delete from prices");
      for (const { market, source, minute: at, a, b } of rows) {
        const isDayAhead = market === "day-ahead";
        const values = isDayAhead ? [a, null, null] : [null, a, b];
        const knownAt = iso(ISP + at * MINUTE_MS);
        await client.query(
          `insert into prices (zone, market, time, source, known_at, recorded_at, price, long, short)
           values ('NL', $1, $2, $3, $4, $4, $5, $6, $7)`,
          [market, iso(ISP), source, knownAt, ...values],
        );
      }
      const selection = { zone: "NL" as const, fromMs: ISP, toMs: ISP + QUARTER_MS };
      const all = await readPriceVersions(store.db, selection);
      const needed = await readPriceVersions(store.db, selection, decisions);
      const byMarket = new Map(needed.map((one) => [one.market, one]));
      expect(byMarket.size).toBe(all.length);
      for (const one of all) {
        const found = byMarket.get(one.market)!;
        for (const ms of [...quarters(ISP - REACH, ISP), NOW]) {
          expect(found.find(ms)).toEqual(one.find(ms));
          expect(found.reduceTo(ms).find(ms)).toEqual(one.find(ms));
        }
        expect(found.find(NOW, true)).toEqual(one.find(NOW, true));
        if (one.market === "dayAhead")
          for (const ms of quarters(ISP - REACH - MAX_DAY_MS, ISP + MAX_DAY_MS))
            expect(found.getFirstMs() <= ms).toBe(one.getFirstMs() <= ms);
      }
    }),
    { numRuns: 60, examples: [[lateVersions], [earlyVersions]] },
  );
});

it("the positions that decisions need are those of all versions", async () => {
  const recorded = fc.uniqueArray(minute, { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(recorded, async (minutes) => {
      await client.query("delete from positions");
      for (const [i, at] of minutes.entries())
        await client.query(
          `insert into positions (bidding_zone, time_from, recorded_at, sold_kwh) values ('NL', $1, $2, $3)`,
          [iso(ISP), iso(ISP + at * MINUTE_MS), i],
        );
      const period = { fromMs: ISP, toMs: ISP + QUARTER_MS };
      const all = await readPositionVersions(store.db, "NL", period);
      const needed = await readPositionVersions(store.db, "NL", period, decisions);
      const find = (found: typeof all, ms: number) =>
        found.findLast(({ vintageMs }) => vintageMs <= ms);
      for (const ms of [...quarters(ISP - REACH, ISP), NOW])
        expect(find(needed, ms)).toEqual(find(all, ms));
    }),
    { numRuns: 60 },
  );
});
