import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import pino from "pino";
import { parseEnv } from "../lib/env.ts";
import { migrateService } from "../service/store/migrate.ts";
import { openService, type Service } from "../service/service.ts";
import { BenchField } from "./bench/field.ts";
import { bytesPerLocationDay, cloneFleet, listMeters } from "./bench/fleet.ts";
import { median, shortSize, shortTime } from "./bench/timing.ts";
import { openPostgres } from "../runtime/postgres/postgres.ts";
import { newToken } from "../runtime/config/secrets.ts";
import { QUARTER_MS } from "../lib/time/amsterdam.ts";

const USAGE = "npm run bench [-- SIZE …]   sizes in locations; without any 1000 and 10000";
const KEY = "ck_bench-key-of-this-run";
const HISTORY_DAYS = 30;
/** 30 days of this many copies would take tens of gigabytes, so larger fleets get fewer days. */
const MOST_LOCATION_DAYS = 400_000;
const REPEATS = 5;

const sizes = process.argv.slice(2).map(Number);
if (sizes.some((size) => !Number.isInteger(size) || size < 100)) {
  console.error(`A size is a whole number of locations, 100 or more.\n${USAGE}`);
  process.exit(1);
}

const dataDir = mkdtempSync(join(tmpdir(), "curtail-bench-"));
chmodSync(dataDir, 0o755);
const postgres = await openPostgres({ dataDir, ownerPassword: newToken() });
try {
  for (const size of sizes.length > 0 ? sizes : [1_000, 10_000]) await bench(size);
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

function since(start: number): number {
  return performance.now() - start;
}

async function freshDatabase(size: number): Promise<string> {
  const client = new pg.Client(postgres.ownerUrl);
  await client.connect();
  await client.query(`create database fleet_${size}`);
  await client.end();
  const url = new URL(postgres.ownerUrl);
  url.pathname = `/fleet_${size}`;
  await migrateService(url.href);
  return url.href;
}

async function bench(size: number): Promise<void> {
  const url = await freshDatabase(size);
  const clock = { ms: Date.parse("2026-06-15T10:01:00Z") };
  const env = parseEnv({ DEMO: "1", FLEX_API_KEY: KEY });
  const days = Math.max(1, Math.min(HISTORY_DAYS, Math.floor(MOST_LOCATION_DAYS / size)));
  const field = new BenchField();
  const service = await openService(env, url, {
    now: () => clock.ms,
    log: pino({ level: "error" }),
    demoDays: HISTORY_DAYS,
    demoControls: false,
    field: async () => field,
  });
  await service.tick();
  const filling = performance.now();
  await cloneFleet(url, size, days);
  field.meters = await listMeters(url);
  const row = (what: string, figure: string) => console.log(`  ${what.padEnd(58)} ${figure}`);
  console.log(`\n${size} locations, ${days} days each (made in ${shortTime(since(filling))})`);
  row("a location's day on disk", shortSize(await bytesPerLocationDay(url)));
  await readings(service, row);
  await controls(service, clock, row);
  await turns(service, clock, row);
  field.reports = true;
  clock.ms += 60_000;
  row("a minute's turn, every meter reporting", shortTime(await median(1, () => service.tick())));
  field.reports = false;
  await service.close();
}

type Row = (what: string, figure: string) => void;

async function ask(service: Service, path: string, body?: unknown): Promise<string> {
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

async function readings(service: Service, row: Row): Promise<void> {
  const zone = "/v1/bidding-zones/NL/historical";
  const bytes = (await ask(service, zone)).length;
  row(
    `30 days of the zone (${shortSize(bytes)})`,
    shortTime(await median(REPEATS, () => ask(service, zone))),
  );
  const { data } = JSON.parse(await ask(service, "/v1/locations?page_size=1")) as {
    data: { id: string }[];
  };
  const one = `/v1/locations/${data[0]!.id}/historical`;
  row("30 days of a location", shortTime(await median(REPEATS, () => ask(service, one))));
}

async function controls(service: Service, clock: { ms: number }, row: Row): Promise<void> {
  const at = (minutes: number) => new Date(clock.ms + minutes * 60_000).toISOString();
  const order = (hours: number) => ({
    type: "MAX_CONSUMPTION",
    time_from: at(60),
    time_to: at(60 + hours * 60),
  });
  const zone = "/v1/bidding-zones/NL/control";
  for (const hours of [1, 24])
    row(
      `preview of a zone control, ${hours} h ahead of one`,
      shortTime(await median(3, () => ask(service, `${zone}/preview`, order(hours)))),
    );
  const start = performance.now();
  const { id } = JSON.parse(await ask(service, zone, order(1))) as { id: string };
  row("a zone control of 1 h accepted, outbox written", shortTime(since(start)));
  row(
    "its delivery read",
    shortTime(await median(REPEATS, () => ask(service, `/v1/controls/${id}/delivery`))),
  );
  const cancelling = performance.now();
  await ask(service, `/v1/controls/${id}/cancel`, {});
  row("it cancelled", shortTime(since(cancelling)));
}

async function turns(service: Service, clock: { ms: number }, row: Row): Promise<void> {
  clock.ms = Math.ceil(clock.ms / QUARTER_MS) * QUARTER_MS + 1_000;
  const start = performance.now();
  await service.tick();
  row("a quarter's turn: learn, freeze, 7 days of totals", shortTime(since(start)));
  clock.ms += 60_000;
  const minute = performance.now();
  await service.tick();
  row("a minute's turn (60 of them report)", shortTime(since(minute)));
}
