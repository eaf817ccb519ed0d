import { z } from "zod";
import { locales } from "../../i18n/locales.ts";
import { withAudit } from "../audit/with-audit.ts";
import { PortalError } from "../context/errors.ts";
import { newPassword, hashPassword, currentPassword } from "../auth/password.ts";
import { refuseWeakPassword } from "../auth/password-rules.ts";
import { portalAction } from "../http/portal-route.ts";
import { toTooManyAttempts, toWrongValue } from "./reauthenticate.ts";
import { toAttempt, tryPassword } from "../auth/sign-in.ts";
import { hideSetup, setLanguage, setPassword } from "../db/accounts.ts";
import { revokeOtherSessions, revokeMySession } from "../db/sessions.ts";

/**
 * Changes the password of a user who knows the current one; wrong attempts count as at sign-in. All
 * other sessions of the account end.
 */
export const changePassword = portalAction({
  body: z.strictObject({
    current: currentPassword,
    password: newPassword,
  }),
  async handle({ db, user, body, now, request, requestId }) {
    refuseWeakPassword(body.password, user.email, requestId);
    const attempt = toAttempt(user.email, request, now());
    const tried = await tryPassword(db, attempt, body.current, now());
    if (tried === "throttled") throw toTooManyAttempts(requestId);
    if (tried === "refused" || tried.id !== user.id) {
      throw toWrongValue("current", "wrong-password", requestId);
    }
    const passwordHash = await hashPassword(body.password);
    const entry = { user, operation: "changePassword", target: user.email, requestId };
    await withAudit(db, entry, () =>
      db.transaction(async (tx) => {
        await setPassword(tx, user.id, passwordHash);
        await revokeOtherSessions(tx, user.id, user.sessionId, now());
      }),
    );
  },
});

/**
 * Sets the language of a staff user; a customer's is the service's, changed with `updateCustomer`.
 */
export const chooseLanguage = portalAction({
  body: z.strictObject({ language: z.enum(locales).nullable() }),
  handle: ({ db, user, body }) => setLanguage(db, user.id, body.language),
});

/** Ends one session of the user. */
export const endSession = portalAction({
  params: z.object({ session_id: z.uuid() }),
  async handle({ db, user, params, now, requestId }) {
    if (await revokeMySession(db, user.id, params.session_id, now())) return;
    throw new PortalError("not-found", "There is no such session.", requestId);
  },
});

/** Ends all sessions of the user but the current one. */
export const endOtherSessions = portalAction({
  handle: ({ db, user, now }) => revokeOtherSessions(db, user.id, user.sessionId, now()),
});

/** Hides the first steps on the user's overview. */
export const hideFirstSteps = portalAction({
  handle: ({ db, user, now }) => hideSetup(db, user.id, now()),
});
