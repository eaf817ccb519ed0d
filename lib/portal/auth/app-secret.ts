import { env, EnvError } from "../../env.ts";

/** The secret that the portal signs and encrypts with. @throws EnvError if it is not set. */
export function getAppSecret(): string {
  const { NEXTAUTH_SECRET } = env();
  if (!NEXTAUTH_SECRET) throw new EnvError("NEXTAUTH_SECRET must be set.");
  return NEXTAUTH_SECRET;
}
