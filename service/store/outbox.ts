import {
  and,
  eq,
  gt,
  isNotNull,
  isNull,
  lte,
  notExists,
  sql,
  type Column,
  type SQL,
} from "drizzle-orm";
import type { ControlType } from "../../lib/contract/index.ts";
import { toMoment } from "./moment.ts";
import { isInPartitions, getPartition, type SomePartitions } from "./partitions.ts";
import { isNotExcluded, mayHaveBeenSent } from "./exclusions.ts";
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

/** Ids of locations greater than `after` and not greater than `until`; null: without a bound. */
export interface IdRange {
  after: string | null;
  until: string | null;
}

/** Whether a control runs in a minute at an existing location of these partitions, not excluded. */
const isDue = (db: Db, minute: Date, of: SomePartitions, range: IdRange = allIds) =>
  and(
    lte(controls.timeFrom, minute),
    gt(controls.stopAt, minute),
    range.after === null ? undefined : gt(deliveries.locationId, range.after),
    range.until === null ? undefined : lte(deliveries.locationId, range.until),
    // Few are deleted, in an index of their own; finding each location would take most of the time.
    notExists(
      db
        .select({ id: locations.id })
        .from(locations)
        .where(and(eq(locations.id, deliveries.locationId), isNotNull(locations.deletedAt))),
    ),
    isInPartitions(deliveries.locationId, of),
    isNotExcluded(minute),
  );

const allIds: IdRange = { after: null, until: null };

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
 * `renewed` only undispatched ones; of locations in a range of ids. Packed in a row per control and state, because a control may address a whole fleet.
 */
export async function setpointsAt(
  db: Db,
  minuteMs: number,
  {
    of = everywhere,
    renewed = of.some,
    range = allIds,
  }: { of?: SomePartitions; renewed?: readonly number[]; range?: IdRange } = {},
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
    .where(isDue(db, new Date(minuteMs), of, range))
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

/** Undispatched setpoints whose partitions are read before those of all. */
const SAMPLE = 2_000;

/** The partitions with setpoints of this minute, or releases, that are not dispatched yet. */
export async function findUndispatched(
  db: Db,
  minuteMs: number,
  { heldForMs, partitions }: { heldForMs: number; partitions: number },
): Promise<Set<number>> {
  const partition = getPartition(deliveries.locationId, partitions).as("partition");
  const waiting = db
    .select({ partition })
    .from(controls)
    .innerJoin(deliveries, eq(deliveries.controlId, controls.id))
    .where(and(isDue(db, new Date(minuteMs), everywhere), eq(deliveries.state, "waiting")))
    .$dynamic();
  // Those of a control of the whole fleet are many, and a few of them have all partitions.
  const size = partitions === 1 ? 1 : SAMPLE;
  const sample = await waiting.limit(size);
  const found = new Set(sample.map((row) => row.partition));
  if (found.size === partitions) return found;
  if (sample.length === size) {
    const all = waiting.limit(Number.MAX_SAFE_INTEGER).as("all");
    for (const row of await db.selectDistinct({ partition: all.partition }).from(all))
      found.add(row.partition);
  }
  const of = { some: Array.from({ length: partitions }, (_, i) => i), partitions };
  const released = releases(db, minuteMs, { heldForMs, of }).as("released");
  for (const row of await db.selectDistinct({ partition: released.partition }).from(released))
    found.add(row.partition);
  return found;
}

/** Controls and locations as a table `v`. */
const pairs = (rows: readonly DueRelease[]) =>
  sql`unnest(${sql.param(rows.map((row) => row.controlId))}::text[],
    ${sql.param(rows.map((row) => row.locationId))}::text[]) as v(control_id, location_id)`;

/** Records the first dispatch of these setpoints, also of those whose control ended meanwhile. */
export async function markSent(db: Db, sent: readonly DueSetpoint[], nowMs: number) {
  for (let i = 0; i < sent.length; i += CHUNK) {
    const part = sent.slice(i, i + CHUNK);
    await db.execute(sql`
      update ${deliveries} d set state = 'sent', sent_at = ${toMoment(nowMs)}
      from ${pairs(part)}
      where d.control_id = v.control_id and d.location_id = v.location_id
        and d.state in ('waiting', 'lapsed')`);
  }
}

/** A control that ended at a location where it may have been dispatched, and is not released yet. */
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
  return releases(db, minuteMs, options).execute();
}

/** Due releases of cancelled controls, and of deleted locations: each reads little when there are none. */
function releases(
  db: Db,
  minuteMs: number,
  { heldForMs, of }: { heldForMs: number; of: SomePartitions },
) {
  const partition = getPartition(deliveries.locationId, of.partitions).as("partition");
  const minute = new Date(minuteMs);
  const heldSince = new Date(minuteMs - heldForMs);
  const those = (endedAt: Column, ended: SQL | undefined) =>
    db
      .select({ locationId: deliveries.locationId, controlId: deliveries.controlId, partition })
      .from(controls)
      .innerJoin(deliveries, eq(deliveries.controlId, controls.id))
      .innerJoin(locations, eq(locations.id, deliveries.locationId))
      .where(
        and(
          gt(controls.stopAt, heldSince),
          mayHaveBeenSent(endedAt),
          isNull(deliveries.releasedAt),
          isInPartitions(deliveries.locationId, of),
          ended,
        ),
      );
  const cancelled = and(isNotNull(controls.cancelledAt), lte(controls.stopAt, minute));
  const deleted = and(gt(locations.deletedAt, heldSince), gt(controls.stopAt, minute));
  return those(controls.stopAt, cancelled).unionAll(those(locations.deletedAt, deleted));
}

export async function markReleased(db: Db, released: readonly DueRelease[], nowMs: number) {
  for (let i = 0; i < released.length; i += CHUNK) {
    const part = released.slice(i, i + CHUNK);
    await db.execute(sql`
      update ${deliveries} d set released_at = ${toMoment(nowMs)}
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
  const update = sql`
    update ${deliveries} d set state = case
      when d.state = 'waiting' then 'lapsed'
      when d.sent_at <= ${toMoment(nowMs - givenUpAfterMs)} then 'failed'
      when c.stop_at <= ${toMoment(nowMs)} and d.sent_at <= ${toMoment(nowMs - answerWithinMs)} then 'failed'
      else 'unknown' end
    from ${controls} c
    where c.id = d.control_id and d.state in ('waiting', 'sent', 'unknown')
      and (d.state = 'waiting' and c.stop_at <= ${toMoment(nowMs)}
        or d.state = 'sent' and d.sent_at <= ${toMoment(nowMs - answerWithinMs)}
        or d.state = 'unknown' and (d.sent_at <= ${toMoment(nowMs - givenUpAfterMs)} or c.stop_at <= ${toMoment(nowMs)}))`;
  await db.transaction((tx) => tx.execute(update));
}
