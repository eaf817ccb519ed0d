import { parseClientAddress } from "../context/client-address.ts";
import { setRequestId } from "../../tracing/tracing.ts";
import { log } from "../context/log.ts";
import { getRequestId, runInContext, setRouteName } from "../context/request-context.ts";

/** The parameters in a route's path as Next passes them; undefined on a route without any. */
export type RouteParams = Record<string, string> | undefined;

/** A route handler as Next calls it. */
export type RouteHandler = (
  request: Request,
  context: { params: Promise<RouteParams> | undefined },
) => Promise<Response>;

/**
 * Runs a handler in the context of its request (route name, caller's address and request id) and
 * logs its status and duration, never what was sent or received.
 */
export function withRequestContext(
  request: Request,
  route: string,
  handle: (requestId: string) => Promise<Response>,
): Promise<Response> {
  setRouteName(route);
  const address = parseClientAddress(request.headers.get("x-forwarded-for"));
  return runInContext({ address: address === "unknown" ? null : address }, async () => {
    const requestId = getRequestId();
    setRequestId(requestId);
    const startMs = performance.now();
    const response = await handle(requestId);
    const ms = Math.round(performance.now() - startMs);
    log.debug({ requestId, route, status: response.status, ms }, "Request completed");
    return response;
  });
}
