import { and, eq, sql } from "drizzle-orm";
import { toBuffer } from "./binary-columns.ts";
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
    const key = toKey(kind, id);
    const change = changes.get(key) ?? { kind, id, by: nothing() };
    for (const name of summed) change.by[name] += sign * by[name];
    changes.set(key, change);
  };
  for (const share of shares) for (const [kind, id] of getAreas(share)) add(kind, id, share);
  const areas = [...changes.values()].map(({ kind, id, by }) => ({
    kind,
    areaId: id,
    changes: new Map([[slot.index, by]]),
  }));
  await addToAreaDays(tx, slot, areas);
}

const nothing = () => Object.fromEntries(summed.map((name) => [name, 0])) as Record<Summed, number>;

interface AreaChanges {
  kind: AreaKind;
  areaId: string;
  /** By the index of their interval. */
  changes: ReadonlyMap<number, Shares>;
}

/** Updates several intervals of one day of a zone or group. */
export const addToAreaDay = (
  tx: Db,
  { kind, areaId, day, isps }: { kind: AreaKind; areaId: string; day: string; isps: number },
  changes: ReadonlyMap<number, Shares>,
): Promise<void> => addToAreaDays(tx, { day, isps }, [{ kind, areaId, changes }]);

/** Reads the day of these areas, applies the changes, and writes it. */
async function addToAreaDays(
  tx: Db,
  { day, isps }: { day: string; isps: number },
  areas: readonly AreaChanges[],
): Promise<void> {
  if (areas.length === 0) return;
  await lockTotals(tx);
  const kinds = sql.param(areas.map(({ kind }) => kind));
  const ids = sql.param(areas.map(({ areaId }) => areaId));
  const stored = await tx
    .select()
    .from(areaDays)
    .where(
      and(
        eq(areaDays.day, day),
        sql`(${areaDays.kind}, ${areaDays.areaId}) in
          (select * from unnest(${kinds}::text[], ${ids}::text[]))`,
      ),
    );
  const before = new Map(stored.map((row) => [toKey(row.kind, row.areaId), row]));
  const rows = areas.map(({ kind, areaId, changes }) => {
    const row = before.get(toKey(kind, areaId)) ?? blankAreaDay(kind, areaId, day, isps);
    for (const [index, by] of changes) for (const name of summed) row[name][index]! += by[name];
    return row;
  });
  const columns = summed.map((name) => sql.identifier(areaDays[name].name));
  const values = summed.map(
    (name) => sql`${sql.param(rows.map((row) => toBuffer(row[name])))}::bytea[]`,
  );
  await tx.execute(sql`
    insert into ${areaDays} (kind, area_id, day, isps, ${sql.join(columns, sql`, `)})
    select v.kind, v.area_id, ${day}::date, ${isps}::int, ${sql.join(columns, sql`, `)}
    from unnest(${kinds}::text[], ${ids}::text[], ${sql.join(values, sql`, `)})
      as v(kind, area_id, ${sql.join(columns, sql`, `)})
    on conflict (kind, area_id, day) do update set
      ${sql.join(
        columns.map((column) => sql`${column} = excluded.${column}`),
        sql`, `,
      )}`);
}

const toKey = (kind: AreaKind, areaId: string): string => `${kind} ${areaId}`;

/** The difference between two shares. */
export const subtractShares = (before: Shares, after: Shares): Shares =>
  Object.fromEntries(summed.map((name) => [name, after[name] - before[name]])) as Shares;
