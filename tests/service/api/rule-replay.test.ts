import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RuleReplay } from "../../../lib/contract/index.ts";
import { DAY_MS, HOUR_MS, QUARTER_MS, startOfDay } from "../../../lib/time/amsterdam.ts";
import { createRule, dynamicTerms, NL, recordSold, setTerms } from "../../support/rule-world.ts";
import { World } from "../../support/service.ts";

/** 14:00 in Amsterdam; the demo fleet has a week of history. */
const NOW = Date.parse("2026-06-15T12:00:00Z");
const TODAY = startOfDay(NOW);
const FIRST = startOfDay(NOW, -6);
const iso = (ms: number) => new Date(ms).toISOString();

let world: World;
let client: pg.Client;
let rule: string;
beforeAll(async () => {
  world = await World.open(iso(NOW), { demo: 7 });
  client = new pg.Client(world.databaseUrl);
  await client.connect();
  const { data: groups } = await world.call("listGroups");
  for (const { id } of groups.data) await setTerms(world, id, { ...dynamicTerms });
  for (let dayMs = FIRST; dayMs < TODAY; dayMs += DAY_MS) await recordDay(dayMs);
  await recordSold(world, iso(FIRST), iso(TODAY), 0);
  // The source of imbalance prices reported the same until each ISP began.
  await client.query(
    "update prices set confirmed_at = time where market = 'imbalance' and known_at < time",
  );
  // Positions are known from the day before on.
  await client.query("update positions set recorded_at = time_from - interval '1 day'");
  rule = (await createRule(world, groups.data[0]!.id, { enabled: false })).id;
}, 120_000);
afterAll(async () => {
  await client.end();
  await world.close();
});

/** Prices of a day: known the day before, and others two days later; low around noon, less each day. */
async function recordDay(dayMs: number) {
  const index = Math.round((dayMs - FIRST) / DAY_MS);
  const times = Array.from({ length: 96 }, (_, i) => dayMs + i * QUARTER_MS);
  const isNoon = (ms: number) => ms >= dayMs + 11 * HOUR_MS && ms < dayMs + 14 * HOUR_MS;
  const record = (market: "day-ahead" | "imbalance", knownMs: number, noon: number) =>
    world.call("recordBiddingZonePrices", {
      params: NL,
      body: {
        market,
        source: "exchange",
        known_at: iso(knownMs),
        prices: times.map((ms) => {
          const price = isNoon(ms) ? noon : 60;
          const time = iso(ms);
          return market === "day-ahead" ? { time, price } : { time, long: price, short: price };
        }),
      },
    });
  await record("day-ahead", dayMs - 11 * HOUR_MS, 60);
  await record("imbalance", dayMs - 10 * HOUR_MS, -40 - index);
  await record("imbalance", dayMs + 30 * HOUR_MS, index % 2 === 0 ? -60 : -10);
}

const replay = async (body = { time_from: iso(FIRST), time_to: iso(TODAY) }) =>
  (await world.call("replayRule", { params: { rule_id: rule }, body })).data;
const decisionsOf = ({ controls }: RuleReplay, untilMs = Infinity) =>
  controls
    .filter(({ decided_at }) => Date.parse(decided_at) <= untilMs)
    .map(({ type, decided_at, time_from, time_to, expected_eur }) => [
      type,
      decided_at,
      time_from,
      time_to,
      expected_eur,
    ])
    .toReversed();
/** Customers with other terms are summed apart, which rounds elsewhere. */
const toCents = (decisions: ReturnType<typeof decisionsOf>) =>
  decisions.map((values) => values.map((one) => (typeof one === "number" ? one.toFixed(2) : one)));

