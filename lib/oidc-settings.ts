import { z } from "zod";
import { safeAddress } from "./http/public-address.ts";

const list = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((word) => word.trim())
      .filter(Boolean),
  );

/** Staff sign-in by an OpenID Connect provider. */
export const oidcSettings = {
  OIDC_ISSUER: safeAddress.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(40, "must have at most 40 characters").optional(),
  OIDC_SCOPE: z
    .string()
    .regex(/(^|\s)openid(\s|$)/, "must contain openid")
    .default("openid email profile"),
  OIDC_ROLE_CLAIM: z.string().default("roles"),
  OIDC_VIEWER_ROLES: list,
  OIDC_OPERATOR_ROLES: list,
  OIDC_ADMIN_ROLES: list,
};

type OidcSettings = z.output<z.ZodObject<typeof oidcSettings>>;
type Settings = OidcSettings & { PUBLIC_URL?: string | undefined };

const together = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;

/** Conflicts between the settings: the variable and the remedy. */
export function oidcFault(env: Settings): [name: keyof Settings, words: string] | null {
  const set = together.filter((name) => env[name]);
  if (set.length === 0) return null;
  const missing = together.find((name) => !env[name]);
  if (missing) return [missing, `must be set with ${set[0]}: ${together.join(", ")} go together`];
  if (!env.PUBLIC_URL) {
    return ["PUBLIC_URL", "must be set with OIDC_ISSUER: the provider sends people back there"];
  }
  const roles = [env.OIDC_VIEWER_ROLES, env.OIDC_OPERATOR_ROLES, env.OIDC_ADMIN_ROLES].flat();
  if (roles.length > 0) return null;
  const words = "or OIDC_OPERATOR_ROLES, OIDC_VIEWER_ROLES must be set: nobody could sign in";
  return ["OIDC_ADMIN_ROLES", words];
}
