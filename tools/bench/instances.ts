import { readdirSync, readFileSync } from "node:fs";
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import pino from "pino";
import pg from "pg";
import { parseEnv } from "../../lib/env.ts";
import { MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { openService } from "../../service/service.ts";
import { cloneFleet } from "./fleet-copies.ts";
import type { Turn, TurnDone } from "./instance.ts";
import { toLabel, type AddRow } from "./rows.ts";

const STARTED_MS = Date.parse("2026-06-15T10:01:00Z");
const HISTORY_DAYS = 4;
const COUNTS = [1, 2, 4];
/** Partitions of the fleet: enough for the largest number of instances. */
const PARTITIONS = 8;

/**
 * `instances-SIZE-…`: the CPU time of a minute's turn, every meter reporting, and of a quarter-hour's
 * turn with 1, 2 and 4 instances, which share them by partitions: of all instances, of the busiest one, and
 * of PostgreSQL. Wall time says little when they share the processors. The floor is the same with one.
 */
export async function benchInstances(
  newDatabase: (name: string) => Promise<string>,
  size: number,
  addRow: AddRow,
): Promise<void> {
  const alone = new Map<string, number>();
  for (const count of COUNTS) {
    const url = await newDatabase(`instances_${size}_${count}`);
    await makeFleet(url, size);
    const instances = await Promise.all(
      Array.from({ length: count }, (_, index) => startInstance(url, index, count, size)),
    );
    try {
      for (const [turn, cpu] of Object.entries(await timeTurns(url, instances)))
        for (const [of, value] of Object.entries(cpu)) {
          const key = `${turn} ${of}`;
          const floor = alone.get(key) ?? value;
          alone.set(key, floor);
          const name = `instances-${toLabel(size)}-${turn}-${count}-${of}`;
          const what = `CPU of ${LABELS[of as keyof Cpu]}, a ${turn}'s turn, instances: ${count}`;
          addRow({ name, what, unit: "ms", value, floor, ratio: floor > 0 ? value / floor : null });
        }
    } finally {
      await Promise.all(instances.map(stopInstance));
    }
  }
}

const LABELS = { all: "all", busiest: "the busiest", postgres: "PostgreSQL" };

interface Cpu {
  all: number;
  busiest: number;
  postgres: number;
}

async function makeFleet(url: string, size: number): Promise<void> {
  const service = await openService(parseEnv({ DEMO: "1" }), url, {
    now: () => STARTED_MS,
    log: pino({ level: "error" }),
    demoDays: HISTORY_DAYS,
    demoControls: false,
  });
  await service.tick();
  await service.close();
  await cloneFleet(url, size, HISTORY_DAYS);
}

async function startInstance(
  url: string,
  index: number,
  count: number,
  size: number,
): Promise<ChildProcess> {
  const args = [url, `${index}`, `${count}`, `${STARTED_MS}`];
  const child = fork(new URL("./instance.mjs", import.meta.url), args, {
    env: {
      ...process.env,
      PARTITION_LOCATIONS: String(Math.ceil(size / PARTITIONS)),
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [message] = (await Promise.race([once(child, "message"), once(child, "exit")])) as [
    unknown,
  ];
  if (message !== "ready") throw new Error("An instance ended before it was ready.");
  return child;
}

async function stopInstance(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.disconnect();
  await ended;
}

/** The turns in order: the fleet is divided in the first, and shared for a quarter-hour before the last is timed. */
async function timeTurns(
  url: string,
  instances: readonly ChildProcess[],
): Promise<Record<"minute" | "quarter", Cpu>> {
  const postgresMs = await followPostgres(url);
  const take = async (turn: Turn): Promise<Cpu> => {
    const before = postgresMs();
    const cpu = await Promise.all(instances.map((child) => takeTurn(child, turn)));
    const postgres = postgresMs() - before;
    const all = cpu.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
    return { all, busiest: Math.max(...cpu.map(({ cpuMs }) => cpuMs)), postgres };
  };
  const quarterMs = Math.ceil(STARTED_MS / QUARTER_MS) * QUARTER_MS;
  let ms = quarterMs + 1_000;
  for (let n = 0; n < 4; n++) {
    await take({ ms, reportsFromMs: null });
    ms += MINUTE_MS;
  }
  const report = () => {
    const turn = { ms, reportsFromMs: Math.floor(ms / MINUTE_MS) * MINUTE_MS - MINUTE_MS };
    ms += MINUTE_MS;
    return take(turn);
  };
  // Each minute, so that no instance takes over partitions that are late.
  const endQuarter = async (endMs: number) => {
    while (ms < endMs) await report();
    const turn = { ms, reportsFromMs: null };
    ms += MINUTE_MS;
    return take(turn);
  };
  const minute = await report();
  await endQuarter(quarterMs + QUARTER_MS);
  const quarter = await endQuarter(quarterMs + 2 * QUARTER_MS);
  return { minute, quarter };
}

async function takeTurn(child: ChildProcess, turn: Turn): Promise<TurnDone> {
  const turnEnd = new AbortController();
  const { signal } = turnEnd;
  const ended = once(child, "exit", { signal }).then(() => {
    throw new Error("An instance ended.");
  });
  const done = once(child, "message", { signal });
  child.send(turn);
  try {
    const [message] = (await Promise.race([done, ended])) as [TurnDone];
    return message;
  } finally {
    turnEnd.abort();
    await Promise.allSettled([done, ended]);
  }
}

/** Reads the CPU time of PostgreSQL, in ms; 0 where the system has no /proc. */
async function followPostgres(url: string): Promise<() => number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const main = readStat(rows[0]!.pid)?.parent;
  await client.end();
  if (!main) return () => 0;
  return () => {
    const all = readdirSync("/proc").flatMap((name) => readStat(Number(name)) ?? []);
    const children = all.filter(({ parent }) => parent === main);
    const ended = all.find(({ pid }) => pid === main)?.endedMs ?? 0;
    return children.reduce((sum, { cpuMs }) => sum + cpuMs, ended);
  };
}

/** Clock ticks of /proc are 10 ms on every system with Node. */
const TICK_MS = 10;

function readStat(pid: number) {
  if (!pid) return null;
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return null;
  }
  // After the name in brackets: state, parent and, from the twelfth on, times of itself and of ended children.
  const fields = text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15) as [
    number,
    number,
    number,
    number,
  ];
  const endedMs = (endedUser + endedSystem) * TICK_MS;
  return { pid, parent: fields[1]!, cpuMs: (user + system) * TICK_MS, endedMs };
}
