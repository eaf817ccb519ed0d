import type { Deps, Variables } from "./deps.ts";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, HonoRequest } from "hono";
import {
  noBody,
  operations,
  type AnswerOf,
  type BodyOf,
  type ChangingId,
  type HeadersOf,
  type Operation,
  type OperationId,
  type ParamsOf,
  type QueryOf,
} from "../../lib/contract/index.ts";
import { type KeyRestrictions, isInScope, nouns } from "../store/key-restrictions.ts";
import {
  MutationResult,
  idempotentTransaction,
  keyedRequest,
  type Change,
  type Once,
} from "./idempotency.ts";
import { ApiProblem, invalid, unknown } from "./problems.ts";
import { respond, respondJson } from "./respond.ts";
import { acceptsGzip, matchesTag, SerializedResult } from "./serialized-result.ts";
import { toOpenApiRoute, takesHeaders, takesParams } from "./openapi-route.ts";
import { jsonFault } from "../../lib/contract/json-validation.ts";
import type { Db } from "../store/store.ts";

/**
 * Reads that may use the replica: histories and lists, which a decision is not made from. A single
 * row costs the primary no more than the position it would be asked for.
 */
const fromReplica: ReadonlySet<OperationId> = new Set<OperationId>([
  "getBiddingZoneHistorical",
  "getBiddingZoneCoverage",
  "getBiddingZonePrices",
  "getGroupHistorical",
  "getLocationHistorical",
  "getBiddingZoneDeviceHistorical",
  "getGroupDeviceHistorical",
  "getLocationDeviceHistorical",
  "listControls",
  "listControlSummaries",
  "getControlDelivery",
  "listControlDeliveries",
  "getControlValue",
  "getCustomerControlValue",
  "getCustomerLostEnergy",
  "getCustomerStatement",
  "getBiddingZoneStatement",
  "listCustomers",
  "listCustomerControls",
  "listGroups",
  "listLocations",
  "listLocationControls",
  "listLocationClusters",
  "listDevices",
  "listRuleDecisions",
  "replayRule",
  "listApiCalls",
]);

const beyond = (pointer?: string) =>
  new ApiProblem(
    "forbidden",
    "This API key is limited to other groups or bidding zones.",
    pointer === undefined
      ? undefined
      : [{ pointer, detail: "must be within what the API key is limited to" }],
    {},
    "key-limited",
  );

/**
 * Enforces the limits of an API key. An id in the path outside of them gives 404, as if it did not
 * exist; an id in the body, or an operation that cannot be limited, gives 403.
 */
async function enforceRestrictions(
  db: Db,
  operation: OperationId,
  reach: KeyRestrictions,
  request: { params: Record<string, unknown>; body: unknown },
): Promise<void> {
  const { limit } = operations[operation];
  if (limit === "filtered") return;
  if (limit === "unrestricted-only") throw beyond();
  const named = await refuseBeyond(db, reach, request);
  if (named === 0) throw beyond();
}

async function refuseBeyond(
  db: Db,
  reach: KeyRestrictions,
  { params, body }: { params: Record<string, unknown>; body: unknown },
): Promise<number> {
  let named = 0;
  const { bidding_zone_id: zone } = params as { bidding_zone_id?: string };
  if (zone !== undefined) {
    if (!reach.zones.includes(zone)) throw beyond();
    named += 1;
  }
  for (const [name, noun] of Object.entries(nouns)) {
    const id = params[name] as string | undefined;
    if (id === undefined) continue;
    if (!(await isInScope(db, noun, id, reach))) throw unknown(noun);
    named += 1;
  }
  const given = (body ?? {}) as Record<string, unknown>;
  for (const [name, noun] of Object.entries(nouns)) {
    const id = given[name] as string | null | undefined;
    if (id === undefined) continue;
    if (id === null || !(await isInScope(db, noun, id, reach))) throw beyond(`#/${name}`);
    named += 1;
  }
  return named;
}

/** The input of a handler: the request as parsed by the contract. */
export interface Input<K extends OperationId> {
  params: ParamsOf<K>;
  query: QueryOf<K>;
  headers: HeadersOf;
  body: BodyOf<K>;
  /** The caller id of the API key. */
  caller: string;
  requestId: string;
  /** The permissions of the key. */
  scopes: readonly string[];
  /** The groups and bidding zones of the key, which filter every list; null if it has no limits. */
  reach: KeyRestrictions | null;
  /** What a read reads: the replica, or the primary. */
  db: Db;
}
/** Further input of a handler that changes data. */
interface ChangingInput<K extends OperationId> extends Input<K> {
  change: Change<AnswerOf<K>>;
}
/** A page of a list; the total and an optional cursor are sent in headers. */
export class PagedResult<T> {
  constructor(
    readonly body: T,
    readonly total: number,
    readonly asOf?: string,
  ) {}
}
/** A handler; one that changes data returns the result of `change`. */
export type Handler<K extends OperationId> = K extends ChangingId
  ? (input: ChangingInput<K>) => Promise<MutationResult<AnswerOf<K>>>
  : (input: Input<K>) => Promise<AnswerOf<K> | PagedResult<AnswerOf<K>> | SerializedResult>;
/** One handler for each named operation. */
export type Handlers<K extends OperationId = OperationId> = { [Id in K]: Handler<Id> };

/** The dependencies of the operations. */
interface Serving {
  app: OpenAPIHono<Variables>;
  deps: Deps;
  once: Once;
}

