import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ApiCallsQuery } from "../../lib/contract/index.ts";
import { apiCalls } from "./schema-calls.ts";
import { apiKeys } from "./schema.ts";
import type { Db } from "./store.ts";

type Row = typeof apiCalls.$inferInsert;
export type CallRow = Omit<Row, "id" | "previous" | "hash">;

/** Writes down a step of a call. */
export async function recordCall(db: Db, row: CallRow): Promise<void> {
  await db.insert(apiCalls).values(row);
}

/** Counting stops here: the record only grows, and nobody turns so many pages. */
const MOST_COUNTED = 10_000;
const ended = alias(apiCalls, "ended");

export type RecordedCall = Awaited<ReturnType<typeof listCalls>>["rows"][number];

/** Calls with how they ended, newest first; of the total at most as many as are counted. */
export async function listCalls(db: Db, query: ApiCallsQuery) {
  const { page, page_size: size, request_id, operation, caller } = query;
  const asked = and(
    inArray(apiCalls.kind, ["intent", "refusal"]),
    request_id ? eq(apiCalls.requestId, request_id) : undefined,
    operation ? eq(apiCalls.operation, operation) : undefined,
    caller ? eq(apiCalls.caller, caller) : undefined,
  );
  const isItsEnd = and(
    eq(ended.requestId, apiCalls.requestId),
    eq(ended.operation, apiCalls.operation),
    eq(ended.caller, apiCalls.caller),
    eq(ended.kind, "outcome"),
    eq(apiCalls.kind, "intent"),
    sql`${ended.id} > ${apiCalls.id}`,
  );
  const rows = await db
    .selectDistinctOn([apiCalls.id], {
      id: apiCalls.id,
      at: apiCalls.at,
      caller: apiCalls.caller,
      keyName: apiKeys.name,
      actor: apiCalls.actor,
      operation: apiCalls.operation,
      target: sql<string | null>`coalesce(${ended.target}, ${apiCalls.target})`,
      windowFrom: ended.windowFrom,
      windowTo: ended.windowTo,
      status: sql<number | null>`coalesce(${ended.status}, ${apiCalls.status})`,
      requestId: apiCalls.requestId,
    })
    .from(apiCalls)
    .leftJoin(ended, isItsEnd)
    .leftJoin(apiKeys, eq(apiKeys.id, apiCalls.caller))
    .where(asked)
    .orderBy(desc(apiCalls.id), ended.id)
    .limit(size)
    .offset(page * size);
  const some = db
    .select({ one: sql`1`.as("one") })
    .from(apiCalls)
    .where(asked)
    .limit(MOST_COUNTED)
    .as("some");
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(some);
  return { rows, total: counted!.total };
}
