import { isLogged, lineWith } from "./console-to-json.mjs";

const METRICS = Symbol.for("curtail.portal.metrics");
const FILES = /^\/(_next|icons)\/|^\/[\w-]+\.(js|svg|ico|webmanifest)$/;

/** What a path is, where no route named itself: never the path, which may hold an id. */
function kindOf(path) {
  if (/^\/api\/auth(\/|$)/.test(path)) return "auth";
  if (/^\/api(\/|$)/.test(path)) return "none";
  if (path === "/healthz" || path === "/readyz") return "health";
  return FILES.test(path) ? "file" : "page";
}

/**
 * Tells log and metrics, once an answer is over, the route, how it ended and how long it took:
 * never the request or the answer. `aborted`: the client disconnected first. A route that
 * names itself in `origin` writes its own log line.
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
