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
import type { AreaKind } from "./area-forecasts.ts";
import { getHeld, type HeldRows } from "./held-rows.ts";
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

/** Recorded values of a location in an interval, in kW. */
interface RecordedValues {
  forecast: number;
  upward: number;
  downward: number;
  actual: number;
  pv: number;
  battery: number;
  flags: number;
}

/** The zone and group in which a location is counted; null where it is in none. */
export interface CountedIn {
  biddingZone: string | null;
  groupId: string | null;
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
 * Adds the share of a location with these values, times `sign`, to sums in the order of `summed`. It is
 * empty if the location had no forecast when the interval began.
 */
function addShare(sums: Float64Array, values: RecordedValues, sign: 1 | -1): void {
  const { forecast, upward, downward, actual, flags } = values;
  const planned = !Number.isNaN(forecast) && !(flags & HINDCAST);
  const reports = !Number.isNaN(actual);
  const pv = flags & PANELS ? values.pv : NaN;
  const { battery } = values;
  if (!planned) return;
  const [hasPv, hasBattery] = [!Number.isNaN(pv), !Number.isNaN(battery)];
  sums[0]! += sign * forecast;
  sums[1]! += sign * upward;
  sums[2]! += sign * downward;
  if (reports) {
    sums[3]! += sign * actual;
    sums[4]! += sign * forecast;
  }
  sums[5]! += sign;
  if (reports || flags & RECENT) sums[6]! += sign;
  if (reports) sums[7]! += sign;
  if (hasPv) sums[8]! += sign * pv;
  if (hasPv || flags & PV_RECENT) sums[9]! += sign;
  if (hasPv) sums[10]! += sign;
  if (hasBattery) sums[11]! += sign * battery;
  if (hasBattery || flags & BATTERY_RECENT) sums[12]! += sign;
  if (hasBattery) sums[13]! += sign;
}

const byName = (sums: Float64Array): Record<Summed, number> =>
  Object.fromEntries(summed.map((name, at) => [name, sums[at]])) as Record<Summed, number>;

/** The share of a location with these values in the totals of its zone and group; see `addShare`. */
export function computeShare(values: RecordedValues): Record<Summed, number> {
  const sums = new Float64Array(summed.length);
  addShare(sums, values, 1);
  return byName(sums);
}

/** Sums the shares of locations in one interval, by zone and group; it keeps none of them. */
export class ShareSums {
  private readonly changes: Record<AreaKind, Map<string, Float64Array>> = {
    bidding_zone: new Map(),
    group: new Map(),
  };

  /** Adds the share of a location with these values (sign 1), or subtracts it (−1). */
  add({ biddingZone, groupId }: CountedIn, sign: 1 | -1, values: RecordedValues): void {
    this.addTo("bidding_zone", biddingZone, sign, values);
    this.addTo("group", groupId, sign, values);
  }

  private addTo(kind: AreaKind, id: string | null, sign: 1 | -1, values: RecordedValues): void {
    if (!id) return;
    const sums = this.changes[kind].get(id) ?? new Float64Array(summed.length);
    addShare(sums, values, sign);
    this.changes[kind].set(id, sums);
  }

  byArea(index: number): AreaChanges[] {
    return (["bidding_zone", "group"] as const).flatMap((kind) =>
      [...this.changes[kind]].map(([areaId, sums]) => ({
        kind,
        areaId,
        changes: new Map([[index, byName(sums)]]),
      })),
    );
  }
}

/** Applies shares of one interval to their totals. */
export const addToAreas = (tx: Db, slot: Slot, shares: ShareSums): Promise<void> =>
  addToAreaDays(tx, slot, shares.byArea(slot.index));

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

/** Changed days of areas, which are read when they are first changed. */
export class HeldTotals implements HeldRows {
  /** By day and area. */
  readonly days = new Map<string, AreaDay>();

  async write(tx: Db): Promise<void> {
    const rows = [...this.days.values()];
    for (const day of new Set(rows.map((row) => row.day))) {
      const ofDay = rows.filter((row) => row.day === day);
      await writeAreaDays(tx, ofDay[0]!, ofDay);
    }
  }
}

/** Applies changes to the day of these areas. */
async function addToAreaDays(tx: Db, date: Day, areas: readonly AreaChanges[]): Promise<void> {
  if (areas.length === 0) return;
  await lockTotals(tx);
  await lockSharedRows(tx);
  const held = getHeld(tx, HeldTotals)?.days;
  const toDayKey = (area: Area) => `${date.day} ${toKey(area.kind, area.areaId)}`;
  const lacking = areas.filter((area) => !held?.has(toDayKey(area)));
  const read = lacking.length === 0 ? [] : await readAreaDays(tx, date, lacking);
  const before = new Map(read.map((row) => [toDayKey(row), row]));
  const rows = areas.map((area) => {
    const key = toDayKey(area);
    const { kind, areaId, changes } = area;
    const row =
      held?.get(key) ?? before.get(key) ?? blankAreaDay(kind, areaId, date.day, date.isps);
    for (const [index, by] of changes) for (const name of summed) row[name][index]! += by[name];
    held?.set(key, row);
    return row;
  });
  if (!held) await writeAreaDays(tx, date, rows);
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
