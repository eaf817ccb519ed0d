import { createPortalClient } from "../client/portal-client.ts";
import { headers } from "next/headers";
import { getRelyingParty } from "../auth/passkeys.ts";
import { getMailSettings } from "../mail/mail.ts";
import { listPasskeys } from "../db/passkeys.ts";
import { readAlertMailSettings } from "./alerts.ts";
import { load, prefetch } from "./load.ts";
import { mustSetUpSecondFactor } from "../auth/recent-auth.ts";
import { countRecoveryCodes } from "../db/second-factors.ts";
import { runtime } from "../runtime.ts";
import { listSessions, type User } from "../db/sessions.ts";

/** A customer's own details, as far as the service provides them. */
async function readDetails(user: User, id: string) {
  const portal = await createPortalClient(user);
  const { directory, supports } = portal;
  const [{ data, problem }, preferences] = await Promise.all([
    load(() => directory.getCustomer(id)),
    prefetch(portal, "getCustomerPreferences", { params: { customer_id: id } }),
  ]);
  const customer = data ?? { id, name: user.name };
  return {
    customer,
    rereads: supports("getCustomer"),
    hasPreferences: supports("getCustomerPreferences"),
    hasMailServer: getMailSettings() !== null,
    preferences,
    problem,
  };
}

/** The customer whose language a user's pages have; null for staff, who keep their own. */
export async function readLanguageOwner(user: User) {
  const { customerId, name } = user;
  if (customerId === null) return null;
  const { supports } = await createPortalClient(user);
  return { id: customerId, name, rereads: supports("getCustomer") };
}

/**
 * The parts of the account page; null where the user has none. Before a required second factor is set up
 * there is no other part.
 */
export async function readAccount(user: User) {
  const isBarred = mustSetUpSecondFactor(user);
  const hasSecondFactor = user.role === "staff" && !user.atProvider;
  const site = isBarred || user.atProvider ? null : getRelyingParty((await headers()).get("host"));
  const [passkeys, secondFactor, sessions, details, alertMails] = await Promise.all([
    site && load(() => readMyPasskeys(user)),
    isBarred || hasSecondFactor ? load(() => readMySecondFactor(user)) : null,
    isBarred ? null : load(() => readMySessions(user)),
    isBarred || user.customerId === null ? null : readDetails(user, user.customerId),
    isBarred || user.role !== "staff" ? null : load(() => readAlertMailSettings(user)),
  ]);
  return { isBarred, passkeys, secondFactor, sessions, details, alertMails };
}

/** The user's passkeys; times in ISO 8601. */
async function readMyPasskeys(user: User) {
  const passkeys = await listPasskeys(runtime().db, user.id);
  return passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

/** The state of the user's second factor. */
async function readMySecondFactor(user: User) {
  return {
    isOn: user.secondFactor,
    isRequired: mustSetUpSecondFactor({ ...user, secondFactor: false }),
    codesLeft: await countRecoveryCodes(runtime().db, user.id),
  };
}

/** The user's active sessions, the current one first; times in ISO 8601. */
async function readMySessions(user: User) {
  const sessions = await listSessions(runtime().db, user.id, new Date());
  const views = sessions.map(({ id, browser, system, createdAt, lastSeenAt }) => ({
    id,
    browser,
    system,
    here: id === user.sessionId,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }));
  return views.sort((a, b) => Number(b.here) - Number(a.here));
}
