import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ApiCallsQuery } from "../../lib/contract/index.ts";
import { matches } from "./listing.ts";
import { apiCalls } from "./schema-calls.ts";
import { apiKeys } from "./schema.ts";
import type { Db } from "./store.ts";
import { outcomeConditions, startOfDay } from "../../lib/database/audit-chain.ts";

type Row = typeof apiCalls.$inferInsert;
export type CallRow = Omit<Row, "id" | "previous" | "hash">;

/** Records a step of a call. @returns its row number */
export async function recordCall(db: Db, row: CallRow): Promise<number> {
  const [saved] = await db.insert(apiCalls).values(row).returning({ id: apiCalls.id });
  return saved!.id;
}

/** The count stops here: the audit trail only grows, and no client pages further. */
const MAX_COUNTED = 10_000;
const outcomes = alias(apiCalls, "outcomes");

export type RecordedCall = Awaited<ReturnType<typeof listCalls>>["rows"][number];

/** Calls with their outcomes, newest first; the total is capped at `COUNTED`. */
export async function listCalls(db: Db, query: ApiCallsQuery) {
  const { page, page_size: size } = query;
  const ended = readLastId(db);
  const status = sql<number | null>`coalesce(${ended.status}, ${apiCalls.status})`;
  const filter = callsFilter(query, status);
  const rows = await db
    .select({
      id: apiCalls.id,
      at: apiCalls.at,
      caller: apiCalls.caller,
      keyName: apiKeys.name,
      actor: apiCalls.actor,
      operation: apiCalls.operation,
      target: sql<string | null>`coalesce(${ended.target}, ${apiCalls.target})`,
      windowFrom: ended.windowFrom,
      windowTo: ended.windowTo,
      status,
      requestId: apiCalls.requestId,
      address: apiCalls.address,
    })
    .from(apiCalls)
    .leftJoinLateral(ended, sql`true`)
    .leftJoin(apiKeys, eq(apiKeys.id, apiCalls.caller))
    .where(filter)
    .orderBy(desc(apiCalls.id))
    .limit(size)
    .offset(page * size);
  const lines = db
    .select({ one: sql`1`.as("one") })
    .from(apiCalls)
    .leftJoin(apiKeys, eq(apiKeys.id, apiCalls.caller))
    .$dynamic();
  // The outcome is joined only if the query filters by it.
  const joined = query.outcome ? lines.leftJoinLateral(ended, sql`true`) : lines;
  const some = joined.where(filter).limit(MAX_COUNTED).as("some");
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(some);
  return { rows, total: counted!.total };
}

/**
 * The row with the outcome of a call: the one that references it. Older rows have no reference; for
 * them it is the next row of the same request.
 */
const readLastId = (db: Db) =>
  db
    .select({
      status: outcomes.status,
      target: outcomes.target,
      windowFrom: outcomes.windowFrom,
      windowTo: outcomes.windowTo,
    })
    .from(outcomes)
    .where(
      and(
        eq(outcomes.requestId, apiCalls.requestId),
        eq(outcomes.operation, apiCalls.operation),
        eq(outcomes.caller, apiCalls.caller),
        eq(outcomes.kind, "outcome"),
        eq(apiCalls.kind, "intent"),
        gt(outcomes.id, apiCalls.id),
        or(isNull(outcomes.intentId), eq(outcomes.intentId, apiCalls.id)),
      ),
    )
    .orderBy(asc(outcomes.id))
    .limit(1)
    .as("ended");

function callsFilter(query: ApiCallsQuery, status: SQL): SQL | undefined {
  const { request_id, operation, caller, outcome, from, to, before } = query;
  return and(
    inArray(apiCalls.kind, ["intent", "refusal"]),
    request_id ? eq(apiCalls.requestId, request_id) : undefined,
    operation ? eq(apiCalls.operation, operation) : undefined,
    caller ? eq(apiCalls.caller, caller) : undefined,
    matches(query.search, [apiCalls.actor, apiKeys.name]),
    outcome ? outcomeConditions(status)[outcome] : undefined,
    from ? gte(apiCalls.at, startOfDay(sql`${from}::date`)) : undefined,
    to ? lt(apiCalls.at, startOfDay(sql`${to}::date + 1`)) : undefined,
    before ? lt(apiCalls.id, Number(before)) : undefined,
  );
}
