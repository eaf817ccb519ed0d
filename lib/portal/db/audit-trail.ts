import { and, desc, eq, gte, ilike, inArray, isNull, lt, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "./database.ts";
import { audit } from "./schema.ts";
import { outcomeConditions, startOfDay } from "../../database/audit-chain.ts";

/**
 * The outcome of an action. `unknown`: no outcome was recorded, or the response was lost. A later
 * finding replaces it.
 */
export const outcomes = [
  "done",
  "refused",
  "unclear",
  "unknown",
  "took-effect",
  "did-not-happen",
  "cannot-be-known",
] as const;
export type Outcome = (typeof outcomes)[number];

/** A filter of the audit trail; days are in Amsterdam, both included. */
export interface AuditFilter {
  /** Part of the user's e-mail address. */
  search?: string | undefined;
  operation?: string | undefined;
  outcome?: Outcome | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** One request of one account. */
  request?: { id: string; accountId: string };
}

const ended = alias(audit, "ended");
const found = alias(audit, "found");

/** An intent or refusal with its outcome and a later finding. */
export type AuditRow = Awaited<ReturnType<typeof listAuditRows>>[number];

/** Rows of the audit trail, newest first: a page by offset, or a batch older than a row. */
export async function listAuditRows(
  db: Database,
  filter: AuditFilter,
  part: { limit: number; offset?: number; olderThan?: number | undefined },
) {
  const older = part.olderThan === undefined ? undefined : lt(audit.id, part.olderThan);
  const endedAt = { windowFrom: ended.windowFrom, windowTo: ended.windowTo };
  const foundAt = { windowFrom: found.windowFrom, windowTo: found.windowTo };
  return db
    .select({
      id: audit.id,
      at: audit.at,
      who: audit.who,
      role: audit.role,
      level: audit.level,
      address: audit.address,
      sessionId: audit.sessionId,
      operation: audit.operation,
      target: sql<string | null>`coalesce(${found.target}, ${ended.target}, ${audit.target})`,
      windowFrom: sql<Date | null>`coalesce(${foundAt.windowFrom}, ${endedAt.windowFrom})`.mapWith(
        audit.windowFrom,
      ),
      windowTo: sql<Date | null>`coalesce(${foundAt.windowTo}, ${endedAt.windowTo})`.mapWith(
        audit.windowTo,
      ),
      status: sql<number | null>`coalesce(${ended.status}, ${audit.status})`,
      result: ended.result,
      found: found.result,
      requestId: audit.requestId,
    })
    .from(audit)
    .leftJoin(ended, belongsToIntent(ended, "outcome"))
    .leftJoin(found, belongsToIntent(found, "finding"))
    .where(and(toCondition(filter), older))
    .orderBy(desc(audit.id))
    .limit(part.limit)
    .offset(part.offset ?? 0);
}

/** Counting stops here: the log only grows, and nobody pages this far. */
const MAX_COUNTED = 10_000;

/** The number of matching rows, up to the maximum. */
export async function countAuditRows(db: Database, filter: AuditFilter): Promise<number> {
  const matching = db
    .select({ one: sql`1`.as("one") })
    .from(audit)
    .$dynamic();
  // Outcomes are joined only if they are filtered by.
  const joined = filter.outcome
    ? matching
        .leftJoin(ended, belongsToIntent(ended, "outcome"))
        .leftJoin(found, belongsToIntent(found, "finding"))
    : matching;
  const some = joined.where(toCondition(filter)).limit(MAX_COUNTED).as("some");
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(some);
  return counted!.total;
}

const belongsToIntent = (row: typeof ended | typeof found, kind: "outcome" | "finding") =>
  and(
    eq(row.requestId, audit.requestId),
    eq(row.operation, audit.operation),
    eq(row.kind, kind),
    eq(audit.kind, "intent"),
  );

function toCondition({
  search,
  operation,
  outcome,
  from,
  to,
  request,
}: AuditFilter): SQL | undefined {
  return and(
    inArray(audit.kind, ["intent", "refusal"]),
    search ? ilike(audit.who, `%${search.replace(/[\\%_]/g, "\\$&")}%`) : undefined,
    operation ? eq(audit.operation, operation) : undefined,
    outcome ? conditions[outcome] : undefined,
    from ? gte(audit.at, startOfDay(sql`${from}::date`)) : undefined,
    request ? eq(audit.requestId, request.id) : undefined,
    request ? eq(audit.accountId, request.accountId) : undefined,
    to ? lt(audit.at, startOfDay(sql`${to}::date + 1`)) : undefined,
  );
}

const byStatus = outcomeConditions(sql`coalesce(${ended.status}, ${audit.status})`);
const isCertain = and(isNull(ended.result), isNull(found.result));

const conditions: Record<Outcome, SQL | undefined> = {
  done: and(isCertain, byStatus.done),
  refused: and(isCertain, byStatus.refused),
  unclear: and(isCertain, byStatus.unclear),
  unknown: and(isNull(found.result), or(eq(ended.result, "unknown"), byStatus.unknown)),
  "took-effect": eq(found.result, "took-effect"),
  "did-not-happen": eq(found.result, "did-not-happen"),
  "cannot-be-known": eq(found.result, "cannot-be-known"),
};

/** The outcome of a row. */
export function getOutcome({
  status,
  result,
  found,
}: Pick<AuditRow, "status" | "result" | "found">): Outcome {
  if (found) return found;
  if (result) return result;
  if (status === null) return "unknown";
  if (status < 400) return "done";
  return status < 500 ? "refused" : "unclear";
}

/** The last row's id and hash; null if the log is empty. */
export async function readAuditHead(db: Database): Promise<{ row: number; head: string } | null> {
  const [last] = await db
    .select({ row: audit.id, head: audit.hash })
    .from(audit)
    .orderBy(desc(audit.id))
    .limit(1);
  return last ?? null;
}
