import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { id } from "../../contract/index.ts";
import { locales, toLocale } from "../../i18n/locales.ts";
import { withAudit } from "../audit/with-audit.ts";
import { PortalError } from "../context/errors.ts";
import { toInvitationEmail } from "./invitation-email.ts";
import { getMailSettings, sendEmail, type MailSettings } from "../mail/mail.ts";
import { log, getErrorReason } from "../context/log.ts";
import { getManagedAccount } from "./user-changes.ts";
import { portalAction, type PortalRequest } from "../http/portal-route.ts";
import { requireRecentAuthForStaff } from "../auth/recent-auth.ts";
import { requireRight } from "../auth/policy.ts";
import { findAccount, hasIdentity } from "../db/accounts.ts";
import { countAttempt } from "../db/attempt-counters.ts";
import type { Database } from "../db/database.ts";
import {
  getInvitation,
  createInvitation,
  revokeInvitations,
  type Invitation,
  type NewInvitation,
} from "../db/invitations.ts";
import { levels } from "../db/schema.ts";
import type { User } from "../db/sessions.ts";
import { HOUR_MS } from "../../time/amsterdam.ts";

/** How long an invitation can be accepted, in milliseconds. */
export const INVITATION_MS = 7 * 24 * HOUR_MS;
const TOKEN_BYTES = 32;
/** Maximum number of e-mails to one address within an hour. */
const MAX_EMAILS_PER_HOUR = 5;

/** The hash of a link's token that is stored. */
export const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");

/** The result of an invitation. */
export interface InvitationResult {
  email: string;
  expires_at: string;
  /**
   * `mailed`: handed to the mail server; `mail-failed`: refused by it; `to-copy`: there is none.
   */
  delivery: "mailed" | "mail-failed" | "to-copy";
  /** The link, returned only here; null if it was mailed. A path if no public URL is configured. */
  link: string | null;
}

const email = z.email().max(254);
const invitationBody = z.discriminatedUnion("role", [
  z.strictObject({
    role: z.literal("staff"),
    email,
    level: z.enum(levels),
    language: z.enum(locales),
  }),
  z.strictObject({ role: z.literal("customer"), email, customer_id: id }),
]);
type InvitationBody = z.output<typeof invitationBody>;
type Call<P, B> = PortalRequest<P, unknown, B, User>;
type InvitationDraft = Omit<NewInvitation, "tokenHash" | "createdAt" | "expiresAt" | "invitedBy">;

/**
 * Creates the action that invites staff (admins only) or a customer; tests pass their mail server.
 */
export const createInviteAction = (settings: () => MailSettings | null) =>
  portalAction({
    body: invitationBody,
    async handle(call: Call<unknown, InvitationBody>): Promise<InvitationResult> {
      const { body, user, requestId, db } = call;
      requireRight(user, body.role === "staff" ? "admin" : "operator", requestId);
      requireRecentAuthForStaff(call, body.role);
      const draft = await toDraft(call);
      if (await findAccount(db, body.email)) throw toAccountExists(requestId);
      const target = [draft.email, draft.level && `level=${draft.level}`, toCustomerTarget(draft)];
      return send(call, settings(), "invite", target.filter(Boolean).join(" "), draft);
    },
  });
export const invite = createInviteAction(getMailSettings);

/** Creates the action that sends a one-time link to a new password, for an open account. */
export const createPasswordLinkAction = (settings: () => MailSettings | null) =>
  portalAction({
    params: z.object({ account_id: z.uuid() }),
    async handle(call: Call<{ account_id: string }, unknown>): Promise<InvitationResult> {
      const account = await getManagedAccount(call);
      requireRecentAuthForStaff(call, account.role);
      if (account.disabledAt) {
        const detail = "This account is closed. Open it first.";
        throw new PortalError("conflict", detail, call.requestId, { code: "account-closed" });
      }
      if (await hasIdentity(call.db, account.id)) {
        const detail = "This account signs in at the identity provider and has no password.";
        throw new PortalError("conflict", detail, call.requestId, { code: "at-provider" });
      }
      const { id: accountId, email, name, role, level, language, customerId } = account;
      const draft = { email, name, role, level, language, customerId } as const;
      return send(call, settings(), "sendPasswordLink", account.email, {
        ...draft,
        kind: "password",
        accountId,
      });
    },
  });
