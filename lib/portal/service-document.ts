import { env } from "../env.ts";
import { respond, respondProblem } from "./bff.ts";
import { runtime } from "./runtime.ts";
import { PortalError } from "./errors.ts";
import { requestIdHere } from "./origin.ts";
import { leave, readJson } from "./service-answer.ts";
import { serviceAway } from "./service-breaker.ts";
import { faulty, UnusableAnswer } from "./service-failure.ts";
import { within } from "./service-request.ts";

const KEPT_MS = 60_000;
const WAIT_MS = 5_000;
const DOCUMENT_BYTES = 4 * 1024 * 1024;

let kept: { document: unknown; untilMs: number } | undefined;

/** Answers the service's OpenAPI document, asked for without any key and kept for a minute. */
export async function serviceDocument(): Promise<Response> {
  const requestId = requestIdHere();
  try {
    return respond(await readDocument(requestId), 200, requestId, {});
  } catch (error) {
    return respondProblem(error, requestId);
  }
}

async function readDocument(requestId: string): Promise<unknown> {
  if (kept && Date.now() < kept.untilMs) return kept.document;
  const away = runtime().client.away();
  if (away) throw serviceAway(away, requestId);
  const document = await within(WAIT_MS, (signal) => askDocument(requestId, signal)).catch(
    (error: unknown) => {
      throw error instanceof PortalError ? error : lostDocument(error, requestId);
    },
  );
  kept = { document, untilMs: Date.now() + KEPT_MS };
  return document;
}

async function askDocument(requestId: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(`${runtime().client.service}/v1/openapi.json`, {
    headers: { Accept: "application/json", "X-Request-Id": requestId },
    redirect: "manual",
    cache: "no-store",
    signal,
  });
  if (response.ok) return readJson(response, DOCUMENT_BYTES, String(env().FLEX_API_KEY));
  leave(response);
  const words = "The service does not publish an OpenAPI document.";
  throw new PortalError("not-found", words, requestId);
}

function lostDocument(cause: unknown, requestId: string): PortalError {
  if (cause instanceof UnusableAnswer) return faulty(requestId);
  return new PortalError(
    "unavailable",
    "It could not be reached. Try again in a moment.",
    requestId,
  );
}
