import { operations, type OperationId } from "../../contract/index.ts";
import { env } from "../../env.ts";
import { readBytes } from "./read-bytes.ts";
import { isPackedTwice, leave } from "./response-parser.ts";
import { lostAnswer, UnusableAnswer } from "./transport-errors.ts";
import { pathOf, queryOf, within } from "./service-request.ts";

/** What a reader of the API reference sends, with a key of their own. */
export interface TriedCall {
  operation: OperationId;
  params: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  body?: unknown;
  key: string;
}

/** What the service answered, as it came. */
export interface TriedAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** The answer was longer than what is passed on. */
  cut: boolean;
  /** From asking to the last byte, in milliseconds. */
  milliseconds: number;
}

/** Longest wait for an answer, to its last byte, in milliseconds. */
export const TRIED_MS = 10_000;
/** Longest answer that is passed on, in bytes. */
export const SHOWN_BYTES = 256 * 1024;

const telling = [
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
 * Makes one call of a service with the reader's key, and no other.
 * @throws PortalError when no answer came, or one that cannot be shown.
 */
export async function callAsReader(
  base: string,
  call: TriedCall,
  requestId: string,
  waitMs = TRIED_MS,
): Promise<TriedAnswer> {
  const { operation, params, query, headers, body, key } = call;
  const url = base + pathOf(operation, params, requestId) + queryOf(query);
  const { method } = operations[operation];
  const startedMs = performance.now();
  const ask = async (signal: AbortSignal): Promise<TriedAnswer> => {
    const response = await fetch(url, {
      method: method.toUpperCase(),
      headers: {
        ...headers,
        "X-API-Key": key,
        Accept: "application/json",
        "X-Request-Id": requestId,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: "manual",
      cache: "no-store",
      signal,
    });
    const read = await readStart(response);
    return {
      status: response.status,
      headers: headersOf(response),
      ...read,
      milliseconds: Math.round(performance.now() - startedMs),
    };
  };
  return within(waitMs, ask).catch((error: unknown) => {
    throw lostAnswer(operation, error, requestId);
  });
}

async function readStart(response: Response): Promise<{ body: string; cut: boolean }> {
  if (isPackedTwice(response.headers)) {
    leave(response);
    throw new UnusableAnswer("packed more than once");
  }
  const { read, isMore } = await readBytes(response.body, SHOWN_BYTES);
  const body = read.toString("utf8");
  const own = env().FLEX_API_KEY;
  if (own && body.includes(own)) throw new UnusableAnswer("the answer shows the portal's key");
  return { body, cut: isMore };
}

const headersOf = ({ headers }: Response) =>
  Object.fromEntries(
    telling.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)!]] : [])),
  );
