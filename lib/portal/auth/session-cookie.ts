import { env, EnvError } from "../../env.ts";

/**
 * The session cookie's names; over https the prefix makes the browser require a secure connection
 * to this host.
 */
export const SESSION_COOKIE = "curtail.session";
export const SECURE_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`;

/** The secret that the portal signs and encrypts with. @throws EnvError if it is not set. */
export function getAppSecret(): string {
  const { NEXTAUTH_SECRET } = env();
  if (!NEXTAUTH_SECRET) throw new EnvError("NEXTAUTH_SECRET must be set.");
  return NEXTAUTH_SECRET;
}
