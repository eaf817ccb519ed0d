import { z } from "zod";
import { env } from "../../env.ts";
import { operations, type OperationId } from "../../contract/index.ts";
import { PortalError } from "../context/errors.ts";
import { publicAction } from "./portal-route.ts";
import { sendConsoleCall } from "../service-client/api-console-proxy.ts";
import { parseClientAddress, toNetwork } from "../context/client-address.ts";
import { countAttempt } from "../db/attempt-counters.ts";

const WINDOW_MS = 60_000;
/** Maximum number of test calls of one address per minute. */
export const MAX_CALLS_PER_MINUTE = 30;
/** Maximum number of concurrent test calls. */
export const MAX_CONCURRENT_CALLS = 8;
/** Maximum size of a test call's body, in bytes. */
export const MAX_CALL_BYTES = 64 * 1024;

/** Whether the API reference offers test calls (`DOCS_TRY`). */
export const isConsoleEnabled = (): boolean => env().DOCS_TRY;

const ids = Object.keys(operations) as [OperationId, ...OperationId[]];
const text = z.string().max(1000);
const visible = /^[\x21-\x7e]+$/;

const consoleBody = z.strictObject({
  operation: z.enum(ids),
  params: z.record(z.string(), text),
  query: z.record(z.string(), text),
  headers: z.record(z.string(), z.string().regex(/^[\x20-\x7e]{0,200}$/)),
  body: z.unknown().optional(),
  key: z
    .string()
    .max(500)
    .regex(visible, "must be the API key to call with: this portal's own is never used"),
});

/**
 * Sends one operation with the reader's own key. The service validates the values; the portal only
 * checks the operation and the names.
 */
export const createConsoleAction = (isOn: () => boolean) =>
  publicAction({
    body: consoleBody,
    async handle({ body: call, db, client, now, request, requestId }) {
      if (!isOn()) {
        throw new PortalError("not-found", "This portal does not offer test calls.", requestId);
      }
      const address = toNetwork(parseClientAddress(request.headers.get("x-forwarded-for")));
      const tries = await countAttempt(db, `try:${address}`, now(), WINDOW_MS);
      if (tries > MAX_CALLS_PER_MINUTE) throw toTooManyCalls(requestId);
      validateCall(call, requestId);
      return withCallSlot(() => sendConsoleCall(client.service, call, requestId), requestId);
    },
  });

/** The action of the configured console. */
export const sendTestCall = createConsoleAction(isConsoleEnabled);

let running = 0;

async function withCallSlot<T>(call: () => Promise<T>, requestId: string): Promise<T> {
  if (running >= MAX_CONCURRENT_CALLS) throw toBusy(requestId);
  running += 1;
  try {
    return await call();
  } finally {
    running -= 1;
  }
}

function validateCall(call: z.output<typeof consoleBody>, requestId: string): void {
  const { params, query, headers } = operations[call.operation];
  refuseUnknownNames("path", call.params, params.shape, requestId);
  refuseUnknownNames("query", call.query, query.shape, requestId);
  refuseUnknownNames("header", call.headers, headers.shape, requestId);
  if (Object.keys(params.shape).some((name) => !call.params[name])) {
    throw new PortalError("not-found", "Nothing exists with this ID.", requestId);
  }
  if (Buffer.byteLength(JSON.stringify(call.body ?? null)) > MAX_CALL_BYTES) {
    const detail = `A body of at most ${MAX_CALL_BYTES / 1024} KiB is accepted for a test call.`;
    throw new PortalError("too-large", detail, requestId);
  }
}

const toBusy = (requestId: string) =>
  new PortalError(
    "too-many-requests",
    "Too many test calls are running. Try again in a few seconds.",
    requestId,
    { retryAfter: 5 },
  );

const toTooManyCalls = (requestId: string) =>
  new PortalError(
    "too-many-requests",
    `At most ${MAX_CALLS_PER_MINUTE} test calls a minute are accepted from one address.`,
    requestId,
    { retryAfter: WINDOW_MS / 1000 },
  );

function refuseUnknownNames(
  where: "path" | "query" | "header",
  given: Record<string, string>,
  allowed: object,
  requestId: string,
): void {
  const errors = Object.keys(given)
    .filter((name) => !Object.hasOwn(allowed, name))
    .map((name) => ({
      pointer: `${where}/${name.slice(0, 100)}`,
      detail: "is not known to this operation",
    }));
  if (errors.length === 0) return;
  throw new PortalError("invalid", "Correct the listed values and try again.", requestId, {
    errors,
  });
}
