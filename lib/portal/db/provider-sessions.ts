import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "./database.ts";
import { accounts, identities, sessions } from "./schema.ts";

/** The session at an identity provider that ended, or all of a subject there. */
interface EndedSession {
  issuer: string;
  subject: string | null;
  providerSession: string | null;
}

/** Saves when the user last authenticated at the provider, and the session there. */
export async function saveProviderSession(
  db: Database,
  sessionId: string,
  { provedAt, providerSession }: { provedAt: Date; providerSession: string | null },
): Promise<void> {
  await db.update(sessions).set({ provedAt, providerSession }).where(eq(sessions.id, sessionId));
}

const isOf = ({ providerSession }: EndedSession) =>
  and(
    isNull(sessions.revokedAt),
    ...(providerSession === null ? [] : [eq(sessions.providerSession, providerSession)]),
  );

/** The users with sessions here that end with one at the provider. */
export const findProviderUsers = (db: Database, ended: EndedSession) =>
  db
    .selectDistinct({ id: accounts.id, email: accounts.email, role: accounts.role })
    .from(identities)
    .innerJoin(accounts, eq(accounts.id, identities.accountId))
    .innerJoin(sessions, eq(sessions.accountId, accounts.id))
    .where(
      and(
        eq(identities.issuer, ended.issuer),
        ...(ended.subject === null ? [] : [eq(identities.subject, ended.subject)]),
        isOf(ended),
      ),
    );

/** Ends the sessions of an account that belong to one at the provider. */
export async function endProviderSessions(
  db: Database,
  accountId: string,
  ended: EndedSession,
  now: Date,
): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.accountId, accountId), isOf(ended)));
}
