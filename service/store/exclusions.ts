import {
  and,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  sql,
  type Column,
  type SQL,
} from "drizzle-orm";
import type { Exclusion } from "../engine/preferences.ts";
import { anyOf } from "./any-of.ts";
import { toMoment } from "./moment.ts";
import { isInPartitions, type SomePartitions } from "./partitions.ts";
import { controls, deliveries } from "./schema-controls.ts";
import { controlExclusions } from "./schema-preferences.ts";
import type { Db } from "./store.ts";

/** An exclusion of a location from a part of a control's window. */
export interface LocationExclusion extends Exclusion {
  locationId: string;
}

const stamps = (moments: readonly number[]) =>
  sql`${sql.param(moments.map((ms) => new Date(ms).toISOString()))}::timestamptz[]`;

/** Stores exclusions from a control. */
export async function insertExclusions(
  tx: Db,
  controlId: string,
  exclusions: readonly LocationExclusion[],
): Promise<void> {
  if (exclusions.length === 0) return;
  await tx.execute(sql`
    insert into ${controlExclusions}
      (control_id, location_id, time_from, time_to, reason, after_acceptance)
    select ${controlId}, * from unnest(
      ${sql.param(exclusions.map(({ locationId }) => locationId))}::text[],
      ${stamps(exclusions.map(({ fromMs }) => fromMs))},
      ${stamps(exclusions.map(({ toMs }) => toMs))},
      ${sql.param(exclusions.map(({ reason }) => reason))}::text[],
      ${sql.param(exclusions.map(({ afterAcceptance = false }) => afterAcceptance))}::boolean[])`);
}

/** Whether an exclusion is at one of these locations. */
export const isExcludedAt = (ids: readonly string[]): SQL =>
  anyOf(controlExclusions.locationId, ids);

/**
 * The exclusions of controls by control and location, in order of time; `at` is a condition on
 * `control_exclusions`. Without one they are read at all locations of the fleet.
 */
export async function readExclusions(
  db: Db,
  controlIds: readonly string[],
  at?: SQL,
): Promise<ReadonlyMap<string, ReadonlyMap<string, Exclusion[]>>> {
  const found = new Map<string, Map<string, Exclusion[]>>();
  if (controlIds.length === 0) return found;
  const { controlId, locationId, timeFrom, timeTo, reason, afterAcceptance } = controlExclusions;
  const rows = await db
    .select({
      controlId,
      timeFrom,
      timeTo,
      reason,
      afterAcceptance,
      ids: sql<string>`string_agg(${locationId}, ',')`,
    })
    .from(controlExclusions)
    .where(and(inArray(controlId, [...controlIds]), at))
    .groupBy(controlId, timeFrom, timeTo, reason, afterAcceptance)
    .orderBy(timeFrom);
  for (const row of rows) {
    const byLocation = found.get(row.controlId) ?? new Map<string, Exclusion[]>();
    found.set(row.controlId, byLocation);
    const exclusion: Exclusion = {
      fromMs: row.timeFrom.getTime(),
      toMs: row.timeTo.getTime(),
      reason: row.reason,
      afterAcceptance: row.afterAcceptance,
    };
    for (const id of row.ids.split(",")) {
      const theirs = byLocation.get(id);
      if (theirs) theirs.push(exclusion);
      else byLocation.set(id, [exclusion]);
    }
  }
  return found;
}

/** Ends the exclusions of these locations from a control at a moment; later ones are deleted. */
export async function endExclusions(
  tx: Db,
  controlId: string,
  locationIds: readonly string[],
  atMs: number,
): Promise<void> {
  const at = new Date(atMs);
  const theirs = and(
    eq(controlExclusions.controlId, controlId),
    anyOf(controlExclusions.locationId, locationIds),
    gt(controlExclusions.timeTo, at),
  );
  await tx.delete(controlExclusions).where(and(theirs, gte(controlExclusions.timeFrom, at)));
  await tx.update(controlExclusions).set({ timeTo: at }).where(theirs);
}

