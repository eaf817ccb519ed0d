import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { dayAt, dayOf, ispNumber, QUARTER_MS } from "../engine/calendar.ts";
import { among } from "./among.ts";
import { addToAreas, lockTotals, shareOf, type Share } from "./area-totals.ts";
import { blankDay, CONTROLLED, HEARD, HINDCAST } from "./days.ts";
import { locationDays, moves } from "./schema-series.ts";
import { customers, locations } from "./schema.ts";
import type { Db } from "./store.ts";

/** Where one interval stands: the local day, how many intervals it has, and which one (from 0). */
export interface Slot {
  day: string;
  isps: number;
  index: number;
}

/** Where the interval that holds this moment stands in its local day. */
export function slotAt(ms: number): Slot {
  const day = dayAt(ms);
  return { day: day.date, isps: day.isps, index: ispNumber(ms) - 1 };
}

/** Values of one interval at one location, in kW; what is not given stays as it is. */
export interface IspValues {
  locationId: string;
  forecast?: number;
  upward?: number;
  downward?: number;
  actual?: number;
  pv?: number;
  load?: number;
  controlled?: boolean;
  heard?: boolean;
  /** Whether the forecast was made afterwards. */
  hindcast?: boolean;
}

export const packed = ["forecast", "upward", "downward", "actual", "pv", "load"] as const;
export type Packed = (typeof packed)[number];

/** What is recorded of one interval of a location, and where it is counted. */
export interface Recorded {
  forecast: number;
  upward: number;
  downward: number;
  actual: number;
  pv: number;
  load: number;
  flags: number;
  groupId: string | null;
  biddingZone: string;
}

/**
 * Records values of one interval at many locations and carries the change into the totals of
 * their zones and groups, in one transaction. Recording the same values again changes nothing; a
 * forecast once recorded stays. Locations that were deleted are passed by.
 * @returns how many locations' record changed.
 */
export function recordIsp(db: Db, slot: Slot, rows: readonly IspValues[]): Promise<number> {
  return db.transaction(async (tx) => {
    if (rows.length === 0) return 0;
    await lockTotals(tx);
    const ids = rows.map((row) => row.locationId);
    await ensureDays(tx, slot, ids);
    const before = await readSlot(tx, slot, ids);
    const kept = rows
      .filter((row) => before.has(row.locationId))
      .map((row) => withoutFrozen(row, before.get(row.locationId)!))
      .filter((row) => changes(row, before.get(row.locationId)!));
    if (kept.length === 0) return 0;
    await writeSlot(tx, slot, kept, before);
    await addToAreas(
      tx,
      slot,
      kept.flatMap((row) => sharesOf(row, before.get(row.locationId)!)),
    );
    return kept.length;
  });
}

/** Whether values differ from what is recorded. */
export const changes = (
  row: IspValues,
  before: Record<Packed, number> & { flags: number },
): boolean =>
  flagsOf(row, before.flags) !== before.flags ||
  Object.entries(singles(row)).some(([name, kw]) => !Object.is(kw, before[name as Packed]));

export function withoutFrozen(row: IspValues, before: { forecast: number }): IspValues {
  if (Number.isNaN(before.forecast)) return row;
  const { forecast: _f, upward: _u, downward: _d, heard: _h, hindcast: _c, ...rest } = row;
  return rest;
}

function sharesOf(row: IspValues, before: Recorded): Share[] {
  const after = { ...before, ...singles(row), flags: flagsOf(row, before.flags) };
  const areas = { biddingZone: before.biddingZone, groupId: before.groupId };
  return [
    { ...areas, sign: -1, by: shareOf(before) },
    { ...areas, sign: 1, by: shareOf(after) },
  ];
}

/** The packed values a row gives, as they will be read back: in single precision. */
export const singles = (row: IspValues): Partial<Record<Packed, number>> =>
  Object.fromEntries(
    packed.flatMap((name) => (row[name] === undefined ? [] : [[name, Math.fround(row[name])]])),
  );

