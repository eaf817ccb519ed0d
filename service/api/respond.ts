import type { Context } from "hono";
import type { Variables } from "./deps.ts";

/** Responses are not pages and may not be embedded or read by other sites. */
const onEveryResponse = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** Sets headers of whatever the response will be. */
export const addHeaders = (c: Context<Variables>, headers: Record<string, string>): void =>
  c.set("headers", { ...c.get("headers"), ...headers });

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
  new Response(body, { status, headers: { ...onEveryResponse, ...c.get("headers"), ...headers } });

/** The same with a value as JSON. */
export const respondJson = (
  c: Context<Variables>,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): Response =>
  respond(c, JSON.stringify(value), status, { "Content-Type": "application/json", ...headers });
