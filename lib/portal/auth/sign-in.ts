import { z } from "zod";
import { withAudit } from "../audit/with-audit.ts";
import { parseClientAddress, parseUserAgent } from "../context/client-address.ts";
import { deviceCookieName, trustedDevice, tryCode } from "./second-factor.ts";
import { accountOfPasskey, type RelyingParty } from "./passkeys.ts";
import { portalMetrics } from "../context/metrics.ts";
import { runInContext, getRequestId, isHttps } from "../context/request-context.ts";
import { getAppSecret } from "../../env.ts";
import { verifyPassword } from "./password.ts";
import { auditRefusedSignIn } from "../audit/audit-refusals.ts";
import { recordRefusal } from "../db/audit.ts";
import { findAccount, type Account } from "../db/accounts.ts";
import type { Database } from "../db/database.ts";
import { findSecondFactor } from "../db/second-factors.ts";
import { replaceSession } from "../db/sessions.ts";
import { clearPasswordAttempts, consumePasswordAttempt, type Attempt } from "./throttle.ts";

const text = z.string().refine((value) => !value.includes("\0"));
const credentials = z.object({
  email: text.trim().min(1).max(254),
  password: text.min(1).max(1024),
  code: text.max(100).optional(),
});

/** The context of a sign-in. */
export interface Caller {
  /** The client's address, as far as it is known. */
  address: string;
  /** The trusted device of an account's e-mail address; null for any other. */
  deviceFor?: (email: string) => string | null;
  /** The browser's User-Agent; only known names of it are stored. */
  userAgent?: unknown;
  /** The session that this browser already has; a new one ends it. */
  earlierSession?: unknown;
}

type SignIn =
  | { outcome: "success"; account: Account; sessionId: string }
  /** The password is right; a second-factor code is required. */
  | { outcome: "code-required" }
  /** The password is right, the code is wrong. */
  | { outcome: "wrong-code" }
  | { outcome: "refused" }
  | { outcome: "throttled" };

/**
 * Signs a user in with e-mail address and password, and a code if the account has a second factor.
 * An unknown account, a closed one and a wrong password get the same response in about the same
 * time; only a right password reveals that there is a second factor.
 */
export async function signInWithPassword(
  db: Database,
  given: unknown,
  caller: Caller,
  now: Date,
): Promise<SignIn> {
  const signedIn = await authenticateWithPassword(db, given, caller, now);
  portalMetrics().recordSignIn("password", signedIn.outcome);
  return signedIn;
}

async function authenticateWithPassword(
  db: Database,
  given: unknown,
  { address, deviceFor, userAgent, earlierSession }: Caller,
  now: Date,
): Promise<SignIn> {
  const parsed = credentials.safeParse(given);
  if (!parsed.success) {
    const typed = String((given as { email?: unknown } | null | undefined)?.email ?? "");
    await runInContext({ address }, () => auditRefusedSignIn(db, typed, "refused"));
    return { outcome: "refused" };
  }
  const { email, password, code } = parsed.data;
  const attempt = { email, address, device: deviceFor?.(email) ?? null };
  const account = await tryPassword(db, attempt, password, now);
  if (typeof account === "string") {
    await runInContext({ address }, () => auditRefusedSignIn(db, email, account));
    return { outcome: account };
  }
  const refused = await runInContext({ address }, () => trySecondFactor(db, account, code, now));
  if (refused) return { outcome: refused };
  const entry = { user: account, operation: "signIn", target: null, requestId: getRequestId() };
  const open = () => replaceSession(db, earlierSession, account, now, parseUserAgent(userAgent));
  const sessionId = await runInContext({ address }, () => withAudit(db, entry, open));
  return { outcome: "success", account, sessionId };
}

/**
 * Signs a user in with a passkey of this site. The authenticator has verified the user, so that it
 * stands for both factors: no code is required.
 */
export async function signInWithPasskey(
  db: Database,
  { site, credential }: { site: RelyingParty | null; credential: unknown },
  { address, userAgent, earlierSession }: Caller,
  now: Date,
): Promise<Extract<SignIn, { outcome: "success" | "refused" }>> {
  const account = site && (await accountOfPasskey(db, site, credential, now));
  portalMetrics().recordSignIn("passkey", account ? "success" : "refused");
  if (!account) {
    await runInContext({ address }, () => auditRefusedSignIn(db, "", "refused"));
    return { outcome: "refused" };
  }
  const requestId = getRequestId();
  const entry = { user: account, operation: "signIn", target: null, requestId };
  const open = () => replaceSession(db, earlierSession, account, now, parseUserAgent(userAgent));
  const sessionId = await runInContext({ address }, () => withAudit(db, entry, open));
  return { outcome: "success", account, sessionId };
}

/** A further password attempt by a signed-in user. */
export function toAttempt(email: string, { headers }: Request, now: Date): Attempt {
  const cookie = getCookie(headers, deviceCookieName(isHttps()));
  const device = cookie ? trustedDevice(cookie, email, getAppSecret(), now) : null;
  return { email, address: parseClientAddress(headers.get("x-forwarded-for")), device };
}

const getCookie = (headers: Headers, name: string) =>
  headers
    .get("cookie")
    ?.split("; ")
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1);

async function trySecondFactor(
  db: Database,
  account: Account,
  code: string | undefined,
  now: Date,
): Promise<"code-required" | "wrong-code" | "throttled" | null> {
  const factor = await findSecondFactor(db, account.id);
  if (!factor?.confirmedAt) return null;
  if (!code) return "code-required";
  const outcome = await tryCode(db, account, code, now);
  if (outcome === "right") return null;
  const requestId = getRequestId();
  const status = outcome === "throttled" ? 429 : 422;
  const entry = { user: account, operation: "secondFactor", target: account.email, requestId };
  await recordRefusal(db, entry, status);
  return outcome === "throttled" ? "throttled" : "wrong-code";
}

/**
 * Checks a password after counting the attempt; returns the account. An unknown account, a closed
 * one and a wrong password take about the same time.
 */
export async function tryPassword(
  db: Database,
  attempt: Attempt,
  password: string,
  now: Date,
): Promise<Account | "refused" | "throttled"> {
  if ((await consumePasswordAttempt(db, attempt, now)) > 0) return "throttled";
  const account = await findAccount(db, attempt.email);
  const matches = await verifyPassword(account?.passwordHash ?? null, password);
  if (!account || !matches || account.disabledAt) return "refused";
  await clearPasswordAttempts(db, attempt);
  return account;
}
