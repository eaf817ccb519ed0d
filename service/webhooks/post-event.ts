import { lookup as resolve } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { Webhook } from "standardwebhooks";
import type { DueEvent } from "../store/webhook-deliveries.ts";
import {
  allowedLookup,
  ForbiddenAddressError,
  isAllowedAddress,
  toIpAddress,
  type Network,
} from "./public-addresses.ts";

/** How long an endpoint may take to answer, from the resolution of its name on. */
export const ANSWER_TIMEOUT_MS = 15_000;
/** More of an answer's body is not read. */
const MAX_BODY = 64 * 1024;
/** Bytes of headers that an answer may have. */
const MAX_HEADERS = 16 * 1024;

/** The answer of an endpoint: its status, or why there is none. */
export interface PostResult {
  status: number | null;
  /** Null if the endpoint accepted the event. */
  error: string | null;
}

export interface PostOptions {
  /** Networks in which endpoints may be although they are not public. */
  networks: readonly Network[];
  /** The address of the service, which events name as their source. */
  source: string;
  nowMs: number;
  signal: AbortSignal;
  /** Resolves names; the tests replace it. */
  resolver?: typeof resolve;
  /** How long it may take; the tests shorten it. */
  timeoutMs?: number;
  /** Certificates to trust besides those of Node. */
  ca?: string;
}

/** An event in the structured mode of CloudEvents 1.0. */
export const toEnvelope = (event: DueEvent, source: string): string =>
  JSON.stringify({
    specversion: "1.0",
    id: event.id,
    source,
    type: event.type,
    subject: event.subject,
    time: event.time.toISOString(),
    datacontenttype: "application/json",
    data: event.data,
  });

/** The headers of Standard Webhooks: a signature by each valid secret. */
function sign(event: DueEvent, body: string, secrets: readonly string[], nowMs: number) {
  const at = new Date(nowMs);
  return {
    "webhook-id": event.id,
    "webhook-timestamp": String(Math.floor(nowMs / 1000)),
    "webhook-signature": secrets
      .map((secret) => new Webhook(secret).sign(event.id, at, body))
      .join(" "),
  };
}

/**
 * Posts an event to an endpoint once. Any status of 200 to 299 accepts it; redirects are not followed
 * and the body of the answer is not used. Never throws, except when it is aborted.
 */
export async function postEvent(
  endpoint: { url: string; secrets: readonly string[] },
  event: DueEvent,
  options: PostOptions,
): Promise<PostResult> {
  const { networks, nowMs, signal, timeoutMs = ANSWER_TIMEOUT_MS } = options;
  const url = new URL(endpoint.url);
  const address = toIpAddress(url.hostname);
  if (address !== null && !isAllowedAddress(address, networks, url.protocol))
    return { status: null, error: "The address is not one that events are sent to." };
  const body = toEnvelope(event, options.source);
  const headers = {
    "Content-Type": "application/cloudevents+json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
    "User-Agent": "Curtail-Webhooks/1",
    ...sign(event, body, endpoint.secrets, nowMs),
  };
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const status = await send(url, body, headers, {
      ...options,
      signal: AbortSignal.any([signal, timeout]),
    });
    if (status >= 200 && status < 300) return { status, error: null };
    return { status, error: describeStatus(status) };
  } catch (error) {
    if (signal.aborted) throw error;
    if (timeout.aborted)
      return { status: null, error: `No answer within ${timeoutMs / 1000} seconds.` };
    return { status: null, error: describeError(error) };
  }
}

function send(
  url: URL,
  body: string,
  headers: Record<string, string>,
  { networks, signal, ca, resolver = resolve }: PostOptions,
): Promise<number> {
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((done, fail) => {
    const sending = request(url, {
      method: "POST",
      headers,
      // A connection of its own: one that is reused was checked for another moment.
      agent: false,
      lookup: allowedLookup(networks, url.protocol, resolver),
      maxHeaderSize: MAX_HEADERS,
      signal,
      ...(ca && { ca }),
    });
    sending.on("error", fail);
    sending.on("response", (answer) => {
      let bytes = 0;
      answer.on("error", () => undefined);
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_BODY) answer.destroy();
      });
      done(answer.statusCode!);
    });
    sending.end(body);
  });
}

function describeStatus(status: number): string {
  if (status >= 300 && status < 400)
    return `The endpoint answered ${status}; redirects are not followed.`;
  if (status === 410) return "The endpoint answered 410: it is gone, and was switched off.";
  return `The endpoint answered ${status}.`;
}

const reasons: Record<string, string> = {
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: "The connection was closed before an answer.",
  EHOSTUNREACH: "The host cannot be reached.",
  ENETUNREACH: "The network cannot be reached.",
  ENOTFOUND: "The name of the host cannot be resolved.",
  EAI_AGAIN: "The name of the host cannot be resolved now.",
  ETIMEDOUT: "The connection timed out.",
};

function describeError(thrown: unknown): string {
  if (thrown instanceof ForbiddenAddressError)
    return "The name of the host resolves to an address that events are not sent to.";
  const { code, message } = thrown as NodeJS.ErrnoException;
  return reasons[code ?? ""] ?? `The request failed: ${(code ?? message).slice(0, 200)}`;
}
