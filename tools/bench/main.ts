import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { migrateService } from "../../service/store/schema-guard.ts";
import { openPostgres } from "../../runtime/postgres/postgres.ts";
import { newToken } from "../../runtime/config/secrets.ts";
import { FLEET_KINDS, parseFleetRow } from "./fleet-bench.ts";
import { benchFleet } from "./fleet-rows.ts";
import { httpReads, HTTP_ROWS, portalReads } from "./http-reads.ts";
import { benchReplay, REPLAY_ROWS } from "./replay.ts";
import { restarts } from "./restarts.ts";
import { benchInstances } from "./instances.ts";
import { wakeAfterDays, wakeFleet } from "./wake.ts";
import { parseSize, toLine, writeRows, type BenchRow } from "./rows.ts";

const USAGE = `npm run bench [-- OPTIONS] [SIZE …]   sizes in locations; without any 1000 and 10000
  --only a,b       only these: ${HTTP_ROWS.join(", ")}, portal-read, second-start, wake-3-days,
                   ${REPLAY_ROWS.join(", ")},
                   instances-10k and wake-3-days-10k with any size,
                   fleet, or rows of a fleet such as control-100k-1h: ${FLEET_KINDS.join(", ")}
  --json FILE      writes {"name", "value", "floor", "ratio"} of each row
  --seconds N      how long each address is asked; 10 without it`;

function refuse(why: string): never {
  console.error(`${why}\n${USAGE}`);
  process.exit(1);
}

function readOptions() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        only: { type: "string" },
        json: { type: "string" },
        seconds: { type: "string", default: "10" },
      },
    });
  } catch (error) {
    return refuse((error as Error).message);
  }
}

const { values, positionals } = readOptions();
const sizes = positionals.map(Number);
if (sizes.some((size) => !Number.isInteger(size) || size < 100))
  refuse("A size is a whole number of locations, 100 or more.");
const seconds = Number(values.seconds);
if (!(Number.isInteger(seconds) && seconds > 0)) refuse("--seconds takes a whole number.");
const ROW_NAMES: readonly string[] = [
  ...HTTP_ROWS,
  "portal-read",
  "second-start",
  "wake-3-days",
  ...REPLAY_ROWS,
  "fleet",
];
/** What is measured without `--only`: replays over a year take minutes to prepare. */
const DEFAULT_ROWS = ROW_NAMES.filter((name) => !name.endsWith("-1y"));
const only = new Set(values.only?.split(",") ?? DEFAULT_ROWS);
const parseSized = (name: string) => {
  const [, row, label] = /^(instances|wake-3-days)-(\d+k?)$/.exec(name) ?? [];
  return row && label && parseSize(label) >= 100 ? { row, size: parseSize(label) } : null;
};
for (const name of only)
  if (!ROW_NAMES.includes(name) && !parseFleetRow(name) && !parseSized(name))
    refuse(`There is no row ${name}.`);
const fleetRows = new Set([...only].filter((name) => parseFleetRow(name)));
const namedSizes = new Set([...fleetRows].map((name) => parseFleetRow(name)!.size));

const dataDir = mkdtempSync(join(tmpdir(), "curtail-bench-"));
chmodSync(dataDir, 0o755);
const postgres = await openPostgres({ dataDir, ownerPassword: newToken() });
const rows: BenchRow[] = [];
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    void end().finally(() => process.exit(1));
  });
try {
  if (HTTP_ROWS.some((name) => only.has(name))) {
    console.log("\nThe demo fleet over HTTP, 8 connections; value, floor, ratio");
    await httpReads(await freshDatabase("http"), { only, seconds }, add);
  }
  if (only.has("portal-read")) await portalReads({ seconds }, add);
  if (only.has("second-start")) await restarts({ times: Math.min(5, seconds) }, add);
  if (only.has("wake-3-days")) await wakeAfterDays(await freshDatabase("wake"), add);
  for (const name of only) {
    const sized = parseSized(name);
    if (sized?.row === "instances") await benchInstances(freshDatabase, sized.size, add);
    if (sized?.row === "wake-3-days")
      await wakeFleet(await freshDatabase(`wake_${sized.size}`), sized.size, add);
  }
  for (const name of REPLAY_ROWS)
    if (only.has(name))
      await benchReplay(await freshDatabase(name.replaceAll("-", "_")), name, add);
  if (only.has("fleet"))
    for (const size of sizes.length > 0 ? sizes : [1_000, 10_000])
      await benchFleet(await freshDatabase(`fleet_${size}`), size, add);
  for (const size of namedSizes)
    await benchFleet(await freshDatabase(`named_${size}`), size, add, fleetRows);
} finally {
  // Also what was measured before a failure.
  if (values.json) writeRows(values.json, rows);
  await end();
}

async function end(): Promise<void> {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

function add(row: BenchRow): void {
  rows.push(row);
  console.log(toLine(row));
}

async function freshDatabase(name: string): Promise<string> {
  const client = new pg.Client(postgres.ownerUrl);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(postgres.ownerUrl);
  url.pathname = `/${name}`;
  await migrateService(url.href);
  return url.href;
}
