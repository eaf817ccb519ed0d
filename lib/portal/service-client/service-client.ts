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
import { parseResponse } from "./response-parser.ts";
import { retry, type AttemptResult } from "./retry.ts";
import { CircuitBreaker, toUnavailable } from "./circuit-breaker.ts";
import { isChange, toTransportError, toTransportFailure } from "./transport-errors.ts";
import { createCapabilitiesReader, type Capabilities } from "./capabilities.ts";
import { sendUpstream, type UpstreamResponse } from "./upstream.ts";
import { toUpstreamFailure } from "./upstream-problems.ts";
import { buildPath, buildQuery, withTimeout } from "./service-request.ts";
import { realTimers, type Timers } from "../context/timers.ts";
import { getTraceHeaders, inSpan, SpanKind } from "../../tracing/tracing.ts";
import { PortalError } from "../context/errors.ts";
import { log } from "../context/log.ts";
import { portalMetrics } from "../context/metrics.ts";

export interface ServiceAddress {
  /** URL of the service; a path in it comes before `/v1`. */
  baseUrl: string;
  apiKey: string;
}

interface ServiceLimits {
  /** Timeout of a read, and of all reads of one page together, in milliseconds. */
  readMs: number;
  /** Timeout of a control or another change, in milliseconds. */
  controlMs: number;
  /** Largest response that is read, in bytes. */
  maxResponseBytes: number;
}

export const serviceLimits: ServiceLimits = {
  readMs: 5_000,
  controlMs: 25_000,
  maxResponseBytes: 16 * 1024 * 1024,
};

/** The input of an operation, already validated against the contract. */
export interface ServiceInput<K extends OperationId> {
  params: ParamsOf<K>;
  query: QueryOf<K>;
  /** The operation's own headers. */
  headers?: HeadersOf;
  body: BodyOf<K>;
}

interface ServiceResponse<K extends OperationId> {
  data: AnswerOf<K>;
  /** `X-Total-Count`, where the service sent one. */
  total: number | null;
}

export interface ServiceClient {
  /** Identifies the service in the portal's cache. */
  readonly service: string;
  /** @throws PortalError in the portal's own texts, whatever the service responded. */
  call<K extends OperationId>(
    operation: K,
    input: ServiceInput<K>,
    requestId: string,
  ): Promise<ServiceResponse<K>>;
  /** The documented ten operations and those that the service's OpenAPI document lists. */
  capabilities(): Promise<Capabilities>;
  /** Since when the service is unavailable; null while it responds. */
  unavailableSince(): Date | null;
  /** The same client with one deadline for all its reads, as long from now as a single read's. */
  withPageDeadline(): ServiceClient;
}

/** What all calls of one service share. */
interface ClientState {
  base: string;
  apiKey: string;
  limits: ServiceLimits;
  timers: Timers;
  breaker: CircuitBreaker;
  capabilities(): Promise<Capabilities>;
}

/**
 * Creates the only client of a service. While the service is unavailable, reads fail within a
 * quarter of a second and changes are still sent.
 */
export function createServiceClient(
  { baseUrl, apiKey }: ServiceAddress,
  limits: ServiceLimits = serviceLimits,
  timers: Timers = realTimers,
): ServiceClient {
  const base = toBaseUrl(baseUrl);
  const probe = async () => {
    const result = await attempt(state, "listControls", probeInput, randomUUID(), PROBE_MS);
    return "response" in result || result.health !== "failing";
  };
  const breaker = new CircuitBreaker(timers, probe);
  const capabilities = createCapabilitiesReader(base, apiKey, timers, breaker);
  const state: ClientState = { base, apiKey, limits, timers, breaker, capabilities };
  return createClient(state, Infinity);
}

/** The smallest read that every service supports. */
const probeInput = { params: {}, query: { page: 0, page_size: 1 }, body: undefined };
const PROBE_MS = 2_000;

const createClient = (state: ClientState, pageDeadlineMs: number): ServiceClient => ({
  service: state.base,
  call: (operation, input, requestId) =>
    callService(state, operation, input, requestId, pageDeadlineMs),
  capabilities: state.capabilities,
  unavailableSince: () => state.breaker.unavailableSince(),
  withPageDeadline: () => createClient(state, state.timers.now().getTime() + state.limits.readMs),
});

