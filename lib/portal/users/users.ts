import { markHidden } from "../../contract/hidden-characters.ts";
import type { PortalDeps } from "../service-client/portal-deps.ts";
import { requireRight } from "../auth/policy.ts";
import { listOpenInvitations } from "../db/invitations.ts";
import { listAccounts, type AccountSummary } from "../db/users.ts";
import type { User } from "../db/sessions.ts";

/** An account as the users page shows it; times in ISO 8601. */
export interface PortalUser {
  id: string;
  email: string;
  name: string;
  level: AccountSummary["level"];
  created_at: string;
  /** Null for an open account. */
  closed_at: string | null;
  /** Null if they never signed in or the session is no longer stored. */
  last_seen_at: string | null;
  /** Active sessions. */
  sessions: number;
  second_factor: boolean;
  passkeys: boolean;
}

/** An invitation that was not accepted yet. */
export interface PendingInvitation {
  id: string;
  /** To a new account, or to a new password. */
  kind: "account" | "password";
  email: string;
  level: AccountSummary["level"];
  created_at: string;
  expires_at: string;
  /** The sender's name. */
  invited_by: string;
}

/** Accounts and pending invitations. */
export interface PortalUsers {
  users: PortalUser[];
  invitations: PendingInvitation[];
}

/** The staff of this portal. @throws PortalError 403 for all but admins. */
export async function readStaff(deps: PortalDeps, user: User): Promise<PortalUsers> {
  requireRight(user, "admin");
  return readUsers(deps, { role: "staff" });
}

/** The users of a customer. @throws PortalError 403 below operators. */
export async function readPortalAccess(
  deps: PortalDeps,
  user: User,
  customerId: string,
): Promise<PortalUsers> {
  requireRight(user, "operator");
  return readUsers(deps, { customerId });
}

async function readUsers(
  { db, now }: PortalDeps,
  whose: { role: "staff" } | { customerId: string },
): Promise<PortalUsers> {
  const [accounts, invitations] = await Promise.all([
    listAccounts(db, whose, now()),
    listOpenInvitations(db, whose, now()),
  ]);
  return {
    users: accounts.map(toPortalUser),
    invitations: invitations.map(({ createdAt, expiresAt, invitedBy, ...rest }) => ({
      ...rest,
      created_at: createdAt.toISOString(),
      expires_at: expiresAt.toISOString(),
      invited_by: invitedBy,
    })),
  };
}

const toPortalUser = (account: AccountSummary): PortalUser => ({
  id: account.id,
  email: account.email,
  name: markHidden(account.name),
  level: account.level,
  created_at: account.createdAt.toISOString(),
  closed_at: account.disabledAt?.toISOString() ?? null,
  last_seen_at: account.lastSeenAt?.toISOString() ?? null,
  sessions: account.disabledAt ? 0 : account.sessions,
  second_factor: account.secondFactor,
  passkeys: account.passkeys,
});
