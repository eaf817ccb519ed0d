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

/** What a change is answered; `change` makes it, and nothing else. */
export class MutationResult<T> {
  readonly kind = "changed";
  constructor(
    /** Null where `replayed` takes its place. */
    readonly body: T | null,
    /** What was answered before to the same request, as JSON. */
    readonly replayed: string | null = null,
  ) {}
}

/**
 * Makes a change in one transaction with the idempotency key of its request, where it has one. What
 * must wait until the change stands comes after it. `kept` is what is answered to the same request
 * again, where that is not the same.
 */
export type Change<T> = (
  make: (tx: Db) => Promise<T>,
  kept?: (answer: T) => T,
) => Promise<MutationResult<T>>;

/** The input of a request, parsed by the contract. */
interface OperationInput {
  operation: OperationId;
  params: Record<string, unknown>;
  headers: Record<string, string | undefined>;
  body: unknown;
}

/** The idempotency key of a request, its caller and content; null without a key. */
export function keyedRequest(caller: string, asked: OperationInput): KeyedRequest | null {
  const key = asked.headers["Idempotency-Key"];
  if (key === undefined) return null;
  const requestHash = createHash("sha256")
    .update(JSON.stringify(canonicalRequest(asked)))
    .digest();
  return { caller, key, requestHash };
}

const toMillisOrNull = (stamp: string | null | undefined) => (stamp ? toMillis(stamp) : null);
const controlled = { controlBiddingZone: "bidding_zone", controlGroup: "group" } as const;
const isControl = (operation: OperationId): operation is keyof typeof controlled =>
  operation in controlled;

/** Canonical form of a request: equal for equal requests, however instants are written. */
function canonicalRequest({ operation, params, headers, body }: OperationInput): unknown[] {
  const { "Idempotency-Key": _key, ...beside } = headers;
  if (!isControl(operation)) return [operation, ordered(params), ordered(body), ordered(beside)];
  const kind = controlled[operation];
  const order = body as ControlOrder;
  const times = [toMillisOrNull(order.time_from), toMillisOrNull(order.time_to)];
  return [kind, params[`${kind}_id`], order.type, ...times, headers["Control-Reason"] ?? null];
}

/** A JSON value with the fields of every object in order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return fields.map(([name, field]) => [name, ordered(field)]);
}

/** What the same request was answered within a day. @throws ApiProblem 422 for another request. */
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

/** The transaction of a change; `committing` is told once nothing but its end can undo it. */
export const idempotentTransaction =
  (deps: Deps, keyed: KeyedRequest | null, committing = () => {}): Change<unknown> =>
  (make, kept = (answer) => answer) =>
    deps.db.transaction(async (tx) => {
      if (keyed && !(await lockKey(tx, keyed))) throw stillRunning();
      const meanwhile = keyed && (await findReplay(tx, keyed, deps.now()));
      if (meanwhile) return meanwhile;
      const answer = await make(tx);
      if (keyed) await saveAnswer(tx, keyed, JSON.stringify(kept(answer)), deps.now());
      committing();
      return new MutationResult(answer);
    });

/**
 * Lets one request at a time work under its key. One that was answered before is answered the same
 * again, before anything of it is looked at anew.
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
      // What the first of them did may be why this one was refused.
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
