import { and, count, desc, eq, gte, ilike, isNull, lt, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "./database.ts";
import { audit } from "./schema.ts";

/** How something ended; `unknown`: it was begun, and no outcome was written down. */
export const outcomes = ["done", "refused", "unclear", "unknown"] as const;
export type Outcome = (typeof outcomes)[number];

/** Which lines of the trail; days are Amsterdam's, both included. */
export interface TrailFilter {
  /** Part of the e-mail address of who did it. */
  search?: string | undefined;
  operation?: string | undefined;
  outcome?: Outcome | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const ended = alias(audit, "ended");

/** What was begun, with how it ended beside it. */
export type TrailLine = Awaited<ReturnType<typeof readLines>>[number];

/** Lines of the trail, newest first: so many from an offset, or so many older than a line. */
export async function readLines(
  db: Database,
  filter: TrailFilter,
  part: { limit: number; offset?: number; olderThan?: number | undefined },
) {
  const older = part.olderThan === undefined ? undefined : lt(audit.id, part.olderThan);
  return db
    .select({
      id: audit.id,
      at: audit.at,
      who: audit.who,
      role: audit.role,
      operation: audit.operation,
      target: sql<string | null>`coalesce(${ended.target}, ${audit.target})`,
      status: ended.status,
      requestId: audit.requestId,
    })
    .from(audit)
    .leftJoin(ended, isItsEnd)
    .where(and(matches(filter), older))
    .orderBy(desc(audit.id))
    .limit(part.limit)
    .offset(part.offset ?? 0);
}

/** How many lines there are. */
export async function countLines(db: Database, filter: TrailFilter): Promise<number> {
  const rows = await db
    .select({ lines: count() })
    .from(audit)
    .leftJoin(ended, isItsEnd)
    .where(matches(filter));
  return rows[0]!.lines;
}

const isItsEnd = and(
  eq(ended.requestId, audit.requestId),
  eq(ended.operation, audit.operation),
  eq(ended.outcome, true),
);

function matches({ search, operation, outcome, from, to }: TrailFilter): SQL | undefined {
  return and(
    eq(audit.outcome, false),
    search ? ilike(audit.who, `%${search.replace(/[\\%_]/g, "\\$&")}%`) : undefined,
    operation ? eq(audit.operation, operation) : undefined,
    outcome ? isOutcome[outcome] : undefined,
    from ? gte(audit.at, startOf(sql`${from}::date`)) : undefined,
    to ? lt(audit.at, startOf(sql`${to}::date + 1`)) : undefined,
  );
}

const startOf = (day: SQL) => sql`(${day})::timestamp at time zone 'Europe/Amsterdam'`;

const isOutcome: Record<Outcome, SQL | undefined> = {
  done: lt(ended.status, 400),
  refused: and(gte(ended.status, 400), lt(ended.status, 500)),
  unclear: gte(ended.status, 500),
  unknown: isNull(ended.status),
};

/** How a line ended, from the HTTP status that was written down. */
export function outcomeOf(status: number | null): Outcome {
  if (status === null) return "unknown";
  if (status < 400) return "done";
  return status < 500 ? "refused" : "unclear";
}
