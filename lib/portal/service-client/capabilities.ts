import { z } from "zod";
import {
  documentedOperations,
  operations,
  type HeadersOf,
  type OperationId,
} from "../../contract/index.ts";
import { readJson } from "./response-parser.ts";
import type { CircuitBreaker } from "./circuit-breaker.ts";
import { UnusableResponseError } from "./transport-errors.ts";
import { withTimeout } from "./service-request.ts";
import { discardBody, sendUpstream } from "./upstream.ts";
import type { Timers } from "../context/timers.ts";

const REFRESH_MS = 60_000;
const ABSENT_RETRY_MS = 15_000;
const UNREACHABLE_RETRY_MS = 3_000;
/** Timeouts of the document request in milliseconds: before and after the first success. */
const FIRST_TIMEOUT_MS = 3_000;
const TIMEOUT_MS = 1_500;
const DOCUMENT_BYTES = 4 * 1024 * 1024;

const withoutParamNames = (path: string) => path.replace(/\{[^}]*\}/g, "{}").replace(/\/+$/, "");

const openApi = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/** The operations a service has, and the headers each supports. */
export class Capabilities extends Set<OperationId> {
  constructor(
    operations: Iterable<OperationId>,
    /** Headers that all operations that issue a control support. */
    readonly controlHeaders: ReadonlySet<OptionalHeader> = new Set(),
    private readonly headersByOperation: ReadonlyMap<OperationId, ReadonlySet<string>> = new Map(),
  ) {
    super(operations);
  }

  /** Whether the service's document lists this header for the operation, in any case. */
  supportsHeader = (operation: OperationId, header: string): boolean =>
    this.headersByOperation.get(operation)?.has(header.toLowerCase()) ?? false;
}
export type OptionalHeader = keyof HeadersOf;

const documentedCapabilities = new Capabilities(documentedOperations);
const operationIds = Object.keys(operations) as OperationId[];

/**
 * Creates a function that returns the service's capabilities, from its OpenAPI document and cached
 * for a minute. Without a document they are the ten documented operations. While the service is
 * unreachable, the last known capabilities are returned; while the breaker is open, no request is
 * sent.
 */
export function createCapabilitiesReader(
  base: string,
  apiKey: string,
  timers: Timers,
  breaker: CircuitBreaker,
): () => Promise<Capabilities> {
  let lastCapabilities: Capabilities | undefined;
  let refreshAtMs = -Infinity;
  let refreshing: Promise<Capabilities> | undefined;
  const nowMs = () => timers.now().getTime();

  async function refresh(): Promise<Capabilities> {
    const startedAt = timers.now();
    const found = await fetchCapabilities(
      base,
      apiKey,
      lastCapabilities ? TIMEOUT_MS : FIRST_TIMEOUT_MS,
    );
    if (found === "unreachable") breaker.recordFailure(startedAt);
    else lastCapabilities = found === "absent" ? documentedCapabilities : found;
    const wait =
      found === "unreachable"
        ? UNREACHABLE_RETRY_MS
        : found === "absent"
          ? ABSENT_RETRY_MS
          : REFRESH_MS;
    refreshAtMs = nowMs() + wait;
    refreshing = undefined;
    return lastCapabilities ?? documentedCapabilities;
  }

  return async () =>
    nowMs() < refreshAtMs || breaker.unavailableSince()
      ? (lastCapabilities ?? documentedCapabilities)
      : (refreshing ??= refresh());
}

async function fetchCapabilities(
  base: string,
  apiKey: string,
  timeoutMs: number,
): Promise<Capabilities | "absent" | "unreachable"> {
  const send = async (signal: AbortSignal) => {
    const response = await sendUpstream(`${base}/v1/openapi.json`, {
      headers: { "X-API-Key": apiKey, Accept: "application/json" },
      signal,
    });
    if (response.ok) {
      return toCapabilities(openApi.parse(await readJson(response, DOCUMENT_BYTES, apiKey)).paths);
    }
    discardBody(response);
    return response.status >= 500 || response.status === 429 ? "unreachable" : "absent";
  };
  return withTimeout(timeoutMs, send).catch((error: unknown) =>
    isTransportError(error) ? "unreachable" : "absent",
  );
}

/** A broken connection does not mean that the service has no document. */
const isTransportError = (error: unknown) =>
  !(error instanceof UnusableResponseError) && !(error instanceof z.ZodError);

/** Parameter names do not matter: `{id}` and `{group_id}` are the same path. */
function toCapabilities(paths: Record<string, Record<string, unknown>>): Capabilities {
  const ways = new Set(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${withoutParamNames(path)}`),
    ),
  );
  const extensions = operationIds.filter((key) =>
    ways.has(`${operations[key].method} ${withoutParamNames(operations[key].path)}`),
  );
  const headersByOperation = listHeaders(paths);
  return new Capabilities(
    [...documentedOperations, ...extensions],
    listControlHeaders(headersByOperation),
    headersByOperation,
  );
}

const operationParameters = z.object({
  parameters: z.array(z.object({ in: z.string(), name: z.string() }).catch({ in: "", name: "" })),
});

/** The headers, in lower case, that the document lists for each operation. */
function listHeaders(paths: Record<string, Record<string, unknown>>) {
  const methodsAt = new Map(
    Object.entries(paths).map(([path, at]) => [withoutParamNames(path), at]),
  );
  return new Map(
    operationIds.map((key) => {
      const described = methodsAt.get(withoutParamNames(operations[key].path))?.[
        operations[key].method
      ];
      const parameters = operationParameters.safeParse(described).data?.parameters ?? [];
      const headers = parameters.filter((one) => one.in === "header");
      return [key, new Set(headers.map((one) => one.name.toLowerCase()))] as const;
    }),
  );
}

/** The headers listed for all operations that issue a control. */
function listControlHeaders(headersByOperation: ReadonlyMap<OperationId, ReadonlySet<string>>) {
  const names = Object.keys(operations.controlGroup.headers.shape) as OptionalHeader[];
  const takes = (key: OperationId, name: string) =>
    headersByOperation.get(key)!.has(name.toLowerCase());
  return new Set(
    names.filter((name) => takes("controlBiddingZone", name) && takes("controlGroup", name)),
  );
}
