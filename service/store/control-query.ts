import {
  and,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  sql,
  type SQL,
  type SQLWrapper,
} from "drizzle-orm";
import {
  biddingZone,
  controlReason,
  type ControlState,
  type QueryOf,
} from "../../lib/contract/index.ts";
import { toMillis } from "../../lib/time/instant.ts";
import { anyOf } from "./any-of.ts";
import { matches, type SortColumns } from "./listing.ts";
import { locationsNamed } from "./location-search.ts";
import { controls, deliveries } from "./schema-controls.ts";
import { groups } from "./schema.ts";
import type { Db } from "./store.ts";

type Query = QueryOf<"listControlSummaries">;

/** The columns of a control without its intervals. */
export const {
  results: _results,
  cancelledEffect: _cancelledEffect,
  rebound: _rebound,
  excluded: _excluded,
  zoneInjectionKwh: _zoneInjectionKwh,
  ...summaryColumns
} = getTableColumns(controls);

/** The filter of a query for controls. */
export const controlsFilter = (db: Db, query: Query, now: Date): SQL | undefined =>
  and(
    bySearch(db, query.search),
    inState(query.state, now),
    query.type ? eq(controls.type, query.type) : undefined,
    forReason(query.reason),
    query.group_id
      ? and(eq(controls.targetKind, "group"), eq(controls.targetId, query.group_id))
      : undefined,
    query.from ? gt(controls.stopAt, new Date(toMillis(query.from))) : undefined,
    query.to ? lt(controls.timeFrom, new Date(toMillis(query.to))) : undefined,
  );

/** The characters of generated ids; a search with other characters is no search by id. */
const LIKE_AN_ID = /^[\w-]+$/;

/**
 * Searches ids, groups, reasons and target kinds. Locations match by their full id, or by the
 * start of their address or town.
 */
function bySearch(db: Db, text: string | undefined): SQL | undefined {
  if (!text) return undefined;
  const { id, reason, targetKind, targetId } = controls;
  const named = (options: readonly string[]) =>
    options.filter((option) => option.toLowerCase().includes(text.toLowerCase()));
  const inGroup = db
    .select({ id: groups.id })
    .from(groups)
    .where(matches(text, [groups.id, groups.name]));
  return or(
    LIKE_AN_ID.test(text) ? matches(text, [id]) : undefined,
    anyOf(reason, named(controlReason.options)),
    and(eq(targetKind, "bidding_zone"), anyOf(targetId, named(biddingZone.options))),
    and(eq(targetKind, "group"), inArray(targetId, inGroup)),
    hasEffectAt(locationsNamed(db, text)),
  );
}

/**
 * Whether a control has an effect at one of the locations of a query. It is looked up for each
 * control; `offset 0` keeps the planner from reading all effects instead.
 */
export const hasEffectAt = (locationIds: SQLWrapper): SQL => sql`exists (
  select 1 from ${deliveries} where ${deliveries.controlId} = ${controls.id}
    and ${deliveries.locationId} = any(array(${locationIds})) offset 0)`;

function forReason(reason: Query["reason"]): SQL | undefined {
  if (reason === undefined) return undefined;
  return reason === "none" ? isNull(controls.reason) : eq(controls.reason, reason);
}

function inState(state: ControlState | undefined, now: Date): SQL | undefined {
  if (state === undefined) return undefined;
  if (state === "cancelled") return isNotNull(controls.cancelledAt);
  const when = {
    scheduled: gt(controls.timeFrom, now),
    active: and(lte(controls.timeFrom, now), gt(controls.stopAt, now)),
    ended: lte(controls.stopAt, now),
  };
  return and(isNull(controls.cancelledAt), when[state]);
}

/**
 * The sort columns of controls; states are in the order of a control's life: scheduled, active,
 * ended, cancelled.
 */
export function controlSorts(now: Date): SortColumns {
  const at = sql`${now.toISOString()}::timestamptz`;
  return {
    created_at: controls.seq,
    time_from: controls.timeFrom,
    type: controls.type,
    target: [controls.targetKind, sql`lower(${controls.targetName})`],
    state: sql`case when ${isNotNull(controls.cancelledAt)} then 3
      when ${controls.timeFrom} > ${at} then 0 when ${controls.stopAt} > ${at} then 1 else 2 end`,
    reason: controls.reason,
    locations: controls.locations,
    devices: controls.devices,
    energy_kwh: controls.energyKwh,
    id: controls.id,
    relevance: [
      sql`case when ${controls.stopAt} <= ${at} or ${controls.stopAt} <= ${controls.timeFrom} then 2
        when ${controls.timeFrom} > ${at} then 1 else 0 end`,
      sql`case when ${controls.timeFrom} > ${at} and ${controls.stopAt} > ${controls.timeFrom}
        then extract(epoch from ${controls.timeFrom}) when ${controls.stopAt} > ${at}
        then -${controls.seq} else -extract(epoch from ${controls.timeFrom}) end`,
      sql`-${controls.seq}`,
    ],
  };
}
