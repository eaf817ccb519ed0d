import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { controlType, type ControlType } from "../../lib/contract/controls.ts";
import { operations, type OperationId } from "../../lib/contract/index.ts";
import { inServerSpan, setFailed } from "../../lib/tracing/tracing.ts";
import type { Deps, Step } from "./deps.ts";
import { firstHeaders } from "./respond.ts";

const REQUEST_ID = /^[\w-]{8,64}$/;

/**
 * Assigns each request its id, or accepts a valid one from the caller, and reports the status and
 * duration to the log and the metrics. The content of requests and responses is never logged.
 */
export const logRequests =
  ({ log, metrics }: Pick<Deps, "log" | "metrics">): Step =>
  async (c, next) => {
    const given = c.req.header("x-request-id");
    const requestId = given && REQUEST_ID.test(given) ? given : randomUUID();
    c.set("requestId", requestId);
    c.set("headers", firstHeaders(requestId));
    const start = performance.now();
    await next();
    const seconds = (performance.now() - start) / 1000;
    const operation = c.get("operation") ?? null;
    const { status } = c.res;
    const { method } = c.req;
    log.debug(
      { requestId, operation, method, status, ms: Math.round(seconds * 1000) },
      "Request completed",
    );
    metrics.answered({ operation, status, seconds });
    if (operation && issuing.has(operation)) await countControl(metrics, c);
  };

/** Reports a span for each request, in the caller's trace, by operation and without its content. */
export const traceRequests: Step = (c, next) =>
  inServerSpan(c.req.raw.headers, c.req.method, async (span) => {
    await next();
    const operation = c.get("operation");
    const route = operation && operations[operation].path;
    if (route) span.updateName(`${c.req.method} ${route}`);
    span.setAttributes({
      "http.request.method": c.req.method,
      "http.response.status_code": c.res.status,
      "curtail.request_id": c.get("requestId"),
      ...(route && { "http.route": route }),
    });
    if (c.res.status >= 500) setFailed(span, c.error);
  });

const issuing = new Set<OperationId>([
  "controlBiddingZone",
  "controlGroup",
  "approveControlRequest",
]);

/**
 * A replay is not counted as another control, and an internal error is not counted as a refusal.
 */
async function countControl(metrics: Deps["metrics"], c: Context): Promise<void> {
  const { status, headers } = c.res;
  if (status >= 500 || headers.has("idempotent-replay")) return;
  const body: unknown = await (c.res.ok ? c.res.clone().json() : c.req.json()).catch(() => null);
  metrics.control(c.res.ok ? "accepted" : "refused", typeIn(body));
}

function typeIn(body: unknown): ControlType | null {
  const { type } = (body ?? {}) as { type?: unknown };
  return controlType.safeParse(type).data ?? null;
}
