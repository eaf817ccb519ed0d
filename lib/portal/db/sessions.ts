import {
  and,
  count,
  desc,
  eq,
  exists,
  gt,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  sql,
  type Placeholder,
} from "drizzle-orm";
import { markHidden } from "../../contract/hidden-characters.ts";
import type { Database } from "./database.ts";
import { getSharedRuns } from "../../database/coalesce.ts";
import { runPrepared } from "../../database/prepared.ts";
import type { UserAgent } from "../context/client-address.ts";
import {
  accounts,
  identities,
  passkeys,
  secondFactors,
  sessions,
  type accounts as Accounts,
} from "./schema.ts";
import { HOUR_MS, MINUTE_MS } from "../../time/amsterdam.ts";
import type { Account } from "./accounts.ts";

/**
 * Opens a session and ends the one the browser may already have, of any account.
 * @param earlierId the id in the browser's session cookie, if it has one.
 */
export const replaceSession = (
  db: Database,
  earlierId: unknown,
  account: Pick<Account, "id" | "role">,
  now: Date,
  browser: UserAgent,
): Promise<string> =>
  db.transaction(async (tx) => {
    await revokeSession(tx, earlierId, now);
    return openSession(tx, account, now, browser);
  });

/** A signed-in user, as the database has them now. */
export interface User {
  id: string;
  email: string;
  name: string;
  role: (typeof Accounts.$inferSelect)["role"];
  /** The staff role; null for customers. */
  level: (typeof Accounts.$inferSelect)["level"];
  /** The chosen language; null if none was chosen. */
  language: (typeof Accounts.$inferSelect)["language"];
  /** The service's customer this account belongs to; null for staff. */
  customerId: string | null;
  sessionId: string;
  /** When they last authenticated in this session. */
  provedAt: Date;
  /** Whether they sign in with a second factor. */
  secondFactor: boolean;
  /** Whether an identity provider signs them in: then they have no password here. */
  atProvider: boolean;
}

/** How long a session lasts from sign-in, in milliseconds. */
export const sessionLifetime: Record<User["role"], number> = {
  staff: 8 * HOUR_MS,
  customer: 30 * 24 * HOUR_MS,
};
/** The idle timeout of a session in milliseconds; null for none. */
const idleLifetime: Record<User["role"], number | null> = {
  staff: 30 * MINUTE_MS,
  customer: null,
};
const SEEN_INTERVAL_MS = MINUTE_MS;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Opens a session for an account and returns its id. */
export async function openSession(
  db: Database,
  account: { id: string; role: User["role"] },
  now: Date,
  { browser, system }: UserAgent = { browser: null, system: null },
): Promise<string> {
  const expiresAt = new Date(now.getTime() + sessionLifetime[account.role]);
  const times = {
    createdAt: now,
    lastSeenAt: now,
    provedAt: now,
    idleEndsAt: idleEnd(account.role, now),
    expiresAt,
  };
  const [row] = await db
    .insert(sessions)
    .values({ accountId: account.id, ...times, browser, system })
    .returning({ id: sessions.id });
  return row!.id;
}

function idleEnd(role: User["role"], now: Date): Date | null {
  const lifetime = idleLifetime[role];
  return lifetime === null ? null : new Date(now.getTime() + lifetime);
}

/** Sessions that are active at this time, whatever the state of their account. */
export const isActive = (now: Date | Placeholder) =>
  and(
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, now),
    or(isNull(sessions.idleEndsAt), gt(sessions.idleEndsAt, now)),
  );

/** Whether an account has a second factor whose first code was right. */
export const hasSecondFactor = (db: Database) =>
  sql<boolean>`${exists(
    db
      .select({ one: sql`1` })
      .from(secondFactors)
      .where(and(eq(secondFactors.accountId, accounts.id), isNotNull(secondFactors.confirmedAt))),
  )}`;

export const hasPasskeys = (db: Database) =>
  sql<boolean>`${exists(
    db
      .select({ one: sql`1` })
      .from(passkeys)
      .where(eq(passkeys.accountId, accounts.id)),
  )}`;

