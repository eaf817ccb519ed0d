import { z } from "zod";
import { name } from "../../contract/schema-types.ts";
import { withAudit } from "../audit/with-audit.ts";
import { PortalError } from "../context/errors.ts";
import { hashToken } from "./invitations.ts";
import { newPassword, hashPassword } from "../auth/password.ts";
import { refuseWeakPassword } from "../auth/password-rules.ts";
import { publicAction } from "../http/portal-route.ts";
import { runtime } from "../runtime.ts";
import { createAccount, setPassword } from "../db/accounts.ts";
import type { Database } from "../db/database.ts";
import { consumeInvitation, findInvitation, type Invitation } from "../db/invitations.ts";
import { getAccount } from "../db/users.ts";
import { revokeAllSessions } from "../db/sessions.ts";

/** An invitation as its recipient sees it. */
export interface InvitationView {
  kind: Invitation["kind"];
  email: string;
  role: Invitation["role"];
  language: Invitation["language"];
  /** ISO 8601 */
  expires_at: string;
}

export type InvitationState = "used" | "withdrawn" | "expired" | "unknown";

/** An invitation by the token of its link, or why it cannot be accepted. */
export async function readInvitation(
  db: Database,
  token: string,
  now: Date,
): Promise<InvitationView | InvitationState> {
  const found = await findInvitation(db, hashToken(token));
  if (!found) return "unknown";
  if (found.usedAt) return "used";
  if (found.revokedAt) return "withdrawn";
  if (found.expiresAt <= now) return "expired";
  const { kind, email, role, language, expiresAt } = found;
  return { kind, email, role, language, expires_at: expiresAt.toISOString() };
}

/** Reads an invitation from this portal's database, now. */
export const readCurrentInvitation = (token: string) =>
  readInvitation(runtime().db, token, new Date());

/** Sets a password, and the name of a new staff account; the link is then used. */
export const acceptInvitation = publicAction({
  body: z.strictObject({
    token: z.string().min(1).max(200),
    name: z.string().trim().pipe(name).optional(),
    password: newPassword,
  }),
  async handle({ db, body, now, requestId }) {
    const { token, password } = body;
    const view = await readInvitation(db, token, now());
    if (typeof view === "string") throw toInvitationOver(requestId);
    if (view.kind === "account" && view.role === "staff" && !body.name) {
      throw toNameRequired(requestId);
    }
    refuseWeakPassword(password, view.email, requestId);
    const passwordHash = await hashPassword(password);
    const { email, role, kind } = view;
    const operation = kind === "account" ? "acceptInvitation" : "choosePassword";
    const entry = { user: { id: null, email, role }, operation, target: email, requestId };
    await withAudit(db, entry, () =>
      db.transaction(async (tx) => {
        const invitation = await consumeInvitation(tx, hashToken(token), now());
        if (!invitation) throw toInvitationOver(requestId);
        const account = { name: body.name ?? invitation.name ?? email, passwordHash };
        if (kind === "account") await createInvitedAccount(tx, invitation, account, requestId);
        else await changeInvitedPassword(tx, invitation, passwordHash, now(), requestId);
      }),
    );
    return { email };
  },
});

const toInvitationOver = (requestId: string) =>
  new PortalError("conflict", "This invitation is no longer valid.", requestId, {
    code: "invitation-over",
  });

const toNameRequired = (requestId: string) =>
  new PortalError("invalid", "Enter your name.", requestId, {
    errors: [{ pointer: "#/name", detail: "is required", code: "required" }],
  });

async function createInvitedAccount(
  tx: Database,
  { email, role, level, language, customerId }: Invitation,
  chosen: { name: string; passwordHash: string },
  requestId: string,
): Promise<void> {
  if (await createAccount(tx, { email, role, level, language, customerId, ...chosen })) return;
  throw toInvitationOver(requestId);
}

async function changeInvitedPassword(
  tx: Database,
  { accountId }: Invitation,
  passwordHash: string,
  now: Date,
  requestId: string,
): Promise<void> {
  const account = await getAccount(tx, accountId!);
  if (!account || account.disabledAt) throw toInvitationOver(requestId);
  await setPassword(tx, account.id, passwordHash);
  await revokeAllSessions(tx, account.id, now);
}
