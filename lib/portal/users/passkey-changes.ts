import { z } from "zod";
import { name } from "../../contract/schema-types.ts";
import { withAudit } from "../audit/with-audit.ts";
import {
  beginPasskey,
  beginPasskeySignIn,
  createdPasskey,
  getRelyingParty,
  savePasskey,
} from "../auth/passkeys.ts";
import { requireRecentAuth } from "../auth/recent-auth.ts";
import { parseClientAddress, toNetwork } from "../context/client-address.ts";
import { PortalError } from "../context/errors.ts";
import { countAttempt } from "../db/attempt-counters.ts";
import { countPasskeys, deletePasskey } from "../db/passkeys.ts";
import { portalAction, publicAction, type PortalRequest } from "../http/portal-route.ts";
import { toTooManyAttempts } from "./reauthenticate.ts";

/** Maximum number of passkeys of an account. */
const MAX_PASSKEYS = 20;
/** Maximum number of challenges for a sign-in per network within 15 minutes. */
const MAX_CHALLENGES = 100;
const WINDOW_MS = 15 * 60_000;

type Call = Pick<PortalRequest<unknown, unknown, unknown, unknown>, "request" | "requestId">;

function requireSite({ request, requestId }: Call) {
  const site = getRelyingParty(request.headers.get("host"));
  if (site) return site;
  const detail = "Passkeys need a host name and https: open the portal under its name.";
  throw new PortalError("conflict", detail, requestId, { code: "passkey-site" });
}

/** Starts the creation of a passkey. */
export const startPasskey = portalAction({
  async handle(call) {
    const { db, user, now, requestId } = call;
    requireRecentAuth(user, now(), requestId);
    if (user.atProvider) throw toProviderPasskey(requestId);
    if ((await countPasskeys(db, user.id)) >= MAX_PASSKEYS) throw toTooManyPasskeys(requestId);
    return beginPasskey(db, requireSite(call), user, now());
  },
});

/** Adds a created passkey to the account. */
export const addPasskey = portalAction({
  body: z.strictObject({ name, credential: createdPasskey }),
  async handle(call) {
    const { db, user, body, now, requestId } = call;
    requireRecentAuth(user, now(), requestId);
    if (user.atProvider) throw toProviderPasskey(requestId);
    const site = requireSite(call);
    const target = `${user.email} name=${body.name}`;
    await withAudit(db, { user, operation: "addPasskey", target, requestId }, async () => {
      if (!(await savePasskey(db, site, user, body, now()))) throw toInvalidPasskey(requestId);
    });
  },
});

/** Removes a passkey from the account. */
export const removePasskey = portalAction({
  params: z.object({ passkey_id: z.string().min(1).max(1_400) }),
  async handle({ db, user, params, now, requestId }) {
    requireRecentAuth(user, now(), requestId);
    const entry = { user, operation: "removePasskey", target: user.email, requestId };
    await withAudit(db, entry, async () => {
      if ((await deletePasskey(db, user.id, params.passkey_id)) !== null) return;
      throw new PortalError("not-found", "There is no such passkey.", requestId);
    });
  },
});

/** Starts a sign-in with a passkey. */
export const startPasskeySignIn = publicAction({
  async handle(call) {
    const { db, now, request, requestId } = call;
    const network = toNetwork(parseClientAddress(request.headers.get("x-forwarded-for")));
    const started = await countAttempt(db, `passkey:${network}`, now(), WINDOW_MS);
    if (started > MAX_CHALLENGES) throw toTooManyAttempts(requestId);
    return beginPasskeySignIn(db, requireSite(call), now());
  },
});

const toProviderPasskey = (requestId: string) =>
  new PortalError(
    "conflict",
    "You sign in at your identity provider: create a passkey there.",
    requestId,
    { code: "passkey-at-provider" },
  );

const toTooManyPasskeys = (requestId: string) =>
  new PortalError("conflict", `An account has at most ${MAX_PASSKEYS} passkeys.`, requestId, {
    code: "passkey-limit",
  });

const toInvalidPasskey = (requestId: string) =>
  new PortalError("conflict", "The passkey could not be checked. Create it again.", requestId, {
    code: "passkey-invalid",
  });
