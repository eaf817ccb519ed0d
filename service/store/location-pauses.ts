import { and, eq, gt, isNull } from "drizzle-orm";
import { groupPreferenceLimits } from "./schema-preferences.ts";
import { customers, locations } from "./schema.ts";
import type { Db } from "./store.ts";

/** A location that may be paused. */
export interface PauseSubject {
  customerId: string;
  groupId: string | null;
  biddingZone: string;
  pausedUntilMs: number | null;
  /** Whether its customer's group allows to opt out of controls. */
  isAllowed: boolean;
}

/** A location with its pause; null if there is no such location. */
export async function readPauseSubject(db: Db, locationId: string): Promise<PauseSubject | null> {
  const [row] = await db
    .select({
      customerId: customers.id,
      groupId: customers.groupId,
      biddingZone: locations.biddingZone,
      pausedUntil: locations.pausedUntil,
      optOut: groupPreferenceLimits.optOut,
    })
    .from(locations)
    .innerJoin(customers, eq(customers.id, locations.customerId))
    .leftJoin(groupPreferenceLimits, eq(groupPreferenceLimits.groupId, customers.groupId))
    .where(and(eq(locations.id, locationId), isNull(locations.deletedAt)));
  if (!row) return null;
  const { pausedUntil, optOut, ...rest } = row;
  return { ...rest, pausedUntilMs: pausedUntil?.getTime() ?? null, isAllowed: optOut ?? true };
}

/** Pauses control at a location until a moment; null ends it. */
export const savePause = async (tx: Db, locationId: string, untilMs: number | null) =>
  void (await tx
    .update(locations)
    .set({ pausedUntil: untilMs === null ? null : new Date(untilMs) })
    .where(eq(locations.id, locationId)));

/** The locations of a customer that are paused at a moment. */
export async function readPauses(db: Db, customerId: string, nowMs: number) {
  const rows = await db
    .select({ id: locations.id, until: locations.pausedUntil })
    .from(locations)
    .where(
      and(
        eq(locations.customerId, customerId),
        isNull(locations.deletedAt),
        gt(locations.pausedUntil, new Date(nowMs)),
      ),
    )
    .orderBy(locations.id);
  return rows.map(({ id, until }) => ({ location_id: id, until: until!.toISOString() }));
}
