import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { z } from "zod";
import { bodyLimit } from "hono/body-limit";
import { type OperationId, operations } from "../../lib/contract/index.ts";
import { serveReference } from "./api-reference.ts";
import { alertRules, alerts } from "./alerts.ts";
import { apiKeys } from "./api-keys.ts";
import { singleFlight } from "./idempotency.ts";
import { controlRequests } from "./control-requests.ts";
import { controlPause, controls } from "./controls.ts";
import { customers, groups } from "./customers.ts";
import type { Deps, PlanningDeps, ServiceDeps, Step, Variables } from "./deps.ts";
import { deviceHistory, devices } from "./devices.ts";
import { historical } from "./historical.ts";
import {
  type ForwardedId,
  type ForwardedTo,
  forwardRequests,
  hasCredentials,
} from "./forwarding.ts";
import { plannedChanges } from "./planned-changes.ts";
import { plannedControls } from "./planned-controls.ts";
import { KeyCache, hashKey } from "../store/keys.ts";
import { implement, type Handlers } from "./register-operations.ts";
import { describeIssue } from "../../lib/contract/issue-text.ts";
import { escapeKey, jsonFault } from "../../lib/contract/json-validation.ts";
import { hasKey, requireKey } from "./authenticate.ts";
import { hasBody, MAX_BODY_BYTES } from "./body-limit.ts";
import { openApiJson } from "./openapi-document.ts";
import { locationClusters, locations } from "./locations.ts";
import { measurements } from "./measurements.ts";
import { statements } from "./statements.ts";
import { positions, terms, values } from "./value.ts";
import { biddingZonePrices } from "./prices.ts";
import { biddingZoneAdvice, rules } from "./rules.ts";
import { ruleReplays } from "./rule-replay.ts";
import { preferences, rotation } from "./preferences.ts";
import { webhooks } from "./webhooks.ts";
import { serveReadiness } from "./readiness.ts";
import { respond, respondJson } from "./respond.ts";
import { answerProblem, ApiProblem, type Fault, invalid, toApiProblem } from "./problems.ts";
import { takeFromBuckets } from "../store/rate-buckets.ts";
import { Rates } from "./rate-limit.ts";
import { recordAnswers, recordedCalls, recordIntents } from "./audit-middleware.ts";
import { isTracingConfigured } from "../../lib/tracing/tracing.ts";
import { logRequests, traceRequests } from "./request-logging.ts";

const routes = (Object.keys(operations) as OperationId[]).map((key) => ({
  key,
  method: operations[key].method.toUpperCase(),
  path: operations[key].path,
}));
const patterns = routes.map(({ path, ...route }) => ({
  ...route,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
}));
/** Operations by `GET /v1/…`, of paths without parameters. */
const fixedRoutes = new Map(
  routes
    .filter(({ path }) => !path.includes("{"))
    .map(({ key, method, path }) => [`${method} ${path}`, key]),
);

/** The methods the contract has for a path; empty if the path is unknown. */
const methodsAt = (path: string): string[] => [
  ...new Set(patterns.filter((p) => p.pattern.test(path)).map((p) => p.method)),
];

/** The operation a request is for, or null. */
function operationAt(requestMethod: string, path: string): OperationId | null {
  const method = requestMethod === "HEAD" ? "GET" : requestMethod;
  const fixed = fixedRoutes.get(`${method} ${path}`);
  if (fixed) return fixed;
  return patterns.find((p) => p.method === method && p.pattern.test(path))?.key ?? null;
}

/** The service's API as a web-standard function: a Request in, a Response out. */
export function createApp(deps: ServiceDeps): OpenAPIHono<Variables> {
  const toHandlers = (keys: KeyCache): Handlers => ({
    ...unplanned(deps, keys),
    ...planned(deps),
  });
  return serveReadiness(assemble(deps, toHandlers), deps);
}

/** The part of the API that needs no fleet; all other requests are forwarded. */
export const createReadApp = (deps: Deps, forwardedTo: ForwardedTo): OpenAPIHono<Variables> =>
  assemble(
    deps,
    (keys): Handlers<Exclude<OperationId, ForwardedId>> => unplanned(deps, keys),
    forwardedTo,
  );

/** Operations that plan with the fleet. */
const planned = (deps: PlanningDeps) => ({
  ...plannedControls(deps),
  ...biddingZoneAdvice(deps),
  ...ruleReplays(deps),
});

const unplanned = (deps: Deps, keys: KeyCache) => ({
  ...alerts(deps),
  ...alertRules(deps),
  ...apiKeys(deps, () => keys.clear()),
  ...controlPause(deps),
  ...controlRequests(deps),
  ...controls(deps),
  ...customers(deps),
  ...deviceHistory(deps),
  ...devices(deps),
  ...groups(deps),
  ...historical(deps),
  ...plannedChanges(deps),
  ...locationClusters(deps),
  ...locations(deps),
  ...measurements(deps),
  ...positions(deps),
  ...biddingZonePrices(deps),
  ...preferences(deps),
  ...recordedCalls(),
  ...rules(deps),
  ...rotation(deps),
  ...terms(deps),
  ...statements(deps),
  ...values(deps),
  ...webhooks(deps),
});

