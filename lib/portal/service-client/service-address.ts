import { env, isOnlyHere, type Env } from "../../env.ts";
import { isLoopback } from "../../http/public-address.ts";

/**
 * The service's URL if readers of the API reference may see it; null if the portal is reachable
 * from other machines or the service runs on another one.
 */
export function getPublicServiceUrl(
  given: Pick<Env, "HOST" | "PUBLIC_URL" | "FLEX_BASE_URL" | "SERVICE_PORT">,
): string | null {
  if (!isOnlyHere(given)) return null;
  const { protocol, hostname, host } = new URL(
    given.FLEX_BASE_URL ?? `http://127.0.0.1:${given.SERVICE_PORT}`,
  );
  return isLoopback(hostname) ? `${protocol}//${host}` : null;
}

/** The service's URL that this installation's API reference may show. */
export const getConfiguredServiceUrl = (): string | null => getPublicServiceUrl(env());
