import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import { answerHeaders, completeHeaders } from "../lib/answer-headers.mjs";
import { clientAddress, parseProxies } from "../lib/proxies.mjs";
import { tellAsJson } from "./told-as-json.mjs";

// Preloaded into the portal: what a caller says of itself and may not say is dropped before Next
// reads it, and Next, which shows no socket, is told the address in `X-Forwarded-For`. Each request
// gets its id here, which whatever is done for it finds in lib/portal/origin.ts.
const proxies = parseProxies(process.env.TRUSTED_PROXIES);
const isSecure = process.env.PUBLIC_URL?.startsWith("https:") ?? false;
const FRONT = Symbol.for("curtail.portal.front");
const ORIGIN = Symbol.for("curtail.portal.origin");
const origins = (globalThis[ORIGIN] ??= new AsyncLocalStorage());

const notTheCallers =
  /^(x-forwarded-|forwarded$|x-real-ip$|x-original-|x-rewrite-|x-http-method|x-method-override$|x-middleware-|x-nonce$|x-portal-|x-request-id$|next-action$)/;

const METHODS = "GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE";
const notTaken = JSON.stringify({
  type: "about:blank",
  title: "This method is not taken",
  status: 405,
  detail: "TRACE is taken at no address.",
});
const fronted = new WeakSet();

/** Answers TRACE itself, which Next's Request cannot hold: it would answer a bare 500. */
function refuseTrace(server) {
  const takers = server.listeners("request");
  server.removeAllListeners("request").on("request", (request, response) => {
    if (request.method !== "TRACE") {
      for (const take of takers) take.call(server, request, response);
      return;
    }
    const type = "application/problem+json";
    response.writeHead(405, { Allow: METHODS, "Content-Type": type, "Cache-Control": "no-store" });
    response.end(notTaken);
  });
}

subscribe("http.server.request.start", ({ request, response, server }) => {
  if (!fronted.has(server)) refuseTrace(server);
  fronted.add(server);
  const { headers, socket } = request;
  const address = clientAddress(socket.remoteAddress, headers["x-forwarded-for"], proxies);
  for (const name of Object.keys(headers)) if (notTheCallers.test(name)) delete headers[name];
  headers["x-forwarded-for"] = address;
  const requestId = randomUUID();
  origins.enterWith({ address, requestId });
  completeHeaders(response, {
    ...answerHeaders(request.url.split("?")[0], isSecure),
    "X-Request-Id": requestId,
  });
});
globalThis[FRONT] = true;
tellAsJson(process.env.LOG_LEVEL);