const toBaseUrl = (address: string) => {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname.replace(/\/+$/, "")}`;
};

/** One call: circuit breaker, deadline, attempts, then breaker, metrics and error. */
async function callService<K extends OperationId>(
  state: ClientState,
  operation: K,
  input: ServiceInput<K>,
  requestId: string,
  pageDeadlineMs: number,
): Promise<ServiceResponse<K>> {
  const { breaker, timers } = state;
  const startedMs = performance.now();
  try {
    await refuseWhileUnavailable(breaker, operation, requestId);
    const startedAt = timers.now();
    const deadlineMs = getDeadline(state, operation, startedAt, pageDeadlineMs);
    const remainingMs = () => deadlineMs - timers.now().getTime();
    if (remainingMs() <= 0) throw toTransportError(operation, timeoutError(), requestId);
    const maxAttempts = await getMaxAttempts(state, operation, input);
    const send = () => attempt(state, operation, input, requestId, remainingMs());
    const result = await retry(send, maxAttempts, remainingMs);
    recordInBreaker(breaker, result, startedAt);
    if ("error" in result) {
      throw withOutageSince(result.error, breaker.unavailableSince(), requestId);
    }
    recordCall(operation, requestId, startedMs, "answered");
    return result.response;
  } catch (error) {
    const outcome =
      error instanceof PortalError ? error.problem.type.split(":").at(-1)! : "internal";
    recordCall(operation, requestId, startedMs, outcome);
    throw error;
  }
}

async function refuseWhileUnavailable(
  breaker: CircuitBreaker,
  operation: OperationId,
  requestId: string,
): Promise<void> {
  const since = isChange(operation) ? null : await breaker.confirmUnavailable();
  if (since) throw toUnavailable(since, requestId);
}

/** When a call started at this time ends at the latest, in milliseconds since 1970. */
function getDeadline(
  { limits }: ClientState,
  operation: OperationId,
  startedAt: Date,
  pageDeadlineMs: number,
): number {
  if (isChange(operation)) return startedAt.getTime() + limits.controlMs;
  const isPreview = operations[operation].scope === "control";
  const timeoutMs = isPreview ? limits.controlMs : limits.readMs;
  return Math.min(startedAt.getTime() + timeoutMs, pageDeadlineMs);
}

const timeoutError = () => new DOMException("", "TimeoutError");

const MAX_READ_ATTEMPTS = 3;
const MAX_KEYED_CHANGE_ATTEMPTS = 2;

/** A change is sent once, unless an idempotency key prevents the service from repeating it. */
async function getMaxAttempts<K extends OperationId>(
  { capabilities }: ClientState,
  operation: K,
  { headers }: ServiceInput<K>,
): Promise<number> {
  if (operations[operation].method === "get") return MAX_READ_ATTEMPTS;
  if (!isChange(operation) || !headers?.["Idempotency-Key"]) return 1;
  const supportsKeys = (await capabilities()).supportsHeader(operation, "Idempotency-Key");
  return supportsKeys ? MAX_KEYED_CHANGE_ATTEMPTS : 1;
}

/** Sends the request once, within a timeout in milliseconds. */
async function attempt<K extends OperationId>(
  { base, apiKey, limits }: ClientState,
  operation: K,
  input: ServiceInput<K>,
  requestId: string,
  timeoutMs: number,
): Promise<AttemptResult<ServiceResponse<K>>> {
  const url = base + buildPath(operation, input.params, requestId) + buildQuery(input.query);
  const { method, path } = operations[operation];
  const span = { kind: SpanKind.CLIENT, attributes: { "url.template": path } };
  const send = (signal: AbortSignal) =>
    inSpan(`${method.toUpperCase()} ${path}`, span, async () => {
      const response = await sendUpstream(url, {
        method: method.toUpperCase(),
        headers: buildHeaders(apiKey, requestId, input),
        body: input.body === undefined ? null : JSON.stringify(input.body),
        signal,
      });
      if (!response.ok) return toUpstreamFailure(operation, response, apiKey, requestId);
      const data = await parseResponse(operation, response, limits.maxResponseBytes, apiKey);
      return { response: { data, total: getTotal(response) } };
    });
  try {
    return await withTimeout(timeoutMs, send);
  } catch (error) {
    return toTransportFailure(operation, error, requestId);
  }
}

/** The portal's key, the ids of request and trace, and the operation's headers; nothing else of the browser's. */
const buildHeaders = (
  apiKey: string,
  requestId: string,
  { headers, body }: { headers?: HeadersOf; body: unknown },
): Record<string, string> => ({
  ...headers,
  ...getTraceHeaders(),
  "X-API-Key": apiKey,
  Accept: "application/json",
  "X-Request-Id": requestId,
  ...(body === undefined ? {} : { "Content-Type": "application/json" }),
});

function getTotal(response: UpstreamResponse): number | null {
  const text = response.headers.get("X-Total-Count") ?? "";
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function recordInBreaker(
  breaker: CircuitBreaker,
  result: AttemptResult<unknown>,
  startedAt: Date,
): void {
  if ("response" in result || result.health === "healthy") breaker.recordSuccess();
  else if (result.health === "failing") breaker.recordFailure(startedAt);
}

/** Adds since when the service is unavailable to an error that certainly changed nothing. */
function withOutageSince(error: PortalError, since: Date | null, requestId: string): PortalError {
  if (!since || !error.problem.type.endsWith(":unavailable")) return error;
  const unavailable = toUnavailable(since, requestId);
  unavailable.cause = error.cause;
  return unavailable;
}

/** Logs and counts a call and its outcome, never what was sent or received. */
function recordCall(
  operation: OperationId,
  requestId: string,
  startedMs: number,
  outcome: string,
): void {
  const ms = performance.now() - startedMs;
  log.debug({ requestId, operation, outcome, ms: Math.round(ms) }, "Called the service");
  portalMetrics().called(operation, outcome, ms / 1000);
}
