import { env } from "../../env.ts";
import { respond, respondProblem } from "./respond.ts";
import { runtime } from "../runtime.ts";
import { PortalError } from "../context/errors.ts";
import { getRequestId } from "../context/request-context.ts";
import { fetchDocument } from "../service-client/fetch-document.ts";
import { toUnavailable } from "../service-client/circuit-breaker.ts";
import { toFaulty, UnusableResponseError } from "../service-client/transport-errors.ts";
import { withTimeout } from "../service-client/service-request.ts";

const KEPT_MS = 60_000;
const WAIT_MS = 5_000;

let kept: { document: unknown; untilMs: number } | undefined;

/** Answers the service's OpenAPI document, asked for without any key and kept for a minute. */
export async function serviceDocument(): Promise<Response> {
  const requestId = getRequestId();
  try {
    return respond(await readDocument(requestId), 200, requestId, {});
  } catch (error) {
    return respondProblem(error, requestId);
  }
}

async function readDocument(requestId: string): Promise<unknown> {
  if (kept && Date.now() < kept.untilMs) return kept.document;
  const away = runtime().client.unavailableSince();
  if (away) throw toUnavailable(away, requestId);
  const document = await withTimeout(WAIT_MS, (signal) =>
    fetchDocument(runtime().client.service, {
      requestId,
      apiKey: String(env().FLEX_API_KEY),
      signal,
    }),
  ).catch((error: unknown) => {
    throw error instanceof PortalError ? error : lostDocument(error, requestId);
  });
  kept = { document, untilMs: Date.now() + KEPT_MS };
  return document;
}

function lostDocument(cause: unknown, requestId: string): PortalError {
  if (cause instanceof UnusableResponseError) return toFaulty(requestId);
  return new PortalError(
    "unavailable",
    "It could not be reached. Try again in a moment.",
    requestId,
  );
}
