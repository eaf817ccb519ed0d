import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import pg from "pg";
import pino from "pino";
import { parseEnv } from "../../lib/env.ts";
import { localDate, startOfDay } from "../../lib/time/amsterdam.ts";
import { replay } from "../../service/prices/replay.ts";
import { openService, type Service } from "../../service/service.ts";
import { cloneFleet } from "./fleet-copies.ts";
import { type AddRow, medianTime } from "./rows.ts";

const KEY = "ck_bench-key-of-this-run";
const NOW = Date.parse("2026-06-15T10:01:00Z");
/** The replayed day-ahead prices, lower by this much, are the imbalance prices: generated data. */
const LOWER_BY = 30;
const DEMO_DAYS = 60;

interface Size {
  locations: number;
  days: number;
  times: number;
  /** How often each price was reported, each time another one. */
  versions?: number;
  /** Whether each customer has terms of their own. */
  ownTerms?: boolean;
}

const defineSizes = <N extends string>(sizes: Record<N, Size>) => sizes;
/** The replays: the demo fleet over 60 days, and larger ones over a year. */
const SIZES = defineSizes({
  "replay-60-60d": { locations: 60, days: 60, times: 5 },
  "replay-1k-1y": { locations: 1_000, days: 365, times: 1 },
  "replay-10k-1y": { locations: 10_000, days: 365, times: 1 },
  "replay-versions-1y": { locations: 60, days: 365, times: 1, versions: 100 },
  "replay-terms-10k-60d": { locations: 10_000, days: 60, times: 1, ownTerms: true },
});
export const REPLAY_ROWS = Object.keys(SIZES) as (keyof typeof SIZES)[];

/**
 * Times a replay of a rule over the past of a fleet. Its floor is the database alone reading the same
 * columns of the same days.
 */
export async function benchReplay(
  url: string,
  name: (typeof REPLAY_ROWS)[number],
  addRow: AddRow,
): Promise<void> {
  const { locations, days, times, versions = 1, ownTerms = false } = SIZES[name];
  const service = await openService(parseEnv({ DEMO: "1", FLEX_API_KEY: KEY }), url, {
    now: () => NOW,
    log: pino({ level: "error" }),
    demoDays: DEMO_DAYS,
    demoControls: false,
    demoMarket: false,
  });
  const client = new pg.Client(url);
  await client.connect();
  try {
    await service.tick();
    if (locations > 60) await cloneFleet(url, locations, DEMO_DAYS);
    if (days > DEMO_DAYS) await repeatDays(client, days);
    await client.query("delete from prices");
    const low = await recordPrices(client, days);
    if (versions > 1) await repeatPrices(client, versions);
    const rule = await writeRule(service);
    if (ownTerms) await giveOwnTerms(client);
    const fromMs = startOfDay(NOW, -days);
    const period = { time_from: iso(fromMs), time_to: iso(startOfDay(NOW)) };
    let hours = 0;
    const waits = monitorEventLoopDelay({ resolution: 1 });
    waits.enable();
    const used = process.cpuUsage();
    const databaseUsed = await readDatabaseCpu(client);
    const value = await medianTime(times, async () => {
      const answer = await post<{ total: { hours: number } }>(
        service,
        `/v1/rules/${rule}/replay`,
        period,
      );
      ({ hours } = answer.total);
    });
    const { user, system } = process.cpuUsage(used);
    waits.disable();
    const cpu = ((user + system) / 1e6 / times).toFixed(1);
    const database = (((await readDatabaseCpu(client)) - databaseUsed) / times).toFixed(1);
    const floor = await medianTime(times, () => readColumns(client, low.days));
    const what = `a rule over ${days} days of ${locations} locations, ${Math.round(hours)} hours under control, ${low.days.length} days read, ${cpu} s of CPU in the service and ${database} s in the database, others waited ${Math.round(waits.max / 1e6)} ms at most, ${Math.round(process.resourceUsage().maxRSS / 1e3)} MB at most`;
    addRow({ name, what, unit: "ms", value, floor, ratio: value / floor });
  } finally {
    await client.end();
    await service.close();
  }
}

/** CPU seconds of the sessions of this database so far; NaN where there is no /proc. */
async function readDatabaseCpu(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database()",
  );
  try {
    return rows.reduce((sum, { pid }) => {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
      return sum + (Number(stat[11]) + Number(stat[12])) / 100;
    }, 0);
  } catch {
    return NaN;
  }
}

const iso = (ms: number) => new Date(ms).toISOString();

