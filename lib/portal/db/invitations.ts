import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { accounts, invitations } from "./schema.ts";

export type Invitation = typeof invitations.$inferSelect;
export type NewInvitation = Omit<Invitation, "id" | "usedAt" | "revokedAt">;

/** Serialises changes for one address. */
const lock = (tx: Database, email: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(lower(${email}), 7214002))`);

const isOpen = and(isNull(invitations.usedAt), isNull(invitations.revokedAt));

/** Creates an invitation; an earlier one to the same address is revoked. */
export async function createInvitation(
  db: Database,
  invitation: NewInvitation,
): Promise<Invitation> {
  return db.transaction(async (tx) => {
    await lock(tx, invitation.email);
    await tx
      .update(invitations)
      .set({ revokedAt: invitation.createdAt })
      .where(and(sql`lower(${invitations.email}) = lower(${invitation.email})`, isOpen));
    const [row] = await tx.insert(invitations).values(invitation).returning();
    return row!;
  });
}

/** The invitation with this SHA-256, open or not. */
export async function findInvitation(db: Database, tokenHash: string): Promise<Invitation | null> {
  const rows = await db.select().from(invitations).where(eq(invitations.tokenHash, tokenHash));
  return rows[0] ?? null;
}

export async function getInvitation(db: Database, id: string): Promise<Invitation | null> {
  const rows = await db.select().from(invitations).where(eq(invitations.id, id));
  return rows[0] ?? null;
}

/** Marks an open invitation as used, once; null if it is not open. */
export async function consumeInvitation(
  db: Database,
  tokenHash: string,
  now: Date,
): Promise<Invitation | null> {
  const rows = await db
    .update(invitations)
    .set({ usedAt: now })
    .where(and(eq(invitations.tokenHash, tokenHash), isOpen, gt(invitations.expiresAt, now)))
    .returning();
  return rows[0] ?? null;
}

/** A filter: one invitation, or those of a customer, to an account, or sent by a user. */
type InvitationFilter =
  { id: string } | { customerId: string } | { accountId: string } | { invitedBy: string };

/** Revokes the matching open invitations; their links no longer work. */
export async function revokeInvitations(
  db: Database,
  which: InvitationFilter,
  now: Date,
): Promise<void> {
  const matches = Object.entries(which).map(([field, value]) =>
    eq(invitations[field as "id"], value),
  );
  await db
    .update(invitations)
    .set({ revokedAt: now })
    .where(and(...matches, isOpen));
}

/** Open invitations, oldest first, with the sender's name. */
export async function listOpenInvitations(
  db: Database,
  whose: { role: "staff" } | { customerId: string },
  now: Date,
) {
  const match =
    "role" in whose
      ? eq(invitations.role, whose.role)
      : eq(invitations.customerId, whose.customerId);
  return db
    .select({
      id: invitations.id,
      kind: invitations.kind,
      email: invitations.email,
      level: invitations.level,
      createdAt: invitations.createdAt,
      expiresAt: invitations.expiresAt,
      invitedBy: accounts.name,
    })
    .from(invitations)
    .innerJoin(accounts, eq(accounts.id, invitations.invitedBy))
    .where(and(match, isOpen, gt(invitations.expiresAt, now)))
    .orderBy(asc(invitations.createdAt));
}
