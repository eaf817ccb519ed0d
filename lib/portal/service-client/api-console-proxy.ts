import { operations, type OperationId } from "../../contract/index.ts";
import { env } from "../../env.ts";
import { readBytes } from "./response-parser.ts";
import { toTransportError, UnusableResponseError } from "./transport-errors.ts";
import { buildPath, buildQuery, withTimeout } from "./service-request.ts";
import { discardBody, hasNestedEncoding, sendUpstream, type UpstreamResponse } from "./upstream.ts";

/** A test call of the API reference, with the reader's own key. */
interface ConsoleCall {
  operation: OperationId;
  params: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  body?: unknown;
  key: string;
}

/** The service's response, unchanged. */
export interface ConsoleResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Whether the body was truncated. */
  cut: boolean;
  /** From the request to the last byte, in milliseconds. */
  milliseconds: number;
}

/** Timeout of the whole response, in milliseconds. */
const CONSOLE_TIMEOUT_MS = 10_000;
/** Maximum length of the returned body, in bytes. */
export const MAX_CONSOLE_BYTES = 256 * 1024;

const passedHeaders = [
  "content-type",
  "x-request-id",
  "x-total-count",
  "link",
  "allow",
  "retry-after",
  "idempotent-replay",
  "www-authenticate",
];

/**
 * Sends one call to the service with the reader's key and no other.
 * @throws PortalError when no usable response arrived.
 */
export async function sendConsoleCall(
  base: string,
  call: ConsoleCall,
  requestId: string,
  waitMs = CONSOLE_TIMEOUT_MS,
): Promise<ConsoleResponse> {
  const { operation, params, query, headers, body, key } = call;
  const url = base + buildPath(operation, params, requestId) + buildQuery(query);
  const { method } = operations[operation];
  const startedMs = performance.now();
  const send = async (signal: AbortSignal): Promise<ConsoleResponse> => {
    const response = await sendUpstream(url, {
      method: method.toUpperCase(),
      headers: {
        ...headers,
        "X-API-Key": key,
        Accept: "application/json",
        "X-Request-Id": requestId,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal,
    });
    const read = await readBody(response);
    return {
      status: response.status,
      headers: pickHeaders(response),
      ...read,
      milliseconds: Math.round(performance.now() - startedMs),
    };
  };
  return withTimeout(waitMs, send).catch((error: unknown) => {
    throw toTransportError(operation, error, requestId);
  });
}

async function readBody(response: UpstreamResponse): Promise<{ body: string; cut: boolean }> {
  if (hasNestedEncoding(response)) {
    discardBody(response);
    throw new UnusableResponseError("packed more than once");
  }
  const { read, isMore } = await readBytes(response.body, MAX_CONSOLE_BYTES);
  const body = read.toString("utf8");
  const portalKey = env().FLEX_API_KEY;
  if (portalKey && body.includes(portalKey))
    throw new UnusableResponseError("the answer shows the portal's key");
  return { body, cut: isMore };
}

const pickHeaders = ({ headers }: UpstreamResponse) =>
  Object.fromEntries(
    passedHeaders.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)!]] : [])),
  );
