import { setTimeout as pause } from "node:timers/promises";
import type { Random } from "./random.ts";

const MAX_PAUSE_MS = 20;
const AGAIN_MS = 100;
const GIVES_UP_AFTER_MS = 10_000;

/** Sends a change, of which `key` is the idempotency key. */
export type Send = (path: string, body: object, key: string) => Promise<Response>;

/** A requested change, with its idempotency key. */
export interface SentWrite {
  key: string;
  noun: "group" | "control";
  /** For a control: the group it is issued on. */
  groupId?: string;
  /** The ids it created, one per response. */
  answered: string[];
  /** How often it was sent without a response, and how often refused temporarily. */
  unanswered: number;
  refusedForNow: number;
}

/** The results of writers. `refused` are responses that no kill explains. */
export interface Written {
  writes: SentWrite[];
  refused: string[];
  /** The number of responses so far. */
  answers: number;
}

const FOR_NOW = new Set([409, 429, 502, 503, 504]);

/** Retries a change with one key until it is answered, as documented for clients. */
async function until(
  send: Send,
  {
    path,
    body,
    write,
    stopped,
  }: { path: string; body: object; write: SentWrite; stopped: AbortSignal },
  written: Written,
): Promise<string | undefined> {
  while (!stopped.aborted) {
    try {
      const answer = await send(path, body, write.key);
      const text = await answer.text();
      if (answer.status === 200) {
        const { id } = JSON.parse(text) as { id: string };
        write.answered.push(id);
        written.answers += 1;
        return id;
      }
      if (!FOR_NOW.has(answer.status))
        return void written.refused.push(`${answer.status} ${path} ${text}`);
      write.refusedForNow += 1;
    } catch {
      write.unanswered += 1;
    }
    await pause(AGAIN_MS);
  }
  return undefined;
}

/**
 * Writes until it is stopped: groups and a control on each, every change with a new key, and at
 * times a replay after its response. Names start with `name`.
 */
export async function write(
  name: string,
  { send, random, stopped }: { send: Send; random: Random; stopped: AbortSignal },
  written: Written,
): Promise<void> {
  const writeOnce = async (noun: SentWrite["noun"], key: string, path: string, body: object) => {
    const groupId = noun === "control" ? path.split("/").at(-2)! : undefined;
    const one: SentWrite = { key, noun, groupId, answered: [], unanswered: 0, refusedForNow: 0 };
    written.writes.push(one);
    const id = await until(send, { path, body, write: one, stopped }, written);
    if (id && random() < 0.1) await until(send, { path, body, write: one, stopped }, written);
    return id;
  };
  for (let n = 0; !stopped.aborted; n++) {
    const key = `${name}-${n}`;
    const group = await writeOnce("group", key, "groups", { name: key, bidding_zone: "NL" });
    const order = { type: "ZERO_EXPORT", time_to: new Date(Date.now() + 3_600_000).toISOString() };
    if (group) await writeOnce("control", `${key}-control`, `groups/${group}/control`, order);
    await pause(random() * MAX_PAUSE_MS);
  }
}

/** A program's client of the service. */
export const throughService =
  (url: string, apiKey: string): Send =>
  (path, body, key) =>
    fetch(`${url}/v1/${path}`, {
      method: "POST",
      headers: { "X-API-Key": apiKey, "Content-Type": "application/json", "Idempotency-Key": key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(GIVES_UP_AFTER_MS),
    });
