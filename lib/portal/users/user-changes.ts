import { z } from "zod";
import { withAudit } from "../audit/with-audit.ts";
import { PortalError } from "../context/errors.ts";
import { portalAction, type PortalRequest } from "../http/portal-route.ts";
import { requireRecentAuthForStaff } from "../auth/recent-auth.ts";
import { requireRight } from "../auth/rights.ts";
import { setDisabled, type Account } from "../db/accounts.ts";
import type { Database } from "../db/database.ts";
import { revokeInvitations } from "../db/invitations.ts";
import { asAdmin, getAccount, setLevel } from "../db/users.ts";
import { levels } from "../db/schema.ts";
import { dropSecondFactor } from "../db/second-factors.ts";
import { revokeSessionsOf, type User } from "../db/sessions.ts";

const params = z.object({ account_id: z.uuid() });
type AccountParams = z.output<typeof params>;
type Visit = PortalRequest<AccountParams, unknown, unknown, User>;

/** Staff of another level from the next call on; the invitations they sent are withdrawn. */
export const changeLevel = portalAction({
  params,
  body: z.strictObject({ level: z.enum(levels) }),
  async handle(visit) {
    const { level } = visit.body;
    const account = await accountOf(visit);
    requireRight(visit.user, "admin", visit.requestId);
    if (account.role !== "staff") throw nobody(visit.requestId);
    refuseOwn(visit, account);
    requireRecentAuthForStaff(visit, account.role);
    await written(visit, "changeLevel", `${account.email} level=${level}`, () =>
      amongAdmins(visit, async (tx) => {
        await setLevel(tx, account.id, level);
        await revokeInvitations(tx, { invitedBy: account.id }, visit.now());
      }),
    );
  },
});

/** Nobody signs in with the account any more, and who is in is out; open links to it are void. */
export const closeAccount = portalAction({
  params,
  async handle(visit) {
    const account = await accountOf(visit);
    refuseOwn(visit, account);
    const now = visit.now();
    await written(visit, "closeAccount", account.email, () =>
      amongThoseWhoMay(visit, account, async (tx) => {
        await setDisabled(tx, account.id, now);
        await revokeSessionsOf(tx, account.id, now);
        await revokeInvitations(tx, { accountId: account.id }, now);
        await revokeInvitations(tx, { invitedBy: account.id }, now);
      }),
    );
  },
});

/** The account can be signed in to again, with the password it had; no session from before is. */
export const openAccount = portalAction({
  params,
  async handle(visit) {
    const account = await accountOf(visit);
    requireRecentAuthForStaff(visit, account.role);
    await written(visit, "openAccount", account.email, () =>
      amongThoseWhoMay(visit, account, async (tx) => {
        await revokeSessionsOf(tx, account.id, visit.now());
        await setDisabled(tx, account.id, null);
      }),
    );
  },
});

/** Whoever is signed in with the account is signed out, everywhere. */
export const endSessions = portalAction({
  params,
  async handle(visit) {
    const account = await accountOf(visit);
    await written(visit, "endSessions", account.email, () =>
      revokeSessionsOf(visit.db, account.id, visit.now()),
    );
  },
});

/**
 * Who lost their second factor signs in by password alone, and sets up another; whoever is in is
 * signed out.
 */
export const resetSecondFactor = portalAction({
  params,
  async handle(visit) {
    const account = await accountOf(visit);
    refuseOwn(visit, account);
    requireRecentAuthForStaff(visit, account.role);
    await written(visit, "resetSecondFactor", account.email, () =>
      amongThoseWhoMay(visit, account, async (tx) => {
        await dropSecondFactor(tx, account.id);
        await revokeSessionsOf(tx, account.id, visit.now());
      }),
    );
  },
});

/**
 * The account a call names: staff's for admins, customers' from operators on.
 * @throws PortalError 404 for an unknown one, 403 for one that is not theirs to change.
 */
export async function accountOf({ db, user, params, requestId }: Visit): Promise<Account> {
  const account = await getAccount(db, params.account_id);
  if (!account) throw nobody(requestId);
  requireRight(user, account.role === "staff" ? "admin" : "operator", requestId);
  return account;
}

const nobody = (requestId: string) =>
  new PortalError("not-found", "There is no such account.", requestId);

function refuseOwn({ user, requestId }: Visit, account: Account): void {
  if (account.id !== user.id) return;
  const words = "You cannot change your own role or close your own account.";
  throw new PortalError("conflict", words, requestId, { code: "own-account" });
}

const written = (visit: Visit, operation: string, target: string, act: () => Promise<void>) =>
  withAudit(visit.db, { user: visit.user, operation, target, requestId: visit.requestId }, act);

/** Among staff only an open admin of this very moment; see `asAdmin`. */
async function amongAdmins(visit: Visit, act: (tx: Database) => Promise<void>): Promise<void> {
  if ((await asAdmin(visit.db, visit.user.id, act)) !== "not-admin") return;
  throw new PortalError("forbidden", "Your account may not do this.", visit.requestId);
}

const amongThoseWhoMay = (visit: Visit, account: Account, act: (tx: Database) => Promise<void>) =>
  account.role === "staff" ? amongAdmins(visit, act) : visit.db.transaction(act);
