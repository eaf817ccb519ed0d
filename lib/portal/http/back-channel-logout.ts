import { env } from "../../env.ts";
import { withAudit } from "../audit/with-audit.ts";
import { InvalidLogoutToken, verifyLogoutToken } from "../auth/logout-token.ts";
import { PortalError } from "../context/errors.ts";
import { getErrorReason, log } from "../context/log.ts";
import { getPortalDeps } from "../client/portal-client.ts";
import { endProviderSessions, findProviderUsers } from "../db/provider-sessions.ts";
import { readBody } from "./request-body.ts";
import { respondProblem } from "./respond.ts";
import { withRequestContext, type RouteHandler } from "./route-handler.ts";

const MAX_BODY_BYTES = 64 * 1024;
const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/**
 * Ends sessions that the identity provider says are over (OpenID Connect Back-Channel Logout 1.0).
 * The provider's server calls it, so its signed token is checked instead of the origin.
 */
export const handleBackChannelLogout: RouteHandler = (request) =>
  withRequestContext(request, "POST /api/auth/back-channel-logout", async (requestId) => {
    try {
      await logOut(request, requestId);
      return new Response(null, {
        headers: { "Cache-Control": "no-store", "X-Request-Id": requestId },
      });
    } catch (error) {
      return respondProblem(error, requestId);
    }
  });

async function logOut(request: Request, requestId: string): Promise<void> {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = env();
  if (!issuer || !clientId)
    throw new PortalError("not-found", "No identity provider is configured.", requestId);
  if (!FORM.test(request.headers.get("content-type") ?? ""))
    throw new PortalError("unsupported-type", "Send it as a form.", requestId);
  const form = new URLSearchParams(await readBody(request, MAX_BODY_BYTES, requestId));
  const { db, now } = getPortalDeps();
  const token = form.get("logout_token") ?? "";
  const logout = await verifyLogoutToken(token, { issuer, clientId, now: now() }).catch(
    (error: unknown) => {
      const isInvalid = error instanceof InvalidLogoutToken;
      log.warn({ requestId, reason: getErrorReason(error) }, "Refused a logout token");
      throw isInvalid
        ? new PortalError("bad-request", "The logout token is not valid.", requestId)
        : new PortalError("unavailable", "The identity provider's keys are unknown.", requestId);
    },
  );
  for (const user of await findProviderUsers(db, logout)) {
    const entry = { user, operation: "signOut", target: "provider", requestId };
    await withAudit(db, entry, () => endProviderSessions(db, user.id, logout, now()));
  }
}
