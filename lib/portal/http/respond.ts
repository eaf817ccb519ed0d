import { PROBLEM_TYPE } from "../../contract/index.ts";
import { isDatabaseUnavailable } from "../../database/is-database-unavailable.ts";
import { PortalError } from "../context/errors.ts";
import { getErrorReason, log } from "../context/log.ts";

const DATABASE_RETRY_S = 5;

/** A JSON response that is not cached, sniffed or framed. */
export function respond(
  body: unknown,
  status: number,
  requestId: string,
  headers: Record<string, string>,
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
      "X-Request-Id": requestId,
      ...headers,
    },
  });
}

/** The problem response of an error; an unexpected error reveals nothing internal. */
export function respondProblem(error: unknown, requestId: string): Response {
  const expected = error instanceof PortalError ? error : toUnexpectedProblem(error, requestId);
  const { problem, status, retryAfter } = expected;
  return respond(problem, status, problem.request_id, {
    "Content-Type": PROBLEM_TYPE,
    ...(retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) }),
  });
}

/**
 * Logs an unexpected error and returns the problem for it: `records-away` when the portal's database
 * is unavailable, else `internal`.
 */
export function toUnexpectedProblem(error: unknown, requestId: string): PortalError {
  log.error({ requestId, reason: getErrorReason(error) }, "Request failed");
  if (isDatabaseUnavailable(error)) {
    const detail = "If you were changing something, first check whether it was saved.";
    return new PortalError("records-away", detail, requestId, { retryAfter: DATABASE_RETRY_S });
  }
  const detail = "This was logged. Quote the request ID if you report it.";
  return new PortalError("internal", detail, requestId);
}
