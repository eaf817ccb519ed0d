import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import { answerHeaders, completeHeaders } from "../../lib/http/security-headers.mjs";
import { withoutBrokenCallback } from "../../lib/http/callback-url.mjs";
import { followConnections } from "../../lib/http/connection-drain.mjs";
import { logUncaughtErrors } from "../../lib/log/crash-logger.mjs";
import { clientAddress, parseProxies } from "../../lib/http/trusted-proxies.mjs";
import { consoleToJson, isLogged, lineWith } from "./console-to-json.mjs";

// Preloaded into the portal. It removes headers that a client may not set before Next reads them,
// passes the client address in `X-Forwarded-For` because Next exposes no socket, and assigns the
// request id that handlers read from lib/portal/context/request-context.ts.
const proxies = parseProxies(process.env.TRUSTED_PROXIES);
const isSecure = process.env.PUBLIC_URL?.startsWith("https:") ?? false;
const FRONT = Symbol.for("curtail.portal.front");
const METRICS = Symbol.for("curtail.portal.metrics");
const ORIGIN = Symbol.for("curtail.portal.origin");
const origins = (globalThis[ORIGIN] ??= new AsyncLocalStorage());

const RESERVED_HEADERS =
  /^(x-forwarded-|forwarded$|x-real-ip$|x-original-|x-rewrite-|x-http-method|x-method-override$|x-middleware-|x-nonce$|x-portal-|x-request-id$|next-action$)/;

const METHODS = "GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE";
const METHOD_NOT_ALLOWED = JSON.stringify({
  type: "about:blank",
  title: "This method is not allowed",
  status: 405,
  detail: "TRACE is not allowed.",
});
const INVALID_HOST = JSON.stringify({
  type: "about:blank",
  title: "Invalid host",
  status: 400,
  detail: "The Host header must be the name or address of this portal.",
});
const fronted = new WeakSet();

/** How long active requests may take to finish after the portal received a signal. */
const FINISH_WITHIN_MS = process.channel ? 500 : 1_000;
/** How much longer Next may take to stop. */
const CLOSE_WITHIN_MS = 150;
const connections = followConnections();
for (const [name, code] of [
  ["SIGTERM", 143],
  ["SIGINT", 130],
]) {
  process.once(name, () => {
    connections.end(FINISH_WITHIN_MS);
    setTimeout(() => process.exit(code), FINISH_WITHIN_MS + CLOSE_WITHIN_MS).unref();
  });
}

const FILES = /^\/(_next|icons)\/|^\/[\w-]+\.(js|svg|ico|webmanifest)$/;
const isRead = /^(GET|HEAD|OPTIONS)$/;
const isApi = /^\/api([/?#]|$)/i;

/** Proxies may send absolute URLs. Their host is ignored. */
const toPath = (url) =>
  url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*(?=(\/?))/i, (_, slash) => (slash ? "" : "/"));

/**
 * Rejects requests that Next does not handle properly: an invalid host, TRACE, which its Request
 * does not support, and changes outside of /api, where there are only pages and files.
 */
function refuseMethods(server) {
  const takers = server.listeners("request");
  server.removeAllListeners("request").on("request", (request, response) => {
    const { method, url, headers } = request;
    if (headers.host && !URL.canParse(`http://${headers.host}`)) return refuseHost(response);
    if (method === "TRACE") return refuseTrace(response);
    if (!isRead.test(method) && !isApi.test(url)) {
      response.writeHead(405, { Allow: "GET, HEAD", "Cache-Control": "private, no-store" });
      return response.end();
    }
    for (const take of takers) take.call(server, request, response);
  });
}

function refuseHost(response) {
  response.writeHead(400, {
    "Content-Type": "application/problem+json",
    "Cache-Control": "no-store",
  });
  response.end(INVALID_HOST);
}

function refuseTrace(response) {
  const type = "application/problem+json";
  response.writeHead(405, { Allow: METHODS, "Content-Type": type, "Cache-Control": "no-store" });
  response.end(METHOD_NOT_ALLOWED);
}

subscribe("http.server.request.start", ({ request, response, server }) => {
  if (!fronted.has(server)) refuseMethods(server);
  fronted.add(server);
  request.url = toPath(request.url);
  const { headers, socket } = request;
  const address = clientAddress(socket.remoteAddress, headers["x-forwarded-for"], proxies);
  for (const name of Object.keys(headers)) if (RESERVED_HEADERS.test(name)) delete headers[name];
  headers["x-forwarded-for"] = address;
  if (headers.cookie) headers.cookie = withoutBrokenCallback(headers.cookie);
  const requestId = randomUUID();
  const origin = { address, requestId };
  origins.enterWith(origin);
  logResponse(request, response, origin);
  completeHeaders(response, {
    ...answerHeaders(request.url.split("?")[0], isSecure),
    "X-Request-Id": requestId,
  });
});
globalThis[FRONT] = true;
logUncaughtErrors("portal");
if (process.env.NODE_ENV !== "development") consoleToJson(process.env.LOG_LEVEL);

/** The kind of a path without a named route: never the path itself, which may contain an id. */
function getPathKind(path) {
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
function logResponse({ url, method }, response, origin) {
  const startMs = performance.now();
  response.once("close", () => {
    const ms = performance.now() - startMs;
    const status = response.writableFinished ? String(response.statusCode) : "aborted";
    const route = origin.route ?? getPathKind(url.split("?")[0]);
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
