import { z } from "zod";
import { withAudit } from "../audit/with-audit.ts";
import { PortalError } from "../context/errors.ts";
import { portalAction, type PortalRequest } from "../http/portal-route.ts";
import { requireRecentAuth, mustSetUpSecondFactor } from "../auth/recent-auth.ts";
import { toTooManyAttempts, toWrongValue } from "./reauthenticate.ts";
import {
  hashRecoveryCode,
  newRecoveryCodes,
  newSecret,
  encryptSecret,
  formatSecret,
  tryCode,
} from "../auth/second-factor.ts";
import type { Database } from "../db/database.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  deleteSecondFactor,
  replaceRecoveryCodes,
} from "../db/second-factors.ts";
import { revokeOtherSessions, type User } from "../db/sessions.ts";

type Call = PortalRequest<unknown, unknown, unknown, User>;

/** A new secret; returned only once. */
export interface SecondFactorSetup {
  /** In base 32, in groups of four. */
  secret: string;
  /** The secret as a QR code: an SVG. */
  picture: string;
}

/** Recovery codes; returned only once. */
export interface RecoveryCodes {
  recovery_codes: string[];
}

/** Creates a secret for an authenticator app; it is required once a code confirms it. */
export const setUpSecondFactor = portalAction({
  async handle({ db, user, now, requestId }): Promise<SecondFactorSetup> {
    requireRecentAuth(user, now(), requestId);
    if (user.atProvider) throw toSetUpAtProvider(requestId);
    const secret = newSecret();
    if (!(await beginSecondFactor(db, user.id, encryptSecret(secret, user.id)))) {
      throw toAlreadySetUp(requestId);
    }
    return formatSecret(secret, user.email);
  },
});

/**
 * Confirms the second factor with a first code. It is required at every sign-in from now on, and
 * all other sessions of the account end.
 */
export const confirmSecondFactorSetup = portalAction({
  body: z.strictObject({ code: z.string().min(1).max(100) }),
  async handle({ db, user, body, now, requestId }): Promise<RecoveryCodes> {
    requireRecentAuth(user, now(), requestId);
    if (user.secondFactor) throw toAlreadySetUp(requestId);
    const outcome = await tryCode(db, user, body.code, now(), true);
    if (outcome === "throttled") throw toTooManyAttempts(requestId);
    if (outcome === "wrong") throw toWrongValue("code", "wrong-code", requestId);
    const entry = { user, operation: "setUpSecondFactor", target: user.email, requestId };
    return withAudit(db, entry, () =>
      db.transaction(async (tx) => {
        if (!(await confirmSecondFactor(tx, user.id, now()))) throw toAlreadySetUp(requestId);
        await revokeOtherSessions(tx, user.id, user.sessionId, now());
        return createRecoveryCodes(tx, user.id);
      }),
    );
  },
});

/** Replaces all recovery codes. */
export const renewRecoveryCodes = portalAction({
  async handle({ db, user, now, requestId }): Promise<RecoveryCodes> {
    requireRecentAuth(user, now(), requestId);
    if (!user.secondFactor) throw toNotSetUp(requestId);
    const entry = { user, operation: "renewRecoveryCodes", target: user.email, requestId };
    return withAudit(db, entry, () => db.transaction((tx) => createRecoveryCodes(tx, user.id)));
  },
});

/** Removes the second factor, if the configuration allows it. */
export const removeSecondFactor = portalAction({
  async handle(call) {
    const { db, user, now, requestId } = call;
    requireRecentAuth(user, now(), requestId);
    refuseIfRequired(call);
    const entry = { user, operation: "dropSecondFactor", target: user.email, requestId };
    await withAudit(db, entry, async () => {
      if (!(await db.transaction((tx) => deleteSecondFactor(tx, user.id))))
        throw toNotSetUp(requestId);
    });
  },
});

async function createRecoveryCodes(db: Database, accountId: string): Promise<RecoveryCodes> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(db, accountId, codes.map(hashRecoveryCode));
  return { recovery_codes: codes };
}

function refuseIfRequired({ user, requestId }: Call): void {
  if (!mustSetUpSecondFactor({ ...user, secondFactor: false })) return;
  const detail = "Staff must sign in with a second factor.";
  throw new PortalError("conflict", detail, requestId, { code: "second-factor-kept" });
}

const toAlreadySetUp = (requestId: string) =>
  new PortalError("conflict", "A second factor is already set up.", requestId, {
    code: "second-factor-there",
  });

const toNotSetUp = (requestId: string) =>
  new PortalError("conflict", "No second factor is set up.", requestId, {
    code: "second-factor-not-there",
  });

const toSetUpAtProvider = (requestId: string) =>
  new PortalError(
    "conflict",
    "You sign in at your identity provider: set up a second factor there.",
    requestId,
    {
      code: "second-factor-at-provider",
    },
  );
