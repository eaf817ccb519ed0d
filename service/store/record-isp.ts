import { addToAreas, lockTotals, ShareSums, type TotalsScope } from "./area-totals.ts";
import { BlockFinder } from "./block-finder.ts";
import { getHeldDay, type HeldDays } from "./held-days.ts";
import {
  BATTERY_RECENT,
  CONTROLLED,
  RECENT,
  HINDCAST,
  PANELS,
  PV_RECENT,
} from "./location-days.ts";
import { lockBlocks, putValues, writeBlock, type IntervalBlock } from "./interval-blocks.ts";
import { packed, type Packed, type Slot } from "./interval-slot.ts";
import { readSlot, getStartMs, type Recorded } from "./read-slot.ts";
import type { Db } from "./store.ts";
import { ensureDays, writeIntervals } from "./write-intervals.ts";

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
    const ids = rows.map((row) => row.locationId);
    const held = getHeldDay(tx, slot);
    const blocks = held ? [] : await lockBlocks(tx, getStartMs(slot), ids);
    const stored = held
      ? readOrAdd(held, slot, ids)
      : await readOrCreateSlot(tx, slot, ids, blocks);
    const changed: Change[] = [];
    for (const row of rows) {
      const before = stored.get(row.locationId);
      const after = before && applyValues(row, before);
      if (after) changed.push({ locationId: row.locationId, before, after });
    }
    if (changed.length === 0) return 0;
    if (held) for (const { locationId, after } of changed) held.change(slot, locationId, after);
    else await writeSlot(tx, slot, changed, blocks);
    await addToAreas(tx, slot, sumShares(changed));
    return changed.length;
  });
}

interface Change {
  locationId: string;
  before: Recorded;
  after: Recorded;
}

function readOrAdd(held: HeldDays, slot: Slot, ids: readonly string[]): Map<string, Recorded> {
  const stored = held.valuesAt(slot, ids);
  if (stored.size === new Set(ids).size) return stored;
  held.add(
    slot,
    ids.filter((id) => !stored.has(id)),
  );
  return held.valuesAt(slot, ids);
}

async function readOrCreateSlot(
  tx: Db,
  slot: Slot,
  ids: readonly string[],
  blocks: readonly IntervalBlock[],
) {
  const stored = await readSlot(tx, slot, ids, blocks);
  if (stored.size === new Set(ids).size) return stored;
  const lacking = ids.filter((id) => !stored.has(id));
  await ensureDays(tx, slot, lacking);
  return new Map([...stored, ...(await readSlot(tx, slot, lacking, blocks))]);
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
  let isChanged = putAll(after, values, measurements);
  markAll(after, values, measuredFlags);
  if (Number.isNaN(before.forecast)) {
    isChanged = putAll(after, values, forecasts) || isChanged;
    markAll(after, values, forecastFlags);
  }
  return isChanged || after.flags !== before.flags ? after : null;
}

/** @returns whether a value differs */
function putAll(
  after: Record<Packed, number>,
  values: Values,
  names: readonly (keyof Values & Packed)[],
): boolean {
  let isChanged = false;
  for (const name of names) {
    const kw = values[name];
    if (kw === undefined || Object.is(Math.fround(kw), after[name])) continue;
    after[name] = Math.fround(kw);
    isChanged = true;
  }
  return isChanged;
}

function markAll(
  after: { flags: number },
  values: Values,
  flags: readonly (readonly [name: keyof Values, flag: number])[],
): void {
  for (const [name, flag] of flags) {
    const isSet = values[name];
    if (isSet !== undefined) after.flags = isSet ? after.flags | flag : after.flags & ~flag;
  }
}

function sumShares(changed: readonly Change[]): ShareSums {
  const shares = new ShareSums();
  for (const { before, after } of changed) {
    if (!Number.isNaN(before.forecast)) shares.add(before, -1, before);
    shares.add(before, 1, after);
  }
  return shares;
}

/** Writes the changed values of a slot: in its blocks, or in the days of locations that are in none. */
async function writeSlot(
  tx: Db,
  slot: Slot,
  changed: readonly Change[],
  blocks: readonly IntervalBlock[],
): Promise<void> {
  const finder = new BlockFinder(blocks);
  const written = new Set<IntervalBlock>();
  const others: Change[] = [];
  for (const change of changed) {
    const position = finder.find(change.locationId);
    if (position < 0) {
      others.push(change);
      continue;
    }
    putValues(finder.block, position, change.after);
    written.add(finder.block);
  }
  for (const block of written) await writeBlock(tx, block);
  if (others.length > 0) await writeDays(tx, slot, others);
}

/** Writes changed columns only. */
async function writeDays(tx: Db, slot: Slot, changed: readonly Change[]): Promise<void> {
  const names = packed.filter((name) =>
    changed.some(({ before, after }) => !Object.is(before[name], after[name])),
  );
  const kw = new Float32Array(changed.length * names.length);
  const flags = new Uint8Array(changed.length);
  for (const [row, { after }] of changed.entries()) {
    for (const [column, name] of names.entries()) kw[row * names.length + column] = after[name];
    flags[row] = after.flags;
  }
  const locationIds = changed.map(({ locationId }) => locationId);
  await writeIntervals(tx, {
    day: slot.day,
    first: slot.index,
    count: 1,
    locationIds,
    names,
    kw,
    flags,
  });
}
