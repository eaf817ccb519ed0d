import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS, QUARTER_MS, startOfDay } from "../../../lib/time/amsterdam.ts";
import { createRule, dynamicTerms, NL, recordSold, setTerms } from "../../support/rule-world.ts";
import { World } from "../../support/service.ts";

const NOW = Date.parse("2026-06-15T12:00:00Z");
const TODAY = startOfDay(NOW);
const FIRST = startOfDay(NOW, -6);
const DAY = startOfDay(NOW, -2);
const iso = (ms: number) => new Date(ms).toISOString();

let world: World;
let client: pg.Client;
let groupIds: string[];
beforeAll(async () => {
  world = await World.open(iso(NOW), { demo: 7 });
  client = new pg.Client(world.databaseUrl);
  await client.connect();
  groupIds = (await world.call("listGroups")).data.data.map(({ id }) => id);
  for (let dayMs = FIRST; dayMs < TODAY; dayMs += DAY_MS) await recordDay(dayMs);
  await client.query(
    "update prices set confirmed_at = time where market = 'imbalance' and known_at < time",
  );
  await recordSold(world, iso(FIRST), iso(TODAY), 0);
  await client.query("update positions set recorded_at = time_from - interval '1 day'");
}, 120_000);
afterAll(async () => {
  await client.end();
  await world.close();
});

/** Day-ahead prices known at 13:12 on the day before, and imbalance prices that make a control worth it. */
async function recordDay(dayMs: number) {
  const times = Array.from({ length: 96 }, (_, i) => dayMs + i * QUARTER_MS);
  const record = (market: "day-ahead" | "imbalance", knownMs: number) => {
    const values = market === "day-ahead" ? { price: 60 } : { long: -40, short: -40 };
    const prices = times.map((ms) => ({ time: iso(ms), ...values }));
    const body = { market, source: "exchange", known_at: iso(knownMs), prices };
    return world.call("recordBiddingZonePrices", { params: NL, body });
  };
  await record("day-ahead", dayMs - 11 * HOUR_MS + 12 * MINUTE_MS);
  await record("imbalance", dayMs - 10 * HOUR_MS);
  await record("imbalance", dayMs + 30 * HOUR_MS);
}

it.each([
  ["just before", 10],
  ["just after", 14],
  ["hours after", 200],
])(
  "a replay acts on an import price that terms recorded %s the day-ahead price made low",
  async (_, minute) => {
    await client.query("delete from contract_terms");
    for (const id of groupIds)
      await setTerms(world, id, { ...dynamicTerms, markup_eur_per_kwh: 0.5 });
    await client.query("update contract_terms set recorded_at = '2025-01-01'");
    for (const id of groupIds) await setTerms(world, id, dynamicTerms);
    await client.query(
      "update contract_terms set recorded_at = $1 where recorded_at > '2025-02-01'",
      [iso(DAY - 11 * HOUR_MS + minute * MINUTE_MS)],
    );
    const { id } = await createRule(world, groupIds[0]!, {
      enabled: false,
      export_threshold: null,
      import_threshold: { below_eur_per_mwh: 300, type: "MAX_CONSUMPTION" },
    });
    const body = { time_from: iso(DAY), time_to: iso(DAY + DAY_MS) };
    const { data } = await world.call("replayRule", { params: { rule_id: id }, body });
    expect(data.missing).toEqual([]);
    expect(data.total.hours).toBeGreaterThan(0);
  },
);
