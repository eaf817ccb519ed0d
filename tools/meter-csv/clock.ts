import { countedFrom, toInstants, type Zone } from "./zone.ts";

export type Direction = "ascending" | "descending" | "mixed";

/** A row with its local time. */
export interface Timed {
  wallMs: number;
  offsetMs: number | undefined;
}

export interface ClockSettings {
  zone: Zone;
  /** Whether offsets in timestamps are trusted. */
  offsets: "kept" | "ignored";
  stamps: "start" | "end";
  direction: Direction;
  intervalMs: number;
}

/** The result of a row: its moment, or why it has none. */
export type ClockFacts<T> = { row: T; ms: number } | { row: T; reason: string };

export interface Clock<T> {
  /** Adds the next row; returns the rows whose moment is now known. */
  take(row: T): ClockFacts<T>[];
  /** Returns the remaining rows at the end of the file. */
  end(): ClockFacts<T>[];
}

const NO_SUCH_TIME = "the clock is put forward then: this local time does not exist";
const NO_ORDER = "this local time comes twice, and the file is not in order of time";
const REPEATED_HOUR_ONCE =
  "the hour that comes twice stands once; taken as the first, in summer time";

/**
 * Finds which rows of an hour that comes twice are the second time. Rows are given in the order of
 * time. After a step back, or when a reading is repeated, the second time has come:
 *
 *     02:00 02:15 02:30 02:45 │ 02:00 02:15 02:30 02:45     02:00 02:00 02:15 02:15 …
 *     first                   │ second                      first second first second
 */
function secondTime(zone: Zone, walls: readonly number[]): boolean[] {
  const back = walls.findIndex((wall, i) => i > 0 && wall < (walls[i - 1] ?? wall));
  if (back > 0) return walls.map((_, i) => i >= back);
  const endsTheHour = (wall: number, i: number) =>
    toInstants(zone, wall).length === 1 && walls.lastIndexOf(wall) === i;
  return walls.map((wall, i) => walls.indexOf(wall) < i || endsTheHour(wall, i));
}

/**
 * The moments a timestamp can mean. 02:00 at the end of the last interval before a skipped hour
 * means 03:00.
 */
function possible(wallMs: number, { zone, stamps, intervalMs }: ClockSettings): number[] {
  const moments = toInstants(zone, wallMs);
  if (stamps === "start") return moments;
  const starts = toInstants(zone, wallMs - intervalMs);
  if (moments.length === 0) return starts.map((ms) => ms + intervalMs);
  return starts.length === 2 ? starts : moments;
}

/**
 * Assigns each row of a file its moment. Timestamps with an offset have one; others are in the time
 * zone, and in the repeated hour their order decides.
 * @param note receives each assumption as a sentence
 */
export function createClock<T extends Timed>(
  settings: ClockSettings,
  note: (sentence: string) => void = () => {},
): Clock<T> {
  const { zone, offsets } = settings;
  let held: T[] = [];

  function release(): ClockFacts<T>[] {
    if (held.length === 0) return [];
    const rows = settings.direction === "descending" ? held.toReversed() : held;
    held = [];
    if (settings.direction === "mixed") return rows.map((row) => ({ row, reason: NO_ORDER }));
    const second = secondTime(
      zone,
      rows.map(({ wallMs }) => wallMs),
    );
    const day = new Date(rows[0]?.wallMs ?? 0).toISOString().slice(0, 10);
    const once = rows.every((row, i) => !second[i] || toInstants(zone, row.wallMs).length === 1);
    if (once) note(`${day}: ${REPEATED_HOUR_ONCE}.`);
    const facts = rows.map((row, i): ClockFacts<T> => {
      return { row, ms: countedFrom(zone, row.wallMs, second[i] ? "day after" : "day before") };
    });
    return settings.direction === "descending" ? facts.reverse() : facts;
  }

  function take(row: T): ClockFacts<T>[] {
    if (row.offsetMs !== undefined && offsets === "kept") {
      return [{ row, ms: row.wallMs - row.offsetMs }];
    }
    const [ms, second] = possible(row.wallMs, settings);
    if (second !== undefined) {
      held.push(row);
      return [];
    }
    const facts: ClockFacts<T> = ms === undefined ? { row, reason: NO_SUCH_TIME } : { row, ms };
    return [...release(), facts];
  }

  return { take, end: release };
}
