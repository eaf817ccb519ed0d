import pino from "pino";
import { parseEnv } from "../../lib/env.ts";
import { MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { openService, type Service } from "../../service/service.ts";
import { type AddRow, medianTime, shortTime } from "./rows.ts";
import pg from "pg";
import type { Gateway, Reports, Setpoint } from "../../service/gateway/gateway.ts";

const PORTION = 2_000;

interface Meter {
  locationId: string;
  deviceId: string;
}

/** Locations that accept every setpoint and, if enabled, report their meter each minute. */
class BenchField implements Gateway {
  meters: readonly Meter[] = [];
  reports = false;

  async dispatch(setpoints: readonly Setpoint[]): Promise<ReadonlySet<string>> {
    return new Set(setpoints.map((setpoint) => setpoint.locationId));
  }

  async collect(
    fromMs: number,
    toMs: number,
    store: (reports: Reports) => Promise<void>,
  ): Promise<void> {
    if (!this.reports || fromMs === toMs) return;
    for (let i = 0; i < this.meters.length; i += PORTION)
      await store({
        acknowledgements: [],
        presence: [],
        readings: this.meters.slice(i, i + PORTION).map(({ locationId, deviceId }) => ({
          locationId,
          fromMs: toMs - MINUTE_MS,
          toMs,
          injectionKw: null,
          devices: [{ deviceId, powerKw: 1.234, stateOfCharge: null }],
        })),
      });
  }

  async close(): Promise<void> {}
}

const KEY = "ck_bench-key-of-this-run";
const HISTORY_DAYS = 30;
/** 30 days of this many copies would take tens of gigabytes, so larger fleets get fewer days. */
const MAX_LOCATION_DAYS = 400_000;
const REPEATS = 5;

/** As row names have it: 1k, 10k, 100k; other sizes in full. */
const toLabel = (size: number) => (size % 1_000 === 0 ? `${size / 1_000}k` : String(size));

/** Fills a database with copies of the demo fleet and times the service in this process on it. */
export async function benchFleet(url: string, size: number, add: AddRow): Promise<void> {
  const clock = { ms: Date.parse("2026-06-15T10:01:00Z") };
  const env = parseEnv({ DEMO: "1", FLEX_API_KEY: KEY });
  const days = Math.max(1, Math.min(HISTORY_DAYS, Math.floor(MAX_LOCATION_DAYS / size)));
  const field = new BenchField();
  const service = await openService(env, url, {
    now: () => clock.ms,
    log: pino({ level: "error" }),
    demoDays: HISTORY_DAYS,
    demoControls: false,
    field: async () => field,
  });
  await service.tick();
  const start = performance.now();
  await cloneFleet(url, size, days);
  field.meters = await listMeters(url);
  const took = shortTime(performance.now() - start);
  console.log(`\n${size} locations, ${days} days each (made in ${took})`);
  const label = toLabel(size);
  const row = (name: string, what: string, value: number, unit: "ms" | "bytes" = "ms") =>
    add({ name: `${name}-${label}`, what, unit, value, floor: null, ratio: null });
  row("location-day", "a location's day on disk", await bytesPerLocationDay(url), "bytes");
  await timeHistory(service, row);
  await timeControls(service, clock, row);
  await timeJobs(service, clock, field, row);
  await service.close();
}

type Row = (name: string, what: string, value: number) => void;

async function fetchText(service: Service, path: string, body?: unknown): Promise<string> {
  const response = await service.fetch(
    new Request(`http://bench${path}`, {
      method: body ? "POST" : "GET",
      headers: { "X-API-Key": KEY, "Content-Type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
  );
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text;
}

async function timeHistory(service: Service, row: Row): Promise<void> {
  const zone = "/v1/bidding-zones/NL/historical";
  const ofZone = await medianTime(REPEATS, () => fetchText(service, zone));
  row("zone-30-days", "30 days of the zone", ofZone);
  const { data } = JSON.parse(await fetchText(service, "/v1/locations?page_size=1")) as {
    data: { id: string }[];
  };
  const one = `/v1/locations/${data[0]!.id}/historical`;
  const ofLocation = await medianTime(REPEATS, () => fetchText(service, one));
  row("location-30-days", "30 days of a location", ofLocation);
}

async function timeControls(service: Service, clock: { ms: number }, row: Row): Promise<void> {
  const at = (minutes: number) => new Date(clock.ms + minutes * MINUTE_MS).toISOString();
  const order = (hours: number) => ({
    type: "MAX_CONSUMPTION",
    time_from: at(60),
    time_to: at(60 + hours * 60),
  });
  const zone = "/v1/bidding-zones/NL/control";
  for (const hours of [1, 24]) {
    const took = await medianTime(3, () => fetchText(service, `${zone}/preview`, order(hours)));
    row(`preview-${hours}h`, `preview of a zone control of ${hours} h`, took);
  }
  let id = "";
  for (const hours of [24, 1]) {
    const took = await medianTime(1, async () => {
      ({ id } = JSON.parse(await fetchText(service, zone, order(hours))) as { id: string });
    });
    row(`control-${hours}h`, `a zone control of ${hours} h accepted`, took);
  }
  const delivery = await medianTime(REPEATS, () =>
    fetchText(service, `/v1/controls/${id}/delivery`),
  );
  row("delivery", "its delivery read", delivery);
  row(
    "cancel",
    "it cancelled",
    await medianTime(1, () => fetchText(service, `/v1/controls/${id}/cancel`, {})),
  );
}

async function timeJobs(
  service: Service,
  clock: { ms: number },
  field: BenchField,
  row: Row,
): Promise<void> {
  const tick = () => medianTime(1, () => service.tick());
  clock.ms = Math.ceil(clock.ms / QUARTER_MS) * QUARTER_MS + 1_000;
  row("quarter", "quarter-hour job: train, freeze, 7 days of totals", await tick());
  clock.ms += MINUTE_MS;
  row("minute-quiet", "minute job, the demo's 60 reporting", await tick());
  field.reports = true;
  clock.ms += MINUTE_MS;
  row("minute", "minute job, every meter reporting", await tick());
  field.reports = false;
}

/**
 * Copies the demo fleet until the database has `locations` locations: customers, locations (not
 * simulated), devices, training state, live state and `days` of history. The totals of the zone are
 * unchanged: reading them costs the same for any number of locations.
 */
async function cloneFleet(url: string, locations: number, days: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const run = (text: string) => client.query(text);
  try {
    const { rows } = await client.query("select count(*)::int as n from locations");
    const copies = Math.ceil(locations / rows[0].n) - 1;
    await run(`create temp table copy as
      select l.id as from_id, c.n, l.id || '-' || c.n as to_id,
        l.customer_id as from_customer, l.customer_id || '-' || l.id || '-' || c.n as to_customer
      from locations l, generate_series(1, ${copies}) as c(n) limit ${locations - rows[0].n}`);
    await copyRows(run, "customers", {
      from: "join copy on from_customer = row.id",
      values: { id: "to_customer", email: "to_customer || '@bench.example'" },
    });
    const ofLocation = "join copy on from_id = row.location_id";
    await copyRows(run, "locations", {
      from: "join copy on from_id = row.id",
      values: { id: "to_id", customer_id: "to_customer", simulation: "null" },
    });
    await copyRows(run, "devices", {
      from: ofLocation,
      values: { id: "row.id || '-' || n", location_id: "to_id" },
    });
    for (const table of ["forecast_models", "live_state"])
      await copyRows(run, table, { from: ofLocation, values: { location_id: "to_id" } });
    await copyRows(run, "location_days", {
      from: `${ofLocation} where row.day > (select max(day) from location_days) - ${days}`,
      values: { location_id: "to_id" },
    });
    await run("analyze");
  } finally {
    await client.end();
  }
}

type Run = (text: string) => Promise<pg.QueryResult>;

/**
 * Copies rows of a table with all columns, including ones added later; `values` are the expressions
 * that differ from the original.
 */
async function copyRows(
  run: Run,
  table: string,
  { from, values }: { from: string; values: Record<string, string> },
): Promise<void> {
  const { rows } = await run(`select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = '${table}' and is_generated = 'NEVER'`);
  const names = rows.map((row) => String(row.name));
  const expressions = names.map((name) => values[name] ?? `row."${name}"`);
  await run(`insert into ${table} (${names.map((name) => `"${name}"`).join(", ")})
    select ${expressions.join(", ")} from ${table} as row ${from}`);
}

/** The meters of the copied locations. */
async function listMeters(url: string): Promise<Meter[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<Meter>(`
      select d.location_id as "locationId", d.id as "deviceId"
      from devices d join locations l on l.id = d.location_id
      where d.device_type = 'METER' and l.simulation is null`);
    return rows;
  } finally {
    await client.end();
  }
}

/** Bytes on disk per location and day, including index and overflow. */
async function bytesPerLocationDay(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query("vacuum full location_days");
    const { rows } = await client.query(
      "select pg_total_relation_size('location_days')::float8 / count(*) as bytes from location_days",
    );
    return rows[0].bytes;
  } finally {
    await client.end();
  }
}
