import type { Context, HonoRequest } from "hono";
import { type ChangingId, type OperationId, operations } from "../../lib/contract/index.ts";
import { hasBody } from "./body-limit.ts";
import type { Step } from "./deps.ts";

/** Reads that plan with the fleet. */
const PLANNED_READS = [
  "getBiddingZoneAdvice",
  "previewBiddingZoneControl",
  "previewBiddingZoneControlValue",
  "previewGroupControl",
  "previewGroupControlValue",
  "replayRule",
] as const satisfies readonly OperationId[];

/** Operations that are answered where the fleet is: changes, and reads that plan with it. */
export type ForwardedId = ChangingId | (typeof PLANNED_READS)[number];

const plannedReads: ReadonlySet<OperationId> = new Set(PLANNED_READS);

const isForwarded = (operation: OperationId | undefined, { method, path }: HonoRequest): boolean =>
  operation === undefined
    ? path === "/readyz" && (method === "GET" || method === "HEAD")
    : operations[operation].changes || plannedReads.has(operation);

/** Whether an address has a user name or password, which no operation accepts. */
export const hasCredentials = (url: string): boolean => /^\w+:\/\/[^/]*@/.test(url);

/** Has a request answered where the fleet is. */
export type Forward = (
  request: Request,
  context: Context,
  options: { withBody: boolean },
) => Promise<Response>;

/** Where requests are forwarded to. */
export interface ForwardedTo {
  forward: Forward;
  /** Whether it has given no sign of life for long. */
  isStalled(): boolean;
}

/**
 * Forwards requests whole, before anything is checked or recorded: they are authenticated, limited and
 * audited where they are answered. Only the body of a request without a known key is left out, so that
 * nobody has bodies held who may not send them. `onKeysChanged` is called after a change of API keys.
 */
export const forwardRequests =
  (forward: Forward, hasKey: (c: Context) => Promise<boolean>, onKeysChanged: () => void): Step =>
  async (c, next) => {
    const operation = c.get("operation");
    if (hasCredentials(c.req.url) || !isForwarded(operation, c.req)) return next();
    const withBody = hasBody(c) && (await hasKey(c));
    c.res = await forward(c.req.raw, c, { withBody });
    if (operation && operations[operation].scope === "keys") onKeysChanged();
  };
