import { and, asc, eq, sql } from "drizzle-orm";
import { blankAreaDay, blankDay } from "./days.ts";
import type { AreaKind } from "./expectations.ts";
import { areaDays, locationDays } from "./schema.ts";
import type { Db } from "./store.ts";

/** Where one interval stands: the local day, how many intervals it has, and which one (from 0). */
export interface Slot {
  day: string;
  isps: number;
  index: number;
}

/** Values of one interval at one location, in kW; what is not given stays as it is. */
export interface IspValues {
  locationId: string;
  groupId: string | null;
  biddingZone: string;
  forecast?: number;
  upward?: number;
  downward?: number;
  actual?: number;
  pv?: number;
  load?: number;
  controlled?: boolean;
}

const packed = ["forecast", "upward", "downward", "actual", "pv", "load"] as const;
type Packed = (typeof packed)[number];
const summed = [
  "forecast",
  "upward",
  "downward",
  "actual",
  "covered",
  "locations",
  "reporting",
] as const;
type Summed = (typeof summed)[number];
type Values = Partial<Record<Packed, number>>;

/** What a location with these values adds to the totals of its zone and group. */
export function shareOf(values: Values): Record<Summed, number> {
  const { forecast = NaN, upward = NaN, downward = NaN, actual = NaN } = values;
  const planned = !Number.isNaN(forecast);
  const reports = planned && !Number.isNaN(actual);
  return {
    forecast: planned ? forecast : 0,
    upward: planned ? upward : 0,
    downward: planned ? downward : 0,
    actual: reports ? actual : 0,
    covered: reports ? forecast : 0,
    locations: planned ? 1 : 0,
    reporting: reports ? 1 : 0,
  };
}

const float = (value: number | undefined) => {
  if (value === undefined) return null;
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
};

/**
 * Records values of one interval at many locations and carries the change into the totals of
 * their zones and groups, in one transaction. Recording the same values again changes nothing.
 */
export function recordIsp(db: Db, slot: Slot, rows: readonly IspValues[]): Promise<void> {
  return db.transaction(async (tx) => {
    if (rows.length === 0) return;
    const ids = rows.map((row) => row.locationId);
    await ensureDays(tx, slot, ids);
    const before = await readSlot(tx, slot, ids);
    await writeSlot(tx, slot, rows);
    await carryIntoTotals(tx, slot, rows, before);
  });
}

async function ensureDays(tx: Db, slot: Slot, ids: string[]): Promise<void> {
  const { forecast: blank, controlled } = blankDay("", slot.day, slot.isps);
  const nothing = sql.param(blank, locationDays.forecast);
  await tx.execute(sql`
    insert into ${locationDays}
      (location_id, day, isps, forecast, upward, downward, actual, pv, load, controlled)
    select id, ${slot.day}::date, ${slot.isps}::int, b, b, b, b, b, b,
      ${sql.param(controlled, locationDays.controlled)}::bytea
    from unnest(${sql.param(ids)}::text[]) as id, (select ${nothing}::bytea as b) as blank
    on conflict do nothing`);
}

async function readSlot(tx: Db, slot: Slot, ids: string[]): Promise<Map<string, Values>> {
  const at = (column: Packed) =>
    sql<Float32Array>`substring(${locationDays[column]} from ${slot.index * 4 + 1}::int for 4)`.mapWith(
      locationDays[column],
    );
  const rows = await tx
    .select({
      locationId: locationDays.locationId,
      forecast: at("forecast"),
      upward: at("upward"),
      downward: at("downward"),
      actual: at("actual"),
    })
    .from(locationDays)
    .where(
      and(eq(locationDays.day, slot.day), sql`${locationDays.locationId} = any(${sql.param(ids)})`),
    )
    .orderBy(asc(locationDays.locationId))
    .for("update");
  return new Map(
    rows.map(({ locationId, forecast, upward, downward, actual }) => [
      locationId,
      { forecast: forecast[0], upward: upward[0], downward: downward[0], actual: actual[0] },
    ]),
  );
}

async function writeSlot(tx: Db, slot: Slot, rows: readonly IspValues[]): Promise<void> {
  const column = (name: Packed) => sql`${sql.param(rows.map((row) => float(row[name])))}::bytea[]`;
  const flags = rows.map((row) =>
    row.controlled === undefined ? null : Buffer.from([row.controlled ? 1 : 0]),
  );
  const placed = (name: Packed) =>
    sql`${sql.identifier(name)} = coalesce(overlay(d.${sql.identifier(name)} placing v.${sql.identifier(name)}
      from ${slot.index * 4 + 1}::int), d.${sql.identifier(name)})`;
  await tx.execute(sql`
    update ${locationDays} d set
      ${sql.join(packed.map(placed), sql`, `)},
      controlled = coalesce(overlay(d.controlled placing v.controlled from ${slot.index + 1}::int), d.controlled)
    from unnest(${sql.param(rows.map((row) => row.locationId))}::text[],
      ${sql.join(packed.map(column), sql`, `)}, ${sql.param(flags)}::bytea[])
      as v(id, ${sql.join(
        packed.map((name) => sql.identifier(name)),
        sql`, `,
      )}, controlled)
    where d.location_id = v.id and d.day = ${slot.day}::date`);
}

async function carryIntoTotals(
  tx: Db,
  slot: Slot,
  rows: readonly IspValues[],
  before: Map<string, Values>,
): Promise<void> {
  const changes = new Map<string, { kind: AreaKind; id: string; by: Record<Summed, number> }>();
  const add = (
    kind: AreaKind,
    id: string,
    from: Record<Summed, number>,
    to: Record<Summed, number>,
  ) => {
    const key = `${kind} ${id}`;
    const change = changes.get(key) ?? { kind, id, by: shareOf({}) };
    for (const name of summed) change.by[name] += to[name] - from[name];
    changes.set(key, change);
  };
  for (const row of rows) {
    const old = before.get(row.locationId) ?? {};
    const from = shareOf(old);
    const to = shareOf({ ...old, ...given(row) });
    add("bidding_zone", row.biddingZone, from, to);
    if (row.groupId) add("group", row.groupId, from, to);
  }
  for (const key of [...changes.keys()].sort()) {
    const { kind, id, by } = changes.get(key)!;
    await addToArea(tx, slot, kind, id, by);
  }
}

/** The packed values a row gives, as they will be read back: in single precision. */
const given = (row: IspValues): Values =>
  Object.fromEntries(
    packed.flatMap((name) => (row[name] === undefined ? [] : [[name, Math.fround(row[name])]])),
  );

async function addToArea(
  tx: Db,
  slot: Slot,
  kind: AreaKind,
  areaId: string,
  by: Record<Summed, number>,
): Promise<void> {
  const { day, isps, index } = slot;
  await tx
    .insert(areaDays)
    .values(blankAreaDay(kind, areaId, day, isps))
    .onConflictDoNothing();
  const where = and(eq(areaDays.kind, kind), eq(areaDays.areaId, areaId), eq(areaDays.day, day));
  const [row] = await tx.select().from(areaDays).where(where).for("update");
  for (const name of summed) row![name][index]! += by[name];
  const { forecast, upward, downward, actual, covered, locations, reporting } = row!;
  await tx
    .update(areaDays)
    .set({ forecast, upward, downward, actual, covered, locations, reporting })
    .where(where);
}
