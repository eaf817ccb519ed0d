import { env } from "../../env.ts";
import { respond, respondProblem } from "./respond.ts";
import { runtime } from "../runtime.ts";
import { PortalError } from "../context/errors.ts";
import { getRequestId } from "../context/request-context.ts";
import { fetchDocument } from "../service-client/service-address.ts";
import { toUnavailable } from "../service-client/circuit-breaker.ts";
import { toFaulty, UnusableResponseError } from "../service-client/transport-errors.ts";
import { withTimeout } from "../service-client/service-request.ts";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const staticDocs = new Map([
  ["devices.md", "reference/mqtt.md"],
  ["devices.asyncapi.yaml", "reference/devices.asyncapi.yaml"],
  ["prices.md", "how-to/show-prices.md"],
  ["advice.md", "how-to/act-on-prices.md"],
  ["weather.md", "how-to/connect-a-weather-feed.md"],
]);

/** Responds with a public document of this installation, as plain text. */
export async function respondStaticDoc(name: string): Promise<Response> {
  const requestId = getRequestId();
  try {
    const file = staticDocs.get(name);
    if (!file) throw new PortalError("not-found", "There is no such document.", requestId);
    const text = await readFile(join(process.cwd(), "docs", file), "utf8");
    return new Response(text, {
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
    });
  } catch (error) {
    return respondProblem(error, requestId);
  }
}

const CACHE_MS = 60_000;
const TIMEOUT_MS = 5_000;

let cached: { document: unknown; untilMs: number } | undefined;

/** Responds with the service's OpenAPI document, read without a key and cached for a minute. */
export async function respondServiceDocument(): Promise<Response> {
  const requestId = getRequestId();
  try {
    return respond(await readDocument(requestId), 200, requestId, {});
  } catch (error) {
    return respondProblem(error, requestId);
  }
}

async function readDocument(requestId: string): Promise<unknown> {
  if (cached && Date.now() < cached.untilMs) return cached.document;
  const unavailableSince = runtime().client.unavailableSince();
  if (unavailableSince) throw toUnavailable(unavailableSince, requestId);
  const document = await withTimeout(TIMEOUT_MS, (signal) =>
    fetchDocument(runtime().client.service, {
      requestId,
      apiKey: String(env().FLEX_API_KEY),
      signal,
    }),
  ).catch((error: unknown) => {
    throw error instanceof PortalError ? error : toDocumentError(error, requestId);
  });
  cached = { document, untilMs: Date.now() + CACHE_MS };
  return document;
}

function toDocumentError(cause: unknown, requestId: string): PortalError {
  if (cause instanceof UnusableResponseError) return toFaulty(requestId);
  return new PortalError(
    "unavailable",
    "It could not be reached. Try again in a moment.",
    requestId,
  );
}
