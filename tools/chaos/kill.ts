import pg from "pg";
import { setTimeout as pause } from "node:timers/promises";
import { gone } from "../../runtime/process/process-utils.mjs";
import { ready, STAFF, startStack, type Stack } from "./stack.ts";
import { seeded, type Random } from "./random.ts";
import { HttpClient } from "./http-client.ts";
import { type SentWrite, type Send, throughService, write, type Written } from "./writers.ts";
import {
  type AuditChain,
  readChainHead,
  readChain,
  verifyChain,
} from "../../lib/database/audit-chain.ts";
import { auditChain } from "../../lib/portal/db/schema.ts";
import { apiCallsChain } from "../../service/store/schema-calls.ts";

export const targets = ["service", "portal", "postgres"] as const;
export type Target = (typeof targets)[number];

const WRITERS = 4;
/** Maximum time between two kills. */
const QUIET_MS = 300;
/** Timeout for the first response after each restart. */
const ANSWERS_WITHIN_MS = 60_000;

/** The result of a kill run. */
export interface KillReport extends Missed {
  kills: number;
  answered: number;
  unanswered: number;
  refusedForNow: number;
  /** Responses that a kill does not explain. */
  refused: string[];
  /** Faults in an audit trail. */
  faults: number;
  /** From the start after a kill until everything is ready, in milliseconds. */
  reopenMs: number[];
}

/** What is killed, how often, and whether writes go through a portal. */
export interface KillOptions {
  target: Target;
  kills: number;
  seed: number;
  portal: boolean;
  /** Ends the run before its last kill. */
  maxMinutes?: number;
  onKill?: (kills: number) => void;
}

/**
 * Kills a program (or PostgreSQL) at random moments under writes, restarts it, and counts
 * afterwards which answered changes are missing and which exist more than once.
 */
export async function runKills(options: KillOptions): Promise<KillReport> {
  const { target, seed, portal, maxMinutes = Infinity, onKill } = options;
  const random = seeded(seed);
  const stack = await startStack({ services: 1, portals: portal ? 1 : 0 });
  const stop = new AbortController();
  try {
    const send = portal
      ? await throughPortal(stack)
      : throughService(stack.services[0]!.url, stack.apiKey);
    const written: Written = { writes: [], refused: [], answers: 0 };
    const writing = Array.from({ length: WRITERS }, (_, n) => {
      const writerRandom = seeded(seed + n + 1);
      return write(`w${n}`, { send, random: writerRandom, stopped: stop.signal }, written);
    });
    const reopenMs: number[] = [];
    const untilMs = Date.now() + maxMinutes * 60_000;
    for (let n = 0; n < options.kills && Date.now() < untilMs; n++) {
      await answeredAgain(written);
      await pause(random() * QUIET_MS);
      reopenMs.push(await killOnce(stack, target, random));
      onKill?.(reopenMs.length);
    }
    await answeredAgain(written);
    stop.abort();
    await Promise.all(writing);
    return await counted(stack, written, { kills: reopenMs.length, reopenMs });
  } finally {
    stop.abort();
    await stack.end();
  }
}

/** Waits until one more change is answered, so that each kill happens during writes. */
async function answeredAgain(written: Written): Promise<void> {
  const before = written.answers;
  for (const startMs = Date.now(); written.answers === before; await pause(10))
    if (Date.now() - startMs > ANSWERS_WITHIN_MS) throw new Error("Nothing is answered any more.");
}

async function throughPortal(stack: Stack): Promise<Send> {
  const client = new HttpClient(stack.portals[0]!.url);
  await client.signIn(STAFF.email, STAFF.password);
  return (path, body, key) => client.post(`/api/${path}`, body, { "Idempotency-Key": key });
}

/** @returns the time until everything was ready again */
async function killOnce(stack: Stack, target: Target, random: Random): Promise<number> {
  if (target !== "postgres") {
    const instance = target === "portal" ? stack.portals[0]! : stack.services[0]!;
    await instance.kill();
    return instance.open();
  }
  process.kill(stack.databases.embeddedPid!, "SIGKILL");
  await gone(stack.databases.embeddedPid!, 10_000);
  await pause(random() * QUIET_MS);
  const startMs = performance.now();
  await stack.openPostgres();
  await Promise.all([...stack.services, ...stack.portals].map(ready));
  return performance.now() - startMs;
}

async function counted(
  { databases, portals }: Stack,
  { writes, refused }: Written,
  { kills, reopenMs }: Pick<KillReport, "kills" | "reopenMs">,
): Promise<KillReport> {
  const pool = new pg.Pool({ connectionString: databases.serviceUrl, max: 1 });
  try {
    const queryStored = async (text: string) => (await pool.query<StoredControl>(text)).rows;
    const missed = compare(writes, {
      group: await queryStored("select id, name as key from groups"),
      control: await queryStored("select id, target_id as key from controls"),
    });
    const sum = (pick: (one: Written["writes"][number]) => number) =>
      writes.reduce((n, one) => n + pick(one), 0);
    const trails: [string, AuditChain][] = [[databases.serviceUrl, apiCallsChain]];
    if (portals.length > 0) trails.push([databases.portalUrl, auditChain]);
    return {
      kills,
      answered: writes.filter((one) => one.answered.length > 0).length,
      unanswered: sum((one) => one.unanswered),
      refusedForNow: sum((one) => one.refusedForNow),
      ...missed,
      refused,
      faults: await faultsOf(trails),
      reopenMs,
    };
  } finally {
    await pool.end();
  }
}

async function faultsOf(trails: [string, AuditChain][]): Promise<number> {
  let faults = 0;
  for (const [url, trail] of trails) {
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    const end = await readChainHead(pool, trail);
    faults += (await verifyChain(readChain(pool, trail), [], end)).faults.length;
    await pool.end();
  }
  return faults;
}

/** The report as lines of text. */
export function formatKillReport(target: Target, report: KillReport): string {
  const times = report.reopenMs.toSorted((a, b) => a - b).map(Math.round);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
  return [
    `${target}: ${report.kills} kills; ${report.answered} changes answered, ${report.lost.length} lost, ${report.doubled.length} doubled`,
    `  ${report.unanswered} times no answer, ${report.refusedForNow} times refused for now, ${report.refused.length} other refusals; ${report.faults} faults in the audit trails`,
    `  open again after ${at(0.5)} ms (half), ${at(0.95)} ms (95 %), ${at(1)} ms (longest)`,
  ].join("\n");
}

/** A stored resource: its id, and the name or group that identifies its change. */
interface StoredControl {
  id: string;
  key: string;
}

/** Keys of answered changes that are missing, and of those stored twice. */
interface Missed {
  lost: string[];
  doubled: string[];
}

/** Compares the responses with the stored data. */
export function compare(
  writes: SentWrite[],
  stored: Record<SentWrite["noun"], StoredControl[]>,
): Missed {
  const made = { group: byKey(stored.group), control: byKey(stored.control) };
  const madeBy = ({ noun, key, groupId }: SentWrite) => made[noun].get(groupId ?? key) ?? [];
  const isLost = (one: SentWrite) => one.answered.some((id) => !madeBy(one).includes(id));
  const isDoubled = (one: SentWrite) => madeBy(one).length > 1 || new Set(one.answered).size > 1;
  return {
    lost: writes.filter(isLost).map(({ key }) => key),
    doubled: writes.filter(isDoubled).map(({ key }) => key),
  };
}

function byKey(stored: StoredControl[]): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { id, key } of stored) ids.set(key, [...(ids.get(key) ?? []), id]);
  return ids;
}
