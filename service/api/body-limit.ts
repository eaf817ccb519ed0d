import type { Context } from "hono";

/** The size of the largest body that is accepted. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** Whether a request may have a body: Node's server makes none for the others. */
export const hasBody = ({ req }: Context): boolean => req.method !== "GET" && req.method !== "HEAD";