describe("a replay", () => {
  it("runs the rule over the past: euros, share of perfect foresight, months and hours", async () => {
    const { total, months, controls, locations, missing } = await replay();
    expect(locations).toBeGreaterThan(5);
    expect(missing).toEqual([]);
    expect(controls).toHaveLength(6);
    expect(controls.at(-1)).toMatchObject({
      type: "ZERO_EXPORT",
      decided_at: iso(FIRST + 10 * HOUR_MS),
      time_from: iso(FIRST + 11 * HOUR_MS),
      time_to: iso(FIRST + 14 * HOUR_MS),
    });
    expect(total).toMatchObject({ controls: 6, hours: 18, unvalued_intervals: 0 });
    expect(total.gain_eur).toBeGreaterThan(0);
    expect(total.share).toBeGreaterThan(0.5);
    expect(total.share).toBeLessThanOrEqual(1);
    const sum = controls.reduce((all, { gain_eur }) => all + gain_eur!, 0);
    expect(sum).toBeCloseTo(total.gain_eur, 6);
    expect(months.map(({ month }) => month)).toEqual(["2026-06"]);
    expect(months[0]).toMatchObject(total);
  });

  it("expects by the prices known then, and gains by the final ones", async () => {
    const { controls } = await replay();
    const [last, first] = [controls[0]!, controls.at(-1)!];
    // Compensation and feed-in are 0.01 + 0.06 − ... per kWh, whatever the imbalance price is.
    const perKwh = (eur: number, kwh: number) => eur / kwh;
    expect(perKwh(first.gain_eur!, first.curtailed_kwh)).toBeCloseTo(0.06 + 0.06 - 0.01, 3);
    expect(perKwh(last.gain_eur!, last.curtailed_kwh)).toBeCloseTo(0.01 + 0.06 - 0.01, 3);
    expect(last.expected_eur / last.gain_eur!).toBeGreaterThan(1);
  });

  it("issues nothing where customers would lose more than the rule allows", async () => {
    const period = { time_from: iso(FIRST), time_to: iso(FIRST + DAY_MS) };
    const params = { rule_id: rule };
    const limit = (max_customer_loss_eur_per_mwh: number | null) =>
      world.call("updateRule", { params, body: { max_customer_loss_eur_per_mwh } });
    await limit(49);
    const strict = await replay(period);
    await limit(51);
    const lenient = await replay(period);
    await limit(null);
    expect([strict.total.controls, lenient.total.controls]).toEqual([0, 1]);
  });

  it("uses no position that was recorded after the decision", async () => {
    const period = { time_from: iso(FIRST), time_to: iso(FIRST + DAY_MS) };
    expect((await replay(period)).total.controls).toBe(1);
    await client.query("update positions set recorded_at = time_from + interval '1 minute'");
    try {
      const { total, missing } = await replay(period);
      expect(total.controls).toBe(0);
      expect(missing).toContainEqual(expect.objectContaining({ what: "position", intervals: 96 }));
    } finally {
      await client.query("update positions set recorded_at = time_from - interval '1 day'");
    }
  });

  it("gains by settled prices only: where there are forecasts alone the gain is unknown", async () => {
    const period = { time_from: iso(FIRST), time_to: iso(FIRST + DAY_MS) };
    const isSettled = "market = 'imbalance' and known_at > time + interval '15 minutes'";
    await client.query(`update prices set zone = 'DE' where ${isSettled}`);
    try {
      const { total, controls } = await replay(period);
      expect(total).toMatchObject({ controls: 1, gain_eur: 0, unvalued_intervals: 12 });
      expect(controls[0]!.gain_eur).toBeNull();
    } finally {
      await client.query("update prices set zone = 'NL'");
    }
  });

  it("does nothing in a period without prices, and says what was missing", async () => {
    const { total, missing } = await replay({
      time_from: iso(TODAY),
      time_to: iso(TODAY + 12 * HOUR_MS),
    });
    expect(total).toMatchObject({ controls: 0, gain_eur: 0, share: null });
    expect(missing).toContainEqual(
      expect.objectContaining({ what: "shortage_price", intervals: 48 }),
    );
  });

  it("counts the customers whose terms are unknown in a period", async () => {
    const { data: groups } = await world.call("listGroups");
    const { data: customers } = await world.call("listCustomers", {
      query: { page_size: 100, group_id: groups.data[0]!.id },
    });
    const { missing } = await replay({
      time_from: "2025-12-01T00:00:00Z",
      time_to: "2025-12-02T00:00:00Z",
    });
    const terms = missing.find(({ what }) => what === "terms");
    expect(terms).toMatchObject({ customers: customers.data.length, time_from: null });
  });

  it("does not look ahead: terms recorded after a decision change no decision until then", async () => {
    const { data: groups } = await world.call("listGroups");
    const group_id = groups.data[0]!.id;
    const query = { page_size: 100, group_id };
    const { data: customers } = await world.call("listCustomers", { query });
    // All terms were recorded at the end: the first of them count, and the answer says so.
    expect((await replay()).later_terms_customers).toBe(customers.data.length);
    const hidden = "update contract_terms set recorded_at = $1";
    await client.query(hidden, [iso(FIRST - 2 * DAY_MS)]);
    const before = await replay();
    expect(before.later_terms_customers).toBe(0);
    expect(before.controls).toHaveLength(6);
    const cutMs = Date.parse(before.controls[2]!.decided_at);
    // With these the supplier would pay more than it gains.
    const terms = { ...dynamicTerms, compensation_eur_per_kwh: 9 };
    const body = { valid_from: "2026-01-01", terms };
    try {
      await setTerms(world, group_id, terms);
      for (const { id } of customers.data.slice(0, 2))
        await world.call("setCustomerTerms", { params: { customer_id: id }, body });
      const later = await replay();
      expect(toCents(decisionsOf(later))).toEqual(toCents(decisionsOf(before)));
      expect(later.later_terms_customers).toBe(0);
      // At the final terms these controls lose.
      expect(later.total.gain_eur).toBeLessThan(0);
      await client.query("update contract_terms set recorded_at = $1 where recorded_at > $2", [
        iso(cutMs + 1),
        iso(FIRST),
      ]);
      const poisoned = await replay();
      expect(toCents(decisionsOf(poisoned, cutMs))).toEqual(toCents(decisionsOf(before, cutMs)));
      expect(poisoned.controls).toHaveLength(4);
    } finally {
      await client.query("delete from contract_terms where recorded_at > $1", [iso(FIRST)]);
    }
  });

  it("refuses a period in the future, or of more than a year", async () => {
    const params = { rule_id: rule };
    const future = await world.call("replayRule", {
      params,
      body: { time_to: iso(NOW + DAY_MS) },
    });
    expect(future.problem.errors![0]!.pointer).toBe("#/time_to");
    const long = await world.call("replayRule", {
      params,
      body: { time_from: iso(NOW - 367 * DAY_MS), time_to: iso(NOW) },
    });
    expect(long.problem.errors![0]!.pointer).toBe("#/time_from");
  });

  it("does not look ahead: poisoned prices, positions, forecasts and measurements after a decision change nothing until then", async () => {
    const before = await replay();
    const cutMs = Date.parse(before.controls[2]!.decided_at);
    const kept = decisionsOf(before, cutMs);
    expect(kept).toHaveLength(4);
    const day = iso(cutMs + 3 * HOUR_MS).slice(0, 10);
    await client.query(
      `insert into prices (zone, market, time, source, known_at, long, short, recorded_at)
       select zone, market, time, 'poison', $1::timestamptz + interval '1 millisecond', -9000, -9000, now()
       from prices where market = 'imbalance' on conflict do nothing`,
      [iso(cutMs)],
    );
    await client.query("update prices set long = 9000, short = 9000 where known_at > $1", [
      iso(cutMs + 1),
    ]);
    await client.query(
      `update location_days set actual = upward, pv = load, load = forecast, battery = upward,
         forecast = upward, downward = upward
       where day >= $1::date`,
      [day],
    );
    await client.query(
      "update area_days set actual = upward, forecast = downward where day >= $1::date",
      [day],
    );
    await client.query(
      `insert into positions (bidding_zone, time_from, recorded_at, sold_kwh)
       select bidding_zone, time_from, $1::timestamptz + interval '1 millisecond', 1e6 from positions`,
      [iso(cutMs)],
    );
    await client.query("update positions set sold_kwh = -1e6 where recorded_at > $1", [
      iso(cutMs + 1),
    ]);
    const after = await replay();
    expect(decisionsOf(after, cutMs)).toEqual(kept);
    // The poison works: what is decided and gained later differs.
    expect(decisionsOf(after)).not.toEqual(decisionsOf(before));
    expect(after.total.gain_eur).not.toBeCloseTo(before.total.gain_eur, 2);
  });
});
