import { dayAt, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { ReachColumns } from "../engine/replay-effects.ts";
import type { Site } from "../engine/site.ts";
import { readPackedDays, type PackedDay } from "../store/read-days.ts";
import type { Db } from "../store/store.ts";

/** Location days read at once: some megabytes. */
const DAYS_AT_ONCE = 10_000;
/** A battery counts with the power at which it is filled in this time: it is filled only once. */
const BATTERY_HOURS = 4;

/** What a control can change at a location, in kW. */
export interface Reach {
  terms: number;
  panelsKw: number;
  batteryKw: number;
  /** The power at which its batteries are filled in `BATTERY_HOURS`. */
  fillKw: number;
}

/** What a control can change at a site with these terms. */
export function toReach(site: Site, terms: number): Reach {
  const reach = { terms, panelsKw: 0, batteryKw: 0, fillKw: 0 };
  for (const { controllable, inverterKw } of site.panels)
    if (controllable) reach.panelsKw += inverterKw;
  for (const { controllable, capacityKwh, floorKwh, powerKw, efficiency } of site.batteries) {
    if (!controllable) continue;
    reach.batteryKw += powerKw;
    reach.fillKw += (capacityKwh - floorKwh) / efficiency / BATTERY_HOURS;
  }
  return reach;
}

const toColumns = (reaches: readonly Reach[]): ReachColumns => ({
  terms: Uint32Array.from(reaches, ({ terms }) => terms),
  panelsKw: Float64Array.from(reaches, ({ panelsKw }) => panelsKw),
  batteryKw: Float64Array.from(reaches, ({ batteryKw }) => batteryKw),
  fillKw: Float64Array.from(reaches, ({ fillKw }) => fillKw),
});

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, i) => id === b[i]);

/** The candidates of a local day: their intervals of the day. */
export interface CandidateDay {
  day: string;
  indices: number[];
}

/** The local days of these ISPs, which are in order. */
export function toDays(candidates: readonly number[]): CandidateDay[] {
  const days: CandidateDay[] = [];
  let last = { startMs: Infinity, endMs: -Infinity };
  for (const ms of candidates) {
    if (ms < last.startMs || ms >= last.endMs) {
      const day = dayAt(ms);
      days.push({ day: day.date, indices: [] });
      last = day;
    }
    days.at(-1)!.indices.push(Math.round((ms - last.startMs) / QUARTER_MS));
  }
  return days;
}

/** A day of locations, with what controls can change there. */
export interface ReachDay {
  columns: ReachColumns;
  day: PackedDay;
  /** The intervals of the packed day that count. */
  at: number[];
}

/** Reads days of these locations; the next days while some are summed. */
export async function* readDays(
  db: Db,
  ids: readonly string[],
  days: readonly CandidateDay[],
  reaches: ReadonlyMap<string, Reach>,
): AsyncGenerator<ReachDay, void> {
  const step = Math.max(1, Math.floor(DAYS_AT_ONCE / Math.max(1, ids.length)));
  const byDay = new Map(days.map((one) => [one.day, one]));
  const readFrom = (i: number) => {
    const some = days.slice(i, i + step);
    const wanted = new Set(some.flatMap((one) => one.indices));
    const names = some.map(({ day }) => day);
    return readPackedDays(
      db,
      ids,
      names,
      [...wanted].toSorted((a, b) => a - b),
    );
  };
  let columns = toColumns([]);
  let columnIds: readonly string[] = [];
  let next = days.length > 0 ? readFrom(0) : null;
  for (let i = step; next; i += step) {
    const found: PackedDay[] = await next;
    next = i < days.length ? readFrom(i) : null;
    // A failure is thrown where it is awaited.
    next?.catch(() => undefined);
    for (const day of found) {
      if (!isSame(columnIds, day.locationIds)) {
        columnIds = day.locationIds;
        columns = toColumns(columnIds.map((id) => reaches.get(id)!));
      }
      const { indices } = byDay.get(day.day)!;
      const positions = new Map(day.indices.map((index, position) => [index, position]));
      yield { columns, day, at: indices.map((index) => positions.get(index)!) };
    }
  }
}
