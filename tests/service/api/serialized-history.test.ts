import { gunzipSync } from "node:zlib";
import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import pg from "pg";
import { afterEach, describe, expect, test, vi } from "vitest";
import { DAY_MS } from "../../../lib/time/amsterdam.ts";
import { SerializedDays } from "../../../service/api/serialized-days.ts";
import { acceptsGzip, matchesTag } from "../../../service/api/serialized-result.ts";
import { areaItems } from "../../../service/planning/history.ts";
import { areaDays } from "../../../service/store/schema-series.ts";
import { openStore } from "../../../service/store/store.ts";
import { World, transports } from "../../support/service.ts";

let world: World | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

const HISTORY = "/v1/bidding-zones/NL/historical";
const get = (path: string, headers: Record<string, string> = {}) =>
  world!.request(path, { headers });
describe.each(transports)("the history of a zone, %s", (transport) => {
  const open = async () => {
    world = await World.open("2026-03-31T10:05:00Z", { demo: 3, transport });
  };

  test("is compressed for who accepts that, with the same content", async () => {
    await open();
    const plain = await get(HISTORY, { "accept-encoding": "identity" });
    expect(plain.headers.get("content-encoding")).toBeNull();
    const text = await plain.text();
    const packed = await get(HISTORY, { "accept-encoding": "br, gzip;q=0.5" });
    expect(packed.headers.get("vary")).toBe("Accept-Encoding");
    expect(packed.headers.get("etag")).toBe(plain.headers.get("etag"));
    const body = Buffer.from(await packed.arrayBuffer());
    // `fetch` has unpacked it already.
    expect((transport === "over HTTP" ? body : gunzipSync(body)).toString()).toBe(text);
  });

  test("is answered with 304 until it changes", async () => {
    await open();
    const etag = (await get(HISTORY)).headers.get("etag")!;
    const same = await get(HISTORY, { "if-none-match": `"other", ${etag}` });
    expect([same.status, await same.text()]).toEqual([304, ""]);
    expect(same.headers.get("etag")).toBe(etag);
    await world!.sleepUntil("2026-03-31T10:16:00Z");
    const next = await get(HISTORY, { "if-none-match": etag });
    expect(next.status).toBe(200);
    expect(next.headers.get("etag")).not.toBe(etag);
  });
});

const area = { kind: "bidding_zone", id: "NL", name: "history", read: areaItems } as const;

test("is read with fewer statements than calls that ask for it at once", async () => {
  world = await World.open("2026-04-04T10:05:00Z", { demo: 12 });
  const { db, close } = await openStore(world.databaseUrl, () => {});
  const stored = new SerializedDays();
  const range = { fromMs: Date.parse("2026-03-30T00:00Z"), toMs: Date.parse("2026-04-04T10:00Z") };
  const read = () => stored.read(db, { ...area, ...range });
  await read();
  const sent = vi.spyOn(pg.Client.prototype, "query");
  const results = await Promise.all(Array.from({ length: 20 }, read));
  expect(new Set(results).size).toBe(1);
  expect(sent.mock.calls.length).toBeGreaterThan(0);
  expect(sent.mock.calls.length).toBeLessThanOrEqual(4);
  sent.mockRestore();
  await close();
});

test("equals what the stored days hold, whatever was serialised before and has changed", async () => {
  world = await World.open("2026-04-04T10:05:00Z", { demo: 12 });
  const { db, close } = await openStore(world.databaseUrl, () => {});
  const stored = new SerializedDays();
  const days = () =>
    db.select().from(areaDays).where(eq(areaDays.kind, "bidding_zone")).orderBy(areaDays.day);
  const [first, last] = [Date.parse("2026-03-22T00:00Z"), Date.parse("2026-04-05T00:00Z")];
  const changes = fc.record({ day: fc.nat(11), interval: fc.nat(91), kw: fc.nat(500) });
  const sizes = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: first, max: last }),
      fc.nat(14 * DAY_MS),
      fc.option(changes),
      fc.boolean(),
      async (fromMs, ms, change, isReadMeanwhile) => {
        const range = { fromMs, toMs: fromMs + ms };
        const query = { ...area, ...range };
        const earlier = isReadMeanwhile ? stored.read(db, query) : null;
        if (change) {
          const row = (await days())[change.day]!;
          row.forecast[change.interval] = change.kw;
          await db
            .update(areaDays)
            .set({ forecast: row.forecast })
            .where(and(eq(areaDays.kind, "bidding_zone"), eq(areaDays.day, row.day)));
        }
        const { json, gzip } = await stored.read(db, query);
        const data = (await days()).flatMap((day) => areaItems(day, range.fromMs, range.toMs));
        expect(json.toString()).toBe(JSON.stringify({ data }));
        expect(gunzipSync(gzip).toString()).toBe(json.toString());
        sizes.add(data.length);
        await earlier;
      },
    ),
    { numRuns: 150 },
  );
  expect(sizes.size).toBeGreaterThan(50);
  await close();
});

test.each([
  [undefined, false],
  ["gzip", true],
  ["GZIP;q=0.1, br", true],
  ["gzip;q=0", false],
  ["*;q=0.5", true],
  ["gzip; q=0, *", false],
  ["identity", false],
])("Accept-Encoding %s takes gzip: %s", (header, expected) => {
  expect(acceptsGzip(header)).toBe(expected);
});

test.each([
  [undefined, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a"', true],
  ["*", true],
  ['"b"', false],
])("If-None-Match %s names the tag: %s", (header, expected) => {
  expect(matchesTag(header, 'W/"a"')).toBe(expected);
});
