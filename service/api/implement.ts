import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import {
  noBody,
  operations,
  problem,
  PROBLEM_TYPE,
  type AnswerOf,
  type BodyOf,
  type HeadersOf,
  type Operation,
  type OperationId,
  type ParamsOf,
  type QueryOf,
} from "../../lib/contract/index.ts";
import { pageHeaders } from "./paging.ts";
import { ApiProblem, invalid, type Fault } from "./problems.ts";
import { escapeKey, jsonFault } from "../../lib/contract/json-faults.ts";

/** What a handler is given: the request as the contract parsed it. */
export interface Input<K extends OperationId> {
  params: ParamsOf<K>;
  query: QueryOf<K>;
  headers: HeadersOf;
  body: BodyOf<K>;
  /** Whose API key it came with. */
  caller: string;
  /** What that key may do. */
  scopes: readonly string[];
}
/** What was answered before to the same request, and is answered again. */
export class Replayed<T> {
  constructor(readonly body: T) {}
}
/** A page of a list; the total and an optional cursor ride in headers. */
export class Listed<T> {
  constructor(
    readonly body: T,
    readonly total: number,
    readonly asOf?: string,
  ) {}
}
export type Handler<K extends OperationId> = (
  input: Input<K>,
) => Promise<AnswerOf<K> | Listed<AnswerOf<K>> | Replayed<AnswerOf<K>>>;
/** One handler for each of the named operations. */
export type Handlers<K extends OperationId = OperationId> = { [Id in K]: Handler<Id> };

/** What travels with each request inside the service. */
export interface Variables {
  Variables: {
    requestId: string;
    operation?: OperationId;
    caller: string;
    scopes: readonly string[];
  };
}

const problemAnswer = (description: string) => ({
  description,
  content: { [PROBLEM_TYPE]: { schema: problem } },
});
const shared = {
  400: problemAnswer("Malformed JSON"),
  401: problemAnswer("Missing or invalid key"),
  403: problemAnswer("The key may not do this"),
  404: problemAnswer("Unknown id"),
  422: problemAnswer("Invalid value"),
  500: problemAnswer("Internal error"),
  503: problemAnswer("Temporarily unavailable"),
};
const bodyProblems = {
  409: problemAnswer("Conflict"),
  413: problemAnswer("Body over 1 MiB"),
  415: problemAnswer("Not JSON"),
};
const totals = {
  "X-Total-Count": { description: "Items in all pages", schema: { type: "integer" as const } },
  Link: { description: "first, prev, next, last (RFC 8288)", schema: { type: "string" as const } },
};

const replays = {
  "Idempotent-Replay": {
    description: "`true`: nothing was issued, this is what the same key was answered before",
    schema: { type: "string" as const },
  },
};
const takesHeaders = ({ headers }: Operation) => Object.keys(headers.shape).length > 0;

/** The route of an operation, as the OpenAPI document shows it and Hono serves it. */
function routeOf(key: OperationId, operation: Operation) {
  const hasBody = operation.body !== noBody;
  return createRoute({
    operationId: key,
    method: operation.method,
    path: operation.path,
    summary: operation.summary,
    tags: operation.extension ? [operation.tag, "extension"] : [operation.tag],
    security: [{ ApiKey: [] }],
    request: {
      params: operation.params,
      query: operation.query,
      ...(takesHeaders(operation) && { headers: operation.headers }),
      ...(hasBody && {
        body: { required: true, content: { "application/json": { schema: operation.body } } },
      }),
    },
    responses: {
      200: {
        description: "Success",
        content: { "application/json": { schema: operation.response } },
        ...(operation.paged && { headers: totals }),
        ...(takesHeaders(operation) && { headers: replays }),
      },
      ...shared,
      ...(hasBody && bodyProblems),
      ...(operation.scope === "control" && {
        429: problemAnswer("Too many controls are waiting"),
      }),
    },
  });
}

/** Serves one operation of the contract with its handler. */
export function implement<K extends OperationId>(
  app: OpenAPIHono<Variables>,
  key: K,
  handler: Handler<K>,
): void {
  const operation: Operation = operations[key];
  const answer = async (c: Context<Variables>) => {
    const request = c.req as { valid(target: "param" | "query" | "header" | "json"): unknown };
    const params = request.valid("param");
    const query = request.valid("query");
    refuseBrokenText(params, query);
    const result = await handler({
      params,
      query,
      headers: takesHeaders(operation) ? request.valid("header") : {},
      body: operation.body === noBody ? undefined : request.valid("json"),
      scopes: c.get("scopes"),
      caller: c.get("caller"),
    } as Input<K>);
    if (result instanceof Replayed)
      return c.json(result.body as object, 200, { "Idempotent-Replay": "true" });
    if (!(result instanceof Listed)) return c.json(result as object, 200);
    return c.json(result.body as object, 200, pageHeaders(c.req.url, result.total, result.asOf));
  };
  app.openapi(routeOf(key, operation), answer as never);
}

/** No id holds text that cannot be stored, so there is nothing to find; a query is told so. */
function refuseBrokenText(params: unknown, query: unknown): void {
  if (jsonFault(params)) throw new ApiProblem("not_found", "There is nothing under this path.");
  const fault = jsonFault(query);
  if (fault) throw invalid([{ ...fault, pointer: fault.pointer.replace("#", "query") }]);
}

interface Issue {
  code: string;
  path: PropertyKey[];
  message: string;
  keys?: string[];
  errors?: Issue[][];
}

/** What zod found wrong, as faults that name the field; `where` is the part of the request. */
function faultsOf(where: string, issues: readonly Issue[]): Fault[] {
  return issues.flatMap((issue): Fault[] => {
    const pointer = [where, ...issue.path.map((step) => escapeKey(String(step)))].join("/");
    if (issue.code === "unrecognized_keys")
      return (issue.keys ?? []).map((key) => ({
        pointer: `${pointer}/${escapeKey(key)}`,
        detail: "is not a field of this request",
      }));
    return [{ pointer, detail: issue.message }];
  });
}

/** Refuses what does not fit the contract, naming each field. */
export function refuseInvalid(result: { success: boolean; target: string; error?: unknown }): void {
  if (result.success) return;
  const { issues } = result.error as { issues: Issue[] };
  if (result.target === "param")
    throw new ApiProblem("not_found", "There is nothing under this path.");
  const where = { json: "#", header: "header" }[result.target] ?? "query";
  throw invalid(faultsOf(where, issues));
}
