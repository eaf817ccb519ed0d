import { randomUUID } from "node:crypto";
import {
  type AnswerOf,
  type BodyOf,
  type HeadersOf,
  type OperationId,
  operations,
  type ParamsOf,
  type QueryOf,
} from "../../contract/index.ts";
import { readAnswer } from "./response-parser.ts";
import { retry, type Outcome } from "./retry.ts";
import { Breaker, serviceUnavailable } from "./circuit-breaker.ts";
import { changes, lostAnswer, lostCall } from "./transport-errors.ts";
import { createOfferReader, type Offered } from "./capabilities.ts";
import { refusedCall } from "./upstream-problems.ts";
import { headersOf, pathOf, queryOf, totalOf, within } from "./service-request.ts";
import { realTimers, type Timers } from "../context/timers.ts";
import { PortalError } from "../context/errors.ts";
import { log } from "../context/log.ts";
import { portalMetrics } from "../context/metrics.ts";

export interface ServiceAddress {
  /** Where the service is; may carry a path, which then stands before `/v1`. */
  baseUrl: string;
  apiKey: string;
}

export interface ServiceLimits {
  /** Longest wait for a reading, and for all that one page reads together, in milliseconds. */
  readMs: number;
  /** Longest wait for a control or another change, in milliseconds. */
  controlMs: number;
  /** Largest answer that is read, in bytes. */
  answerBytes: number;
}

export const serviceLimits: ServiceLimits = {
  readMs: 5_000,
  controlMs: 25_000,
  answerBytes: 16 * 1024 * 1024,
};

/** What an operation is called with, already checked against the contract. */
export interface ServiceInput<K extends OperationId> {
  params: ParamsOf<K>;
  query: QueryOf<K>;
  /** Headers of the operation that travel beside its body. */
  headers?: HeadersOf;
  body: BodyOf<K>;
}

export interface ServiceAnswer<K extends OperationId> {
  data: AnswerOf<K>;
  /** `X-Total-Count`, where the service sent one. */
  total: number | null;
}

export interface ServiceClient {
  /** Tells services apart in what the portal remembers. */
  readonly service: string;
  /** @throws PortalError in our words whatever the service answered. */
  call<K extends OperationId>(
    operation: K,
    input: ServiceInput<K>,
    requestId: string,
  ): Promise<ServiceAnswer<K>>;
  /** What the service has: the documented ten, and what its OpenAPI document lists. */
  offered(): Promise<Offered>;
  /** Since when the service is away; null while it answers. */
  away(): Date | null;
  /** The same client, whose readings together take no longer from now than one may. */
  forOnePage(): ServiceClient;
}

/** What every call of one service shares. */
interface Line {
  base: string;
  apiKey: string;
  limits: ServiceLimits;
  timers: Timers;
  breaker: Breaker;
  offered(): Promise<Offered>;
}

/** The one place that calls a service. Readings fail at once while it is away; changes are sent. */
export function createServiceClient(
  { baseUrl, apiKey }: ServiceAddress,
  limits: ServiceLimits = serviceLimits,
  timers: Timers = realTimers,
): ServiceClient {
  const base = baseOf(baseUrl);
  const probe = async () => {
    const asked = await attempt(line, "listControls", oneControl, randomUUID(), PROBE_MS);
    return "answer" in asked || asked.sign !== "fails";
  };
  const breaker = new Breaker(timers, probe);
  const offered = createOfferReader(base, apiKey, timers, breaker);
  const line: Line = { base, apiKey, limits, timers, breaker, offered };
  return clientOn(line, Infinity);
}

/** The smallest question that every service answers. */
const oneControl = { params: {}, query: { page: 0, page_size: 1 }, body: undefined };
const PROBE_MS = 2_000;

const clientOn = (line: Line, readUntilMs: number): ServiceClient => ({
  service: line.base,
  call: (operation, input, requestId) =>
    instrumentCall(operation, requestId, () =>
      callService(line, operation, input, requestId, readUntilMs),
    ),
  offered: line.offered,
  away: () => line.breaker.away(),
  forOnePage: () => clientOn(line, line.timers.now().getTime() + line.limits.readMs),
});

