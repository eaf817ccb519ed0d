import { sql } from "drizzle-orm";
import {
  addToAreas,
  lockTotals,
  computeShare,
  type Share,
  type TotalsScope,
} from "./area-totals.ts";
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
export function recordIsp(
  db: Db,
  slot: Slot,
  rows: readonly IspValues[],
  scope?: TotalsScope,
): Promise<number> {
  return db.transaction(async (tx) => {
    if (rows.length === 0) return 0;
    await lockTotals(tx, scope);
    const stored = await readOrCreateSlot(
      tx,
      slot,
      rows.map((row) => row.locationId),
    );
    const changed: Change[] = [];
    for (const row of rows) {
      const before = stored.get(row.locationId);
      const after = before && applyValues(row, before);
      if (after) changed.push({ locationId: row.locationId, before, after });
    }
    if (changed.length === 0) return 0;
    await writeSlot(tx, slot, changed);
    await addToAreas(tx, slot, toShares(changed));
    return changed.length;
  });
}

interface Change {
  locationId: string;
  before: Recorded;
  after: Recorded;
}

async function readOrCreateSlot(tx: Db, slot: Slot, ids: string[]) {
  const stored = await readSlot(tx, slot, ids);
  if (stored.size === new Set(ids).size) return stored;
  await ensureDays(tx, slot, ids);
  return readSlot(tx, slot, ids);
}

const forecasts = ["forecast", "upward", "downward"] as const;
const measurements = ["actual", "pv", "load", "battery"] as const;
const forecastFlags = [
  ["recent", RECENT],
  ["hindcast", HINDCAST],
  ["pvRecent", PV_RECENT],
  ["batteryRecent", BATTERY_RECENT],
] as const;
const measuredFlags = [
  ["controlled", CONTROLLED],
  ["panels", PANELS],
] as const;

type Values = Omit<IspValues, "locationId">;

/**
 * The stored values of an interval after these have been stored; null if that changes nothing.
 * Values are in single precision, as they will be read back. A stored forecast, and what was known
 * when it was made, is never replaced.
 */
export function applyValues<T extends Record<Packed, number> & { flags: number }>(
  values: Values,
  before: T,
): T | null {
  const after = { ...before };
  let isChanged = false;
  const put = (name: Packed) => {
    const kw = values[name];
    if (kw === undefined || Object.is(Math.fround(kw), before[name])) return;
    (after as Record<Packed, number>)[name] = Math.fround(kw);
    isChanged = true;
  };
  const mark = (isSet: boolean | undefined, flag: number) => {
    if (isSet !== undefined) after.flags = isSet ? after.flags | flag : after.flags & ~flag;
  };
  for (const name of measurements) put(name);
  for (const [name, flag] of measuredFlags) mark(values[name], flag);
  if (Number.isNaN(before.forecast)) {
    for (const name of forecasts) put(name);
    for (const [name, flag] of forecastFlags) mark(values[name], flag);
  }
  return isChanged || after.flags !== before.flags ? after : null;
}

function toShares(changed: readonly Change[]): Share[] {
  const shares: Share[] = [];
  for (const { before, after } of changed) {
    const { biddingZone, groupId } = before;
    if (!Number.isNaN(before.forecast))
      shares.push({ biddingZone, groupId, sign: -1, by: computeShare(before) });
    shares.push({ biddingZone, groupId, sign: 1, by: computeShare(after) });
  }
  return shares;
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

const VALUE_BYTES = 4;

/** Writes the changed values of a slot, packed into one parameter. */
async function writeSlot(tx: Db, slot: Slot, changed: readonly Change[]): Promise<void> {
  const names = packed.filter((name) =>
    changed.some(({ before, after }) => !Object.is(before[name], after[name])),
  );
  const bytes = names.length * VALUE_BYTES;
  const values = Buffer.alloc(changed.length * bytes);
  const flags = Buffer.alloc(changed.length);
  for (const [row, { after }] of changed.entries()) {
    for (const [column, name] of names.entries())
      values.writeFloatLE(after[name], row * bytes + column * VALUE_BYTES);
    flags[row] = after.flags;
  }
  const pieces = names.map((name, column) => {
    const from = sql`(n::int - 1) * ${bytes}::int + ${column * VALUE_BYTES + 1}::int`;
    return sql`, substr(packed, ${from}, ${VALUE_BYTES}::int) as ${sql.identifier(name)}`;
  });
  const placed = names.map((name) => {
    const field = sql.identifier(name);
    return sql`${field} = overlay(d.${field} placing v.${field} from ${slot.index * 4 + 1}::int)`;
  });
  const flagged = sql`flags = set_byte(d.flags, ${slot.index}::int, v.flag)`;
  const ids = changed.map(({ locationId }) => locationId).join(",");
  // "offset 0" cuts the parameters before the join, which might copy them for each row.
  await tx.execute(sql`
    update ${locationDays} d set ${sql.join([...placed, flagged], sql`, `)}
    from (select id, get_byte(marks, n::int - 1) as flag${sql.join(pieces, sql``)}
      from (select ${values}::bytea as packed, ${flags}::bytea as marks) as p,
        unnest(string_to_array(${ids}, ',')) with ordinality as u(id, n) offset 0) as v
    where d.location_id = v.id and d.day = ${slot.day}::date`);
}
