import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { id } from "../../contract/index.ts";
import { locales, toLocale } from "../../i18n/locales.ts";
import { withAudit } from "../audit/with-audit.ts";
import { PortalError } from "../context/errors.ts";
import { invitationLetter } from "./invitation-email.ts";
import { log, getErrorReason } from "../context/log.ts";
import { mailSettings, sendLetter, type MailSettings } from "./mail.ts";
import { accountOf } from "./user-changes.ts";
import { portalAction, type PortalRequest } from "../http/portal-route.ts";
import { requireRecentAuthForStaff } from "../auth/recent-auth.ts";
import { requireRight } from "../auth/rights.ts";
import { findAccount } from "../db/accounts.ts";
import { countAttempt } from "../db/attempt-counters.ts";
import type { Database } from "../db/database.ts";
import { hasIdentity } from "../db/identities.ts";
import {
  getInvitation,
  putInvitation,
  revokeInvitations,
  type Invitation,
  type NewInvitation,
} from "../db/invitations.ts";
import { levels } from "../db/schema.ts";
import type { User } from "../db/sessions.ts";

const HOUR = 3_600_000;
/** How long an invitation can be accepted, in milliseconds. */
export const INVITATION_MS = 7 * 24 * HOUR;
const TOKEN_BYTES = 32;
/** Letters one address is sent within an hour, by whomever. */
export const LETTERS_PER_HOUR = 5;

/** What is stored of the token in a link. */
export const hashOfToken = (token: string) => createHash("sha256").update(token).digest("hex");

/** What became of an invitation. */
export interface Invited {
  email: string;
  expires_at: string;
  /** `mailed`: on its way; `mail-failed`: the mail server did not take it; `to-copy`: no mail server. */
  delivery: "mailed" | "mail-failed" | "to-copy";
  /** The link, shown this once; null where it was mailed. A path where no public address is set. */
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
type Visit<P, B> = PortalRequest<P, unknown, B, User>;
type Wanted = Omit<NewInvitation, "tokenHash" | "createdAt" | "expiresAt" | "invitedBy">;

/** Asks somebody in, staff (admins only) or a customer; the mail server is a value for tests. */
export const inviteThrough = (settings: () => MailSettings | null) =>
  portalAction({
    body: invitationBody,
    async handle(visit: Visit<unknown, InvitationBody>): Promise<Invited> {
      const { body, user, requestId, db } = visit;
      requireRight(user, body.role === "staff" ? "admin" : "operator", requestId);
      requireRecentAuthForStaff(visit, body.role);
      const wanted = await wantedBy(visit);
      if (await findAccount(db, body.email)) throw accountExists(requestId);
      const target = [wanted.email, wanted.level && `level=${wanted.level}`, ofCustomer(wanted)];
      return send(visit, settings(), "invite", target.filter(Boolean).join(" "), wanted);
    },
  });
export const invite = inviteThrough(mailSettings);

/** A fresh one-time link to a new password, for an account that is open. */
export const passwordLinkThrough = (settings: () => MailSettings | null) =>
  portalAction({
    params: z.object({ account_id: z.uuid() }),
    async handle(visit: Visit<{ account_id: string }, unknown>): Promise<Invited> {
      const account = await accountOf(visit);
      requireRecentAuthForStaff(visit, account.role);
      if (account.disabledAt) {
        const words = "This account is closed. Open it first.";
        throw new PortalError("conflict", words, visit.requestId, { code: "account-closed" });
      }
      if (await hasIdentity(visit.db, account.id)) {
        const words = "This account signs in at the identity provider and has no password.";
        throw new PortalError("conflict", words, visit.requestId, { code: "at-provider" });
      }
      const { id: accountId, email, name, role, level, language, customerId } = account;
      const wanted = { email, name, role, level, language, customerId } as const;
      return send(visit, settings(), "sendPasswordLink", account.email, {
        ...wanted,
        kind: "password",
        accountId,
      });
    },
  });
export const sendPasswordLink = passwordLinkThrough(mailSettings);

/** Takes an invitation back: its link leads nowhere from now on. */
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

const accountExists = (requestId: string) =>
  new PortalError("conflict", "An account with this e-mail address already exists.", requestId, {
    code: "account-exists",
  });

const ofCustomer = ({ customerId }: Wanted) => customerId && `customer_id=${customerId}`;

async function wantedBy({
  body,
  createPortalClient,
  requestId,
}: Visit<unknown, InvitationBody>): Promise<Wanted> {
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
  { db, user, now, requestId }: Visit<unknown, unknown>,
  settings: MailSettings | null,
  operation: string,
  target: string,
  wanted: Wanted,
): Promise<Invited> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const createdAt = now();
  if (settings) await refuseMoreLetters(db, wanted.email, createdAt, requestId);
  const invitation = await withAudit(db, { user, operation, target, requestId }, () =>
    putInvitation(db, {
      ...wanted,
      tokenHash: hashOfToken(token),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + INVITATION_MS),
      invitedBy: user.id,
    }),
  );
  const path = `/invitation/${token}`;
  const link = settings ? new URL(path, settings.publicUrl).href : path;
  const delivery = settings ? await mail(settings, invitation, link, requestId) : "to-copy";
  return {
    email: invitation.email,
    expires_at: invitation.expiresAt.toISOString(),
    delivery,
    link: delivery === "mailed" ? null : link,
  };
}

async function refuseMoreLetters(db: Database, email: string, now: Date, requestId: string) {
  const sent = await countAttempt(db, `letters:${email.toLowerCase()}`, now, HOUR);
  if (sent <= LETTERS_PER_HOUR) return;
  const words = `This address was sent ${LETTERS_PER_HOUR} e-mails within an hour.`;
  const extras = { code: "letters-enough", retryAfter: HOUR / 1000 };
  throw new PortalError("too-many-requests", words, requestId, extras);
}

async function mail(
  settings: MailSettings,
  invitation: Invitation,
  link: string,
  requestId: string,
): Promise<Invited["delivery"]> {
  try {
    await sendLetter(settings, await invitationLetter(invitation, link));
    return "mailed";
  } catch (error) {
    log.warn({ requestId, reason: getErrorReason(error) }, "a letter could not be sent");
    return "mail-failed";
  }
}
