import { once } from "node:events";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { ceilQuarter, floorMinute, MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { expectErrorLog } from "../support/error-log.ts";
import { freshDatabase } from "../support/postgres.ts";
import { dynamicTerms } from "../support/rule-world.ts";
import { KEY } from "../support/service.ts";
import { spawnService, type SpawnedService } from "../support/spawned-service.ts";

/** Errors of the instance whose fellow was killed in the middle of a transaction. */
expectErrorLog(/administrator command|Connection terminated|not queryable|ECONNRESET|EPIPE/);

/** The number of kills, one in each minute. */
const KILLS = Number(process.env.KILLS ?? 1);
const RULES = 12;
/** The first of 12 kills falls within this time after the minute in which all rules are due. */
const SPREAD_MS = 1_500;
/** The others fall within this time after 1 to 11 controls were issued. */
const DELAY_MS = 40;
/** Each kill has an hour of its own, in which rules find a window of two quarter-hours. */
const WINDOW_MS = 2 * QUARTER_MS;
const STEP_MS = 3 * QUARTER_MS;
const PATIENCE = { timeout: 90_000, interval: 200 };

const iso = (ms: number) => new Date(ms).toISOString();

async function call<T>({ port }: SpawnedService, path: string, body: object): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { "X-API-Key": KEY, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** A group with one household whose battery can follow at any hour, and a rule that issues. */
async function build(service: SpawnedService, n: number): Promise<string> {
  const create = async (path: string, body: object) =>
    (await call<{ id: string }>(service, path, body)).id;
  const group_id = await create("/v1/groups", { name: `Group ${n}`, bidding_zone: "NL" });
  const customer_id = await create("/v1/customers", {
    name: `Customer ${n}`,
    email: `customer-${n}@example.org`,
    group_id,
  });
  const location_id = await create("/v1/locations", { customer_id, latitude: 52, longitude: 5 });
  await create("/v1/devices", {
    location_id,
    name: "Battery",
    brand: "BRAND_A",
    device_type: "BATTERY",
    ratings: { capacity_kwh: 200, power_kw: 1 },
  });
  const fixed = { day_ahead_factor: 0, eur_per_kwh: 0 };
  await call(service, `/v1/groups/${group_id}/terms`, {
    valid_from: "2020-01-01",
    terms: { ...dynamicTerms, feed_in: fixed, import: fixed, compensation_eur_per_kwh: 0 },
  });
  return create("/v1/rules", {
    name: `Rule ${n}`,
    enabled: true,
    target: { kind: "group", id: group_id },
    export_threshold: { below_eur_per_mwh: 0, type: "MAX_CONSUMPTION" },
    notice_minutes: 2_880,
    min_minutes: 30,
    action: "issue",
  });
}

/** Low prices of both markets: a window of tomorrow counts by the day-ahead price until noon. */
async function record(service: SpawnedService, fromMs: number, toMs: number, price: number) {
  const times = Array.from({ length: (toMs - fromMs) / QUARTER_MS }, (_, i) =>
    iso(fromMs + i * QUARTER_MS),
  );
  const source = "operator";
  await call(service, "/v1/bidding-zones/NL/prices", {
    market: "day-ahead",
    source,
    prices: times.map((time) => ({ time, price })),
  });
  await call(service, "/v1/bidding-zones/NL/prices", {
    market: "imbalance",
    source,
    prices: times.map((time) => ({ time, long: price, short: price })),
  });
}

/** How what was issued differs from what was due. */
function compare(due: readonly string[], issued: readonly string[]) {
  const found = new Set(issued);
  return {
    issued: issued.length,
    twice: issued.length - found.size,
    leftOut: due.filter((key) => !found.has(key)).length,
    notDue: [...found].filter((key) => !due.includes(key)).length,
  };
}

const until = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms - Date.now()));

it(
  `rules whose service is killed at any moment issue every control once: none twice, none left out`,
  async () => {
    const databaseUrl = await freshDatabase("service");
    const client = new pg.Client(databaseUrl);
    await client.connect();
    onTestFinished(() => client.end());
    const start = () => spawnService(databaseUrl, { RATE_PORTAL: "100000" });
    let service = await start();
    const rules: string[] = [];
    for (let n = 0; n < RULES; n++) rules.push(await build(service, n));
    const firstMs = ceilQuarter(Date.now() + 30 * MINUTE_MS);
    const windowOf = (kill: number) => firstMs + kill * STEP_MS;
    const positions = Array.from({ length: (windowOf(KILLS) - firstMs) / QUARTER_MS }, (_, i) => ({
      time_from: iso(firstMs + i * QUARTER_MS),
      sold_kwh: 0,
    }));
    await call(service, "/v1/bidding-zones/NL/positions", { positions });
    const issuedBeforeKill: number[] = [];
    const signals: (NodeJS.Signals | null)[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const fromMs = windowOf(kill);
      const minuteMs = floorMinute(Date.now() + 10_000) + MINUTE_MS;
      await until(minuteMs - 3_000);
      await record(service, fromMs, fromMs + WINDOW_MS, -1_000);
      const count = async () => {
        const { rows } = await client.query<{ count: number }>(
          "select count(*)::int as count from controls where time_from = $1",
          [new Date(fromMs)],
        );
        return rows[0]!.count;
      };
      const wanted = kill % RULES;
      await until(minuteMs + (wanted === 0 ? Math.random() * SPREAD_MS : 0));
      await expect.poll(count, { timeout: 60_000, interval: 1 }).toBeGreaterThanOrEqual(wanted);
      await until(Date.now() + Math.random() * DELAY_MS);
      const exited = once(service.child, "exit");
      service.child.kill("SIGKILL");
      const [, signal] = (await exited) as [number | null, NodeJS.Signals | null];
      signals.push(signal);
      issuedBeforeKill.push(await count());
      service = await start();
      await expect.poll(count, PATIENCE).toBe(RULES);
    }
    // Another minute, in which nothing may be repeated.
    await until(floorMinute(Date.now()) + MINUTE_MS + 5_000);
    const { rows: issued } = await client.query<{ rule: string; control: string; from: Date }>(
      `select issued_key as rule, id as control, time_from as from from controls`,
    );
    const { rows: decisions } = await client.query<{ rule: string; control: string; from: Date }>(
      `select rule_id as rule, control_id as control, time_from as from
       from rule_decisions where outcome = 'issued'`,
    );
    const due = rules.flatMap((rule) =>
      Array.from({ length: KILLS }, (_, kill) => `${rule} ${windowOf(kill)}`),
    );
    const toKey = ({ rule, from }: { rule: string; from: Date }) =>
      `${rule.replace(/^rule:/, "")} ${from.getTime()}`;
    const outcome = {
      kills: signals.filter((signal) => signal === "SIGKILL").length,
      due: due.length,
      ...compare(due, issued.map(toKey)),
    };
    const partial = issuedBeforeKill.filter((count) => count > 0 && count < RULES).length;
    console.info(
      `Rules under kill -9: ${JSON.stringify(outcome)}; of ${RULES} due at each kill, ` +
        `${issuedBeforeKill.join(", ")} were issued before it; ${partial} kills fell between two`,
    );
    expect(outcome).toEqual({
      kills: KILLS,
      due: KILLS * RULES,
      issued: KILLS * RULES,
      twice: 0,
      leftOut: 0,
      notDue: 0,
    });
    expect(decisions.map(toKey).toSorted()).toEqual(due.toSorted());
    expect(decisions.map(({ control }) => control).toSorted()).toEqual(
      issued.map(({ control }) => control).toSorted(),
    );
  },
  (KILLS + 2) * 150_000,
);