export function flagsOf({ controlled, heard, hindcast }: IspValues, before: number): number {
  const set = (flags: number, flag: number, on: boolean | undefined) =>
    on === undefined ? flags : on ? flags | flag : flags & ~flag;
  return set(set(set(before, CONTROLLED, controlled), HEARD, heard), HINDCAST, hindcast);
}

export async function ensureDays(tx: Db, slot: Slot, ids: string[]): Promise<void> {
  const { forecast: blank, flags } = blankDay("", slot.day, slot.isps);
  const nothing = sql.param(blank, locationDays.forecast);
  await tx.execute(sql`
    insert into ${locationDays}
      (location_id, day, isps, forecast, upward, downward, actual, pv, load, flags)
    select id, ${slot.day}::date, ${slot.isps}::int, b, b, b, b, b, b,
      ${sql.param(flags, locationDays.flags)}::bytea
    from unnest(${sql.param(ids)}::text[]) as id, (select ${nothing}::bytea as b) as blank
    on conflict do nothing`);
}

/** The group a location counted in at this interval, where it moved to another since. */
function movedAfter({ day, index }: Slot) {
  const start = new Date(dayOf(day).startMs + index * QUARTER_MS).toISOString();
  return sql<{ groupId: string | null } | null>`(
    select json_build_object('groupId', m.group_id) from ${moves} m
    where m.location_id = ${locationDays.locationId} and m.until > ${start}::timestamptz
    order by m.until limit 1)`;
}

/** What is recorded of an interval at these locations, those that are still there. */
export async function readSlot(
  tx: Db,
  slot: Slot,
  ids: readonly string[],
): Promise<Map<string, Recorded>> {
  const at = (column: Packed) =>
    sql<Float32Array>`substring(${locationDays[column]} from ${slot.index * 4 + 1}::int for 4)`.mapWith(
      locationDays[column],
    );
  const rows = await tx
    .select({
      locationId: locationDays.locationId,
      groupId: customers.groupId,
      moved: movedAfter(slot),
      biddingZone: locations.biddingZone,
      forecast: at("forecast"),
      upward: at("upward"),
      downward: at("downward"),
      actual: at("actual"),
      pv: at("pv"),
      load: at("load"),
      flags: sql<number>`get_byte(${locationDays.flags}, ${slot.index}::int)`,
    })
    .from(locationDays)
    .innerJoin(locations, eq(locations.id, locationDays.locationId))
    .innerJoin(customers, eq(customers.id, locations.customerId))
    .where(
      and(
        eq(locationDays.day, slot.day),
        isNull(locations.deletedAt),
        among(locationDays.locationId, ids),
      ),
    )
    .orderBy(asc(locationDays.locationId));
  return new Map(
    rows.map(({ locationId, moved, ...row }) => [
      locationId,
      {
        ...row,
        groupId: moved ? moved.groupId : row.groupId,
        forecast: row.forecast[0]!,
        upward: row.upward[0]!,
        downward: row.downward[0]!,
        actual: row.actual[0]!,
        pv: row.pv[0]!,
        load: row.load[0]!,
      },
    ]),
  );
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
  const column = (name: Packed) => sql`${sql.param(rows.map((row) => float(row[name])))}::bytea[]`;
  const flags = rows.map((row) => flagsOf(row, before.get(row.locationId)!.flags));
  const placed = (name: Packed) =>
    sql`${sql.identifier(name)} = coalesce(overlay(d.${sql.identifier(name)} placing v.${sql.identifier(name)}
      from ${slot.index * 4 + 1}::int), d.${sql.identifier(name)})`;
  await tx.execute(sql`
    update ${locationDays} d set
      ${sql.join(packed.map(placed), sql`, `)},
      flags = set_byte(d.flags, ${slot.index}::int, v.flags)
    from unnest(${sql.param(rows.map((row) => row.locationId))}::text[],
      ${sql.join(packed.map(column), sql`, `)}, ${sql.param(flags)}::int[])
      as v(id, ${sql.join(
        packed.map((name) => sql.identifier(name)),
        sql`, `,
      )}, flags)
    where d.location_id = v.id and d.day = ${slot.day}::date`);
}
