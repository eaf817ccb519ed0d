import { and, eq, gt, isNotNull, isNull, lte, or, sql, type SQL } from "drizzle-orm";
import type { ControlType } from "../../lib/contract/index.ts";
import { isInPartitions, getPartition, type SomePartitions } from "./partitions.ts";
import { isNotExcluded } from "./exclusions.ts";
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
export const everywhere: SomePartitions = { some: [0], partitions: 1 };

/** Whether a control runs in a minute at an existing location of these partitions, not excluded. */
const isDue = (minute: Date, of: SomePartitions) =>
  and(
    lte(controls.timeFrom, minute),
    gt(controls.stopAt, minute),
    isNull(locations.deletedAt),
    isInPartitions(deliveries.locationId, of),
    isNotExcluded(minute),
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
 * The newest control in force at each location in this minute; outside of the partitions that are
 * `renewed` only undispatched ones. Packed in a row per control and state, because a control may address a whole fleet.
 */
export async function setpointsAt(
  db: Db,
  minuteMs: number,
  { of = everywhere, renewed = of.some }: { of?: SomePartitions; renewed?: readonly number[] } = {},
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
    where due.state = 'waiting' or ${isInPartitions(due.locationId, { ...of, some: renewed }) ?? sql`true`}
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

/** The partitions with setpoints of this minute, or releases, that are not dispatched yet. */
export async function findUndispatched(
  db: Db,
  minuteMs: number,
  { heldForMs, partitions }: { heldForMs: number; partitions: number },
): Promise<Set<number>> {
  const partition = getPartition(deliveries.locationId, partitions);
  const of = (found: SQL | undefined) =>
    db
      .selectDistinct({ partition })
      .from(controls)
      .innerJoin(deliveries, eq(deliveries.controlId, controls.id))
      .innerJoin(locations, eq(locations.id, deliveries.locationId))
      .where(found);
  const waiting = and(isDue(new Date(minuteMs), everywhere), eq(deliveries.state, "waiting"));
  const rows = await of(waiting).union(of(isReleaseDue(minuteMs, { heldForMs, of: everywhere })));
  return new Set(rows.map((row) => row.partition));
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
  options: { heldForMs: number; of: SomePartitions },
): Promise<DueRelease[]> {
  return db
    .select({ locationId: deliveries.locationId, controlId: deliveries.controlId })
    .from(controls)
    .innerJoin(deliveries, eq(deliveries.controlId, controls.id))
    .innerJoin(locations, eq(locations.id, deliveries.locationId))
    .where(isReleaseDue(minuteMs, options));
}

function isReleaseDue(
  minuteMs: number,
  { heldForMs, of }: { heldForMs: number; of: SomePartitions },
): SQL | undefined {
  const minute = new Date(minuteMs);
  const heldSince = new Date(minuteMs - heldForMs);
  return and(
    gt(controls.stopAt, heldSince),
    isNotNull(deliveries.sentAt),
    isNull(deliveries.releasedAt),
    isInPartitions(deliveries.locationId, of),
    or(
      and(isNotNull(controls.cancelledAt), lte(controls.stopAt, minute)),
      and(gt(locations.deletedAt, heldSince), gt(controls.stopAt, minute)),
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
