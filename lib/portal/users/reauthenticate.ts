import { z } from "zod";
import { withAudit } from "../audit/with-audit.ts";
import { PortalError } from "../context/errors.ts";
import { currentPassword } from "../auth/password.ts";
import { portalAction } from "../http/portal-route.ts";
import { tryCode } from "../auth/second-factor.ts";
import { toAttempt, tryPassword } from "../auth/sign-in.ts";
import { markReauthenticated } from "../db/sessions.ts";

/**
 * Authenticates the user again, by password and by a code if there is a second factor. Wrong
 * attempts count as at sign-in. A missing code is reported once the password is right.
 */
export const reauthenticate = portalAction({
  body: z.strictObject({ password: currentPassword, code: z.string().max(100).optional() }),
  async handle({ db, user, body, now, request, requestId }) {
    const entry = { user, operation: "proveSelf", target: user.email, requestId };
    const attempt = toAttempt(user.email, request, now());
    await withAudit(db, entry, async () => {
      const tried = await tryPassword(db, attempt, body.password, now());
      if (tried === "throttled") throw toTooManyAttempts(requestId);
      if (tried === "refused" || tried.id !== user.id) {
        throw toWrongValue("password", "wrong-password", requestId);
      }
      if (user.secondFactor) {
        if (!body.code) throw toWrongValue("code", "code-required", requestId);
        const outcome = await tryCode(db, user, body.code, now());
        if (outcome === "throttled") throw toTooManyAttempts(requestId);
        if (outcome === "wrong") throw toWrongValue("code", "wrong-code", requestId);
      }
      await markReauthenticated(db, user.sessionId, now());
    });
  },
});

const details = {
  "wrong-password": "is not your present password",
  "code-required": "is asked for as well",
  "wrong-code": "is not right, or was used before",
};

/** The error of one invalid field. */
export const toWrongValue = (field: string, code: keyof typeof details, requestId: string) =>
  new PortalError("invalid", "Correct the listed values and try again.", requestId, {
    errors: [{ pointer: `#/${field}`, detail: details[code], code }],
  });

/** The error after too many attempts, with the maximum wait. */
export const toTooManyAttempts = (requestId: string) =>
  new PortalError(
    "too-many-requests",
    "Too many attempts. Wait at most 15 minutes, then try again.",
    requestId,
    {
      code: "wait-a-quarter",
      retryAfter: 15 * 60,
    },
  );
