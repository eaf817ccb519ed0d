import { z } from "zod";
import {
  documentedOperations,
  operations,
  type HeadersOf,
  type OperationId,
} from "../contract/index.ts";
import { readJson } from "./service-answer.ts";

const KEPT_MS = 60_000;
const ABSENT_MS = 15_000;
const UNREACHABLE_MS = 3_000;
const WAIT_MS = 5_000;
const DOCUMENT_BYTES = 4 * 1024 * 1024;

const unnamed = (path: string) => path.replace(/\{[^}]*\}/g, "{}").replace(/\/+$/, "");

const openApi = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/** The operations a service has, and the headers it takes beside the body of a control. */
export class Offered extends Set<OperationId> {
  constructor(
    operations: Iterable<OperationId>,
    readonly headers: ReadonlySet<OfferedHeader> = new Set(),
  ) {
    super(operations);
  }
}
export type OfferedHeader = keyof HeadersOf;

const documented = new Offered(documentedOperations);
const all = Object.keys(operations) as OperationId[];

/**
 * Makes the question "which operations does the service have?". Its OpenAPI document answers it:
 * kept a minute; without one there are the documented ten. A service that is down for a moment
 * keeps what it was last known to have.
 */
export function createOfferReader(
  base: string,
  apiKey: string,
  clock: () => number,
): () => Promise<Offered> {
  let known: Offered = documented;
  let askAgainAt = -Infinity;
  let asking: Promise<Offered> | undefined;

  async function ask(): Promise<Offered> {
    const found = await readOffers(base, apiKey);
    if (found !== "unreachable") known = found === "absent" ? documented : found;
    const wait =
      found === "unreachable" ? UNREACHABLE_MS : found === "absent" ? ABSENT_MS : KEPT_MS;
    askAgainAt = clock() + wait;
    asking = undefined;
    return known;
  }

  return async () => (clock() < askAgainAt ? known : (asking ??= ask()));
}

async function readOffers(
  base: string,
  apiKey: string,
): Promise<Offered | "absent" | "unreachable"> {
  let response: Response;
  try {
    response = await fetch(`${base}/v1/openapi.json`, {
      headers: { "X-API-Key": apiKey, Accept: "application/json" },
      redirect: "manual",
      cache: "no-store",
      signal: AbortSignal.timeout(WAIT_MS),
    });
    if (!response.ok) {
      await response.body?.cancel();
      return response.status >= 500 || response.status === 429 ? "unreachable" : "absent";
    }
  } catch {
    return "unreachable";
  }
  try {
    return offersOf(openApi.parse(await readJson(response, DOCUMENT_BYTES, apiKey)).paths);
  } catch {
    return "absent";
  }
}

/** Parameter names are the document's own affair: `{id}` and `{group_id}` are the same path. */
function offersOf(paths: Record<string, Record<string, unknown>>): Offered {
  const listed = new Set(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${unnamed(path)}`),
    ),
  );
  const extensions = all.filter((key) =>
    listed.has(`${operations[key].method} ${unnamed(operations[key].path)}`),
  );
  return new Offered([...documentedOperations, ...extensions], headersOf(paths));
}

const parametered = z.object({
  parameters: z.array(z.object({ in: z.string(), name: z.string() }).catch({ in: "", name: "" })),
});
const controlPaths = (["controlBiddingZone", "controlGroup"] as const).map((key) =>
  unnamed(operations[key].path),
);

/** The headers that the document lists for every way to issue a control. */
function headersOf(paths: Record<string, Record<string, unknown>>): Set<OfferedHeader> {
  const taken = Object.entries(paths)
    .filter(([path]) => controlPaths.includes(unnamed(path)))
    .map(([, { post }]) => {
      const parameters = parametered.safeParse(post).data?.parameters ?? [];
      return parameters.filter((one) => one.in === "header").map((one) => one.name.toLowerCase());
    });
  const known = Object.keys(operations.controlGroup.headers.shape) as OfferedHeader[];
  return new Set(
    known.filter(
      (name) => taken.length > 0 && taken.every((names) => names.includes(name.toLowerCase())),
    ),
  );
}
