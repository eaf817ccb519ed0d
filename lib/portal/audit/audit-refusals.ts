import { z } from "zod";
import { isWritten } from "./with-audit.ts";
import { addressOf, networkOf } from "../context/client-address.ts";
import { PortalError } from "../context/errors.ts";
import { log, reasonOf } from "../context/log.ts";
import { runInContext, setRouteName, originOf, requestIdHere } from "../context/request-context.ts";
import { countAttempt } from "../db/attempt-counters.ts";
import { recordRefusal, type AuditEntry } from "../db/audit.ts";
import type { Database } from "../db/database.ts";
import type { User } from "../db/sessions.ts";

/** What Next gives a handler of the parameters in its path; nothing on a route without any. */
export type Params = Record<string, string> | undefined;

/** A route handler as Next calls it. */
export type RouteHandler = (
  request: Request,
  context: { params: Promise<Params> | undefined },
) => Promise<Response>;

/** Somebody's attempt, as it is written down when it is refused. */
export interface Attempt {
  db: Database;
  user: User | null;
  operation: string;
  params: Params;
  requestId: string;
  /** Whether it was to read something; a change without it. */
  reads?: boolean;
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
  setRouteName(called);
  const address = addressOf(request.headers.get("x-forwarded-for"));
  const origin = { address: address === "unknown" ? null : address };
  return runInContext(origin, () => told(called, answer));
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
    const { db, user, operation, params, requestId, reads } = attempt();
    if (reads && !isForeignRead(error, user)) return;
    const named = Object.entries(params ?? {}).map(([name, value]) => `${name}=${cut(value)}`);
    const target = named.join(" ") || null;
    await recordOfMany(db, { user: user ?? nobody, operation, target, requestId }, error.status);
  });
}

/** The longest value of an address that is written down. */
const VALUE_CHARACTERS = 100;
const cut = (value: string) =>
  value.length > VALUE_CHARACTERS ? `${value.slice(0, VALUE_CHARACTERS)}…` : value;

/**
 * Whether somebody asked to read what is not theirs. Pages left open after a session ended, and old
 * links of staff, ask in vain as well: those would hide the others.
 */
const isForeignRead = ({ status, problem }: PortalError, user: User | null): boolean =>
  (status === 403 && problem.code !== "second-factor-required") ||
  (status === 404 && user?.role === "customer");

/** Writes down a refused call of an address under `/api` that has no route. */
export async function writeUnknownAddress(
  error: unknown,
  request: Request,
  attempt: () => Pick<Attempt, "db" | "user" | "requestId">,
): Promise<void> {
  if (!(error instanceof PortalError)) return;
  await written(async () => {
    const { db, user, requestId } = attempt();
    const target = `${request.method} ${shortened(new URL(request.url).pathname)}`;
    const entry = { user: user ?? nobody, operation: UNKNOWN_ADDRESS, target, requestId };
    await recordOfMany(db, entry, error.status);
  });
}

/** Of an address its first part below `/api`, where that is a plain word: others may be secret. */
function shortened(pathname: string): string {
  const [first = "", ...more] = pathname.split("/").slice(2);
  const isWord = /^[a-z.-]{0,24}$/i.test(first);
  return `/api/${isWord ? first : "…"}${isWord && more.length > 0 ? "/…" : ""}`;
}

/** Writes down that a route of signing in or out turned a call away, and at which step. */
export async function writeRefusedStep(
  db: () => Database,
  step: Pick<AuditEntry, "operation" | "target">,
  status: number,
): Promise<void> {
  const entry = { user: nobody, requestId: requestIdHere(), ...step };
  await written(() => recordOfMany(db(), entry, status));
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
  const email = z.email().max(254).safeParse(typed).success ? typed : "";
  const entry = { user: { ...nobody, email }, operation: "signIn", target: null };
  const status = outcome === "refused" ? 401 : 429;
  await written(() => recordOfMany(db, { ...entry, requestId: requestIdHere() }, status));
}

/** What a call of an address without a route is called in the trail. */
export const UNKNOWN_ADDRESS = "unknownAddress";

const nobody = { id: null, email: "", role: "nobody" } as const;

/** What cannot be written down is refused all the same. */
async function written(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (reason) {
    log.error({ reason: reasonOf(reason) }, "a refusal was not written down");
  }
}

/** Nobody fills the trail with what is refused: so many of each, and one line of the log for more. */
async function recordOfMany(db: Database, entry: AuditEntry, status: number): Promise<void> {
  const { id } = entry.user;
  // Calls of addresses that there are not keep no others from being written down.
  const kind = entry.operation === UNKNOWN_ADDRESS ? "unknown-addresses" : "refusals";
  const key = `${kind}:${id ?? networkOf(originOf().address ?? "unknown")}`;
  const most = id === null ? MOST_ANONYMOUS : MOST_OF_ACCOUNT;
  const soFar = await countAttempt(db, key, new Date(), WINDOW_MS);
  if (soFar <= most) await recordRefusal(db, entry, status);
  if (soFar === most + 1)
    log.warn({ accountId: id, most }, "more refusals are not written down for a while");
}