function assemble(
  deps: Deps,
  toHandlers: (keys: KeyCache) => Partial<Handlers>,
  forwardedTo?: ForwardedTo,
): OpenAPIHono<Variables> {
  const rates = new Rates(deps.rates, deps.now, (uses) => takeFromBuckets(deps.db, uses));
  const keys = new KeyCache(deps.db);
  const configuredKey = deps.configuredKey === null ? null : hashKey(deps.configuredKey);
  const app = new OpenAPIHono<Variables>({ defaultHook: (result) => void refuseInvalid(result) });
  const authentication = { ...deps, keys, configuredKey };
  const forwarding =
    forwardedTo &&
    forwardRequests(
      forwardedTo.forward,
      (c) => hasKey(authentication, c),
      () => keys.clear(),
    );
  app.use(
    inOrder(
      identifyOperation,
      ...(forwarding ? [forwarding] : []),
      ...(isTracingConfigured() ? [traceRequests] : []),
      logRequests(deps),
      refuseCredentials,
    ),
  );
  app.get("/healthz", (c) => {
    if (forwardedTo?.isStalled())
      throw new ApiProblem("unavailable", "The service's own thread does not respond.");
    return respondJson(c, { status: "ok" });
  });
  app.get("/v1/openapi.json", async (c) =>
    respond(c, await openApiJson(deps.publicUrl), 200, { "Content-Type": "application/json" }),
  );
  serveReference(app);
  // Only changes are recorded, and those are forwarded.
  if (!forwardedTo) app.use("/v1/*", recordAnswers(deps));
  app.use(
    "/v1/*",
    inOrder(
      async (c, next) => {
        await requireKey(authentication, rates, c);
        await next();
      },
      ...(forwardedTo ? [] : [recordIntents(deps)]),
      readBody,
    ),
  );
  const once = singleFlight(deps);
  const handlers = toHandlers(keys);
  for (const [key, handler] of Object.entries(handlers))
    implement({ app, deps, once }, key as OperationId, handler as never);
  app.notFound((c) => refuseRoute(c));
  app.onError((error, c) => {
    const refusal = toApiProblem(error, c.get("committing"));
    const unforeseen = refusal.kind === "internal" || refusal.kind === "unavailable";
    if (unforeseen && !(error instanceof ApiProblem))
      deps.log.error({ requestId: c.get("requestId"), err: error }, "Request failed");
    return answerProblem(c, refusal);
  });
  return app;
}

/**
 * Middleware of these steps in order; what a step throws, those before it throw as well. Hono needs
 * some microseconds for each middleware of its own.
 */
const inOrder = (...steps: readonly Step[]): Step =>
  steps.reduceRight((after, step) => (c, next) => step(c, () => after(c, next)));

const identifyOperation: Step = (c, next) => {
  c.set("operation", operationAt(c.req.method, c.req.path) ?? undefined);
  return next();
};

const refuseCredentials: Step = async (c, next) => {
  if (!hasCredentials(c.req.url)) return next();
  const detail = "An address must not carry a user name or password.";
  c.res = answerProblem(c, new ApiProblem("malformed", detail));
};

const limitBody = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw new ApiProblem("too_large", "A body may have at most 1 MiB.", undefined, {
      Connection: "close",
    });
  },
});

const readBody: Step = async (c, next) => {
  if (!hasBody(c)) return next();
  await limitBody(c, async () => {
    const operation = c.get("operation");
    if (operation && operations[operation].method === "post") await requireJson(c);
    await next();
  });
};

async function requireJson(c: Context): Promise<void> {
  const type = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json")
    throw new ApiProblem("unsupported_media_type", "Send the body as application/json.");
  if ((c.req.header("content-encoding") ?? "identity").trim().toLowerCase() !== "identity")
    throw new ApiProblem("unsupported_media_type", "Send the body without Content-Encoding.");
  c.req.raw.headers.set("Content-Type", "application/json");
  const body = await readJson(c);
  const fault = jsonFault(body);
  if (fault) throw invalid([fault]);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
const isEncodingError = (error: unknown) =>
  (error as { code?: unknown }).code === "ERR_ENCODING_INVALID_ENCODED_DATA";

async function readJson(c: Context): Promise<unknown> {
  try {
    return JSON.parse(utf8.decode(await c.req.arrayBuffer()));
  } catch (error) {
    if (error instanceof SyntaxError || isEncodingError(error))
      throw new ApiProblem("malformed", "The body is not well-formed JSON in UTF-8.");
    throw error;
  }
}

function refuseRoute(c: Context): Response {
  const allowed = methodsAt(c.req.path);
  if (allowed.length === 0)
    return answerProblem(c, new ApiProblem("not_found", "There is nothing under this path."));
  const detail = `This path accepts ${allowed.join(" and ")}.`;
  return answerProblem(
    c,
    new ApiProblem("method_not_allowed", detail, undefined, { Allow: allowed.join(", ") }),
  );
}

/** The issues of zod as field errors; `where` is the part of the request. */
function toFaults(where: string, issues: readonly z.core.$ZodIssue[], input: unknown): Fault[] {
  return issues.flatMap((issue): Fault[] => {
    const pointer = [where, ...issue.path.map((step) => escapeKey(String(step)))].join("/");
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => ({
        pointer: `${pointer}/${escapeKey(key)}`,
        detail: "is not a field of this request",
      }));
    return [{ pointer, detail: describeIssue(issue, input) }];
  });
}

/** Rejects a request that does not match the contract and names each field. */
function refuseInvalid(result: {
  success: boolean;
  target: string;
  data?: unknown;
  error?: unknown;
}): void {
  if (result.success) return;
  const { issues } = result.error as z.ZodError;
  if (result.target === "param")
    throw new ApiProblem("not_found", "There is nothing under this path.");
  const where = { json: "#", header: "header" }[result.target] ?? "query";
  throw invalid(toFaults(where, issues, result.data));
}
