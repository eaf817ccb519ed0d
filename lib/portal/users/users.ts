import { markHidden } from "../../contract/hidden-characters.ts";
import type { PortalDeps } from "../service-client/portal-deps.ts";
import { requireRight } from "../auth/rights.ts";
import { listOpenInvitations } from "../db/invitations.ts";
import { listAccounts, type AccountSummary } from "../db/users.ts";
import type { User } from "../db/sessions.ts";

/** Somebody who may sign in; moments as ISO 8601. */
export interface PortalUser {
  id: string;
  email: string;
  name: string;
  level: AccountSummary["level"];
  created_at: string;
  /** Null while the account is open. */
  closed_at: string | null;
  /** Null: never signed in, or longer ago than sessions are kept. */
  last_seen_at: string | null;
  /** Sessions in force. */
  sessions: number;
  second_factor: boolean;
}

/** A link that was sent and not used yet. */
export interface PendingInvitation {
  id: string;
  /** To a new account, or to a new password of one there is. */
  kind: "account" | "password";
  email: string;
  level: AccountSummary["level"];
  created_at: string;
  expires_at: string;
  /** The name of who sent it. */
  invited_by: string;
}

/** Who may sign in, and who was asked to. */
export interface PortalUsers {
  people: PortalUser[];
  invitations: PendingInvitation[];
}

/** The staff of this portal. @throws PortalError 403 for all but admins. */
export async function readStaff(deps: PortalDeps, user: User): Promise<PortalUsers> {
  requireRight(user, "admin");
  return readUsers(deps, { role: "staff" });
}

/** Who signs in for a customer. @throws PortalError 403 below operators. */
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
    people: accounts.map(toPortalUser),
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
});
