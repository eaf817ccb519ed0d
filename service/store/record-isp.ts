import { sql } from "drizzle-orm";
import { addToAreas, lockTotals, computeShare, type Share } from "./area-totals.ts";
import {
  BATTERY_RECENT,
  blankDay,
  CONTROLLED,
  RECENT,
  HINDCAST,
  PANELS,
  PV_RECENT,
} from "./location-days.ts";
import { locationDays } from "./schema-series.ts";
import { packed, readSlot, type Packed, type Recorded, type Slot } from "./interval-slot.ts";
import type { Db } from "./store.ts";

/** Values of one interval at one location, in kW; omitted values are unchanged. */
export interface IspValues {
  locationId: string;
  forecast?: number;
  upward?: number;
  downward?: number;
  actual?: number;
  pv?: number;
  load?: number;
  battery?: number;
  /** Whether `pv` was measured at panels. */
  panels?: boolean;
  controlled?: boolean;
  recent?: boolean;
  pvRecent?: boolean;
  batteryRecent?: boolean;
  /** Whether the forecast was made afterwards. */
  hindcast?: boolean;
}

/**
 * Stores values of one interval at many locations and updates the totals of their zones and groups,
 * in one transaction. It is idempotent; a stored forecast is never replaced. Deleted locations are
 * skipped.
 * @returns the number of locations with changes
 */
export function recordIsp(db: Db, slot: Slot, rows: readonly IspValues[]): Promise<number> {
  return db.transaction(async (tx) => {
    if (rows.length === 0) return 0;
    await lockTotals(tx);
    const ids = rows.map((row) => row.locationId);
    const before = await readOrCreateSlot(tx, slot, ids);
    const saved = rows
      .filter((row) => before.has(row.locationId))
      .map((row) => withoutFrozen(row, before.get(row.locationId)!))
      .filter((row) => changes(row, before.get(row.locationId)!));
    if (saved.length === 0) return 0;
    await writeSlot(tx, slot, saved, before);
    await addToAreas(
      tx,
      slot,
      saved.flatMap((row) => toShares(row, before.get(row.locationId)!)),
    );
    return saved.length;
  });
}

async function readOrCreateSlot(tx: Db, slot: Slot, ids: string[]) {
  const stored = await readSlot(tx, slot, ids);
  if (stored.size === new Set(ids).size) return stored;
  await ensureDays(tx, slot, ids);
  return readSlot(tx, slot, ids);
}

/** Whether values differ from the stored ones. */
export const changes = (
  row: IspValues,
  before: Record<Packed, number> & { flags: number },
): boolean =>
  toFlags(row, before.flags) !== before.flags ||
  Object.entries(singles(row)).some(([name, kw]) => !Object.is(kw, before[name as Packed]));

export function withoutFrozen(row: IspValues, before: { forecast: number }): IspValues {
  if (Number.isNaN(before.forecast)) return row;
  const { forecast: _f, upward: _u, downward: _d, hindcast: _c, ...rest } = row;
  const { recent: _h, pvRecent: _p, batteryRecent: _b, ...measured } = rest;
  return measured;
}

function toShares(row: IspValues, before: Recorded): Share[] {
  const after = { ...before, ...singles(row), flags: toFlags(row, before.flags) };
  const areas = { biddingZone: before.biddingZone, groupId: before.groupId };
  return [
    { ...areas, sign: -1, by: computeShare(before) },
    { ...areas, sign: 1, by: computeShare(after) },
  ];
}

/** The packed values of a row in single precision, as they will be read back. */
export const singles = (row: IspValues): Partial<Record<Packed, number>> =>
  Object.fromEntries(
    packed.flatMap((name) => (row[name] === undefined ? [] : [[name, Math.fround(row[name])]])),
  );

const flagNames = [
  ["controlled", CONTROLLED],
  ["recent", RECENT],
  ["hindcast", HINDCAST],
  ["panels", PANELS],
  ["pvRecent", PV_RECENT],
  ["batteryRecent", BATTERY_RECENT],
] as const;

export function toFlags(row: IspValues, before: number): number {
  let flags = before;
  for (const [name, flag] of flagNames)
    if (row[name] !== undefined) flags = row[name] ? flags | flag : flags & ~flag;
  return flags;
}

export async function ensureDays(tx: Db, slot: Slot, ids: string[]): Promise<void> {
  const { forecast: blank, flags } = blankDay("", slot.day, slot.isps);
  const nothing = sql.param(blank, locationDays.forecast);
  await tx.execute(sql`
    insert into ${locationDays}
      (location_id, day, isps, forecast, upward, downward, actual, pv, load, battery, flags)
    select id, ${slot.day}::date, ${slot.isps}::int, b, b, b, b, b, b, b,
      ${sql.param(flags, locationDays.flags)}::bytea
    from unnest(${sql.param(ids)}::text[]) as id, (select ${nothing}::bytea as b) as blank
    on conflict do nothing`);
}

const float = (value: number | undefined) => {
  if (value === undefined) return null;
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
};

async function writeSlot(
  tx: Db,
  slot: Slot,
  rows: readonly IspValues[],
  before: ReadonlyMap<string, Recorded>,
): Promise<void> {
  const given = packed.filter((name) => rows.some((row) => row[name] !== undefined));
  const names = given.map((name) => sql.identifier(name));
  const values = given.map(
    (name) => sql`${sql.param(rows.map((row) => float(row[name])))}::bytea[]`,
  );
  const flags = rows.map((row) => toFlags(row, before.get(row.locationId)!.flags));
  const placed = names.map(
    (name) => sql`${name} = coalesce(overlay(d.${name} placing v.${name}
      from ${slot.index * 4 + 1}::int), d.${name})`,
  );
  const flagged = sql`flags = set_byte(d.flags, ${slot.index}::int, v.flags)`;
  await tx.execute(sql`
    update ${locationDays} d set ${sql.join([...placed, flagged], sql`, `)}
    from unnest(${sql.param(rows.map((row) => row.locationId))}::text[],
      ${sql.join([...values, sql`${sql.param(flags)}::int[]`], sql`, `)})
      as v(id, ${sql.join([...names, sql`flags`], sql`, `)})
    where d.location_id = v.id and d.day = ${slot.day}::date`);
}
