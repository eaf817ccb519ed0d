import { and, asc, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import type { Account } from "./accounts.ts";
import type { Database } from "./database.ts";
import { accounts, sessions } from "./schema.ts";
import { hasPasskeys, hasSecondFactor, isActive } from "./sessions.ts";

/** The lock of changes that only an open admin may make. */
const LOCK = 7_314_004;

/** An account with its use; `sessions` counts the active ones. */
export type AccountSummary = Omit<Account, "passwordHash"> & {
  lastSeenAt: Date | null;
  sessions: number;
  secondFactor: boolean;
  passkeys: boolean;
};

/** The accounts of staff or of a customer, by name. */
export async function listAccounts(
  db: Database,
  whose: { role: "staff" } | { customerId: string },
  now: Date,
): Promise<AccountSummary[]> {
  const match =
    "role" in whose ? eq(accounts.role, whose.role) : eq(accounts.customerId, whose.customerId);
  const { passwordHash: _, ...columns } = getTableColumns(accounts);
  return db
    .select({
      ...columns,
      lastSeenAt: sql<Date | null>`max(${sessions.lastSeenAt})`.mapWith(sessions.lastSeenAt),
      sessions: sql<number>`count(*) filter (where ${isActive(now)})`.mapWith(Number),
      secondFactor: hasSecondFactor(db),
      passkeys: hasPasskeys(db),
    })
    .from(accounts)
    .leftJoin(sessions, eq(sessions.accountId, accounts.id))
    .where(match)
    .groupBy(accounts.id)
    .orderBy(asc(sql`lower(${accounts.name})`), asc(accounts.email));
}

export async function getAccount(db: Database, id: string): Promise<Account | null> {
  const rows = await db.select().from(accounts).where(eq(accounts.id, id));
  return rows[0] ?? null;
}

/**
 * Runs a change that only an open admin may make, one at a time. As nobody may make one to their
 * own account, an open admin always remains.
 * @returns "not-admin" when `actorId` is no open admin at that moment.
 */
export async function withAdminLock<T>(
  db: Database,
  actorId: string,
  act: (tx: Database) => Promise<T>,
): Promise<T | "not-admin"> {
  return db.transaction(async (tx) => {
    // Rows alone would be locked in different orders: who is an admin changes meanwhile.
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK}::bigint)`);
    const admins = await tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.level, "admin"), isNull(accounts.disabledAt)))
      .orderBy(asc(accounts.id))
      .for("update");
    return admins.some(({ id }) => id === actorId) ? act(tx) : "not-admin";
  });
}

export async function setLevel(db: Database, id: string, level: Account["level"]): Promise<void> {
  await db.update(accounts).set({ level }).where(eq(accounts.id, id));
}
