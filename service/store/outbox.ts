import { and, eq, gt, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import type { ControlType } from "../../lib/contract/index.ts";
import { isInPartition, type PartitionOf } from "./partitions.ts";
import { controls, deliveries, type OutboxState } from "./schema-controls.ts";
import { locations } from "./schema.ts";
import type { Db } from "./store.ts";

/** The setpoint of a location: that of the newest control in force there. */
export interface DueSetpoint {
  locationId: string;
  controlId: string;
  type: ControlType;
  limitKw: number | null;
  stopMs: number;
  state: OutboxState;
}

const CHUNK = 10_000;

/** The setpoints of all locations. */
export const everywhere: PartitionOf = { partition: 0, partitions: 1 };

/** Whether a control runs in a minute at a location of a partition that exists. */
const isDue = (minute: Date, of: PartitionOf) =>
  and(
    lte(controls.timeFrom, minute),
    gt(controls.stopAt, minute),
    isNull(locations.deletedAt),
    isInPartition(deliveries.locationId, of),
  );

interface PackedSetpoints extends Record<string, unknown> {
  controlId: string;
  type: string;
  stopMs: number;
  ids: string;
  limitsKw: Buffer;
  state: OutboxState;
}

/**
 * The newest control in force at each location in this minute; optionally only undispatched ones.
 * Packed in a row per control and state, because a control may address a whole fleet.
 */
export async function setpointsAt(
  db: Db,
  minuteMs: number,
  { of = everywhere, onlyWaiting = false }: { of?: PartitionOf; onlyWaiting?: boolean } = {},
): Promise<DueSetpoint[]> {
  const due = db
    .selectDistinctOn([deliveries.locationId], {
      locationId: deliveries.locationId,
      controlId: deliveries.controlId,
      limitKw: deliveries.limitKw,
      state: deliveries.state,
    })
    .from(controls)
    .innerJoin(deliveries, eq(deliveries.controlId, controls.id))
    .innerJoin(locations, eq(locations.id, deliveries.locationId))
    .where(isDue(new Date(minuteMs), of))
    .orderBy(deliveries.locationId, sql`${controls.seq} desc`)
    .as("due");
  const { rows } = await db.execute<PackedSetpoints>(sql`
    select due.control_id as "controlId", ${controls.type} as type,
      extract(epoch from ${controls.stopAt})::float8 * 1000 as "stopMs", due.state as state,
      string_agg(due.location_id, ',') as ids,
      string_agg(float4send(coalesce(due.limit_kw, 'NaN')), ''::bytea) as "limitsKw"
    from ${due} join ${controls} on ${controls.id} = due.control_id
    ${onlyWaiting ? sql`where due.state = 'waiting'` : sql``}
    group by due.control_id, due.state, ${controls.type}, ${controls.stopAt}`);
  return rows.flatMap(({ controlId, type, stopMs, ids, limitsKw, state }) =>
    ids.split(",").map((locationId, i): DueSetpoint => {
      const limitKw = limitsKw.readFloatBE(4 * i);
      return {
        locationId,
        controlId,
        type: type as ControlType,
        limitKw: Number.isNaN(limitKw) ? null : limitKw,
        stopMs: Math.round(stopMs),
        state,
      };
    }),
  );
}

/** Whether a setpoint of this minute is not dispatched yet. */
export async function hasUndispatched(db: Db, minuteMs: number, of: PartitionOf): Promise<boolean> {
  const minute = new Date(minuteMs);
  const rows = await db
    .select({ one: sql`1` })
    .from(controls)
    .innerJoin(deliveries, eq(deliveries.controlId, controls.id))
    .innerJoin(locations, eq(locations.id, deliveries.locationId))
    .where(and(isDue(minute, of), eq(deliveries.state, "waiting")))
    .limit(1);
  return rows.length > 0;
}

/** Controls and locations as a table `v`. */
const pairs = (rows: readonly DueRelease[]) =>
  sql`unnest(${sql.param(rows.map((row) => row.controlId))}::text[],
    ${sql.param(rows.map((row) => row.locationId))}::text[]) as v(control_id, location_id)`;

/** Records the first dispatch of these setpoints. */
export async function markSent(db: Db, sent: readonly DueSetpoint[], nowMs: number) {
  for (let i = 0; i < sent.length; i += CHUNK) {
    const part = sent.slice(i, i + CHUNK);
    await db.execute(sql`
      update ${deliveries} d set state = 'sent', sent_at = ${new Date(nowMs).toISOString()}::timestamptz
      from ${pairs(part)}
      where d.control_id = v.control_id and d.location_id = v.location_id and d.state = 'waiting'`);
  }
}

/** A control that ended at a location after it was dispatched, and is not released yet. */
interface DueRelease {
  locationId: string;
  controlId: string;
}

/** Controls that were cancelled or whose location was deleted, and that devices may still hold. */
export function releasesDue(
  db: Db,
  minuteMs: number,
  { heldForMs, of }: { heldForMs: number; of: PartitionOf },
): Promise<DueRelease[]> {
  const minute = new Date(minuteMs);
  const heldSince = new Date(minuteMs - heldForMs);
  return db
    .select({ locationId: deliveries.locationId, controlId: deliveries.controlId })
    .from(controls)
    .innerJoin(deliveries, eq(deliveries.controlId, controls.id))
    .innerJoin(locations, eq(locations.id, deliveries.locationId))
    .where(
      and(
        gt(controls.stopAt, heldSince),
        isNotNull(deliveries.sentAt),
        isNull(deliveries.releasedAt),
        isInPartition(deliveries.locationId, of),
        or(
          and(isNotNull(controls.cancelledAt), lte(controls.stopAt, minute)),
          and(gt(locations.deletedAt, heldSince), gt(controls.stopAt, minute)),
        ),
      ),
    );
}

export async function markReleased(db: Db, released: readonly DueRelease[], nowMs: number) {
  for (let i = 0; i < released.length; i += CHUNK) {
    const part = released.slice(i, i + CHUNK);
    await db.execute(sql`
      update ${deliveries} d set released_at = ${new Date(nowMs).toISOString()}::timestamptz
      from ${pairs(part)} where d.control_id = v.control_id and d.location_id = v.location_id`);
  }
}

/**
 * Times out unacknowledged setpoints: `unknown` after `answerWithinMs`; `failed` after
 * `givenUpAfterMs` or the end of the control. A setpoint not sent before that end is `lapsed`.
 */
export async function expireDeliveries(
  db: Db,
  nowMs: number,
  { answerWithinMs, givenUpAfterMs }: { answerWithinMs: number; givenUpAfterMs: number },
): Promise<void> {
  const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
  const update = sql`
    update ${deliveries} d set state = case
      when d.state = 'waiting' then 'lapsed'
      when d.sent_at <= ${at(nowMs - givenUpAfterMs)} then 'failed'
      when c.stop_at <= ${at(nowMs)} and d.sent_at <= ${at(nowMs - answerWithinMs)} then 'failed'
      else 'unknown' end
    from ${controls} c
    where c.id = d.control_id and d.state in ('waiting', 'sent', 'unknown')
      and (d.state = 'waiting' and c.stop_at <= ${at(nowMs)}
        or d.state = 'sent' and d.sent_at <= ${at(nowMs - answerWithinMs)}
        or d.state = 'unknown' and (d.sent_at <= ${at(nowMs - givenUpAfterMs)} or c.stop_at <= ${at(nowMs)}))`;
  await db.transaction((tx) => tx.execute(update));
}