/** Registers one operation of the contract with its handler. */
export function implement<K extends OperationId>(
  { app, deps, once }: Serving,
  key: K,
  handler: (input: ChangingInput<K>) => Promise<unknown>,
): void {
  const operation: Operation = operations[key];
  const queryNames = Object.keys(operation.query.shape);
  const read = async (c: Context<Variables>) => {
    const input = parseInput(c, key, operation, deps.db);
    refuseBrokenText(input.params, input.query);
    if (input.reach) await enforceRestrictions(deps.db, key, input.reach, input);
    const answer = handler as (input: Input<K>) => Promise<unknown>;
    const result = fromReplica.has(key)
      ? await deps.read((db) => answer(Object.assign(input, { db })))
      : await answer(input);
    return toResponse(c, result, queryNames);
  };
  const write = async (c: Context<Variables>) => {
    const input = parseInput(c, key, operation, deps.db);
    refuseBrokenText(input.params, input.query);
    const keyed = keyedRequest(input.caller, {
      ...input,
      operation: key,
      headers: { ...input.headers },
    });
    const result = await once(keyed, async () => {
      if (input.reach) await enforceRestrictions(deps.db, key, input.reach, input);
      const committing = () => c.set("committing", true);
      const change = idempotentTransaction(deps, keyed, committing) as ChangingInput<K>["change"];
      return handler({ ...input, change });
    });
    return toResponse(c, result, queryNames);
  };
  app.openapi(toOpenApiRoute(key, operation), (operation.changes ? write : read) as never);
}

function parseInput<K extends OperationId>(
  c: Context<Variables>,
  key: K,
  operation: Operation,
  db: Db,
): Input<K> {
  const request = c.req as { valid(target: "param" | "query" | "header" | "json"): unknown };
  return {
    params: takesParams(operation) ? request.valid("param") : {},
    query: request.valid("query"),
    headers: takesHeaders(operation) ? request.valid("header") : {},
    body: operation.body === noBody ? undefined : request.valid("json"),
    scopes: c.get("scopes"),
    caller: c.get("caller"),
    requestId: c.get("requestId"),
    reach: c.get("reach"),
    db,
  } as Input<K>;
}

function toResponse(
  c: Context<Variables>,
  result: unknown,
  queryNames: readonly string[],
): Response {
  if (result instanceof MutationResult && result.replayed !== null) {
    const headers = { "Content-Type": "application/json", "Idempotent-Replay": "true" };
    return respond(c, result.replayed, 200, headers);
  }
  if (result instanceof MutationResult) return respondJson(c, result.body);
  if (result instanceof SerializedResult) return toSerializedResponse(c, result);
  if (!(result instanceof PagedResult)) return respondJson(c, result);
  return respondJson(c, result.body, 200, pageHeaders(c.req, queryNames, result));
}

/** A client may keep it, and asks each time whether it is still the same. */
function toSerializedResponse(c: Context<Variables>, result: SerializedResult): Response {
  const { etag } = result;
  const headers = {
    "Content-Type": "application/json",
    "Cache-Control": "private, no-cache",
    ETag: etag,
    Vary: "Accept-Encoding",
  };
  if (matchesTag(c.req.header("if-none-match"), etag)) return respond(c, null, 304, headers);
  if (!acceptsGzip(c.req.header("accept-encoding"))) return respond(c, result.json, 200, headers);
  return respond(c, result.gzip, 200, { ...headers, "Content-Encoding": "gzip" });
}

/**
 * Ids never contain text that PostgreSQL cannot store, so such a path gives 404 and such a query
 * 422.
 */
function refuseBrokenText(params: unknown, query: unknown): void {
  if (jsonFault(params)) throw new ApiProblem("not_found", "There is nothing under this path.");
  const fault = jsonFault(query);
  if (fault) throw invalid([{ ...fault, pointer: fault.pointer.replace("#", "query") }]);
}

/**
 * The headers of a page: `X-Total-Count`, and `Link` with relative addresses, which repeat the given
 * ones of these query parameters: a client limits the length of headers. `asOf` identifies the
 * newest item of the first page, so that later pages do not shift while items arrive.
 */
function pageHeaders(
  { url, path }: Pick<HonoRequest, "url" | "path">,
  parameters: readonly string[],
  { total, asOf }: PagedResult<unknown>,
): Record<string, string> {
  const start = url.indexOf("?");
  const query = new URLSearchParams(start < 0 ? "" : url.slice(start));
  const others = [...query.keys()].filter((name) => !parameters.includes(name));
  for (const name of others) query.delete(name);
  const page = Number(query.get("page") ?? 0);
  const size = Number(query.get("page_size") ?? 10);
  query.set("page", "0");
  query.set("page_size", String(size));
  if (asOf) query.set("as_of", asOf);
  const last = Math.max(0, Math.ceil(total / size) - 1);
  const text = String(query);
  const at = `&${text}`.indexOf("&page=0") + "page=".length;
  const [before, after] = [text.slice(0, at), text.slice(at + 1)];
  const link = (rel: string, to: number) => `<${path}?${before}${to}${after}>; rel="${rel}"`;
  const links = [
    link("first", 0),
    ...(page > 0 ? [link("prev", Math.min(page - 1, last))] : []),
    ...(page < last ? [link("next", page + 1)] : []),
    link("last", last),
  ];
  return { "X-Total-Count": String(total), Link: links.join(", ") };
}
