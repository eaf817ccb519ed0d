import { env, EnvError } from "../../env.ts";

/** The portal's own secret, which signs and seals. @throws EnvError where it is not set. */
export function getAppSecret(): string {
  const { NEXTAUTH_SECRET } = env();
  if (!NEXTAUTH_SECRET) throw new EnvError("NEXTAUTH_SECRET must be set.");
  return NEXTAUTH_SECRET;
}
