import { and, desc, eq, gt, isNull, lt, ne } from "drizzle-orm";
import type { Database } from "./database.ts";
import type { SignedInWith } from "../signed-in-with.ts";
import { accounts, sessions, type accounts as Accounts } from "./schema.ts";

/** Someone signed in, as the database knows them at this moment. */
export interface User {
  id: string;
  email: string;
  name: string;
  role: (typeof Accounts.$inferSelect)["role"];
  /** What staff may do; null for customers. */
  level: (typeof Accounts.$inferSelect)["level"];
  /** The language of their pages; null where none was chosen. */
  language: (typeof Accounts.$inferSelect)["language"];
  /** The service's customer this account belongs to; null for staff. */
  customerId: string | null;
  sessionId: string;
}

const HOUR = 3_600_000;
/** How long a session lasts from sign-in, in milliseconds. */
export const sessionLifetime: Record<User["role"], number> = {
  staff: 8 * HOUR,
  customer: 30 * 24 * HOUR,
};
const SEEN_EVERY = 60_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Opens a session for an account and returns its id. */
export async function openSession(
  db: Database,
  account: { id: string; role: User["role"] },
  now: Date,
  { browser, system }: SignedInWith = { browser: null, system: null },
): Promise<string> {
  const expiresAt = new Date(now.getTime() + sessionLifetime[account.role]);
  const [row] = await db
    .insert(sessions)
    .values({ accountId: account.id, createdAt: now, lastSeenAt: now, expiresAt, browser, system })
    .returning({ id: sessions.id });
  return row!.id;
}

/** Who a session belongs to; null when it is unknown, revoked, expired or its account closed. */
export async function readSession(
  db: Database,
  sessionId: unknown,
  now: Date,
): Promise<User | null> {
  if (typeof sessionId !== "string" || !uuid.test(sessionId)) return null;
  const [row] = await db
    .select({
      id: accounts.id,
      email: accounts.email,
      name: accounts.name,
      role: accounts.role,
      level: accounts.level,
      language: accounts.language,
      customerId: accounts.customerId,
      sessionId: sessions.id,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(
      and(
        eq(sessions.id, sessionId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
        isNull(accounts.disabledAt),
      ),
    );
  if (!row) return null;
  const { lastSeenAt, ...user } = row;
  if (now.getTime() - lastSeenAt.getTime() > SEEN_EVERY) await markSeen(db, sessionId, now);
  return user;
}

async function markSeen(db: Database, sessionId: string, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt: now })
    .where(and(eq(sessions.id, sessionId), lt(sessions.lastSeenAt, now)));
}

/** Ends a session for good: the next call with it finds nobody. */
export async function revokeSession(db: Database, sessionId: unknown, now: Date): Promise<void> {
  if (typeof sessionId !== "string" || !uuid.test(sessionId)) return;
  await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)));
}

/** Ends every session of an account. */
export async function revokeSessionsOf(db: Database, accountId: string, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.accountId, accountId), isNull(sessions.revokedAt)));
}

/** A session in force, as its owner may see it. */
export interface OwnSession extends SignedInWith {
  id: string;
  createdAt: Date;
  lastSeenAt: Date;
}

/** Where an account is signed in, the latest seen first; at most 50. */
export const listSessions = (db: Database, accountId: string, now: Date): Promise<OwnSession[]> =>
  db
    .select({
      id: sessions.id,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      browser: sessions.browser,
      system: sessions.system,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.accountId, accountId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
      ),
    )
    .orderBy(desc(sessions.lastSeenAt))
    .limit(50);

/** Ends one session of an account; says whether there was one to end. */
export async function revokeOwnSession(
  db: Database,
  accountId: string,
  sessionId: string,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.accountId, accountId),
        isNull(sessions.revokedAt),
      ),
    )
    .returning({ id: sessions.id });
  return rows.length > 0;
}

/** Ends every session of an account but one. */
export async function revokeOtherSessions(
  db: Database,
  accountId: string,
  keptSessionId: string,
  now: Date,
): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(
      and(
        eq(sessions.accountId, accountId),
        ne(sessions.id, keptSessionId),
        isNull(sessions.revokedAt),
      ),
    );
}
