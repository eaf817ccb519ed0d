import { z } from "zod";
import { withAudit } from "../audit/with-audit.ts";
import { PortalError } from "../context/errors.ts";
import { portalAction, type PortalRequest } from "../http/portal-route.ts";
import { requireRecentAuthForStaff } from "../auth/recent-auth.ts";
import { requireRight } from "../auth/policy.ts";
import { setDisabled, type Account } from "../db/accounts.ts";
import type { Database } from "../db/database.ts";
import { revokeInvitations } from "../db/invitations.ts";
import { withAdminLock, getAccount, setLevel } from "../db/users.ts";
import { levels } from "../db/schema.ts";
import { deletePasskeys } from "../db/passkeys.ts";
import { deleteSecondFactor } from "../db/second-factors.ts";
import { revokeAllSessions, type User } from "../db/sessions.ts";

const params = z.object({ account_id: z.uuid() });
type AccountParams = z.output<typeof params>;
type Call = PortalRequest<AccountParams, unknown, unknown, User>;

/**
 * Changes the role of a staff account from the next request on; invitations they sent are revoked.
 */
export const changeLevel = portalAction({
  params,
  body: z.strictObject({ level: z.enum(levels) }),
  async handle(call) {
    const { level } = call.body;
    const account = await getManagedAccount(call);
    requireRight(call.user, "admin", call.requestId);
    if (account.role !== "staff") throw toAccountNotFound(call.requestId);
    refuseSelf(call, account);
    requireRecentAuthForStaff(call, account.role);
    await recordChange(call, "changeLevel", `${account.email} level=${level}`, () =>
      asOpenAdmin(call, async (tx) => {
        await setLevel(tx, account.id, level);
        await revokeInvitations(tx, { invitedBy: account.id }, call.now());
      }),
    );
  },
});

/** Closes an account: ends its sessions and revokes its links and invitations. */
export const closeAccount = portalAction({
  params,
  async handle(call) {
    const account = await getManagedAccount(call);
    refuseSelf(call, account);
    const now = call.now();
    await recordChange(call, "closeAccount", account.email, () =>
      changeAccount(call, account, async (tx) => {
        await setDisabled(tx, account.id, now);
        await revokeAllSessions(tx, account.id, now);
        await revokeInvitations(tx, { accountId: account.id }, now);
        await revokeInvitations(tx, { invitedBy: account.id }, now);
      }),
    );
  },
});

/** Reopens an account with its password; earlier sessions stay ended. */
export const openAccount = portalAction({
  params,
  async handle(call) {
    const account = await getManagedAccount(call);
    requireRecentAuthForStaff(call, account.role);
    await recordChange(call, "openAccount", account.email, () =>
      changeAccount(call, account, async (tx) => {
        await revokeAllSessions(tx, account.id, call.now());
        await setDisabled(tx, account.id, null);
      }),
    );
  },
});

/** Ends all sessions of an account. */
export const endSessions = portalAction({
  params,
  async handle(call) {
    const account = await getManagedAccount(call);
    await recordChange(call, "endSessions", account.email, () =>
      revokeAllSessions(call.db, account.id, call.now()),
    );
  },
});

/** Removes the second factor of an account and ends its sessions; its user can set up another. */
export const resetSecondFactor = portalAction({
  params,
  async handle(call) {
    const account = await getManagedAccount(call);
    refuseSelf(call, account);
    requireRecentAuthForStaff(call, account.role);
    await recordChange(call, "resetSecondFactor", account.email, () =>
      changeAccount(call, account, async (tx) => {
        await deleteSecondFactor(tx, account.id);
        await deletePasskeys(tx, account.id);
        await revokeAllSessions(tx, account.id, call.now());
      }),
    );
  },
});

/**
 * The account a call names: staff accounts for admins, customers' from operators on.
 * @throws PortalError 404 for an unknown one, 403 if the user may not change it.
 */
export async function getManagedAccount({ db, user, params, requestId }: Call): Promise<Account> {
  const account = await getAccount(db, params.account_id);
  if (!account) throw toAccountNotFound(requestId);
  requireRight(user, account.role === "staff" ? "admin" : "operator", requestId);
  return account;
}

const toAccountNotFound = (requestId: string) =>
  new PortalError("not-found", "There is no such account.", requestId);

function refuseSelf({ user, requestId }: Call, account: Account): void {
  if (account.id !== user.id) return;
  const detail = "You cannot change your own role or close your own account.";
  throw new PortalError("conflict", detail, requestId, { code: "own-account" });
}

const recordChange = (call: Call, operation: string, target: string, act: () => Promise<void>) =>
  withAudit(call.db, { user: call.user, operation, target, requestId: call.requestId }, act);

/** Runs a change only while the user is an open admin; see `withAdminLock`. */
async function asOpenAdmin(call: Call, act: (tx: Database) => Promise<void>): Promise<void> {
  if ((await withAdminLock(call.db, call.user.id, act)) !== "not-admin") return;
  throw new PortalError("forbidden", "Your account may not do this.", call.requestId);
}

const changeAccount = (call: Call, account: Account, act: (tx: Database) => Promise<void>) =>
  account.role === "staff" ? asOpenAdmin(call, act) : call.db.transaction(act);
