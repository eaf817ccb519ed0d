import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { Provider, type Configuration } from "oidc-provider";

/** The provider's claims about the current user. */
export type Person = { sub: string } & Record<string, unknown>;

export interface IdentityProvider {
  issuer: string;
  client: { id: string; secret: string };
  /** Signs in the user set by the test without a prompt. */
  atKeyboard: Person;
  /** A logout token about a subject, as its server sends it to the portal. */
  logoutToken(subject: string): Promise<string>;
  close(): void;
}

/**
 * A real OpenID Connect provider for one client, without prompts. Its id_token has what belongs to
 * the scopes only `withProfile`, as those of Entra ID, Keycloak and Google have; else userinfo has it.
 */
export async function startIdentityProvider(
  redirectUri: string,
  { withProfile = false } = {},
): Promise<IdentityProvider> {
  const idp = { atKeyboard: { sub: "nobody" } } as IdentityProvider;
  idp.client = { id: "curtail", secret: "only-for-browser-tests-of-curtail" };
  let handle: (request: IncomingMessage, answer: ServerResponse) => void = () => undefined;
  const server = createServer((request, answer) => handle(request, answer));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  idp.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: "signing", alg: "RS256", use: "sig" };
  const provider = new Provider(idp.issuer, {
    ...configurationOf(idp, redirectUri),
    jwks: { keys: [jwk] },
    conformIdTokenClaims: !withProfile,
  });
  idp.logoutToken = (subject) =>
    new SignJWT({ events: { "http://schemas.openid.net/event/backchannel-logout": {} } })
      .setProtectedHeader({ alg: "RS256", kid: "signing", typ: "logout+jwt" })
      .setIssuer(idp.issuer)
      .setAudience(idp.client.id)
      .setSubject(subject)
      .setIssuedAt()
      .setExpirationTime("2 minutes")
      .setJti(crypto.randomUUID())
      .sign(privateKey);
  const answer = provider.callback();
  handle = async (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return answer(request, response);
    const login = { accountId: idp.atKeyboard.sub };
    await provider.interactionFinished(request, response, { login });
  };
  idp.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return idp;
}

const configurationOf = (idp: IdentityProvider, redirectUri: string): Configuration => ({
  clients: [
    {
      client_id: idp.client.id,
      client_secret: idp.client.secret,
      redirect_uris: [redirectUri],
      require_auth_time: true,
    },
  ],
  pkce: { required: () => true },
  claims: {
    openid: [
      "sub",
      "roles",
      "groups",
      "_claim_names",
      "realm_access",
      "hd",
      "tid",
      "oid",
      "ver",
      "xms_edov",
      "preferred_username",
      "iss",
    ],
    email: ["email", "email_verified"],
    profile: ["name"],
  },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  findAccount: (_, accountId) => ({ accountId, claims: () => ({ ...idp.atKeyboard }) }),
  async loadExistingGrant(context) {
    const { oidc } = context;
    const grant = new oidc.provider.Grant({
      clientId: oidc.client!.clientId,
      accountId: oidc.session!.accountId!,
    });
    grant.addOIDCScope("openid email profile");
    await grant.save();
    return grant;
  },
});
