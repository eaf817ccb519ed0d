import { and, eq, gt, inArray, lt, sql } from "drizzle-orm";
import type { ControlType } from "../../lib/contract/index.ts";
import { controls } from "./schema-controls.ts";
import { controlOptOuts, groupPreferenceLimits } from "./schema-preferences.ts";
import { customers } from "./schema.ts";
import type { Db } from "./store.ts";

/** Records that a customer opted out of one control, or no longer does. */
export async function saveControlOptOut(
  tx: Db,
  key: { customerId: string; controlId: string },
  optedOut: boolean,
  nowMs: number,
): Promise<void> {
  const { customerId, controlId } = controlOptOuts;
  if (optedOut)
    await tx
      .insert(controlOptOuts)
      .values({ ...key, createdAt: new Date(nowMs) })
      .onConflictDoNothing();
  else
    await tx
      .delete(controlOptOuts)
      .where(and(eq(customerId, key.customerId), eq(controlId, key.controlId)));
}

/** Which of these controls customers opted out of, as `customer control`, if the group allows it. */
export async function readControlOptOuts(
  db: Db,
  controlIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (controlIds.length === 0) return new Set();
  const rows = await db
    .select({ customerId: controlOptOuts.customerId, controlId: controlOptOuts.controlId })
    .from(controlOptOuts)
    .innerJoin(customers, eq(customers.id, controlOptOuts.customerId))
    .leftJoin(groupPreferenceLimits, eq(groupPreferenceLimits.groupId, customers.groupId))
    .where(
      and(
        inArray(controlOptOuts.controlId, [...controlIds]),
        sql`coalesce(${groupPreferenceLimits.controlOptOut}, true)`,
      ),
    );
  return new Set(rows.map((row) => `${row.customerId} ${row.controlId}`));
}

/** The window of a control of which a customer opted out. */
export interface OptOutWindow {
  customerId: string;
  controlId: string;
  type: ControlType;
  fromMs: number;
  toMs: number;
}

/**
 * The controls with a part of their planned window between two moments of which customers opted out,
 * if their groups allow it; also those that were cancelled.
 */
export async function readOptOutWindows(
  db: Db,
  { fromMs, toMs }: { fromMs: number; toMs?: number },
): Promise<OptOutWindow[]> {
  const rows = await db
    .select({
      customerId: controlOptOuts.customerId,
      controlId: controls.id,
      type: controls.type,
      timeFrom: controls.timeFrom,
      timeTo: controls.timeTo,
    })
    .from(controls)
    .innerJoin(controlOptOuts, eq(controlOptOuts.controlId, controls.id))
    .innerJoin(customers, eq(customers.id, controlOptOuts.customerId))
    .leftJoin(groupPreferenceLimits, eq(groupPreferenceLimits.groupId, customers.groupId))
    .where(
      and(
        gt(controls.timeTo, new Date(fromMs)),
        toMs === undefined ? undefined : lt(controls.timeFrom, new Date(toMs)),
        sql`coalesce(${groupPreferenceLimits.controlOptOut}, true)`,
      ),
    );
  return rows.map(({ timeFrom, timeTo, type, ...row }) => ({
    ...row,
    type: type as ControlType,
    fromMs: timeFrom.getTime(),
    toMs: timeTo.getTime(),
  }));
}
