import { randomBytes } from "node:crypto";
import { z } from "zod";
import { name } from "../../contract/schema-types.ts";
import { withAudit } from "../audit/with-audit.ts";
import { log } from "../context/log.ts";
import { portalMetrics } from "../context/metrics.ts";
import { getRequestId } from "../context/request-context.ts";
import { hashPassword } from "./password.ts";
import type { Caller } from "./sign-in.ts";
import { parseUserAgent } from "../context/client-address.ts";
import { renameAccount, type Account, createWithIdentity, findByIdentity } from "../db/accounts.ts";
import { recordRefusal } from "../db/audit.ts";
import type { Database } from "../db/database.ts";
import { revokeInvitations } from "../db/invitations.ts";
import { setLevel } from "../db/users.ts";
import { levels, type Level } from "../db/schema.ts";
import { saveProviderSession } from "../db/provider-sessions.ts";
import { replaceSession, revokeAllSessions } from "../db/sessions.ts";

/** Why a provider's sign-in is refused; the sign-in page has a text for each. */
export const oidcRefusals = [
  "OidcIncomplete",
  "OidcUnverified",
  "OidcNoRole",
  "OidcNoGroups",
  "OidcEmailTaken",
  "OidcClosed",
] as const;
export type OidcRefusal = (typeof oidcRefusals)[number];

/** Which values of the claim grant which staff role; the highest counts. */
export interface RoleMapping {
  claim: string;
  values: Record<Level, readonly string[]>;
}

type Browser = Pick<Caller, "userAgent" | "earlierSession">;

type OidcSignIn =
  { outcome: "success"; sessionId: string } | { outcome: "refused"; why: OidcRefusal };

const withoutNul = (value: string) => !value.includes("\0");
/** Some providers send it as text; unreadable values count as false. */
const verified = z
  .union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")])
  .catch(false)
  .optional();
/** The same, which Microsoft Entra ID may send as a number. */
const ownedDomain = z
  .union([z.literal([1, "1"]).transform(() => true), verified.unwrap()])
  .catch(false)
  .optional();
const claimsSchema = z.object({
  iss: z.string().min(1),
  sub: z.string().min(1).max(255).refine(withoutNul),
  email: z.email().max(254).optional(),
  /** The user name at Microsoft Entra ID, which has the form of an e-mail address. */
  preferred_username: z.email().max(254).optional().catch(undefined),
  email_verified: verified,
  /** "E-mail domain owner verified", of Microsoft Entra ID. */
  xms_edov: ownedDomain,
  name: z.string().trim().pipe(name).optional().catch(undefined),
  auth_time: z.number().optional(),
  sid: z.string().min(1).max(255).refine(withoutNul).optional().catch(undefined),
});
type Claims = z.output<typeof claimsSchema>;

/** Whether the provider left out groups: Microsoft Entra ID sends a reference instead of over 200. */
const lacksGroups = (claims: Record<string, unknown>, { claim }: RoleMapping): boolean =>
  claims[claim] === undefined &&
  (claims.hasgroups === true || Object.hasOwn(Object(claims._claim_names), claim));

const NO_GROUPS =
  "the provider sent a reference instead of the groups: have it send app roles, or only the groups " +
  "assigned to the application";
const NO_AUTH_TIME = "the provider's id_token has no auth_time: no sign-in there counts as recent";

/** The staff role that a provider's claims grant; null if no value is mapped. */
export function getLevel(claims: Record<string, unknown>, { claim, values }: RoleMapping) {
  const found = Object.hasOwn(claims, claim)
    ? claims[claim]
    : claim.split(".").reduce(getNested, claims);
  const claimed = [found].flat();
  const has = (level: Level) => values[level].some((value) => claimed.includes(value));
  return levels.findLast(has) ?? null;
}

/** `realm_access.roles` is a nested claim. */
const getNested = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

/**
 * Signs in a user by verified claims of a provider. Issuer and subject identify the user; an e-mail
 * address never leads to an existing account, so one that the provider says nothing about is
 * accepted, and one that it says is unverified is not. The role is taken from the claims at every sign-in.
 */
