import type { Database } from "./database.ts";
import { audit } from "./schema.ts";
import type { User } from "./sessions.ts";

export interface AuditEntry {
  /** Who does it; without an id, who has no account yet. */
  user: Pick<User, "email" | "role"> & { id: string | null };
  operation: string;
  /** What it was done to, for example `group_id=grp_1`. */
  target: string | null;
  requestId: string;
}

/** Records what is about to be done. Who cannot record it does not do it. */
export async function recordIntent(db: Database, entry: AuditEntry): Promise<void> {
  await db.insert(audit).values({ ...rowOf(entry), outcome: false });
}

/** Records what came of it, as an HTTP status. */
export async function recordOutcome(
  db: Database,
  entry: AuditEntry,
  status: number,
): Promise<void> {
  await db.insert(audit).values({ ...rowOf(entry), outcome: true, status });
}

const rowOf = ({ user, operation, target, requestId }: AuditEntry) => ({
  accountId: user.id,
  who: user.email,
  role: user.role,
  operation,
  // PostgreSQL's text cannot hold the character NUL.
  target: target?.replaceAll("\0", "") ?? null,
  requestId,
});
