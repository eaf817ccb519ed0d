import { randomUUID } from "node:crypto";
import { z } from "zod";
import { audited } from "./audited.ts";
import { passwordMatches } from "./password.ts";
import { signedInWith } from "./signed-in-with.ts";
import { findAccount, type Account } from "./store/accounts.ts";
import { countAttempt, dropPastAttempts, refundAttempt } from "./store/attempts.ts";
import type { Database } from "./store/database.ts";
import { openSession } from "./store/sessions.ts";

const text = z.string().refine((value) => !value.includes("\0"));
const credentials = z.object({
  email: text.trim().min(1).max(254),
  password: text.min(1).max(1024),
});

export type SignIn =
  | { outcome: "in"; account: Account; sessionId: string }
  | { outcome: "refused" }
  | { outcome: "throttled" };

const WINDOW_MS = 15 * 60_000;
/** Failed attempts allowed in a window of 15 minutes. */
export const attemptLimits = { pair: 10, account: 50, address: 100 };

/**
 * Signs someone in with e-mail address and password. An unknown account, a closed one and a wrong
 * password get the same answer in about the same time.
 * @param address where the attempt comes from, as far as it is known.
 * @param userAgent what the browser calls itself; only names that are known are kept of it.
 */
export async function signInWithPassword(
  db: Database,
  given: unknown,
  address: string,
  now: Date,
  userAgent?: unknown,
): Promise<SignIn> {
  const parsed = credentials.safeParse(given);
  if (!parsed.success) return { outcome: "refused" };
  const { email, password } = parsed.data;
  const account = await tryPassword(db, email, password, address, now);
  if (typeof account === "string") return { outcome: account };
  const entry = { user: account, operation: "signIn", target: null, requestId: randomUUID() };
  const sessionId = await audited(db, entry, () =>
    openSession(db, account, now, signedInWith(userAgent)),
  );
  return { outcome: "in", account, sessionId };
}

/**
 * Compares a password as an attempt that counts, before it is looked at; answers the account it
 * opens. An unknown account, a closed one and a wrong password take about the same time.
 */
export async function tryPassword(
  db: Database,
  email: string,
  password: string,
  address: string,
  now: Date,
): Promise<Account | "refused" | "throttled"> {
  const keys = keysOf(email, address);
  if (await tooMany(db, keys, now)) return "throttled";
  const account = await findAccount(db, email);
  const matches = await passwordMatches(account?.passwordHash ?? null, password);
  if (!account || !matches || account.disabledAt) return "refused";
  for (const { key } of keys) await refundAttempt(db, key);
  return account;
}

const keysOf = (email: string, address: string) => {
  const account = email.toLowerCase();
  return [
    { key: `pair:${account} ${address}`, most: attemptLimits.pair },
    { key: `account:${account}`, most: attemptLimits.account },
    { key: `address:${address}`, most: attemptLimits.address },
  ];
};

async function tooMany(db: Database, keys: ReturnType<typeof keysOf>, now: Date) {
  if (Math.random() < 0.01) await dropPastAttempts(db, now);
  let over = false;
  for (const { key, most } of keys) {
    over = (await countAttempt(db, key, now, WINDOW_MS)) > most || over;
  }
  return over;
}

/** The nearest proxy's word on who called: the last entry of `X-Forwarded-For`. */
export function addressOf(forwardedFor: unknown): string {
  const last = String(forwardedFor ?? "")
    .split(",")
    .at(-1)
    ?.trim();
  return last ? last.slice(0, 64) : "unknown";
}
