import { and, eq, gt, inArray, lt, sql } from "drizzle-orm";
import type {
  Control,
  ControlExclusion,
  ControlReason,
  ControlShift,
  ControlTarget,
  ControlType,
} from "../../lib/contract/index.ts";
import type { Exclusion } from "../engine/preferences.ts";
import type { PlannedControl } from "../engine/simulate-plan.ts";
import { anyOf, toPlainArray } from "./any-of.ts";
import { toBuffer } from "./binary-columns.ts";
import {
  insertExclusions,
  isExcludedAt,
  readExclusions,
  type LocationExclusion,
} from "./exclusions.ts";
import { readOnce } from "./held-rows.ts";
import type { Requester } from "./service-state.ts";
import { SharedLists } from "./shared-lists.ts";
import { controls, deliveries } from "./schema-controls.ts";
import type { Db } from "./store.ts";

/** The effect of a control at some locations: for each of them a value per interval, in kW. */
export interface LocationEffects {
  locationIds: string[];
  /** The number of intervals. */
  parts: number;
  /** One location after the other. */
  beforeKw: Float32Array;
  afterKw: Float32Array;
  /** Addressed devices and their limits of net injection (null: none). */
  devices: number[];
  limitsKw: (number | null)[];
  /** Whether the control changes anything at a location. */
  hasEffect: boolean[];
  /** Parts of the window from which some of these locations are excluded. */
  exclusions: LocationExclusion[];
}

type NewControl = Control & {
  target: ControlTarget;
  reason: ControlReason | null;
  locations: number;
  devices: number;
  unsupported: number;
  unsupportedDevices: number;
  excluded: ControlExclusion[];
  energyKwh: number;
  rebound: ControlShift[];
  reboundKwh: number;
  /** The expected injection of the zone without it, by ISP in kWh. */
  zoneInjectionKwh: Float64Array;
  issuedBy: Requester | null;
};

/** Stores a control. */
export async function insertControl(tx: Db, control: NewControl): Promise<void> {
  await tx.insert(controls).values({
    id: control.id,
    createdAt: new Date(control.created_at),
    targetKind: control.target.kind,
    targetId: control.target.id,
    targetName: control.target.name,
    type: control.type,
    reason: control.reason,
    timeFrom: new Date(control.time_from),
    timeTo: new Date(control.time_to),
    stopAt: new Date(control.time_to),
    results: control.results,
    locations: control.locations,
    devices: control.devices,
    unsupported: control.unsupported,
    unsupportedDevices: control.unsupportedDevices,
    excluded: control.excluded,
    energyKwh: control.energyKwh,
    rebound: control.rebound,
    reboundKwh: control.reboundKwh,
    zoneInjectionKwh: control.zoneInjectionKwh,
    issuedKey: control.issuedBy?.key,
    issuedActor: control.issuedBy?.actor,
  });
}

/** Stores the effects of a control at some locations, and its setpoints there in the outbox. */
export async function insertEffects(tx: Db, id: string, effects: LocationEffects): Promise<void> {
  const { locationIds, parts, beforeKw, afterKw, devices, limitsKw, hasEffect } = effects;
  const ids = sql`string_to_array(${sql.param(locationIds.join(","))}, ',')`;
  const bytes = 4 * parts;
  const slice = (packed: string) =>
    sql`substr(${sql.raw(packed)}, (n::int - 1) * ${bytes}::int + 1, ${bytes}::int)`;
  await tx.execute(sql`
    insert into ${deliveries}
      (control_id, location_id, devices, limit_kw, has_effect, before_kw, after_kw)
    select ${id}, location_id, devices, limit_kw, has_effect, ${slice("before_kw")},
      ${slice("after_kw")}
    from (select ${toBuffer(beforeKw)}::bytea as before_kw, ${toBuffer(afterKw)}::bytea as after_kw)
        as packed,
      unnest(${ids}, ${toPlainArray(devices)}::smallint[], ${toPlainArray(limitsKw)}::real[],
        ${toPlainArray(hasEffect)}::boolean[])
        with ordinality as v(location_id, devices, limit_kw, has_effect, n)`);
  await insertExclusions(tx, id, effects.exclusions);
}

/** Marks these controls as overridden by a newer one for some minutes. */
export async function markSuperseded(tx: Db, ids: readonly string[]): Promise<void> {
  const marked = inArray(controls.id, [...ids]);
  // In one order: controls of other groups may mark the same ones at this moment.
  await tx
    .select({ id: controls.id })
    .from(controls)
    .where(marked)
    .orderBy(controls.id)
    .for("no key update");
  await tx.update(controls).set({ superseded: true }).where(marked);
}