/** Whether no exclusion applies to a delivery in this minute. */
export const isNotExcluded = (minute: Date): SQL =>
  sql`not exists (select from ${controlExclusions} where ${and(
    eq(controlExclusions.controlId, deliveries.controlId),
    eq(controlExclusions.locationId, deliveries.locationId),
    lte(controlExclusions.timeFrom, minute),
    gt(controlExclusions.timeTo, minute),
  )})`;

/** The name of a control at a location. */
export const toKey = (row: { controlId: string; locationId: string }): string =>
  `${row.controlId} ${row.locationId}`;

/** The starts of exclusions within `(fromMs, toMs)`, by `toKey`. */
export async function readExclusionStarts(
  db: Db,
  fromMs: number,
  toMs: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({
      controlId: controlExclusions.controlId,
      locationId: controlExclusions.locationId,
      timeFrom: controlExclusions.timeFrom,
    })
    .from(controlExclusions)
    .where(
      and(
        gt(controlExclusions.timeTo, new Date(fromMs)),
        gt(controlExclusions.timeFrom, new Date(fromMs)),
        lt(controlExclusions.timeFrom, new Date(toMs)),
      ),
    );
  const starts = new Map<string, number>();
  for (const row of rows) {
    const ms = row.timeFrom.getTime();
    starts.set(toKey(row), Math.min(ms, starts.get(toKey(row)) ?? Infinity));
  }
  return starts;
}

/**
 * Whether a setpoint may have been sent before its control ended at the location. An instance may have stopped
 * between sending it and recording that.
 */
export const mayHaveBeenSent = (endedAt: Column) =>
  or(isNotNull(deliveries.sentAt), lt(controls.timeFrom, endedAt));

/** Controls at locations that became excluded after a setpoint was sent, and may still be held. */
export const exclusionReleasesDue = (
  db: Db,
  minuteMs: number,
  { heldForMs, of }: { heldForMs: number; of: SomePartitions },
) =>
  db
    .select({ locationId: deliveries.locationId, controlId: deliveries.controlId })
    .from(controlExclusions)
    .innerJoin(controls, eq(controls.id, controlExclusions.controlId))
    .innerJoin(
      deliveries,
      and(
        eq(deliveries.controlId, controlExclusions.controlId),
        eq(deliveries.locationId, controlExclusions.locationId),
      ),
    )
    .where(
      and(
        gt(controlExclusions.timeTo, new Date(minuteMs)),
        lte(controlExclusions.timeFrom, new Date(minuteMs)),
        gt(controlExclusions.timeFrom, new Date(minuteMs - heldForMs)),
        isNull(controlExclusions.releasedAt),
        mayHaveBeenSent(controlExclusions.timeFrom),
        isInPartitions(deliveries.locationId, of),
        gt(controls.stopAt, new Date(minuteMs)),
      ),
    );

/** Records that devices were released because of an exclusion. */
export async function markExclusionsReleased(
  db: Db,
  released: readonly { controlId: string; locationId: string }[],
  nowMs: number,
): Promise<void> {
  if (released.length === 0) return;
  const at = toMoment(nowMs);
  await db.execute(sql`
    update ${controlExclusions} x set released_at = ${at}
    from unnest(${sql.param(released.map(({ controlId }) => controlId))}::text[],
      ${sql.param(released.map(({ locationId }) => locationId))}::text[]) as v(control_id, location_id)
    where x.control_id = v.control_id and x.location_id = v.location_id
      and x.time_from <= ${at} and x.time_to > ${at}`);
}

/** When a control ends that addresses some of these locations, in ms; null if there is none. */
export async function findControlEnd(
  db: Db,
  controlId: string,
  locationIds: readonly string[],
): Promise<number | null> {
  const [row] = await db
    .select({ stopAt: controls.stopAt })
    .from(controls)
    .innerJoin(deliveries, eq(deliveries.controlId, controls.id))
    .where(and(eq(controls.id, controlId), anyOf(deliveries.locationId, locationIds)))
    .limit(1);
  return row?.stopAt.getTime() ?? null;
}
