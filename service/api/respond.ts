import type { Context } from "hono";
import type { Variables } from "./deps.ts";

/** The first headers of a response, which is not a page and may not be embedded by other sites. */
export const firstHeaders = (requestId: string): Record<string, string> => ({
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Request-Id": requestId,
});

/** Sets headers of whatever the response will be. */
export const addHeaders = (c: Context<Variables>, headers: Record<string, string>): void =>
  void Object.assign(c.get("headers"), headers);

/**
 * The only way a response is made. Its headers are a plain object: the Node server writes those as
 * they are, without the `Headers` that Hono makes for `c.header()`.
 */
export const respond = (
  c: Context<Variables>,
  body: string | Uint8Array<ArrayBuffer> | null,
  status: number,
  headers: Record<string, string>,
): Response =>
  new Response(body, { status, headers: Object.assign({ ...c.get("headers") }, headers) });

/** The same with a value as JSON. */
export const respondJson = (
  c: Context<Variables>,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): Response =>
  respond(c, JSON.stringify(value), status, { "Content-Type": "application/json", ...headers });