/** Recomputes which controls are still overridden by a newer one, after one was stopped. */
export async function reviewSuperseded(tx: Db, stoppedId: string): Promise<void> {
  const reviewed = sql`stopped.id = ${stoppedId} and older.superseded and older.seq <= stopped.seq
    and older.time_from < stopped.time_to and older.stop_at >= stopped.time_from
    and exists (
      select 1 from ${deliveries} theirs
      join ${deliveries} own on own.location_id = theirs.location_id
      where theirs.control_id = stopped.id and own.control_id = older.id)`;
  // A control of another group that marks one of them now is waited for: the update then sees it.
  await tx.execute(sql`
    select older.id from ${controls} older, ${controls} stopped where ${reviewed}
    order by older.id for no key update of older`);
  await tx.execute(sql`
    update ${controls} older set superseded = exists (
      select 1 from ${controls} newer
      join ${deliveries} theirs on theirs.control_id = newer.id
      join ${deliveries} own on own.location_id = theirs.location_id and own.control_id = older.id
      where newer.seq > older.seq and newer.time_from < older.stop_at
        and newer.stop_at > older.time_from and newer.time_from < newer.stop_at)
    from ${controls} stopped
    where ${reviewed}`);
}

/** Stops a control from `stopAt` on and stores the reversed change; the control is retained. */
export const stopControl = async (
  tx: Db,
  id: string,
  stop: Pick<
    typeof controls.$inferSelect,
    "cancelledAt" | "stopAt" | "cancelledEffect" | "rebound" | "reboundKwh"
  >,
): Promise<void> => void (await tx.update(controls).set(stop).where(eq(controls.id, id)));

/** A control at a location: it runs until `toMs`, and was planned until `plannedToMs`. */
export interface ControlAt extends PlannedControl {
  id: string;
  plannedToMs: number;
  except?: readonly Exclusion[];
}

const planColumns = {
  id: controls.id,
  type: controls.type,
  timeFrom: controls.timeFrom,
  timeTo: controls.timeTo,
  stopAt: controls.stopAt,
};

/** So many locations are read together with all others. */
const MANY = 5_000;

/**
 * The controls that run within `[fromMs, toMs)` at these locations, in order of acceptance. A long
 * list returns those at other locations too. Locations with the same controls share a list.
 */
export async function controlsAt(
  db: Db,
  locationIds: readonly string[],
  fromMs: number,
  toMs: number,
): Promise<Map<string, readonly ControlAt[]>> {
  const isWithin = and(
    gt(controls.stopAt, new Date(fromMs)),
    lt(controls.timeFrom, controls.stopAt),
    toMs === Infinity ? undefined : lt(controls.timeFrom, new Date(toMs)),
  );
  const near = await readOnce(db, `controls ${fromMs} ${toMs}`, async () =>
    db.select(planColumns).from(controls).where(isWithin).orderBy(controls.seq),
  );
  if (near.length === 0) return new Map();
  const planned = new Map(near.map((row) => [row.id, toPlanned(row)]));
  const touched = await db
    .select({
      controlId: deliveries.controlId,
      ids: sql<string>`string_agg(${deliveries.locationId}, ',')`,
    })
    .from(deliveries)
    .where(
      and(
        inArray(deliveries.controlId, [...planned.keys()]),
        locationIds.length > MANY ? undefined : anyOf(deliveries.locationId, locationIds),
      ),
    )
    .groupBy(deliveries.controlId);
  const idsOf = new Map(touched.map(({ controlId, ids }) => [controlId, ids]));
  const exclusions = await readExclusions(
    db,
    [...planned.keys()],
    locationIds.length > MANY ? undefined : isExcludedAt(locationIds),
  );
  const found = new Map<string, readonly ControlAt[]>();
  const lists = new SharedLists<ControlAt>();
  for (const [controlId, control] of planned) {
    const excluded = exclusions.get(controlId);
    const parts = new Map<string, ControlAt>();
    for (const locationId of idsOf.get(controlId)?.split(",") ?? []) {
      const except = excluded?.get(locationId);
      const here = except ? shareExcept(parts, control, except) : control;
      found.set(locationId, lists.append(found.get(locationId) ?? NO_CONTROLS, here));
    }
  }
  return found;
}

/** The list of locations without controls. */
export const NO_CONTROLS: readonly ControlAt[] = [];

/** A control without the parts that are excluded; the same for all locations with the same ones. */
function shareExcept(
  shared: Map<string, ControlAt>,
  control: ControlAt,
  except: readonly Exclusion[],
): ControlAt {
  const key = except.map((period) => Object.values(period).join(" ")).join();
  const here = shared.get(key) ?? { ...control, except };
  shared.set(key, here);
  return here;
}

const toPlanned = (
  row: Pick<typeof controls.$inferSelect, keyof typeof planColumns>,
): ControlAt => ({
  id: row.id,
  type: row.type as ControlType,
  fromMs: row.timeFrom.getTime(),
  toMs: row.stopAt.getTime(),
  plannedToMs: row.timeTo.getTime(),
});

/** All locations of a control, in order of their ids. */
export async function locationsOfControl(db: Db, controlId: string): Promise<string[]> {
  const { locationId } = deliveries;
  const [row] = await db
    .select({
      ids: sql<string | null>`string_agg(${locationId}, ',' order by ${locationId} collate "C")`,
    })
    .from(deliveries)
    .where(eq(deliveries.controlId, controlId));
  return row!.ids?.split(",") ?? [];
}
