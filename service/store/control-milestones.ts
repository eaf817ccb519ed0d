import { eq, sql } from "drizzle-orm";
import { toMoment } from "./moment.ts";
import { controls } from "./schema-controls.ts";
import { controlMilestones, type ControlMilestone } from "./schema-webhooks.ts";
import type { Db } from "./store.ts";

/** The next event of a control that time brings, with what it depends on. */
export interface Milestone {
  next: ControlMilestone;
  timeFrom: Date;
  stopAt: Date;
}

/** Records which event of a control time brings next; null: none. */
export async function setMilestone(
  tx: Db,
  controlId: string,
  next: ControlMilestone | null,
): Promise<void> {
  if (next === null)
    return void (await tx
      .delete(controlMilestones)
      .where(eq(controlMilestones.controlId, controlId)));
  await tx
    .insert(controlMilestones)
    .values({ controlId, next })
    .onConflictDoUpdate({ target: controlMilestones.controlId, set: { next } });
}

/** Locks the next event of a control until the transaction ends; null if it has none. */
export async function lockMilestone(tx: Db, controlId: string): Promise<Milestone | null> {
  const [row] = await tx
    .select({
      next: controlMilestones.next,
      timeFrom: controls.timeFrom,
      stopAt: controls.stopAt,
    })
    .from(controlMilestones)
    .innerJoin(controls, eq(controls.id, controlMilestones.controlId))
    .where(eq(controlMilestones.controlId, controlId))
    .for("update", { of: controlMilestones });
  return row ?? null;
}

/**
 * The controls whose next event is due, oldest first: a window that began or stopped, or one whose last
 * quarter-hour was recorded.
 */
export async function listDueMilestones(
  db: Db,
  nowMs: number,
  recordedUntilMs: number | null,
): Promise<string[]> {
  const recorded =
    recordedUntilMs === null ? sql`'-infinity'::timestamptz` : toMoment(recordedUntilMs);
  const { rows } = await db.execute<{ id: string }>(sql`
    select c.id from ${controlMilestones} m join ${controls} c on c.id = m.control_id
    where (m.next = 'started' and c.time_from <= ${toMoment(nowMs)})
      or (m.next = 'ended' and c.stop_at <= ${toMoment(nowMs)})
      or (m.next = 'delivered'
        and date_bin('15 minutes', c.stop_at - interval '1 ms', 'epoch') + interval '15 minutes'
          <= ${recorded})
    order by c.seq`);
  return rows.map(({ id }) => id);
}
