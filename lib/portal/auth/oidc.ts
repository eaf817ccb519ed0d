import { headers } from "next/headers";
import type { Account, User } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { env } from "../../env.ts";
import { parseClientAddress } from "../context/client-address.ts";
import { log, getErrorReason } from "../context/log.ts";
import { signInWithClaims } from "./oidc-sign-in.ts";
import { runInContext } from "../context/request-context.ts";
import { runtime } from "../runtime.ts";
import { sessionLifetime } from "../db/sessions.ts";

type Claims = Record<string, unknown>;

/** Timeout of requests to the provider, in milliseconds. */
const PROVIDER_TIMEOUT_MS = 10_000;

/** The label of the provider's button; null without a provider. */
export function getOidcName(): string | null {
  const { OIDC_ISSUER, OIDC_NAME } = env();
  return OIDC_ISSUER ? (OIDC_NAME ?? new URL(OIDC_ISSUER).hostname) : null;
}

/** The configured identity provider, if any. */
export function oidcProviders(): OAuthConfig<Claims>[] {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_SCOPE } = env();
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return [];
  return [
    {
      id: "oidc",
      name: "oidc",
      type: "oauth",
      wellKnown: `${OIDC_ISSUER.replace(/\/$/, "")}/.well-known/openid-configuration`,
      clientId: OIDC_CLIENT_ID,
      clientSecret: OIDC_CLIENT_SECRET,
      // With `max_age` the id_token must contain when the user last authenticated.
      authorization: { params: { scope: OIDC_SCOPE, max_age: sessionLifetime.staff / 1000 } },
      // `idToken` verifies signature, issuer, audience and nonce of the id_token.
      idToken: true,
      checks: ["pkce", "state", "nonce"],
      httpOptions: { timeout: PROVIDER_TIMEOUT_MS },
      userinfo: { request: fetchClaims },
      profile: (claims) => ({ id: String(claims.sub), claims }) as unknown as User,
    },
  ];
}

type UserinfoRequest = Extract<OAuthConfig<Claims>["userinfo"], { request?: unknown }>["request"];

/**
 * The id_token's claims, completed from userinfo of the same subject. That of Microsoft Entra ID,
 * with a tenant id, has nothing to add.
 */
const fetchClaims: UserinfoRequest = async ({ tokens, client }) => {
  const idTokenClaims = (tokens as unknown as { claims(): Claims }).claims();
  if (idTokenClaims.tid !== undefined) return idTokenClaims as never;
  const isWhole = idTokenClaims.email !== undefined && idTokenClaims.email_verified !== undefined;
  const hasRole = idTokenClaims[env().OIDC_ROLE_CLAIM.split(".")[0]!] !== undefined;
  if ((isWhole && hasRole) || !client.issuer.metadata.userinfo_endpoint)
    return idTokenClaims as never;
  const userinfo = (await client.userinfo(tokens as never)) as Claims;
  return { ...userinfo, ...idTokenClaims } as never;
};

/**
 * Decides on a user whom the provider returned, and opens their session. Password sign-ins pass
 * unchanged.
 * @returns whether they are signed in, or the path of the sign-in page with the error.
 */
export async function onOidcSignIn(
  { user, account }: { user: User; account: Account | null },
  readEarlierSession: () => Promise<unknown>,
) {
  if (account?.provider !== "oidc") return true;
  const signingIn = user as User & { claims: Claims; sessionId?: string };
  try {
    const sent = await headers();
    const address = parseClientAddress(sent.get("x-forwarded-for"));
    const origin = { address: address === "unknown" ? null : address };
    const browser = {
      userAgent: sent.get("user-agent"),
      earlierSession: await readEarlierSession(),
    };
    const signedIn = await runInContext(origin, () =>
      signInWithClaims(runtime().db, signingIn.claims, getRoleMapping(), new Date(), browser),
    );
    if (signedIn.outcome === "refused") return `/sign-in?error=${signedIn.why}`;
    signingIn.sessionId = signedIn.sessionId;
    return true;
  } catch (error) {
    log.error({ reason: getErrorReason(error) }, "Sign-in failed");
    return "/sign-in?error=Unavailable";
  }
}

function getRoleMapping() {
  const { OIDC_ROLE_CLAIM, OIDC_VIEWER_ROLES, OIDC_OPERATOR_ROLES, OIDC_ADMIN_ROLES } = env();
  const values = {
    viewer: OIDC_VIEWER_ROLES,
    operator: OIDC_OPERATOR_ROLES,
    admin: OIDC_ADMIN_ROLES,
  };
  return { claim: OIDC_ROLE_CLAIM, values };
}
