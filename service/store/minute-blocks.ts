import { sql } from "drizzle-orm";
import { packColumn, toFloat32s, toUint16s, toUint32s } from "./binary-columns.ts";
import {
  putDevice,
  shareMinuteRows,
  type DeviceSpan,
  type MinuteRows,
  type MinuteSpan,
} from "./minute-rows.ts";
import { toMoment } from "./moment.ts";
import { minuteBlocks } from "./schema-series.ts";
import type { StoredSite } from "./sites.ts";
import type { Db } from "./store.ts";

/** What names a location and its devices in a block. */
export type BlockSite = Pick<StoredSite, "locationId" | "number" | "hash" | "devices">;

/** A measurement at a location. */
export interface LocatedSpan extends MinuteSpan {
  site: BlockSite;
}

/** Bits of a location's hash. */
const HASH_BITS = 10;
/** A block with more measurements is divided. */
const LARGEST_BLOCK = 64;

/**
 * The slice of the locations whose hash ends with these bits: 1 is all of them, 2 and 3 are the halves
 * of slice 1, 4 and 6 those of slice 2, and so on.
 */
export const sliceAt = (hash: number, bits: number): number =>
  (1 << bits) | (hash & ((1 << bits) - 1));

/** All slices that have some of these locations. */
function slicesOf(sites: readonly BlockSite[]): number[] {
  const slices = new Set<number>();
  for (const { hash } of sites)
    for (let bits = HASH_BITS; bits >= 0; bits--) {
      const slice = sliceAt(hash, bits);
      if (slices.has(slice)) break;
      slices.add(slice);
    }
  return [...slices];
}

/** Measurements divided by slices of at least these bits, none of them too large if it can be divided. */
function divide(spans: readonly LocatedSpan[], bits: number): [number, LocatedSpan[]][] {
  const bySlice = new Map<number, LocatedSpan[]>();
  for (const span of spans) {
    const slice = sliceAt(span.site.hash, bits);
    const some = bySlice.get(slice);
    if (some) some.push(span);
    else bySlice.set(slice, [span]);
  }
  if (bits === HASH_BITS) return [...bySlice];
  return [...bySlice].flatMap((one): [number, LocatedSpan[]][] =>
    one[1].length <= LARGEST_BLOCK ? [one] : divide(one[1], bits + 1),
  );
}

/** In the first number of a shape: the minutes, and whether the connection point was measured. */
const TO_BITS = 4;
const HAS_INJECTION = 1 << 8;
/** In the number of a device: its position after these. */
const HAS_CHARGE = 1;
const HAS_AVAILABLE = 2;
const DEVICE_BITS = 2;

interface PackedBlock {
  slice: number;
  numbers: Uint32Array;
  shapes: Uint16Array;
  amounts: Float32Array;
}

function pack(slice: number, spans: readonly LocatedSpan[]): PackedBlock {
  const shapes: number[] = [];
  const amounts: number[] = [];
  const has = (amount: number, flag: number) => {
    if (Number.isNaN(amount)) return 0;
    amounts.push(amount);
    return flag;
  };
  for (const { from, to, injectionKw, devices } of spans) {
    const flags = has(injectionKw, HAS_INJECTION);
    shapes.push(from | ((to - 1) << TO_BITS) | flags, devices.length);
    for (const { at, powerKw, charge, availableKw } of devices) {
      amounts.push(powerKw);
      const given = has(charge, HAS_CHARGE) | has(availableKw, HAS_AVAILABLE);
      shapes.push((at << DEVICE_BITS) | given);
    }
  }
  return {
    slice,
    numbers: Uint32Array.from(spans, ({ site }) => site.number),
    shapes: Uint16Array.from(shapes),
    amounts: Float32Array.from(amounts),
  };
}

