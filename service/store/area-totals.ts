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

/** What is summed over the locations of a zone or group. */
export const summed = [
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
const SHARED_ROWS_LOCK = 5_530_918;

/**
 * Who else may record meanwhile: nobody, or the jobs of other partitions, whose locations are
 * others. Membership never changes meanwhile.
 */
export type TotalsScope = "all" | "partition";

const locked = new WeakMap<Db, TotalsScope>();

/**
 * Serialises changes of totals and membership until the transaction ends. A transaction within
 * another must take the same scope.
 */
export async function lockTotals(tx: Db, scope: TotalsScope = "all"): Promise<void> {
  if (locked.has(tx)) return;
  const lock = scope === "all" ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`;
  await tx.execute(sql`select ${lock}(${TOTALS_LOCK}::bigint)`);
  locked.set(tx, scope);
}

/**
 * Call it before rows that all partitions change are read to be changed: the totals of zones, groups
 * and controls, and the averages of the fleet. Held until the transaction ends, so it comes late.
 */
export async function lockSharedRows(tx: Db): Promise<void> {
  if (locked.get(tx) !== "partition") return;
  await tx.execute(sql`select pg_advisory_xact_lock(${SHARED_ROWS_LOCK}::bigint)`);
}

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

type AreaDay = typeof areaDays.$inferSelect;
type Day = Pick<AreaDay, "day" | "isps">;

/** Changed days of a transaction that are written at its end, by day and area. */
const buffers = new WeakMap<Db, Map<string, AreaDay>>();

/**
 * Holds the changed days of areas in memory while `work` runs in this transaction, and writes each
 * once. Only `work` may read them meanwhile through this file.
 */
export async function bufferTotals(tx: Db, work: () => Promise<void>): Promise<void> {
  await lockTotals(tx);
  const buffer = new Map<string, AreaDay>();
  buffers.set(tx, buffer);
  await work();
  buffers.delete(tx);
  const rows = [...buffer.values()];
  for (const day of new Set(rows.map((row) => row.day))) {
    const ofDay = rows.filter((row) => row.day === day);
    await writeAreaDays(tx, ofDay[0]!, ofDay);
  }
}

/** Applies changes to the day of these areas. */
async function addToAreaDays(tx: Db, date: Day, areas: readonly AreaChanges[]): Promise<void> {
  if (areas.length === 0) return;
  await lockTotals(tx);
  await lockSharedRows(tx);
  const buffer = buffers.get(tx);
  const toDayKey = (area: Area) => `${date.day} ${toKey(area.kind, area.areaId)}`;
  const lacking = areas.filter((area) => !buffer?.has(toDayKey(area)));
  const read = lacking.length === 0 ? [] : await readAreaDays(tx, date, lacking);
  const before = new Map(read.map((row) => [toDayKey(row), row]));
  const rows = areas.map((area) => {
    const key = toDayKey(area);
    const { kind, areaId, changes } = area;
    const row =
      buffer?.get(key) ?? before.get(key) ?? blankAreaDay(kind, areaId, date.day, date.isps);
    for (const [index, by] of changes) for (const name of summed) row[name][index]! += by[name];
    buffer?.set(key, row);
    return row;
  });
  if (!buffer) await writeAreaDays(tx, date, rows);
}

type Area = Pick<AreaDay, "kind" | "areaId">;

const toArrays = (areas: readonly Area[]) => sql`
  ${sql.param(areas.map(({ kind }) => kind))}::text[],
  ${sql.param(areas.map(({ areaId }) => areaId))}::text[]`;

const readAreaDays = (tx: Db, { day }: Day, areas: readonly Area[]): Promise<AreaDay[]> =>
  tx
    .select()
    .from(areaDays)
    .where(
      and(
        eq(areaDays.day, day),
        sql`(${areaDays.kind}, ${areaDays.areaId}) in (select * from unnest(${toArrays(areas)}))`,
      ),
    );

async function writeAreaDays(tx: Db, { day, isps }: Day, rows: readonly AreaDay[]): Promise<void> {
  const columns = summed.map((name) => sql.identifier(areaDays[name].name));
  const values = summed.map(
    (name) => sql`${sql.param(rows.map((row) => toBuffer(row[name])))}::bytea[]`,
  );
  await tx.execute(sql`
    insert into ${areaDays} (kind, area_id, day, isps, ${sql.join(columns, sql`, `)})
    select v.kind, v.area_id, ${day}::date, ${isps}::int, ${sql.join(columns, sql`, `)}
    from unnest(${toArrays(rows)}, ${sql.join(values, sql`, `)})
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
