import {
  operations,
  type AnswerOf,
  type BodyOf,
  type HeadersOf,
  type OperationId,
  type ParamsOf,
  type QueryOf,
} from "../contract/index.ts";
import { PortalError } from "./errors.ts";
import { lostAnswer } from "./service-failure.ts";
import { createOfferReader, type Offered } from "./service-offers.ts";
import { readAnswer } from "./service-answer.ts";
import { refusal } from "./service-refusal.ts";

export interface ServiceAddress {
  /** Where the service is; may carry a path, which then stands before `/v1`. */
  baseUrl: string;
  apiKey: string;
}

export interface ServiceLimits {
  /** Longest wait for a read or an ordinary change, in milliseconds. */
  readMs: number;
  /** Longest wait for a control, in milliseconds. */
  controlMs: number;
  /** Largest answer that is read, in bytes. */
  answerBytes: number;
}

export const serviceLimits: ServiceLimits = {
  readMs: 10_000,
  controlMs: 30_000,
  answerBytes: 64 * 1024 * 1024,
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
}

/** The one place that calls a service. */
export function createServiceClient(
  address: ServiceAddress,
  limits: ServiceLimits = serviceLimits,
  clock: () => number = Date.now,
): ServiceClient {
  const base = baseOf(address.baseUrl);
  return {
    service: base,
    call: (operation, input, requestId) =>
      callService(base, address.apiKey, limits, operation, input, requestId),
    offered: createOfferReader(base, address.apiKey, clock),
  };
}

const baseOf = (address: string) => {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname.replace(/\/+$/, "")}`;
};

async function callService<K extends OperationId>(
  base: string,
  apiKey: string,
  limits: ServiceLimits,
  operation: K,
  input: ServiceInput<K>,
  requestId: string,
): Promise<ServiceAnswer<K>> {
  const url = base + pathOf(operation, input.params, requestId) + queryOf(input.query);
  try {
    const response = await fetch(url, {
      method: operations[operation].method.toUpperCase(),
      headers: headersOf(apiKey, requestId, input),
      body: input.body === undefined ? null : JSON.stringify(input.body),
      redirect: "manual",
      cache: "no-store",
      signal: AbortSignal.timeout(
        operations[operation].scope === "control" ? limits.controlMs : limits.readMs,
      ),
    });
    if (!response.ok) throw await refusal(operation, response, apiKey, requestId);
    const data = await readAnswer(operation, response, limits.answerBytes, apiKey);
    return { data, total: totalOf(response) };
  } catch (error) {
    if (error instanceof PortalError) throw error;
    throw lostAnswer(operation, error, requestId);
  }
}

function headersOf(
  apiKey: string,
  requestId: string,
  { headers, body }: { headers?: HeadersOf; body: unknown },
): Record<string, string> {
  return {
    ...headers,
    "X-API-Key": apiKey,
    Accept: "application/json",
    "X-Request-Id": requestId,
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
  };
}

/** A dot segment cannot be sent as an id: every URL parser would fold it into another path. */
export function pathOf(
  operation: OperationId,
  params: Record<string, unknown>,
  requestId: string,
): string {
  return operations[operation].path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = String(params[name]);
    if (id === "." || id === "..") {
      const words = "Nothing has this identifier.";
      throw new PortalError("not-found", words, requestId);
    }
    return encodeURIComponent(id.toWellFormed());
  });
}

export function queryOf(query: Record<string, unknown>): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}

function totalOf(response: Response): number | null {
  const text = response.headers.get("X-Total-Count") ?? "";
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
