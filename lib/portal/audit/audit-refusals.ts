import { z } from "zod";
import { isWritten } from "./with-audit.ts";
import { addressOf, networkOf } from "../context/client-address.ts";
import { PortalError } from "../context/errors.ts";
import { log, reasonOf } from "../context/log.ts";
import { comingFrom, nameCall, originOf, requestIdHere } from "../context/request-context.ts";
import { countAttempt } from "../db/attempt-counters.ts";
import { recordRefusal, type AuditEntry } from "../db/audit.ts";
import type { Database } from "../db/database.ts";
import type { User } from "../db/sessions.ts";

/** Somebody's attempt at a change, as it is written down when it is refused. */
export interface Attempt {
  db: Database;
  user: User | null;
  operation: string;
  params: Record<string, string>;
  requestId: string;
}

const writtenDown = new Set([401, 403, 404, 429]);
const WINDOW_MS = 15 * 60_000;
/** Refusals of one address that are written down within 15 minutes, while nobody is signed in. */
export const MOST_ANONYMOUS = 50;
/** Refusals of one account that are written down within 15 minutes. */
export const MOST_OF_ACCOUNT = 300;

/** Answers a request as one that comes from where it says it does. */
export const fromRequest = (
  request: Request,
  called: string,
  answer: () => Promise<Response>,
): Promise<Response> => {
  nameCall(called);
  const address = addressOf(request.headers.get("x-forwarded-for"));
  const origin = { address: address === "unknown" ? null : address };
  return comingFrom(origin, () => told(called, answer));
};

/** Tells the log how a request was answered: never what it asked or was told. */
async function told(called: string, answer: () => Promise<Response>): Promise<Response> {
  const startMs = performance.now();
  const response = await answer();
  const ms = Math.round(performance.now() - startMs);
  const { status } = response;
  log.debug({ requestId: requestIdHere(), called, status, ms }, "answered");
  return response;
}

/**
 * Writes an attempt down that was refused before it was begun: by nobody, without the right, on
 * what is not theirs or not there, or too often. What cannot be written is refused all the same.
 */
export async function writeRefusal(error: unknown, attempt: () => Attempt): Promise<void> {
  if (!(error instanceof PortalError) || !writtenDown.has(error.status) || isWritten(error)) return;
  await written(async () => {
    const { db, user, operation, params, requestId } = attempt();
    const named = Object.entries(params).map(([name, value]) => `${name}=${value}`);
    const target = named.join(" ") || null;
    await recordOfMany(db, { user: user ?? nobody, operation, target, requestId }, error.status);
  });
}

/**
 * Writes down that somebody was not let in. What was typed as an e-mail address and cannot be one
 * is left out: it may be a password.
 */
export async function writeRefusedSignIn(
  db: Database,
  typed: string,
  outcome: "refused" | "throttled",
): Promise<void> {
  const email = z.email().safeParse(typed).success ? typed : "";
  const entry = { user: { ...nobody, email }, operation: "signIn", target: null };
  const status = outcome === "refused" ? 401 : 429;
  await written(() => recordOfMany(db, { ...entry, requestId: requestIdHere() }, status));
}

const nobody = { id: null, email: "", role: "nobody" } as const;

/** What cannot be written down is refused all the same. */
async function written(write: () => Promise<void>): Promise<void> {
  await write().catch((reason) =>
    log.error({ reason: reasonOf(reason) }, "a refusal was not written down"),
  );
}

/** Nobody fills the trail with what is refused: so many of each, and one line of the log for more. */
async function recordOfMany(db: Database, entry: AuditEntry, status: number): Promise<void> {
  const { id } = entry.user;
  const key = `refusals:${id ?? networkOf(originOf().address ?? "unknown")}`;
  const most = id === null ? MOST_ANONYMOUS : MOST_OF_ACCOUNT;
  const soFar = await countAttempt(db, key, new Date(), WINDOW_MS);
  if (soFar <= most) await recordRefusal(db, entry, status);
  if (soFar === most + 1)
    log.warn({ accountId: id, most }, "more refusals are not written down for a while");
}
