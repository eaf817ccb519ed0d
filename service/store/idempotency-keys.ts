import { and, eq, gt, sql } from "drizzle-orm";
import { idempotencyKeys } from "./schema.ts";
import type { Db } from "./store.ts";
import { DAY_MS } from "../../lib/time/amsterdam.ts";

const RETENTION_MS = DAY_MS;
const FORGOTTEN_AT_ONCE = 1_000;

/** An idempotency key of a caller, and the SHA-256 of the request. */
export interface KeyedRequest {
  caller: string;
  key: string;
  requestHash: Buffer;
}

/** The stored response of a key as JSON, and the SHA-256 of its request; null after a day. */
export async function answeredUnder(
  db: Db,
  { caller, key }: KeyedRequest,
  nowMs: number,
): Promise<{ answer: string; requestHash: Uint8Array } | null> {
  const [found] = await db
    .select({ answer: idempotencyKeys.answer, requestHash: idempotencyKeys.requestHash })
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.caller, caller),
        eq(idempotencyKeys.key, key),
        gt(idempotencyKeys.createdAt, new Date(nowMs - RETENTION_MS)),
      ),
    );
  return found ?? null;
}

/** Locks a key until `tx` ends; false if another transaction, of any instance, holds it. */
export async function lockKey(tx: Db, { caller, key }: KeyedRequest): Promise<boolean> {
  const name = JSON.stringify(["idempotency", caller, key]);
  const { rows } = await tx.execute<{ held: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as held`,
  );
  return rows[0]!.held;
}

/** Stores a key with its response, and deletes some that are over a day old. */
export async function saveAnswer(
  tx: Db,
  keyed: KeyedRequest,
  answer: string,
  nowMs: number,
): Promise<void> {
  const fields = { requestHash: keyed.requestHash, answer, createdAt: new Date(nowMs) };
  await tx
    .insert(idempotencyKeys)
    .values({ ...keyed, ...fields })
    .onConflictDoUpdate({ target: [idempotencyKeys.caller, idempotencyKeys.key], set: fields });
  const oldest = new Date(nowMs - RETENTION_MS).toISOString();
  await tx.execute(sql`
    delete from ${idempotencyKeys} where (caller, key) in (
      select caller, key from ${idempotencyKeys} where created_at <= ${oldest}::timestamptz
      limit ${FORGOTTEN_AT_ONCE} for update skip locked)`);
}