export const sendPasswordLink = createPasswordLinkAction(getMailSettings);

/** Revokes an invitation: its link no longer works. */
export const withdrawInvitation = portalAction({
  params: z.object({ invitation_id: z.uuid() }),
  async handle({ db, user, params, now, requestId }) {
    const invitation = await getInvitation(db, params.invitation_id);
    if (!invitation) {
      throw new PortalError("not-found", "There is no such invitation.", requestId);
    }
    requireRight(user, invitation.role === "staff" ? "admin" : "operator", requestId);
    const entry = { user, operation: "withdrawInvitation", target: invitation.email, requestId };
    await withAudit(db, entry, () => revokeInvitations(db, { id: invitation.id }, now()));
  },
});

const toAccountExists = (requestId: string) =>
  new PortalError("conflict", "An account with this e-mail address already exists.", requestId, {
    code: "account-exists",
  });

const toCustomerTarget = ({ customerId }: InvitationDraft) =>
  customerId && `customer_id=${customerId}`;

async function toDraft({
  body,
  createPortalClient,
  requestId,
}: Call<unknown, InvitationBody>): Promise<InvitationDraft> {
  const common = { kind: "account", accountId: null, email: body.email, role: body.role } as const;
  if (body.role === "staff") {
    return { ...common, level: body.level, language: body.language, name: null, customerId: null };
  }
  const { directory, supports } = await createPortalClient();
  const customer = await directory.getCustomer(body.customer_id);
  if (!customer && supports("getCustomer")) {
    throw new PortalError("not-found", "There is no such customer.", requestId);
  }
  const { name = null, language } = customer ?? {};
  const customerId = body.customer_id;
  return { ...common, level: null, language: toLocale(language), name, customerId };
}

async function send(
  { db, user, now, requestId }: Call<unknown, unknown>,
  settings: MailSettings | null,
  operation: string,
  target: string,
  draft: InvitationDraft,
): Promise<InvitationResult> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const createdAt = now();
  if (settings) await limitEmails(db, draft.email, createdAt, requestId);
  const invitation = await withAudit(db, { user, operation, target, requestId }, () =>
    createInvitation(db, {
      ...draft,
      tokenHash: hashToken(token),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + INVITATION_MS),
      invitedBy: user.id,
    }),
  );
  const path = `/invitation/${token}`;
  const link = settings ? new URL(path, settings.publicUrl).href : path;
  const delivery = settings
    ? await sendInvitation(settings, invitation, link, requestId)
    : "to-copy";
  return {
    email: invitation.email,
    expires_at: invitation.expiresAt.toISOString(),
    delivery,
    link: delivery === "mailed" ? null : link,
  };
}

async function limitEmails(db: Database, email: string, now: Date, requestId: string) {
  const sent = await countAttempt(db, `letters:${email.toLowerCase()}`, now, HOUR_MS);
  if (sent <= MAX_EMAILS_PER_HOUR) return;
  const detail = `This address was sent ${MAX_EMAILS_PER_HOUR} e-mails within an hour.`;
  const extras = { code: "letters-enough", retryAfter: HOUR_MS / 1000 };
  throw new PortalError("too-many-requests", detail, requestId, extras);
}

async function sendInvitation(
  settings: MailSettings,
  invitation: Invitation,
  link: string,
  requestId: string,
): Promise<InvitationResult["delivery"]> {
  try {
    await sendEmail(settings, await toInvitationEmail(invitation, link));
    return "mailed";
  } catch (error) {
    log.warn({ requestId, reason: getErrorReason(error) }, "Failed to send an e-mail");
    return "mail-failed";
  }
}
