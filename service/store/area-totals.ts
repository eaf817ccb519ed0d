import { and, eq, sql } from "drizzle-orm";
import {
  BATTERY_RECENT,
  blankAreaDay,
  RECENT,
  HINDCAST,
  PANELS,
  PV_RECENT,
} from "./location-days.ts";
import { getAreas, type AreaKind } from "./area-forecasts.ts";
import type { Slot } from "./interval-slot.ts";
import { areaDays } from "./schema-series.ts";
import type { Db } from "./store.ts";

const summed = [
  "forecast",
  "upward",
  "downward",
  "actual",
  "covered",
  "locations",
  "recent",
  "reporting",
  "pv",
  "pvRecent",
  "pvReporting",
  "battery",
  "batteryRecent",
  "batteryReporting",
] as const;
export type Summed = (typeof summed)[number];
type Shares = ReturnType<typeof computeShare>;

/** A share to add to (sign 1) or subtract from (−1) the totals of a zone and a group. */
export interface Share {
  biddingZone: string | null;
  groupId: string | null;
  sign: 1 | -1;
  by: Record<Summed, number>;
}

const TOTALS_LOCK = 5_530_917;

/** Serialises changes of totals and membership until the transaction ends. */
export const lockTotals = async (tx: Db): Promise<void> =>
  void (await tx.execute(sql`select pg_advisory_xact_lock(${TOTALS_LOCK}::bigint)`));

/**
 * The share of a location with these values in the totals of its zone and group. It is empty if the
 * location had no forecast when the interval began.
 */
export function computeShare(values: {
  forecast: number;
  upward: number;
  downward: number;
  actual: number;
  pv: number;
  battery: number;
  flags: number;
}): Record<Summed, number> {
  const { forecast, upward, downward, actual, flags } = values;
  const planned = !Number.isNaN(forecast) && !(flags & HINDCAST);
  const pv = planned && flags & PANELS ? values.pv : NaN;
  const battery = planned ? values.battery : NaN;
  const reports = planned && !Number.isNaN(actual);
  const count = (isMeasured: boolean, flag: number) =>
    isMeasured || (planned && flags & flag) ? 1 : 0;
  return {
    forecast: planned ? forecast : 0,
    upward: planned ? upward : 0,
    downward: planned ? downward : 0,
    actual: reports ? actual : 0,
    covered: reports ? forecast : 0,
    locations: planned ? 1 : 0,
    recent: count(reports, RECENT),
    reporting: reports ? 1 : 0,
    pv: pv || 0,
    pvRecent: count(!Number.isNaN(pv), PV_RECENT),
    pvReporting: Number.isNaN(pv) ? 0 : 1,
    battery: battery || 0,
    batteryRecent: count(!Number.isNaN(battery), BATTERY_RECENT),
    batteryReporting: Number.isNaN(battery) ? 0 : 1,
  };
}

/** Applies shares of one interval to their totals. */
export async function addToAreas(tx: Db, slot: Slot, shares: readonly Share[]): Promise<void> {
  const changes = new Map<string, { kind: AreaKind; id: string; by: Record<Summed, number> }>();
  const add = (kind: AreaKind, id: string, { sign, by }: Share) => {
    const key = `${kind} ${id}`;
    const change = changes.get(key) ?? { kind, id, by: nothing() };
    for (const name of summed) change.by[name] += sign * by[name];
    changes.set(key, change);
  };
  for (const share of shares) for (const [kind, id] of getAreas(share)) add(kind, id, share);
  for (const { kind, id, by } of changes.values()) await addToArea(tx, slot, kind, id, by);
}

const nothing = () => Object.fromEntries(summed.map((name) => [name, 0])) as Record<Summed, number>;

const addToArea = (
  tx: Db,
  { day, isps, index }: Slot,
  kind: AreaKind,
  areaId: string,
  by: Shares,
): Promise<void> => addToAreaDay(tx, { kind, areaId, day, isps }, new Map([[index, by]]));

/** Updates several intervals of one day of a zone or group. */
export async function addToAreaDay(
  tx: Db,
  { kind, areaId, day, isps }: { kind: AreaKind; areaId: string; day: string; isps: number },
  changes: ReadonlyMap<number, Shares>,
): Promise<void> {
  await tx
    .insert(areaDays)
    .values(blankAreaDay(kind, areaId, day, isps))
    .onConflictDoNothing();
  const where = and(eq(areaDays.kind, kind), eq(areaDays.areaId, areaId), eq(areaDays.day, day));
  const [row] = await tx.select().from(areaDays).where(where);
  for (const [index, by] of changes) for (const name of summed) row![name][index]! += by[name];
  const { kind: _kind, areaId: _areaId, day: _day, isps: _isps, ...totals } = row!;
  await tx.update(areaDays).set(totals).where(where);
}

/** The difference between two shares. */
export const subtractShares = (before: Shares, after: Shares): Shares =>
  Object.fromEntries(summed.map((name) => [name, after[name] - before[name]])) as Shares;