async function post<T>(service: Service, path: string, body: object): Promise<T> {
  const request = new Request(`http://service${path}`, {
    method: "POST",
    headers: { "X-API-Key": KEY, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const response = await service.fetch(request);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as T;
}

/** Copies the last days of every location and area until there are `days` of them. */
async function repeatDays(client: pg.Client, days: number): Promise<void> {
  for (const table of ["location_days", "area_days"]) {
    const columns = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_name = $1 and column_name <> 'day' order by ordinal_position`,
      [table],
    );
    const names = columns.rows.map(({ name }) => name).join(", ");
    const step = 28;
    for (let back = step; back < days + step; back += step)
      await client.query(
        `insert into ${table} (day, ${names})
         select day - $1::int, ${names} from ${table}
         where isps = 96 and day > $2::date - ${step} and day <= $2::date on conflict do nothing`,
        [back, localDate(startOfDay(NOW, -1))],
      );
  }
  await client.query("analyze");
}

/** Records the prices of a period. @returns the days on which a price is below zero */
async function recordPrices(client: pg.Client, days: number): Promise<{ days: string[] }> {
  const period = { fromMs: startOfDay(NOW, -days), toMs: startOfDay(NOW) };
  const low = new Set<string>();
  const { vintages } = await replay().fetchPrices(period, NOW);
  for (const { vintageMs, prices } of vintages) {
    const times = prices.map(({ timeMs }) => iso(timeMs));
    const values = prices.map(({ price }) => price! - LOWER_BY);
    for (const [i, price] of values.entries()) if (price < 0) low.add(localDate(prices[i]!.timeMs));
    const columns = [times, values, iso(vintageMs!)];
    await client.query(
      `insert into prices (zone, market, time, source, known_at, price, recorded_at)
       select 'NL', 'day-ahead', t, 'replay', $3, p, $3 from unnest($1::timestamptz[], $2::float8[]) v(t, p)`,
      columns,
    );
    await client.query(
      `insert into prices (zone, market, time, source, known_at, long, short, recorded_at)
       select 'NL', 'imbalance', t, 'generated', t - interval '115 minutes', p, p, $3 from unnest($1::timestamptz[], $2::float8[]) v(t, p)`,
      columns,
    );
  }
  await client.query(
    `insert into positions (bidding_zone, time_from, recorded_at, sold_kwh)
     select distinct zone, time, $1::timestamptz, 0 from prices on conflict do nothing`,
    [iso(period.fromMs)],
  );
  return { days: [...low] };
}

/** Records other prices that were known before these, at steps of 13 minutes. */
async function repeatPrices(client: pg.Client, versions: number): Promise<void> {
  await client.query(
    `insert into prices (zone, market, time, source, known_at, price, long, short, recorded_at)
     select zone, market, time, source, known_at - v * interval '13 minutes', price + v / 10.0,
       long + v / 10.0, short + v / 10.0, recorded_at
     from prices, generate_series(1, $1::int - 1) as v`,
    [versions],
  );
  await client.query("analyze prices");
}

/** Gives each customer the terms of a group with another compensation, each recorded at another moment. */
async function giveOwnTerms(client: pg.Client): Promise<void> {
  await client.query(
    `insert into contract_terms (kind, subject_id, valid_from, recorded_at, terms)
     select 'customer', id, '2020-01-01', recorded_at - n * interval '1 second',
       jsonb_set(terms, '{compensation_eur_per_kwh}', to_jsonb(n / 1e6))
     from (select id, row_number() over (order by id) as n from customers) as numbered,
       (select terms, recorded_at from contract_terms where kind = 'group' limit 1) as one`,
  );
  await client.query("analyze contract_terms");
}

/** Terms for all groups, and a rule for the zone. @returns its id */
async function writeRule(service: Service): Promise<string> {
  const listed = await service.fetch(
    new Request("http://service/v1/groups?page_size=100", { headers: { "X-API-Key": KEY } }),
  );
  const groups = ((await listed.json()) as { data: { id: string }[] }).data;
  const price = { day_ahead_factor: 1, eur_per_kwh: 0 };
  for (const { id } of groups)
    await post(service, `/v1/groups/${id}/terms`, {
      valid_from: "2020-01-01",
      terms: {
        feed_in: price,
        import: price,
        markup_eur_per_kwh: 0.02,
        energy_tax_eur_per_kwh: 0.09157,
        vat_percent: 21,
        compensation_eur_per_kwh: 0,
        netting: false,
      },
    });
  const { id } = await post<{ id: string }>(service, "/v1/rules", {
    name: "Bench",
    enabled: false,
    target: { kind: "bidding_zone", id: "NL" },
    export_threshold: { below_eur_per_mwh: 0, type: "ZERO_EXPORT" },
    import_threshold: { below_eur_per_mwh: 0, type: "MAX_CONSUMPTION" },
  });
  return id;
}

/** Reads the columns that a replay needs, in the database alone. */
const readColumns = (client: pg.Client, days: readonly string[]) =>
  client.query(
    `select sum(bit_count(forecast) + bit_count(downward) + bit_count(actual) + bit_count(flags))
     from location_days where day = any($1::date[])`,
    [days],
  );
