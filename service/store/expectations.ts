import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { QUARTER_MS } from "../engine/calendar.ts";
import { areaExpectations, expectations, live } from "./schema.ts";
import type { Db } from "./store.ts";

export type Expectation = typeof expectations.$inferInsert;
export type AreaExpectation = typeof areaExpectations.$inferInsert;
export type AreaKind = "bidding_zone" | "group";

/** A slice of a location's forecast, and what its batteries were last known to hold. */
export interface PlanBasis {
  locationId: string;
  pv: Float32Array;
  load: Float32Array;
  stored: { kwh: Float32Array; atMs: number } | null;
}

const CHUNK = 500;

/** Replaces the forecasts of these locations. */
export async function saveExpectations(db: Db, rows: Expectation[]): Promise<void> {
  const set = {
    start: sql`excluded.start`,
    pv: sql`excluded.pv`,
    load: sql`excluded.load`,
    forecast: sql`excluded.forecast`,
    upward: sql`excluded.upward`,
    downward: sql`excluded.downward`,
  };
  for (let i = 0; i < rows.length; i += CHUNK)
    await db
      .insert(expectations)
      .values(rows.slice(i, i + CHUNK))
      .onConflictDoUpdate({ target: expectations.locationId, set });
}

/** Replaces the forecasts of all zones and groups; an area without locations has none any more. */
export async function saveAreaExpectations(
  db: Db,
  rows: AreaExpectation[],
  start: Date,
): Promise<void> {
  await db.delete(areaExpectations).where(lt(areaExpectations.start, start));
  for (const row of rows)
    await db
      .insert(areaExpectations)
      .values(row)
      .onConflictDoUpdate({ target: [areaExpectations.kind, areaExpectations.areaId], set: row });
}

/**
 * Adds a location's forecast to that of a zone or group (sign 1), or takes it out (−1). One of
 * another quarter is left as it is: the next refresh makes it anew.
 */
export async function shiftAreaExpectation(
  tx: Db,
  kind: AreaKind,
  areaId: string,
  row: Expectation,
  sign: 1 | -1,
): Promise<void> {
  const area = await getAreaExpectation(tx, kind, areaId);
  if (area && area.start.getTime() !== row.start.getTime()) return;
  const shifted = (name: "forecast" | "upward" | "downward") => {
    const sum = area?.[name] ?? new Float64Array(row[name].length);
    return sum.map((value, i) => value + sign * (row[name][i] || 0));
  };
  const set = {
    start: row.start,
    forecast: shifted("forecast"),
    upward: shifted("upward"),
    downward: shifted("downward"),
  };
  await tx
    .insert(areaExpectations)
    .values({ kind, areaId, ...set })
    .onConflictDoUpdate({ target: [areaExpectations.kind, areaExpectations.areaId], set });
}

/** The part of a packed column that covers `[from, from + quarters)`; shorter where it ends. */
const part = (
  column: typeof expectations.pv | typeof expectations.load,
  from: Date,
  quarters: number,
) =>
  sql`substring(${column} from
    (extract(epoch from ${from.toISOString()}::timestamptz - ${expectations.start}) / 900)::int * 4 + 1
    for ${quarters * 4}::int)`.mapWith(column) as ReturnType<typeof sql<Float32Array>>;

/**
 * What the plans of these locations are computed from, over quarter-hours `[fromMs, toMs)`; a
 * location without a forecast is left out. `fromMs` is a quarter's start.
 */
export async function loadPlanBasis(
  db: Db,
  locationIds: readonly string[],
  fromMs: number,
  toMs: number,
): Promise<Map<string, PlanBasis>> {
  const from = new Date(fromMs);
  const quarters = Math.ceil((toMs - fromMs) / QUARTER_MS);
  const rows = await db
    .select({
      locationId: expectations.locationId,
      pv: part(expectations.pv, from, quarters),
      load: part(expectations.load, from, quarters),
      storedKwh: live.storedKwh,
      measuredAt: live.measuredAt,
    })
    .from(expectations)
    .leftJoin(live, eq(live.locationId, expectations.locationId))
    .where(
      and(
        sql`${expectations.locationId} = any(${sql.param([...locationIds])})`,
        sql`${expectations.start} <= ${from.toISOString()}::timestamptz`,
      ),
    );
  return new Map(
    rows.map((row) => [
      row.locationId,
      {
        locationId: row.locationId,
        pv: row.pv,
        load: row.load,
        stored:
          row.storedKwh && row.measuredAt
            ? { kwh: row.storedKwh, atMs: row.measuredAt.getTime() }
            : null,
      },
    ]),
  );
}

/** The whole forecasts of these locations. */
export const loadExpectations = (db: Db, locationIds: string[]) =>
  db.select().from(expectations).where(inArray(expectations.locationId, locationIds));

/** The forecast of a location, or null where it has none. */
export async function getExpectation(db: Db, locationId: string) {
  const [row] = await db.select().from(expectations).where(eq(expectations.locationId, locationId));
  return row ?? null;
}

/** The forecast of a zone or group, or null where it has none. */
export async function getAreaExpectation(db: Db, kind: AreaKind, areaId: string) {
  const [row] = await db
    .select()
    .from(areaExpectations)
    .where(and(eq(areaExpectations.kind, kind), eq(areaExpectations.areaId, areaId)));
  return row ?? null;
}
