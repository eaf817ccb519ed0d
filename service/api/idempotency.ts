import { createHash } from "node:crypto";
import { toMillis } from "../../lib/time/instant.ts";
import { KEY_RUNNING, type ControlOrder, type OperationId } from "../../lib/contract/index.ts";
import {
  answeredUnder,
  lockKey,
  saveAnswer,
  type KeyedRequest,
} from "../store/idempotency-keys.ts";
import type { Db } from "../store/store.ts";
import type { Deps } from "./deps.ts";
import { ApiProblem } from "./problems.ts";

/** The response of a change; only `change` creates one. */
export class MutationResult<T> {
  readonly kind = "changed";
  constructor(
    /** Null if `replayed` is set. */
    readonly body: T | null,
    /** The stored response to the same request, as JSON. */
    readonly replayed: string | null = null,
  ) {}
}

/**
 * Runs a change and stores its idempotency key in one transaction. Work that requires the commit
 * comes after the call. `toReplayed` returns the response for a replay, if it differs from the first one.
 */
export type Change<T> = (
  make: (tx: Db) => Promise<T>,
  toReplayed?: (answer: T) => T,
) => Promise<MutationResult<T>>;

/** The input of a request, parsed by the contract. */
interface OperationInput {
  operation: OperationId;
  params: Record<string, unknown>;
  headers: Record<string, string | undefined>;
  body: unknown;
}

/** The idempotency key of a request with its caller and content; null without a key. */
export function keyedRequest(caller: string, input: OperationInput): KeyedRequest | null {
  const key = input.headers["Idempotency-Key"];
  if (key === undefined) return null;
  const requestHash = createHash("sha256")
    .update(JSON.stringify(canonicalRequest(input)))
    .digest();
  return { caller, key, requestHash };
}

const toMillisOrNull = (stamp: string | null | undefined) => (stamp ? toMillis(stamp) : null);
const controlled = { controlBiddingZone: "bidding_zone", controlGroup: "group" } as const;
const isControl = (operation: OperationId): operation is keyof typeof controlled =>
  operation in controlled;

/**
 * Canonical form of a request: equal requests give equal text, whatever the notation of instants.
 */
function canonicalRequest({ operation, params, headers, body }: OperationInput): unknown[] {
  const { "Idempotency-Key": _key, ...otherHeaders } = headers;
  if (!isControl(operation))
    return [operation, ordered(params), ordered(body), ordered(otherHeaders)];
  const kind = controlled[operation];
  const order = body as ControlOrder;
  const times = [toMillisOrNull(order.time_from), toMillisOrNull(order.time_to)];
  const reason = headers["Control-Reason"] ?? null;
  const replaced = headers["Control-Replaces"];
  const request = [kind, params[`${kind}_id`], order.type, ...times, reason];
  return replaced === undefined ? request : [...request, replaced];
}

/** A JSON value with the fields of every object sorted. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return fields.map(([name, field]) => [name, ordered(field)]);
}

/**
 * The response stored for the same request within a day. @throws ApiProblem 422 if the key was used
 * for another request.
 */
async function findReplay(
  db: Db,
  keyed: KeyedRequest,
  nowMs: number,
): Promise<MutationResult<never> | null> {
  const before = await answeredUnder(db, keyed, nowMs);
  if (!before) return null;
  if (keyed.requestHash.equals(before.requestHash))
    return new MutationResult<never>(null, before.answer);
  throw new ApiProblem(
    "invalid",
    "This Idempotency-Key was used for another request.",
    [{ pointer: "header/Idempotency-Key", detail: "was used for another request" }],
    {},
    "idempotency-key-used",
  );
}

const stillRunning = () =>
  new ApiProblem(
    "conflict",
    "The first request with this Idempotency-Key is still being processed.",
    [{ pointer: "header/Idempotency-Key", detail: "belongs to a request still being processed" }],
    { "Retry-After": "1" },
    KEY_RUNNING,
  );

/** The transaction of a change; `committing` is called just before the commit. */
export const idempotentTransaction =
  (deps: Deps, keyed: KeyedRequest | null, committing = () => {}): Change<unknown> =>
  (make, toReplayed = (answer) => answer) =>
    deps.db.transaction(async (tx) => {
      if (keyed && !(await lockKey(tx, keyed))) throw stillRunning();
      const meanwhile = keyed && (await findReplay(tx, keyed, deps.now()));
      if (meanwhile) return meanwhile;
      const answer = await make(tx);
      if (keyed) await saveAnswer(tx, keyed, JSON.stringify(toReplayed(answer)), deps.now());
      committing();
      return new MutationResult(answer);
    });

/**
 * Processes one request at a time per idempotency key. A replay gets the stored response before any
 * other check.
 */
export function singleFlight(deps: Deps) {
  const underWay = new Set<string>();
  return async function once<T>(
    keyed: KeyedRequest | null,
    work: () => Promise<T>,
  ): Promise<T | MutationResult<never>> {
    if (!keyed) return work();
    const before = await findReplay(deps.db, keyed, deps.now());
    if (before) return before;
    const name = JSON.stringify([keyed.caller, keyed.key]);
    if (underWay.has(name)) throw stillRunning();
    underWay.add(name);
    try {
      return await work();
    } catch (refusal) {
      // The first request may have caused the reason for which this one was refused.
      const meanwhile =
        refusal instanceof ApiProblem ? await findReplay(deps.db, keyed, deps.now()) : null;
      if (meanwhile) return meanwhile;
      throw refusal;
    } finally {
      underWay.delete(name);
    }
  };
}
export type Once = ReturnType<typeof singleFlight>;
