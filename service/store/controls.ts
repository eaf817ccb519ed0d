import { and, desc, eq, getTableColumns, gt, lt, lte, sql, type SQL } from "drizzle-orm";
import type {
  Control,
  ControlDetail,
  ControlState,
  ControlSummary,
  ControlTarget,
  ControlType,
  QueryOf,
} from "../../lib/contract/index.ts";
import type { PlannedControl } from "../engine/plan.ts";
import { order, readPage, slice, type Page } from "./listing.ts";
import { controlEffects, controls } from "./schema.ts";
import type { Db } from "./store.ts";

type ControlRow = typeof controls.$inferSelect;
export type SummaryRow = Omit<ControlRow, "results">;

/** What a control does at one location; a value for each interval it touches, in kW. */
export interface LocationEffect {
  locationId: string;
  beforeKw: Float32Array;
  afterKw: Float32Array;
}

const toControl = (row: ControlRow): Control => ({
  id: row.id,
  created_at: row.createdAt.toISOString(),
  time_from: row.timeFrom.toISOString(),
  time_to: row.timeTo.toISOString(),
  type: row.type as ControlType,
  results: row.results,
});

const stateAt = (row: SummaryRow, nowMs: number): ControlState =>
  nowMs < row.timeFrom.getTime() ? "scheduled" : nowMs < row.timeTo.getTime() ? "active" : "ended";

const toSummary = (row: SummaryRow, nowMs: number): ControlSummary => ({
  id: row.id,
  created_at: row.createdAt.toISOString(),
  time_from: row.timeFrom.toISOString(),
  time_to: row.timeTo.toISOString(),
  type: row.type as ControlType,
  target: { kind: row.targetKind, id: row.targetId, name: row.targetName },
  state: stateAt(row, nowMs),
  locations: row.locations,
  devices: row.devices,
  energy_kwh: row.energyKwh,
});

const ACCEPTANCE_LOCK = 7_204_115;

/** Lets one control at a time be accepted, so that each sees every earlier one; ends with `tx`. */
export const lockAcceptance = async (tx: Db): Promise<void> =>
  void (await tx.execute(sql`select pg_advisory_xact_lock(${ACCEPTANCE_LOCK}::bigint)`));

const CHUNK = 5_000;

/** Records a control with its effect at each location it touches. Call it in a transaction. */
export async function insertControl(
  tx: Db,
  control: Control & {
    target: ControlTarget;
    locations: number;
    devices: number;
    energyKwh: number;
  },
  effects: readonly LocationEffect[],
): Promise<void> {
  await tx.insert(controls).values({
    id: control.id,
    createdAt: new Date(control.created_at),
    targetKind: control.target.kind,
    targetId: control.target.id,
    targetName: control.target.name,
    type: control.type,
    timeFrom: new Date(control.time_from),
    timeTo: new Date(control.time_to),
    results: control.results,
    locations: control.locations,
    devices: control.devices,
    energyKwh: control.energyKwh,
  });
  for (let i = 0; i < effects.length; i += CHUNK)
    await tx
      .insert(controlEffects)
      .values(effects.slice(i, i + CHUNK).map((effect) => ({ controlId: control.id, ...effect })));
}

/** The controls that run within `[fromMs, toMs)` at these locations, oldest accepted first. */
export async function controlsAt(
  db: Db,
  locationIds: readonly string[],
  fromMs: number,
  toMs: number,
): Promise<Map<string, (PlannedControl & { id: string })[]>> {
  const rows = await db
    .select({
      locationId: controlEffects.locationId,
      id: controls.id,
      type: controls.type,
      timeFrom: controls.timeFrom,
      timeTo: controls.timeTo,
    })
    .from(controls)
    .innerJoin(controlEffects, eq(controlEffects.controlId, controls.id))
    .where(
      and(
        gt(controls.timeTo, new Date(fromMs)),
        lt(controls.timeFrom, new Date(toMs)),
        sql`${controlEffects.locationId} = any(${sql.param([...locationIds])})`,
      ),
    )
    .orderBy(controls.seq);
  const found = new Map<string, (PlannedControl & { id: string })[]>();
  for (const row of rows) {
    const planned = {
      id: row.id,
      type: row.type as ControlType,
      fromMs: row.timeFrom.getTime(),
      toMs: row.timeTo.getTime(),
    };
    found.set(row.locationId, [...(found.get(row.locationId) ?? []), planned]);
  }
  return found;
}

/** A page of all controls, newest first; `asOf` is the newest of them when the first was read. */
export async function listControls(
  db: Db,
  query: QueryOf<"listControls">,
): Promise<Page<Control> & { asOf: string | undefined }> {
  const where = query.as_of
    ? lte(
        controls.seq,
        sql`(select seq from ${controls} as newest where newest.id = ${query.as_of})`,
      )
    : undefined;
  const { limit, offset } = slice(query);
  const page = await readPage(
    db,
    (tx) =>
      tx
        .select()
        .from(controls)
        .where(where)
        .orderBy(desc(controls.seq))
        .limit(limit)
        .offset(offset),
    (tx) => tx.$count(controls, where),
  );
  const newest = query.page === 0 ? page.rows[0]?.id : undefined;
  return { total: page.total, rows: page.rows.map(toControl), asOf: query.as_of ?? newest };
}

export const { results: _results, ...summaryColumns } = getTableColumns(controls);

const inState = (state: ControlState | undefined, now: Date): SQL | undefined =>
  state === "scheduled"
    ? gt(controls.timeFrom, now)
    : state === "active"
      ? and(lte(controls.timeFrom, now), gt(controls.timeTo, now))
      : state === "ended"
        ? lte(controls.timeTo, now)
        : undefined;

/** A page of controls with their targets. */
export async function listControlSummaries(
  db: Db,
  query: QueryOf<"listControlSummaries">,
  nowMs: number,
): Promise<Page<ControlSummary>> {
  const where = and(
    inState(query.state, new Date(nowMs)),
    query.type ? eq(controls.type, query.type) : undefined,
    query.group_id
      ? and(eq(controls.targetKind, "group"), eq(controls.targetId, query.group_id))
      : undefined,
  );
  const columns = { created_at: controls.seq, time_from: controls.timeFrom, type: controls.type };
  const { limit, offset } = slice(query);
  const page = await readPage(
    db,
    (tx) =>
      tx
        .select(summaryColumns)
        .from(controls)
        .where(where)
        .orderBy(...order(query.sort, columns, controls.seq))
        .limit(limit)
        .offset(offset),
    (tx) => tx.$count(controls, where),
  );
  return { total: page.total, rows: page.rows.map((row) => toSummary(row, nowMs)) };
}

/** One control with its target, or null. */
export async function getControl(db: Db, id: string, nowMs: number): Promise<ControlDetail | null> {
  const [row] = await db.select().from(controls).where(eq(controls.id, id));
  return row ? { ...toSummary(row, nowMs), results: row.results } : null;
}
