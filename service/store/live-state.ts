import { sql, type SQL } from "drizzle-orm";
import { anyOf } from "./any-of.ts";
import { packColumn, toFloat32s, toFloats } from "./binary-columns.ts";
import { getHeld, type HeldRows } from "./held-rows.ts";
import { liveState, connections } from "./schema-series.ts";
import { locations } from "./schema.ts";
import type { Db } from "./store.ts";
import { DAY_MS } from "../../lib/time/amsterdam.ts";

/** The live state of a location; its panel gain and ramps are read and written by themselves. */
export type LiveRow = Omit<typeof liveState.$inferSelect, "panelGain" | "ramps">;

const CHUNK = 1_000;

/** Replaces the live state of these locations, unless the stored one is newer. */
export async function saveLive(db: Db, rows: LiveRow[]): Promise<void> {
  const held = getHeld(db, HeldLive);
  await insertLive(db, held ? held.change(rows) : rows);
}

async function insertLive(db: Db, rows: readonly LiveRow[]): Promise<void> {
  for (let i = 0; i < rows.length; i += CHUNK) await savePacked(db, rows.slice(i, i + CHUNK));
}

async function savePacked(db: Db, rows: readonly LiveRow[]): Promise<void> {
  const column = (name: "storedKwh" | "freeKwh") =>
    packColumn(
      liveState[name].name,
      rows.map((row) => row[name]),
    );
  const moments = (name: "divergedAt" | "measuredAt" | "pvAt" | "batteryAt") =>
    toFloats(rows.map((row) => row[name]?.getTime() ?? null));
  const moment = (name: string) => sql`to_timestamp(v.${sql.raw(name)} / 1000)`;
  const [stored, free] = [column("storedKwh"), column("freeKwh")];
  await db.execute(sql`
    insert into ${liveState} (location_id, stored_kwh, free_kwh, diverged_at, last_injection_kw,
      stored_total_kwh, measured_at, pv_at, battery_at)
    select v.location_id, ${stored.value}, ${free.value}, ${moment("diverged_at")},
      v.last_injection_kw, v.stored_total_kwh, ${moment("measured_at")}, ${moment("pv_at")},
      ${moment("battery_at")}
    from unnest(${sql.param(rows.map(({ locationId }) => locationId))}::text[], ${stored.arrays},
      ${free.arrays}, ${moments("divergedAt")},
      ${toFloats(rows.map((row) => row.lastInjectionKw))},
      ${toFloats(rows.map((row) => row.storedTotalKwh))}, ${moments("measuredAt")},
      ${moments("pvAt")}, ${moments("batteryAt")})
      as v(location_id, ${stored.names}, ${free.names}, diverged_at, last_injection_kw,
        stored_total_kwh, measured_at, pv_at, battery_at)
    on conflict (location_id) do update set stored_kwh = excluded.stored_kwh,
      free_kwh = excluded.free_kwh, diverged_at = excluded.diverged_at,
      last_injection_kw = excluded.last_injection_kw,
      stored_total_kwh = excluded.stored_total_kwh, measured_at = excluded.measured_at,
      pv_at = excluded.pv_at, battery_at = excluded.battery_at
    where ${liveState}.measured_at <= excluded.measured_at`);
}

interface PackedLive extends Record<string, unknown> {
  ids: string | null;
  /** Six numbers of each location, NaN for null. */
  numbers: Buffer;
  /** Bytes of the energy as measured and without controls. */
  lengths: Buffer;
  kwh: Buffer;
}

const NUMBERS = 6;

/**
 * Live state of these locations; locations that never reported are omitted. Packed in one row,
 * because each minute reads a whole fleet.
 */
export async function loadLive(db: Db, locationIds: readonly string[]): Promise<LiveRow[]> {
  if (locationIds.length === 0) return [];
  const held = getHeld(db, HeldLive);
  if (held) return held.get(locationIds);
  const number = (column: string) => sql.raw(`float8send(coalesce(${column}, 'NaN'))`);
  const moment = (column: string) => number(`extract(epoch from ${column})::float8 * 1000`);
  const numbers = [
    ...["diverged_at", "measured_at", "pv_at", "battery_at"].map(moment),
    ...["last_injection_kw", "stored_total_kwh"].map(number),
  ];
  const { rows } = await db.execute<PackedLive>(sql`
    select string_agg(location_id, ',') as ids,
      string_agg(${sql.join(numbers, sql` || `)}, ''::bytea) as numbers,
      string_agg(int4send(length(stored_kwh)) || int4send(length(free_kwh)), ''::bytea) as lengths,
      string_agg(stored_kwh || free_kwh, ''::bytea) as kwh
    from ${liveState} where ${anyOf(liveState.locationId, locationIds)}`);
  return unpackLive(rows[0]!);
}