export async function signInWithClaims(
  db: Database,
  given: Record<string, unknown>,
  mapping: RoleMapping,
  now: Date,
  browser: Browser = {},
): Promise<OidcSignIn> {
  const signedIn = await openProviderSession(db, given, mapping, now, browser);
  portalMetrics().recordSignIn("provider", signedIn.outcome);
  return signedIn;
}

async function openProviderSession(
  db: Database,
  given: Record<string, unknown>,
  mapping: RoleMapping,
  now: Date,
  { userAgent, earlierSession }: Browser,
): Promise<OidcSignIn> {
  const found = await findOrCreateAccount(db, given, mapping, now);
  if (typeof found === "string") {
    await recordRefusal(db, toAuditEntry(toUnknownUser(given)), 403);
    return { outcome: "refused", why: found };
  }
  const { account, authTime, providerSession } = found;
  if (authTime === 0) log.warn({ requestId: getRequestId() }, NO_AUTH_TIME);
  const sessionId = await withAudit(db, toAuditEntry(account), () =>
    db.transaction(async (tx) => {
      const browser = parseUserAgent(userAgent);
      const id = await replaceSession(tx, earlierSession, account, now, browser);
      const provedAt = new Date(Math.min(authTime * 1000, now.getTime()));
      await saveProviderSession(tx, id, { provedAt, providerSession });
      return id;
    }),
  );
  return { outcome: "success", sessionId };
}

/** An account, and what the claims tell about the session at the provider. */
interface ProviderAccount {
  account: Account;
  authTime: number;
  providerSession: string | null;
}

async function findOrCreateAccount(
  db: Database,
  given: Record<string, unknown>,
  mapping: RoleMapping,
  now: Date,
): Promise<ProviderAccount | OidcRefusal> {
  const parsed = claimsSchema.safeParse(given);
  if (!parsed.success) return "OidcIncomplete";
  const claims = parsed.data;
  if (!(claims.email_verified ?? claims.xms_edov ?? true)) return "OidcUnverified";
  const email = claims.email ?? claims.preferred_username;
  if (email === undefined) return "OidcIncomplete";
  if (lacksGroups(given, mapping)) {
    log.warn({ requestId: getRequestId(), claim: mapping.claim }, NO_GROUPS);
    return "OidcNoGroups";
  }
  const level = getLevel(given, mapping);
  const existing = await findByIdentity(db, { issuer: claims.iss, subject: claims.sub });
  if (!level) {
    // A user who lost the role loses open sessions and sent invitations too.
    if (existing) await revokeAllSessions(db, existing.id, now);
    if (existing) await revokeInvitations(db, { invitedBy: existing.id }, now);
    return "OidcNoRole";
  }
  const account = existing
    ? await updateStaffAccount(db, existing, claims, level, now)
    : await createStaffAccount(db, { ...claims, email }, level, now);
  if (typeof account === "string") return account;
  return { account, authTime: claims.auth_time ?? 0, providerSession: claims.sid ?? null };
}

async function updateStaffAccount(
  db: Database,
  existing: Account,
  { name }: Claims,
  level: Level,
  now: Date,
): Promise<Account | OidcRefusal> {
  if (existing.disabledAt || existing.role !== "staff") return "OidcClosed";
  if (existing.level !== level) {
    await setLevel(db, existing.id, level);
    await revokeInvitations(db, { invitedBy: existing.id }, now);
  }
  if (name && existing.name !== name) await renameAccount(db, existing.id, name);
  return { ...existing, level };
}

async function createStaffAccount(
  db: Database,
  { iss, sub, email, name }: Claims & { email: string },
  level: Level,
  now: Date,
) {
  const passwordHash = await hashPassword(randomBytes(32).toString("base64url"));
  const account = { email, name: name ?? email, passwordHash, role: "staff" as const, level };
  const identity = { issuer: iss, subject: sub };
  const created = await createWithIdentity(db, identity, account, now);
  // A concurrent sign-in may have created the account a moment ago.
  return created ?? (await findByIdentity(db, identity)) ?? "OidcEmailTaken";
}

const toAuditEntry = <User>(user: User) => ({
  user,
  operation: "signIn",
  target: "provider",
  requestId: getRequestId(),
});

const toUnknownUser = ({ email }: Record<string, unknown>) => ({
  id: null,
  email: typeof email === "string" ? email.slice(0, 254) : "",
  role: "nobody" as const,
});
