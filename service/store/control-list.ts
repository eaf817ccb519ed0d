import { and, count, desc, eq, getTableColumns, inArray, lte, sql } from "drizzle-orm";
import type {
  Control,
  ControlDetail,
  ControlRestatement,
  ControlState,
  ControlSummary,
  ControlTarget,
  ControlType,
  OverlappingControl,
  QueryOf,
} from "../../lib/contract/index.ts";
import { controlState } from "../../lib/controls/control-state.ts";
import { controlsFilter, controlSorts, summaryColumns } from "./control-query.ts";
import { order, readPage, slice, getStateTime, type Page } from "./listing.ts";
import { runPrepared } from "../../lib/database/prepared.ts";
import { controlsInScope, type RestrictionScope } from "./key-restrictions.ts";
import { controlRestatements, controls } from "./schema-controls.ts";
import { ruleOfCaller } from "./rules.ts";
import type { Db } from "./store.ts";

export type ControlRow = typeof controls.$inferSelect;
export type SummaryRow = Omit<
  ControlRow,
  "results" | "cancelledEffect" | "rebound" | "excluded" | "zoneInjectionKwh"
>;

/** A control in the form of its acceptance response. */
const toControl = (row: ControlRow): Control => ({
  id: row.id,
  created_at: row.createdAt.toISOString(),
  time_from: row.timeFrom.toISOString(),
  time_to: row.timeTo.toISOString(),
  type: row.type as ControlType,
  results: row.results,
});

/** The state of a stored control. */
export function stateAt(
  row: Pick<ControlRow, "timeFrom" | "stopAt" | "cancelledAt">,
  nowMs: number,
): ControlState {
  const [from, stop] = [row.timeFrom.getTime(), row.stopAt.getTime()];
  return controlState({ from, stop, isCancelled: row.cancelledAt !== null }, nowMs);
}

/** The target of a stored control or request. */
export const toTarget = (
  row: Pick<SummaryRow, "targetKind" | "targetId" | "targetName">,
): ControlTarget => ({
  kind: row.targetKind,
  id: row.targetId,
  name: row.targetName,
});

/** A control without its intervals, in the form of the contract. */
export const toSummary = (row: SummaryRow, nowMs: number): ControlSummary => ({
  id: row.id,
  created_at: row.createdAt.toISOString(),
  time_from: row.timeFrom.toISOString(),
  time_to: row.timeTo.toISOString(),
  type: row.type as ControlType,
  reason: row.reason,
  target: toTarget(row),
  state: stateAt(row, nowMs),
  superseded: row.superseded,
  cancelled_at: row.cancelledAt?.toISOString() ?? null,
  effective_to: row.stopAt.toISOString(),
  locations: row.locations,
  devices: row.devices,
  unsupported: row.unsupported,
  energy_kwh: row.energyKwh,
  rebound_kwh: row.reboundKwh,
  issued_by: row.issuedActor ?? row.issuedKey,
  rule_id: row.issuedKey === null ? null : ruleOfCaller(row.issuedKey),
});

/** A page of all controls, newest first; `asOf` is the newest of them when the first was read. */
export async function listControls(
  db: Db,
  query: QueryOf<"listControls">,
  reach: RestrictionScope,
): Promise<Page<Control> & { asOf: string | undefined }> {
  const page = await readPage(db, ["controls", query, reach], () => {
    const until = query.as_of
      ? lte(
          controls.seq,
          sql`(select seq from ${controls} as newest where newest.id = ${query.as_of})`,
        )
      : undefined;
    const where = and(until, controlsInScope(db, reach));
    const { limit, offset } = slice(query);
    return {
      count: db.select({ total: count() }).from(controls).where(where),
      rows: (total) =>
        db
          .select({ ...getTableColumns(controls), total })
          .from(controls)
          .where(where)
          .orderBy(desc(controls.seq))
          .limit(limit)
          .offset(offset),
    };
  });
  const newest = query.page === 0 ? page.rows[0]?.id : undefined;
  return { total: page.total, rows: page.rows.map(toControl), asOf: query.as_of ?? newest };
}

/** A page of controls with their targets. */
export async function listControlSummaries(
  db: Db,
  query: QueryOf<"listControlSummaries">,
  reach: RestrictionScope,
  nowMs: number,
): Promise<Page<ControlSummary>> {
  const page = await readPage(
    db,
    ["control summaries", query, reach, getStateTime(query, nowMs)],
    () => {
      const now = new Date(nowMs);
      const where = and(controlsFilter(db, query, now), controlsInScope(db, reach));
      const { limit, offset } = slice(query);
      return {
        count: db.select({ total: count() }).from(controls).where(where),
        rows: (total) =>
          db
            .select({ ...summaryColumns, total })
            .from(controls)
            .where(where)
            .orderBy(...order(query.sort, controlSorts(now), controls.seq))
            .limit(limit)
            .offset(offset),
      };
    },
  );
  return { total: page.total, rows: page.rows.map((row) => toSummary(row, nowMs)) };
}

const MAX_OVERLAPPING = 20;

/**
 * The newest 20 of these controls within the key's limits, read only as far as an overlap needs
 * them.
 */
export async function listOverlapping(
  db: Db,
  ids: readonly string[],
  reach: RestrictionScope,
): Promise<OverlappingControl[]> {
  const rows = await db
    .select(summaryColumns)
    .from(controls)
    .where(and(inArray(controls.id, [...ids]), controlsInScope(db, reach)))
    .orderBy(desc(controls.seq))
    .limit(MAX_OVERLAPPING);
  return rows.map((row) => ({
    id: row.id,
    type: row.type as ControlType,
    target: toTarget(row),
    time_from: row.timeFrom.toISOString(),
    effective_to: row.stopAt.toISOString(),
  }));
}

/** One control as stored; null if there is none. */
export async function readControlRow(db: Db, id: string): Promise<ControlRow | null> {
  const byId = () =>
    db
      .select()
      .from(controls)
      .where(eq(controls.id, sql.placeholder("id")));
  const [row] = await runPrepared(db, "control", byId, { id });
  return row ?? null;
}

/** One control with its target; null if there is none. Causes outside of `reach` are omitted. */
export async function getControl(
  db: Db,
  id: string,
  nowMs: number,
  reach: RestrictionScope,
): Promise<ControlDetail | null> {
  const row = await readControlRow(db, id);
  if (!row) return null;
  return {
    ...toSummary(row, nowMs),
    results: row.results,
    cancelled_effect: row.cancelledEffect,
    rebound: row.rebound,
    excluded: row.excluded,
    restatements: await listRestatements(db, id, reach),
  };
}

/** The changes by later controls in a control's window, oldest first. */
async function listRestatements(
  db: Db,
  id: string,
  reach: RestrictionScope,
): Promise<ControlRestatement[]> {
  const { causeId, cancelled, time, results } = controlRestatements;
  const isNamed = controlsInScope(db, reach) ?? sql`true`;
  const rows = await db
    .select({
      causeId,
      cancelled,
      time,
      results,
      type: controls.type,
      isNamed: sql<boolean>`(${isNamed})`,
    })
    .from(controlRestatements)
    .innerJoin(controls, eq(controls.id, causeId))
    .where(eq(controlRestatements.controlId, id))
    .orderBy(time, controls.seq, cancelled);
  return rows.map((row) => ({
    time: row.time.toISOString(),
    control_id: row.isNamed ? row.causeId : null,
    type: row.type as ControlType,
    cancelled: row.cancelled,
    results: row.results,
  }));
}