function unpackLive({ ids, numbers, lengths, kwh }: PackedLive): LiveRow[] {
  if (ids === null) return [];
  const floats = toFloat32s(kwh);
  let from = 0;
  const take = (bytes: number) => floats.slice(from, (from += bytes / 4));
  return ids.split(",").map((locationId, row): LiveRow => {
    const at = (which: number) => numbers.readDoubleBE(8 * (row * NUMBERS + which));
    const toNullable = (value: number) => (Number.isNaN(value) ? null : value);
    const date = (ms: number) => (Number.isNaN(ms) ? null : new Date(Math.round(ms)));
    return {
      locationId,
      storedKwh: take(lengths.readInt32BE(8 * row)),
      freeKwh: take(lengths.readInt32BE(8 * row + 4)),
      divergedAt: date(at(0)),
      measuredAt: date(at(1))!,
      pvAt: date(at(2)),
      batteryAt: date(at(3)),
      lastInjectionKw: toNullable(at(4)),
      storedTotalKwh: toNullable(at(5)),
    };
  });
}

/** A location that reported within this time is expected to report. */
export const RECENT_MS = DAY_MS;
export const getRecentSince = (at: Date) => new Date(at.getTime() - RECENT_MS);

/** Whether the panels and batteries of a location are expected to report too. */
interface RecentReporters {
  pv: boolean;
  battery: boolean;
}

/** Which of these locations are expected to report at this moment, and which of their values. */
export async function recentReporters(
  db: Db,
  locationIds: readonly string[],
  at: Date,
): Promise<Map<string, RecentReporters>> {
  const held = getHeld(db, HeldLive);
  if (held) return held.getReporters(locationIds, getRecentSince(at));
  const since = sql`${getRecentSince(at).toISOString()}::timestamptz`;
  const recent = (column: SQL) => sql`case when ${column} >= ${since} then 1 else 0 end`;
  const { rows } = await db.execute<{ ids: string | null; kinds: string }>(sql`
    select string_agg(location_id, ',') as ids,
      string_agg((${recent(sql`pv_at`)} + 2 * ${recent(sql`battery_at`)})::text, '') as kinds
    from ${liveState}
    where measured_at >= ${since} and ${anyOf(liveState.locationId, locationIds)}`);
  const { ids, kinds } = rows[0]!;
  const reporters = new Map<string, RecentReporters>();
  for (const [i, id] of (ids?.split(",") ?? []).entries()) {
    const kind = Number(kinds[i]);
    reporters.set(id, { pv: (kind & 1) !== 0, battery: (kind & 2) !== 0 });
  }
  return reporters;
}

/** The live state of locations, whose minutes are locked. */
export class HeldLive implements HeldRows {
  private readonly changed = new Set<string>();

  constructor(private readonly rows: Map<string, LiveRow>) {}

  static async read(tx: Db, locationIds: readonly string[]): Promise<HeldLive> {
    const rows = await loadLive(tx, locationIds);
    return new HeldLive(new Map(rows.map((row) => [row.locationId, row])));
  }

  get(locationIds: readonly string[]): LiveRow[] {
    return locationIds.flatMap((id) => this.rows.get(id) ?? []);
  }

  getReporters(locationIds: readonly string[], since: Date): Map<string, RecentReporters> {
    const isRecent = (moment: Date | null) => moment !== null && moment >= since;
    const recent = this.get(locationIds).filter(({ measuredAt }) => isRecent(measuredAt));
    return new Map(
      recent.map(({ locationId, pvAt, batteryAt }) => [
        locationId,
        { pv: isRecent(pvAt), battery: isRecent(batteryAt) },
      ]),
    );
  }

  /** @returns rows of locations without one, to be stored at once: their other columns are written alone */
  change(rows: readonly LiveRow[]): LiveRow[] {
    const added: LiveRow[] = [];
    for (const row of rows) {
      const before = this.rows.get(row.locationId);
      if (before && before.measuredAt > row.measuredAt) continue;
      this.rows.set(row.locationId, row);
      if (before) this.changed.add(row.locationId);
      else added.push(row);
    }
    return added;
  }

  write(tx: Db): Promise<void> {
    return insertLive(tx, this.get([...this.changed]));
  }
}

type Connection = typeof connections.$inferInsert;

/**
 * Stores whether locations are connected. Reports older than the stored one, and reports of unknown
 * locations, are ignored.
 */
export async function saveConnections(db: Db, news: readonly Connection[]): Promise<void> {
  const newest = new Map<string, Connection>();
  for (const one of news) {
    const latest = newest.get(one.locationId);
    if (!latest || latest.since <= one.since) newest.set(one.locationId, one);
  }
  if (newest.size === 0) return;
  const there = await db
    .select({ id: locations.id })
    .from(locations)
    .where(anyOf(locations.id, newest.keys()));
  if (there.length === 0) return;
  await db
    .insert(connections)
    .values(there.map(({ id }) => newest.get(id)!))
    .onConflictDoUpdate({
      target: connections.locationId,
      set: { online: sql`excluded.online`, since: sql`excluded.since` },
      setWhere: sql`${connections.since} <= excluded.since`,
    });
}