const isAtProvider = (db: Database) =>
  sql<boolean>`${exists(
    db
      .select({ one: sql`1` })
      .from(identities)
      .where(eq(identities.accountId, accounts.id)),
  )}`;

/**
 * The user of a session; null if it is unknown, revoked, idle, expired or its account is closed.
 * @param isUserActivity whether the user acts rather than a page by itself: only that extends a
 * session of staff.
 */
export async function readSession(
  db: Database,
  sessionId: unknown,
  now: Date,
  isUserActivity = false,
): Promise<User | null> {
  if (typeof sessionId !== "string" || !uuid.test(sessionId)) return null;
  const select = () => selectActiveUser(db);
  const read = () => runPrepared(db, "active user", select, { sessionId, now });
  // A page asks for several things at once.
  const [row] = await getSharedRuns(db).run(`session ${sessionId}`, read);
  if (!row) return null;
  const { lastSeenAt, ...user } = row;
  if (isUserActivity && now.getTime() - lastSeenAt.getTime() > SEEN_INTERVAL_MS) {
    await markSeen(db, user, now);
  }
  return { ...user, name: markHidden(user.name) };
}

const selectActiveUser = (db: Database) =>
  db
    .select({
      id: accounts.id,
      email: accounts.email,
      name: accounts.name,
      role: accounts.role,
      level: accounts.level,
      language: accounts.language,
      customerId: accounts.customerId,
      sessionId: sessions.id,
      provedAt: sessions.provedAt,
      secondFactor: hasSecondFactor(db),
      atProvider: isAtProvider(db),
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(
      and(
        eq(sessions.id, sql.placeholder("sessionId")),
        isActive(sql.placeholder("now")),
        isNull(accounts.disabledAt),
      ),
    );

async function markSeen(db: Database, { sessionId, role }: User, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt: now, idleEndsAt: idleEnd(role, now) })
    .where(and(eq(sessions.id, sessionId), lt(sessions.lastSeenAt, now)));
}

/** Records that the user of a session authenticated again. */
export async function markReauthenticated(
  db: Database,
  sessionId: string,
  now: Date,
): Promise<void> {
  await db.update(sessions).set({ provedAt: now }).where(eq(sessions.id, sessionId));
}

/** Ends a session permanently. */
export async function revokeSession(db: Database, sessionId: unknown, now: Date): Promise<void> {
  if (typeof sessionId !== "string" || !uuid.test(sessionId)) return;
  await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)));
}

/** Ends every session of an account. */
export async function revokeAllSessions(db: Database, accountId: string, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.accountId, accountId), isNull(sessions.revokedAt)));
}

/** An active session, as its owner may see it. */
interface MySession extends UserAgent {
  id: string;
  createdAt: Date;
  lastSeenAt: Date;
}

/** The active sessions of an account, latest first; at most 50. */
export const listSessions = (db: Database, accountId: string, now: Date): Promise<MySession[]> =>
  db
    .select({
      id: sessions.id,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      browser: sessions.browser,
      system: sessions.system,
    })
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), isActive(now)))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(50);

/** Ends one session of an account; returns whether there was one. */
export async function revokeMySession(
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

/** The number of active sessions by role. */
export async function countSessions(
  db: Database,
  now: Date,
): Promise<Record<User["role"], number>> {
  const rows = await db
    .select({ role: accounts.role, open: count() })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(and(isActive(now), isNull(accounts.disabledAt)))
    .groupBy(accounts.role);
  return { staff: 0, customer: 0, ...Object.fromEntries(rows.map((row) => [row.role, row.open])) };
}

/** Ends every session of an account but one. */
export async function revokeOtherSessions(
  db: Database,
  accountId: string,
  currentSessionId: string,
  now: Date,
): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(
      and(
        eq(sessions.accountId, accountId),
        ne(sessions.id, currentSessionId),
        isNull(sessions.revokedAt),
      ),
    );
}
