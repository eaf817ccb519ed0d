import { z } from "zod";
import {
  documentedOperations,
  operations,
  type HeadersOf,
  type OperationId,
} from "../../contract/index.ts";
import { leave, readJson } from "./response-parser.ts";
import type { Breaker } from "./circuit-breaker.ts";
import { UnusableAnswer } from "./transport-errors.ts";
import { within } from "./service-request.ts";
import type { Timers } from "../context/timers.ts";

const KEPT_MS = 60_000;
const ABSENT_MS = 15_000;
const UNREACHABLE_MS = 3_000;
/** Longest wait for the document: the first time, and once there is something known. */
const FIRST_WAIT_MS = 3_000;
const WAIT_MS = 1_500;
const DOCUMENT_BYTES = 4 * 1024 * 1024;

const unnamed = (path: string) => path.replace(/\{[^}]*\}/g, "{}").replace(/\/+$/, "");

const openApi = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/** The operations a service has, and the headers it takes beside their bodies. */
export class Offered extends Set<OperationId> {
  constructor(
    operations: Iterable<OperationId>,
    /** Those that every way to issue a control takes. */
    readonly headers: ReadonlySet<OfferedHeader> = new Set(),
    private readonly listed: ReadonlyMap<OperationId, ReadonlySet<string>> = new Map(),
  ) {
    super(operations);
  }

  /** Whether the service's document lists this header at this operation, in whatever case. */
  takes = (operation: OperationId, header: string): boolean =>
    this.listed.get(operation)?.has(header.toLowerCase()) ?? false;
}
export type OfferedHeader = keyof HeadersOf;

const documented = new Offered(documentedOperations);
const all = Object.keys(operations) as OperationId[];

/**
 * Makes the question "which operations does the service have?". Its OpenAPI document answers it:
 * kept a minute; without one there are the documented ten. A service that is down for a moment
 * keeps what it was last known to have, and one that is away is not asked.
 */
export function createOfferReader(
  base: string,
  apiKey: string,
  timers: Timers,
  breaker: Breaker,
): () => Promise<Offered> {
  let known: Offered | undefined;
  let askAgainMs = -Infinity;
  let asking: Promise<Offered> | undefined;
  const nowMs = () => timers.now().getTime();

  async function ask(): Promise<Offered> {
    const begun = timers.now();
    const found = await readOffers(base, apiKey, known ? WAIT_MS : FIRST_WAIT_MS);
    if (found === "unreachable") breaker.failed(begun);
    else known = found === "absent" ? documented : found;
    const wait =
      found === "unreachable" ? UNREACHABLE_MS : found === "absent" ? ABSENT_MS : KEPT_MS;
    askAgainMs = nowMs() + wait;
    asking = undefined;
    return known ?? documented;
  }

  return async () =>
    nowMs() < askAgainMs || breaker.away() ? (known ?? documented) : (asking ??= ask());
}

async function readOffers(
  base: string,
  apiKey: string,
  waitMs: number,
): Promise<Offered | "absent" | "unreachable"> {
  const ask = async (signal: AbortSignal) => {
    const response = await fetch(`${base}/v1/openapi.json`, {
      headers: { "X-API-Key": apiKey, Accept: "application/json" },
      redirect: "manual",
      cache: "no-store",
      signal,
    });
    if (response.ok) {
      return offersOf(openApi.parse(await readJson(response, DOCUMENT_BYTES, apiKey)).paths);
    }
    leave(response);
    return response.status >= 500 || response.status === 429 ? "unreachable" : "absent";
  };
  return within(waitMs, ask).catch((error: unknown) => (unread(error) ? "unreachable" : "absent"));
}

/** It stopped in the middle: that is no document without operations. */
const unread = (error: unknown) =>
  !(error instanceof UnusableAnswer) && !(error instanceof z.ZodError);

/** Parameter names are the document's own affair: `{id}` and `{group_id}` are the same path. */
function offersOf(paths: Record<string, Record<string, unknown>>): Offered {
  const ways = new Set(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${unnamed(path)}`),
    ),
  );
  const extensions = all.filter((key) =>
    ways.has(`${operations[key].method} ${unnamed(operations[key].path)}`),
  );
  const listed = headersListed(paths);
  return new Offered([...documentedOperations, ...extensions], everyControlTakes(listed), listed);
}

const parametered = z.object({
  parameters: z.array(z.object({ in: z.string(), name: z.string() }).catch({ in: "", name: "" })),
});

/** The headers, in small letters, that the document lists at each operation. */
function headersListed(paths: Record<string, Record<string, unknown>>) {
  const methodsAt = new Map(Object.entries(paths).map(([path, at]) => [unnamed(path), at]));
  return new Map(
    all.map((key) => {
      const described = methodsAt.get(unnamed(operations[key].path))?.[operations[key].method];
      const parameters = parametered.safeParse(described).data?.parameters ?? [];
      const headers = parameters.filter((one) => one.in === "header");
      return [key, new Set(headers.map((one) => one.name.toLowerCase()))] as const;
    }),
  );
}

/** The headers that are listed at every way to issue a control. */
function everyControlTakes(listed: ReadonlyMap<OperationId, ReadonlySet<string>>) {
  const known = Object.keys(operations.controlGroup.headers.shape) as OfferedHeader[];
  const takes = (key: OperationId, name: string) => listed.get(key)!.has(name.toLowerCase());
  return new Set(
    known.filter((name) => takes("controlBiddingZone", name) && takes("controlGroup", name)),
  );
}
