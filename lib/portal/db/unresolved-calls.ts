import { and, asc, eq, gt, inArray, isNull, like, lt, lte, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Intent } from "./audit.ts";
import type { Database } from "./database.ts";
import { audit, reconciliations } from "./schema.ts";

/** A call with an unknown outcome, and how often it was looked up. */
export interface UnresolvedCall {
  intent: Intent;
  tries: number;
}

/**
 * An outcome that is missing this long after its intent, in milliseconds, will not be recorded any
 * more.
 */
const SETTLE_MS = 2 * 60_000;
/** Maximum age of a call that is looked up, in milliseconds. */
export const MAX_AGE_MS = 30 * 24 * 3_600_000;
const BATCH_SIZE = 50;

const ended = alias(audit, "ended");
const found = alias(audit, "found");

/**
 * Calls whose outcome is unknown or missing and whose next lookup is due.
 * @param backMs their maximum age, in milliseconds.
 */
export async function listDueCalls(
  db: Database,
  now: Date,
  backMs: number,
): Promise<UnresolvedCall[]> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const belongsToIntent = (row: typeof ended | typeof found, kind: "outcome" | "finding") =>
    and(eq(row.requestId, audit.requestId), eq(row.operation, audit.operation), eq(row.kind, kind));
  const rows = await db
    .select({ intent: audit, tries: reconciliations.tries })
    .from(audit)
    .leftJoin(ended, belongsToIntent(ended, "outcome"))
    .leftJoin(found, belongsToIntent(found, "finding"))
    .leftJoin(reconciliations, eq(reconciliations.intentId, audit.id))
    .where(
      and(
        eq(audit.kind, "intent"),
        gt(audit.at, before(backMs)),
        isNull(found.id),
        or(eq(ended.result, "unknown"), and(isNull(ended.id), lt(audit.at, before(SETTLE_MS)))),
        or(isNull(reconciliations.nextAt), lte(reconciliations.nextAt, now)),
      ),
    )
    .orderBy(asc(audit.id))
    .limit(BATCH_SIZE);
  return rows.map(({ intent, tries }) => ({ intent, tries: tries ?? 0 }));
}

/** Stores how often a call was looked up, and when to try again. */
export async function scheduleRetry(
  db: Database,
  { id }: Intent,
  tries: number,
  nextAt: Date,
): Promise<void> {
  await db
    .insert(reconciliations)
    .values({ intentId: id, tries, nextAt })
    .onConflictDoUpdate({ target: reconciliations.intentId, set: { tries, nextAt } });
}

/** Deletes the retry state of a call. */
export async function clearRetries(db: Database, { id }: Intent): Promise<void> {
  await db.delete(reconciliations).where(eq(reconciliations.intentId, id));
}

/**
 * Of these controls, those that another call issued according to the audit trail; without `sameOrder`
 * only those of another user or of a different order.
 */
export async function findControlsOfOthers(
  db: Database,
  intent: Intent,
  controlIds: string[],
  { sameOrder } = { sameOrder: true },
): Promise<Set<string>> {
  const { accountId, operation, target } = intent;
  const others = new Set<string>();
  for (const id of controlIds) {
    const ending = `%control_id=${id.replace(/[\\%_]/g, "\\$&")}`;
    const [row] = await db
      .select({ id: audit.id })
      .from(audit)
      .where(
        and(
          inArray(audit.kind, ["outcome", "finding"]),
          gt(audit.at, new Date(intent.at.getTime() - SETTLE_MS)),
          sql`${audit.requestId} <> ${intent.requestId}`,
          like(audit.target, ending),
          sameOrder
            ? undefined
            : sql`(${audit.accountId} is distinct from ${accountId} or ${audit.operation} <> ${operation}
                or ${audit.target} <> ${`${target} control_id=${id}`})`,
        ),
      )
      .limit(1);
    if (row) others.add(id);
  }
  return others;
}

/** Prevents two instances from reconciling at once: any number that differs from other locks. */
const RECONCILING_LOCK = 7_214_007;

/**
 * An idle connection is closed as silent, which releases its lock: this interval keeps it in use.
 */
const HEARTBEAT_MS = 2_000;

/**
 * Runs an action unless another instance runs it; returns whether it did. `confirmLock` rejects
 * once the lock may be lost.
 */
export const withLeaderLock = (
  db: Database,
  act: (confirmLock: () => Promise<unknown>) => Promise<void>,
): Promise<boolean> => tryLeaderLock(db, RECONCILING_LOCK, act);

/** The same with a lock of its own. */
export const tryLeaderLock = (
  db: Database,
  lock: number,
  act: (confirmLock: () => Promise<unknown>) => Promise<void>,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ got: boolean }>(
      sql`select pg_try_advisory_xact_lock(${lock}) as got`,
    );
    if (!rows[0]!.got) return false;
    const confirmLock = () => tx.execute(sql`select 1`);
    const heartbeat = setInterval(() => void confirmLock().catch(() => undefined), HEARTBEAT_MS);
    try {
      await act(confirmLock);
    } finally {
      clearInterval(heartbeat);
    }
    return true;
  });
