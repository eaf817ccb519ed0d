import { env, isOnlyHere, type Env } from "../../env.ts";
import { isLoopback } from "../../http/public-address.ts";

/**
 * The address of the service as anybody may read it; null where it is not for everybody: the
 * portal is reached from elsewhere, or the service stands elsewhere.
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

/** The address of this installation's service that its API reference may name. */
export const getConfiguredServiceUrl = (): string | null => getPublicServiceUrl(env());