const baseOf = (address: string) => {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname.replace(/\/+$/, "")}`;
};

async function callService<K extends OperationId>(
  line: Line,
  operation: K,
  input: ServiceInput<K>,
  requestId: string,
  readUntilMs: number,
): Promise<ServiceAnswer<K>> {
  const { breaker, limits, timers } = line;
  const isChange = changes(operation);
  const away = isChange ? null : breaker.away();
  if (away) throw serviceUnavailable(away, requestId);
  const begun = timers.now();
  const limitMs = isChange || operations[operation].scope === "control" ? "controlMs" : "readMs";
  const untilMs = Math.min(begun.getTime() + limits[limitMs], isChange ? Infinity : readUntilMs);
  const leftMs = () => untilMs - timers.now().getTime();
  if (leftMs() <= 0) throw lostAnswer(operation, new DOMException("", "TimeoutError"), requestId);
  const most = await mostAttempts(line, operation, input);
  const once = () => attempt(line, operation, input, requestId, leftMs());
  const outcome = await retry(once, most, leftMs);
  if ("answer" in outcome) {
    breaker.answered();
    return outcome.answer;
  }
  if (outcome.sign === "answers") breaker.answered();
  if (outcome.sign === "fails") breaker.failed(begun);
  throw told(outcome.error, breaker.away(), requestId);
}

const MOST_READS = 3;
const MOST_KEYED_CHANGES = 2;

/** A change is made once, unless a key keeps the service from making it twice. */
async function mostAttempts<K extends OperationId>(
  { offered }: Line,
  operation: K,
  { headers }: ServiceInput<K>,
): Promise<number> {
  if (operations[operation].method === "get") return MOST_READS;
  if (!changes(operation) || !headers?.["Idempotency-Key"]) return 1;
  return (await offered()).takes(operation, "Idempotency-Key") ? MOST_KEYED_CHANGES : 1;
}

/** Of what surely had no effect it is said since when the service is away, where it is. */
function told(error: PortalError, away: Date | null, requestId: string): PortalError {
  if (!away || !error.problem.type.endsWith(":unavailable")) return error;
  const said = serviceUnavailable(away, requestId);
  said.cause = error.cause;
  return said;
}

async function attempt<K extends OperationId>(
  { base, apiKey, limits }: Line,
  operation: K,
  input: ServiceInput<K>,
  requestId: string,
  waitMs: number,
): Promise<Outcome<ServiceAnswer<K>>> {
  const url = base + pathOf(operation, input.params, requestId) + queryOf(input.query);
  const ask = async (signal: AbortSignal): Promise<Outcome<ServiceAnswer<K>>> => {
    const response = await fetch(url, {
      method: operations[operation].method.toUpperCase(),
      headers: headersOf(apiKey, requestId, input),
      body: input.body === undefined ? null : JSON.stringify(input.body),
      redirect: "manual",
      cache: "no-store",
      signal,
    });
    if (!response.ok) return refusedCall(operation, response, apiKey, requestId);
    const data = await readAnswer(operation, response, limits.answerBytes, apiKey);
    return { answer: { data, total: totalOf(response) } };
  };
  return within(waitMs, ask).catch((error: unknown) => lostCall(operation, error, requestId));
}

/** Makes a call of the service, and tells log and metrics how it ended: never what was said. */
async function instrumentCall<T>(
  operation: OperationId,
  requestId: string,
  call: () => Promise<T>,
): Promise<T> {
  const start = performance.now();
  const tell = (outcome: string) => {
    const ms = performance.now() - start;
    log.debug({ requestId, operation, outcome, ms: Math.round(ms) }, "called the service");
    portalMetrics().called(operation, outcome, ms / 1000);
  };
  try {
    const answer = await call();
    tell("answered");
    return answer;
  } catch (error) {
    tell(error instanceof PortalError ? error.problem.type.split(":").at(-1)! : "internal");
    throw error;
  }
}
