import { and, eq, gt, lte } from "drizzle-orm";
import { toControl } from "./control-list.ts";
import type { Control } from "../../lib/contract/index.ts";
import { controls, idempotencyKeys } from "./schema-controls.ts";
import type { Db } from "./store.ts";

const KEPT_MS = 24 * 3_600_000;

/** An idempotency key of a caller, and the SHA-256 of what it orders. */
export interface KeyedOrder {
  caller: string;
  key: string;
  orderHash: Buffer;
}

/** What was issued under a key within a day, and the SHA-256 of what was ordered; else null. */
export async function issuedUnder(
  db: Db,
  { caller, key }: KeyedOrder,
  nowMs: number,
): Promise<{ control: Control; orderHash: Uint8Array } | null> {
  const [found] = await db
    .select({ control: controls, orderHash: idempotencyKeys.orderHash })
    .from(idempotencyKeys)
    .innerJoin(controls, eq(controls.id, idempotencyKeys.controlId))
    .where(
      and(
        eq(idempotencyKeys.caller, caller),
        eq(idempotencyKeys.key, key),
        gt(idempotencyKeys.createdAt, new Date(nowMs - KEPT_MS)),
      ),
    );
  return found ? { control: toControl(found.control), orderHash: found.orderHash } : null;
}

/** Keeps a key with the control issued under it, and forgets those of a day ago. */
export async function keepKey(
  tx: Db,
  keyed: KeyedOrder,
  controlId: string,
  nowMs: number,
): Promise<void> {
  const oldest = new Date(nowMs - KEPT_MS);
  await tx.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, oldest));
  await tx.insert(idempotencyKeys).values({ ...keyed, controlId, createdAt: new Date(nowMs) });
}