/** Writes packed measurements, in their order, to the rows of their locations; `null` skips one. */
function unpack(
  { numbers, shapes, amounts }: Pick<PackedBlock, "numbers" | "shapes" | "amounts">,
  rowsOf: (number: number) => MinuteRows | null,
): void {
  let [shape, amount] = [0, 0];
  const given = (flags: number, flag: number) => (flags & flag ? amounts[amount++]! : NaN);
  const device: DeviceSpan = { at: 0, powerKw: NaN, charge: NaN, availableKw: NaN };
  for (const number of numbers) {
    const rows = rowsOf(number);
    const minutes = shapes[shape++]!;
    const from = minutes & 15;
    const to = ((minutes >> TO_BITS) & 15) + 1;
    const injectionKw = given(minutes, HAS_INJECTION);
    if (rows && !Number.isNaN(injectionKw)) rows.power.fill(injectionKw, from, to);
    for (let devices = shapes[shape++]!; devices > 0; devices--) {
      const flags = shapes[shape++]!;
      device.at = flags >> DEVICE_BITS;
      device.powerKw = amounts[amount++]!;
      device.charge = given(flags, HAS_CHARGE);
      device.availableKw = given(flags, HAS_AVAILABLE);
      if (rows) putDevice(rows, from, to, device);
    }
  }
}
/**
 * Adds measurements of a quarter-hour, each block with locations of one of this many partitions. Call it
 * in a transaction that has locked the minutes.
 */
export async function insertBlocks(
  tx: Db,
  quarterMs: number,
  spans: readonly LocatedSpan[],
  { nowMs, partitions }: { nowMs: number; partitions: number },
): Promise<void> {
  const blocks = divide(spans, Math.min(HASH_BITS, Math.log2(partitions))).map(([slice, some]) =>
    pack(slice, some),
  );
  const column = (name: "numbers" | "shapes" | "amounts") =>
    packColumn(
      name,
      blocks.map((block) => block[name]),
    );
  const slices = sql`${`{${blocks.map(({ slice }) => slice).join(",")}}`}::smallint[]`;
  const [numbers, shapes, amounts] = [column("numbers"), column("shapes"), column("amounts")];
  await tx.execute(sql`
    insert into ${minuteBlocks}
      (quarter, created_at, slice, numbers, shapes, amounts)
    select ${toMoment(quarterMs)}, ${toMoment(nowMs)}, v.slice,
      ${numbers.value}, ${shapes.value}, ${amounts.value}
    from unnest(${slices}, ${numbers.arrays}, ${shapes.arrays}, ${amounts.arrays})
      as v(slice, ${numbers.names}, ${shapes.names}, ${amounts.names})`);
}

/** Blocks of a quarter-hour that may have measurements of these locations. */
const isOfSites = (quarterMs: number, sites: readonly BlockSite[]) => sql`
  quarter = ${toMoment(quarterMs)} and slice = any(${sql.param(slicesOf(sites))}::smallint[])`;

/** How many blocks of a quarter-hour these locations may have, and the newest one. */
export async function getBlocksVersion(
  db: Db,
  quarterMs: number,
  sites: readonly BlockSite[],
): Promise<string> {
  const { rows } = await db.execute<{ version: string }>(sql`
    select count(*) || '/' || coalesce(max(id), 0) as version from ${minuteBlocks}
    where ${isOfSites(quarterMs, sites)}`);
  return rows[0]!.version;
}

interface BlocksRow extends Record<string, unknown> {
  numbers: Buffer | null;
  shapes: Buffer;
  amounts: Buffer;
}

/** What is in blocks of these locations, by location. */
export async function readMinuteBlocks(
  db: Db,
  quarterMs: number,
  sites: readonly BlockSite[],
): Promise<Map<string, MinuteRows>> {
  const { rows } = await db.execute<BlocksRow>(sql`
    select string_agg(numbers, ''::bytea) as numbers, string_agg(shapes, ''::bytea) as shapes,
      string_agg(amounts, ''::bytea) as amounts
    from (select numbers, shapes, amounts from ${minuteBlocks}
      where ${isOfSites(quarterMs, sites)} order by id) as found`);
  const found = new Map<string, MinuteRows>();
  const { numbers, shapes, amounts } = rows[0]!;
  if (numbers === null) return found;
  const packed = {
    numbers: toUint32s(numbers),
    shapes: toUint16s(shapes),
    amounts: toFloat32s(amounts),
  };
  const siteOf = new Map(sites.map((site) => [site.number, site]));
  const newRows = shareMinuteRows(sites.map(({ devices }) => devices.length));
  const rowsOf = new Map<number, MinuteRows>();
  unpack(packed, (number) => {
    const before = rowsOf.get(number);
    if (before) return before;
    const site = siteOf.get(number);
    if (!site) return null;
    const minutes = newRows(site.devices.length);
    rowsOf.set(number, minutes);
    found.set(site.locationId, minutes);
    return minutes;
  });
  return found;
}
