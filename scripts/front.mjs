import { subscribe } from "node:diagnostics_channel";
import { clientAddress, parseProxies } from "../lib/proxies.mjs";

// Preloaded into the portal: what a caller says of itself and may not say is dropped before Next
// reads it, and Next, which shows no socket, is told the address in `X-Forwarded-For`.
const proxies = parseProxies(process.env.TRUSTED_PROXIES);
const isSecure = process.env.PUBLIC_URL?.startsWith("https:") ?? false;
const FRONT = Symbol.for("curtail.portal.front");

const notTheCallers =
  /^(x-forwarded-|forwarded$|x-real-ip$|x-original-|x-rewrite-|x-http-method|x-method-override$|x-middleware-|x-nonce$|x-portal-|next-action$)/;

subscribe("http.server.request.start", ({ request, response }) => {
  const { headers, socket } = request;
  const address = clientAddress(socket.remoteAddress, headers["x-forwarded-for"], proxies);
  for (const name of Object.keys(headers)) if (notTheCallers.test(name)) delete headers[name];
  headers["x-forwarded-for"] = address;
  if (isSecure) response.setHeader("Strict-Transport-Security", "max-age=31536000");
});
globalThis[FRONT] = true;
