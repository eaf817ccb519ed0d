import { isLogged, lineWith } from "./console-to-json.mjs";

const METRICS = Symbol.for("curtail.portal.metrics");
const FILES = /^\/(_next|icons)\/|^\/[\w-]+\.(js|svg|ico|webmanifest)$/;

/** The kind of a path without a named route: never the path itself, which may contain an id. */
function kindOf(path) {
  if (/^\/api\/auth(\/|$)/.test(path)) return "auth";
  if (/^\/api(\/|$)/.test(path)) return "none";
  if (path === "/healthz" || path === "/readyz") return "health";
  return FILES.test(path) ? "file" : "page";
}

/**
 * Reports the route, status and duration of a finished response to log and metrics, never its
 * content. `aborted`: the client disconnected first. A route that sets its name in the request
 * context writes its own log line.
 */
export function logResponse({ url, method }, response, origin) {
  const startMs = performance.now();
  response.once("close", () => {
    const ms = performance.now() - startMs;
    const status = response.writableFinished ? String(response.statusCode) : "aborted";
    const route = origin.route ?? kindOf(url.split("?")[0]);
    globalThis[METRICS]?.recordRequest(route, status, ms / 1000);
    if (origin.route || !isLogged("debug", process.env.LOG_LEVEL)) return;
    const { requestId } = origin;
    const fields = {
      requestId,
      route,
      method,
      status,
      ms: Math.round(ms),
      msg: "Request completed",
    };
    process.stdout.write(`${lineWith("debug", fields, Date.now())}\n`);
  });
}
