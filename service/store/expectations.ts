import { and, eq, inArray, sql } from "drizzle-orm";
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

/** Replaces the forecasts of these zones and groups. */
export async function saveAreaExpectations(db: Db, rows: AreaExpectation[]): Promise<void> {
  for (const row of rows)
    await db
      .insert(areaExpectations)
      .values(row)
      .onConflictDoUpdate({ target: [areaExpectations.kind, areaExpectations.areaId], set: row });
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
