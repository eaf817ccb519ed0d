import { sql, type SQL } from "drizzle-orm";
import { anyOf } from "./any-of.ts";
import { toBuffer } from "./binary-columns.ts";
import { liveState } from "./schema-series.ts";
import type { StatementQueue } from "./statement-queue.ts";
import type { Db } from "./store.ts";

interface PackedReports extends Record<string, unknown> {
  ids: string | null;
  /** The moments of the reports as PostgreSQL sends them. */
  moments: Buffer;
  kwh: Buffer;
  kwhBytes: Buffer;
}

/** More locations are read in portions, while those of the first ones are in use. */
const MANY = 5_000;
const PORTIONS = 4;

const NO_KWH = new Float32Array();

/** PostgreSQL sends a moment as microseconds since then. */
const MOMENTS_SINCE_MS = Date.UTC(2000, 0, 1);

/** Memory for the reports of so many locations, by position. */
interface ReportMemory {
  atMs: Float64Array;
  ends: Int32Array;
  counts: Uint16Array;
}

/**
 * Memory that no list uses any more: new arrays for a large fleet in each plan would make the garbage collector
 * look through all of it.
 */
const free: ReportMemory[] = [];
const MAX_FREE = 2;

function takeMemory(length: number): ReportMemory {
  const found = free.findIndex(({ counts }) => counts.length === length);
  const memory = free.splice(found, found < 0 ? 0 : 1)[0] ?? {
    atMs: new Float64Array(length),
    ends: new Int32Array(length),
    counts: new Uint16Array(length),
  };
  memory.atMs.fill(NaN);
  memory.counts.fill(0);
  return memory;
}

/** Positions in a list of locations, `[from, to)`. */
interface Range {
  from: number;
  to: number;
}

/**
 * The last reports of some locations, by the position of a location in their list. Reading begins with
 * the first `wait`; those of a large fleet are read in portions, one after the other.
 */
export class LastReports {
  private readonly memory: ReportMemory;
  private readonly portions: Range[];
  /** Set when reading has begun, by portion. */
  private reading: Promise<void>[] | null = null;
  private isEnded = false;
  private readonly kwh: Float32Array[] = [];
  /** The positions before this one have been read. */
  private readUntil = 0;

  /** @param locationIds in order */
  constructor(
    private readonly db: Db,
    private readonly statements: StatementQueue,
    private readonly locationIds: readonly string[],
  ) {
    const { length } = locationIds;
    this.memory = takeMemory(length);
    const size = length > MANY ? Math.ceil(length / PORTIONS) : Math.max(1, length);
    this.portions = Array.from({ length: Math.ceil(length / size) }, (_, i) => ({
      from: i * size,
      to: Math.min(length, (i + 1) * size),
    }));
  }

  private begin(): Promise<void>[] {
    return this.portions.map((portion) => {
      const reading = this.read(portion);
      // Whoever waits for a portion hears of its failure.
      reading.catch(() => undefined);
      return reading;
    });
  }

  /** Whether `wait` must be called before the values of a position are used. */
  isLacking(position: number): boolean {
    return position >= this.readUntil;
  }

  /** Waits until a position has been read, and those before it. */
  async wait(position: number): Promise<void> {
    this.reading ??= this.begin();
    for (const [i, { from, to }] of this.portions.entries()) {
      if (from > position) break;
      await this.reading[i];
      this.readUntil = Math.max(this.readUntil, to);
    }
  }

  /** Ends reading: portions whose turn has not come are not read. */
  end(): void {
    this.isEnded = true;
  }

  /** Gives the memory up, to be used again: call it when nothing is read any more. */
  release(): void {
    const { length } = this.locationIds;
    if (length <= MANY) return;
    free.push(this.memory);
    if (free.length > MAX_FREE) free.shift();
  }

  /** When the location at a position last reported, in ms; NaN if it never did. */
  reportedAtMs(position: number): number {
    return this.memory.atMs[position]!;
  }

  /** The energy in the batteries of a location in kWh, in order of their ids. */
  storedKwh(position: number): Float32Array {
    const { counts, ends } = this.memory;
    const count = counts[position]!;
    if (count === 0) return NO_KWH;
    const kwh = this.kwh[Math.floor(position / this.portions[0]!.to)]!;
    return kwh.subarray(ends[position]! - count, ends[position]);
  }

  private async read(portion: Range): Promise<void> {
    const order = sql`order by ${liveState.locationId} collate "C"`;
    const packed = sql`
      select string_agg(${liveState.locationId}, ',' ${order}) as ids,
        string_agg(timestamptz_send(${liveState.measuredAt}), ''::bytea ${order}) as moments,
        string_agg(${liveState.storedKwh}, ''::bytea ${order}) as kwh,
        string_agg(int2send(length(${liveState.storedKwh})::int2), ''::bytea ${order}) as "kwhBytes"
      from ${liveState} where ${this.isIn(portion)}`;
    await this.statements.run(async () => {
      if (this.isEnded) return;
      const { rows } = await this.db.execute<PackedReports>(packed);
      this.unpack(rows[0]!, portion);
    });
  }

  private isIn({ from, to }: Range): SQL {
    const { locationIds } = this;
    if (this.portions.length === 1) return anyOf(liveState.locationId, locationIds);
    const id = sql`${liveState.locationId} collate "C"`;
    return sql`${id} >= ${locationIds[from]} and ${id} <= ${locationIds[to - 1]}`;
  }

  private unpack(packed: PackedReports, { from, to }: Range): void {
    const { locationIds } = this;
    const { atMs, ends, counts } = this.memory;
    if (packed.ids === null) return void this.kwh.push(NO_KWH);
    const kwh = new Float32Array(packed.kwh.length / 4);
    toBuffer(kwh).set(packed.kwh);
    this.kwh.push(kwh);
    const ids = packed.ids.split(",");
    for (let [row, position, end] = [0, from, 0]; position < to; row++) {
      const id = ids[row];
      while (position < to && (id === undefined || locationIds[position]! < id)) position += 1;
      if (id === undefined) break;
      const count = packed.kwhBytes.readInt16BE(2 * row) / 4;
      end += count;
      for (; position < to && locationIds[position] === id; position++) {
        const microseconds =
          packed.moments.readInt32BE(8 * row) * 2 ** 32 + packed.moments.readUInt32BE(8 * row + 4);
        atMs[position] = MOMENTS_SINCE_MS + Math.round(microseconds / 1000);
        ends[position] = end;
        counts[position] = count;
      }
    }
  }
}
