import { env, isOnlyHere, type Env } from "../../env.ts";
import { isLoopback } from "../../http/public-address.ts";
import { PortalError } from "../context/errors.ts";
import { readJson } from "./response-parser.ts";
import { discardBody, sendUpstream } from "./upstream.ts";

const DOCUMENT_BYTES = 4 * 1024 * 1024;

/**
 * Fetches a service's OpenAPI document without a key; `apiKey` is only removed from the response.
 * @throws PortalError 404 if the service publishes none
 */
export async function fetchDocument(
  service: string,
  { requestId, apiKey, signal }: { requestId: string; apiKey: string; signal: AbortSignal },
): Promise<unknown> {
  const response = await sendUpstream(`${service}/v1/openapi.json`, {
    headers: { Accept: "application/json", "X-Request-Id": requestId },
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

/**
 * The service's URL if readers of the API guide may see it: the configured public one. Without it,
 * null if the portal is reachable from other machines or the service runs on another one.
 */
export function getPublicServiceUrl(
  given: Pick<Env, "HOST" | "PUBLIC_URL" | "SERVICE_PUBLIC_URL" | "FLEX_BASE_URL" | "SERVICE_PORT">,
): string | null {
  if (given.SERVICE_PUBLIC_URL) return given.SERVICE_PUBLIC_URL;
  if (!isOnlyHere(given)) return null;
  const { protocol, hostname, host } = new URL(
    given.FLEX_BASE_URL ?? `http://127.0.0.1:${given.SERVICE_PORT}`,
  );
  return isLoopback(hostname) ? `${protocol}//${host}` : null;
}

/** The service's URL that this installation's API guide may show. */
export const getConfiguredServiceUrl = (): string | null => getPublicServiceUrl(env());
