import { z } from "zod";
import { locales } from "../i18n/locales.ts";
import { audited } from "./audited.ts";
import { PortalError } from "./errors.ts";
import { chosenPassword, hashPassword, presentPassword } from "./password.ts";
import { portalAction } from "./portal-route.ts";
import { addressOf, tryPassword } from "./sign-in.ts";
import { setLanguage, setPassword } from "./store/accounts.ts";
import { revokeOtherSessions, revokeOwnSession } from "./store/sessions.ts";

const RETRY_SECONDS = 15 * 60;

/**
 * A new password for who knows the one there is; wrong ones count as at sign-in. Whoever else is
 * signed in with the account is signed out.
 */
export const changePassword = portalAction({
  body: z.strictObject({
    current: presentPassword,
    password: chosenPassword,
  }),
  async answer({ db, user, body, now, request, requestId }) {
    const address = addressOf(request.headers.get("x-forwarded-for"));
    const tried = await tryPassword(db, user.email, body.current, address, now());
    if (tried === "throttled") throw tooOften(requestId);
    if (tried === "refused" || tried.id !== user.id) throw wrong(requestId);
    const passwordHash = await hashPassword(body.password);
    const entry = { user, operation: "changePassword", target: user.email, requestId };
    await audited(db, entry, () =>
      db.transaction(async (tx) => {
        await setPassword(tx, user.id, passwordHash);
        await revokeOtherSessions(tx, user.id, user.sessionId, now());
      }),
    );
  },
});

const wrong = (requestId: string) =>
  new PortalError("invalid", "Correct what is listed and try again.", requestId, {
    errors: [
      { pointer: "#/current", detail: "is not your present password", code: "wrong-password" },
    ],
  });

const tooOften = (requestId: string) =>
  new PortalError("too-many-requests", "Try again in 15 minutes.", requestId, {
    code: "wait-a-quarter",
    retryAfter: RETRY_SECONDS,
  });

/** The language of staff's pages; a customer's is the service's, changed with `updateCustomer`. */
export const chooseLanguage = portalAction({
  body: z.strictObject({ language: z.enum(locales).nullable() }),
  answer: ({ db, user, body }) => setLanguage(db, user.id, body.language),
});

/** Signs out one of the places the account is signed in. */
export const endSession = portalAction({
  params: z.object({ session_id: z.uuid() }),
  async answer({ db, user, params, now, requestId }) {
    if (await revokeOwnSession(db, user.id, params.session_id, now())) return;
    throw new PortalError("not-found", "There is no such session.", requestId);
  },
});

/** Signs out everywhere but here. */
export const endOtherSessions = portalAction({
  answer: ({ db, user, now }) => revokeOtherSessions(db, user.id, user.sessionId, now()),
});
