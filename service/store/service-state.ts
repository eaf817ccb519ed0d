import { eq } from "drizzle-orm";
import { serviceState } from "./schema.ts";
import type { Db } from "./store.ts";
import type { ControlPause } from "../../lib/contract/index.ts";
import { controlPause } from "./schema-guard.ts";

/** The requester: the API key of the request, and the actor named by its owner. */
export interface Requester {
  key: string;
  actor: string | null;
}

/** The requester in responses: the actor, else the key. */
export const requesterName = ({ key, actor }: Requester): string => actor ?? key;

/** The pause of new controls: since when, by whom, why. */
export async function readPause(db: Db): Promise<ControlPause> {
  const [row] = await db.select().from(controlPause);
  if (!row) return { paused: false, since: null, by: null, reason: null };
  const { since, reason } = row;
  return { paused: true, since: since.toISOString(), by: requesterName(row), reason };
}

/** Pauses; an existing pause keeps its first requester. Call it under the acceptance lock. */
export const pause = async (tx: Db, by: Requester, reason: string, nowMs: number): Promise<void> =>
  void (await tx
    .insert(controlPause)
    .values({ ...by, reason, since: new Date(nowMs) })
    .onConflictDoNothing());

/** Ends a pause; does nothing without one. */
export const resume = async (tx: Db): Promise<void> => void (await tx.delete(controlPause));

/** How fast the fleet's devices reach a setpoint on average, by kind. */
export const RAMPS_KEY = "ramps";
/** Changes whenever a location is added, deleted, moved or gets another device. */
export const MEMBERS_CHANGED_KEY = "members_changed";

/** A value of the service's own state, or null. */
export async function readServiceState<T>(db: Db, key: string): Promise<T | null> {
  const [row] = await db.select().from(serviceState).where(eq(serviceState.key, key));
  return row ? (row.value as T) : null;
}

/** Stores a value of the service's own state. */
export async function writeServiceState(db: Db, key: string, value: unknown): Promise<void> {
  await db
    .insert(serviceState)
    .values({ key, value })
    .onConflictDoUpdate({ target: serviceState.key, set: { value } });
}
