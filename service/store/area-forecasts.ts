import { and, eq } from "drizzle-orm";
import { areaForecasts } from "./schema-series.ts";
import type { Db } from "./store.ts";

export type AreaForecast = typeof areaForecasts.$inferInsert;
export type AreaKind = "bidding_zone" | "group";

/** The zone and the group in which something is counted, where it has them. */
export const getAreas = (of: {
  biddingZone: string | null;
  groupId: string | null;
}): [kind: AreaKind, areaId: string][] => [
  ...(of.biddingZone ? [["bidding_zone", of.biddingZone] as [AreaKind, string]] : []),
  ...(of.groupId ? [["group", of.groupId] as [AreaKind, string]] : []),
];

/** The forecast and flexibility of a location: quarter-hours from `startMs`, in kW. */
export interface Outlook {
  locationId: string;
  startMs: number;
  forecastKw: Float32Array;
  upwardKw: Float32Array;
  downwardKw: Float32Array;
  /** The 80 % band of the forecast and the median, if requested. */
  p10Kw?: Float32Array;
  p50Kw?: Float32Array;
  p90Kw?: Float32Array;
}

/** Rows of one statement: PostgreSQL accepts 65,535 parameters. */
const CHUNK = 1_000;

/**
 * Replaces the forecasts of all zones and groups and deletes those of areas without locations. A
 * second refresh within a quarter-hour keeps the frozen first interval.
 */
export async function saveAreaForecasts(tx: Db, rows: AreaForecast[]): Promise<void> {
  const byArea = new Map(rows.map((row) => [`${row.kind} ${row.areaId}`, row]));
  for (const old of await tx.delete(areaForecasts).returning()) {
    const row = byArea.get(`${old.kind} ${old.areaId}`);
    if (row?.start.getTime() !== old.start.getTime()) continue;
    for (const name of ["forecast", "upward", "downward"] as const) row[name][0] = old[name][0]!;
    for (const name of ["p10", "p50", "p90"] as const)
      if (row[name] && old[name]) row[name][0] = old[name][0]!;
  }
  for (let i = 0; i < rows.length; i += CHUNK)
    await tx.insert(areaForecasts).values(rows.slice(i, i + CHUNK));
}

/**
 * Adds a location's forecast to that of a zone or group (sign 1), or subtracts it (−1). A stored
 * forecast of another quarter-hour is unchanged: the next refresh replaces it.
 */
export async function shiftAreaForecast(
  tx: Db,
  kind: AreaKind,
  areaId: string,
  outlook: Outlook,
  sign: 1 | -1,
): Promise<void> {
  const area = await getAreaForecast(tx, kind, areaId);
  if (area && area.start.getTime() !== outlook.startMs) return;
  const shifted = (name: "forecast" | "upward" | "downward") => {
    const locationKw = outlook[`${name}Kw`];
    const sum = area?.[name] ?? new Float64Array(locationKw.length);
    return sum.map((value, i) => value + sign * (locationKw[i] || 0));
  };
  // The width of the band is unchanged until the next refresh, because it is not a sum over
  // locations.
  const moved = (bound: Float64Array | null | undefined) =>
    bound?.map((value, i) => value + sign * (outlook.forecastKw[i] || 0)) ?? null;
  const set = {
    start: new Date(outlook.startMs),
    p10: moved(area?.p10),
    p50: moved(area?.p50),
    p90: moved(area?.p90),
    forecast: shifted("forecast"),
    upward: shifted("upward"),
    downward: shifted("downward"),
  };
  await tx
    .insert(areaForecasts)
    .values({ kind, areaId, ...set })
    .onConflictDoUpdate({ target: [areaForecasts.kind, areaForecasts.areaId], set });
}

/** The forecast of a zone or group; null if it has none. */
export async function getAreaForecast(db: Db, kind: AreaKind, areaId: string) {
  const [row] = await db
    .select()
    .from(areaForecasts)
    .where(and(eq(areaForecasts.kind, kind), eq(areaForecasts.areaId, areaId)));
  return row ?? null;
}
