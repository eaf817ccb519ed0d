import { PortalError } from "../context/errors.ts";
import { discardBody, readJson } from "./response-parser.ts";

const DOCUMENT_BYTES = 4 * 1024 * 1024;

/**
 * Fetches a service's OpenAPI document without a key; `apiKey` is only removed from the response.
 * @throws PortalError 404 if the service publishes none
 */
export async function fetchDocument(
  service: string,
  { requestId, apiKey, signal }: { requestId: string; apiKey: string; signal: AbortSignal },
): Promise<unknown> {
  const response = await fetch(`${service}/v1/openapi.json`, {
    headers: { Accept: "application/json", "X-Request-Id": requestId },
    redirect: "manual",
    cache: "no-store",
    signal,
  });
  if (response.ok) return readJson(response, DOCUMENT_BYTES, apiKey);
  discardBody(response);
  throw new PortalError(
    "not-found",
    "The service does not publish an OpenAPI document.",
    requestId,
  );
}
