import type { MetricObjectWithValues, MetricValue } from "prom-client";
import { MAX_BODY_BYTES } from "../api/body-limit.ts";

/** A request that the thread forwards, with the address of its client. */
export interface ForwardedRequest {
  id: number;
  method: string;
  url: string;
  headers: [string, string][];
  body: ArrayBuffer | null;
  address: string | null;
}

/** The answer to a forwarded request. */
export interface ForwardedAnswer {
  id: number;
  status: number;
  headers: [string, string][];
  body: ArrayBuffer;
}

/** The values of metrics, as they are collected. */
export type MetricValues = MetricObjectWithValues<MetricValue<string>>[];

/** What the thread is opened with; its configuration is in its environment. */
export interface ThreadData {
  /** The time in ms as one Float64; without it the time is that of the system. */
  clock: SharedArrayBuffer | null;
  /** Whether lines of the log are sent, instead of written to standard output. */
  sendsLog: boolean;
  /** After how long without a sign of life the service's own thread counts as stalled. */
  stalledAfterMs: number;
}

/** What the thread is told. */
export type ToThread =
  | { kind: "listen" }
  | { kind: "answer"; answer: ForwardedAnswer }
  | { kind: "failed"; id: number; error: Error }
  | { kind: "alive" }
  | { kind: "collect" }
  | { kind: "close"; withinMs: number };

/** What the thread says. */
export type FromThread =
  | { kind: "opened" }
  | { kind: "listening"; port: number }
  | { kind: "request"; request: ForwardedRequest }
  | { kind: "collected"; metrics: MetricValues }
  | { kind: "logged"; line: string };

/**
 * Copies a request. Of a body that is too large, no more is read than shows that it is: nothing if its
 * length says so.
 */
export async function packRequest(
  id: number,
  request: Request,
  { address, withBody }: { address: string | null; withBody: boolean },
): Promise<ForwardedRequest> {
  const { method, url, headers } = request;
  const body = withBody ? await readBody(request) : null;
  return { id, method, url, headers: [...headers], body, address };
}

async function readBody(request: Request): Promise<ArrayBuffer> {
  const length = Number(request.headers.get("content-length") ?? NaN);
  if (length <= MAX_BODY_BYTES) return request.arrayBuffer();
  if (length > MAX_BODY_BYTES) return new ArrayBuffer(MAX_BODY_BYTES + 1);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) break;
  }
  return new Blob(chunks).arrayBuffer();
}

/** The request that was copied. */
export function unpackRequest({ method, url, headers, body }: ForwardedRequest): Request {
  const request = new Request(url, { method, headers, body });
  request.headers.delete("transfer-encoding");
  if (body) request.headers.set("content-length", String(body.byteLength));
  return request;
}

/** Copies an answer. */
export async function packAnswer(id: number, response: Response): Promise<ForwardedAnswer> {
  const { status, headers } = response;
  return { id, status, headers: [...headers], body: await response.arrayBuffer() };
}

/** The answer that was copied. */
export const unpackAnswer = ({ status, headers, body }: ForwardedAnswer): Response =>
  new Response(body.byteLength > 0 ? body : null, { status, headers: Object.fromEntries(headers) });
