import { DAY_MS, offsetAt, QUARTER_MS, ZONE } from "../../lib/time/amsterdam.ts";
import { Refusal } from "./refused-rows.ts";

/** The clock of a time zone. */
export interface Zone {
  name: string;
  /** The UTC offset at a moment, in milliseconds. */
  offsetMs(ms: number): number;
}

function readOffset(format: Intl.DateTimeFormat, ms: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(ms)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute) - ms;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const date = { year: "numeric", month: "numeric", day: "numeric" } as const;
  const time = { hour: "numeric", minute: "numeric", hourCycle: "h23" } as const;
  try {
    return new Intl.DateTimeFormat("en-GB", { timeZone, ...date, ...time });
  } catch {
    throw new Refusal(`--zone takes a time zone such as Europe/Amsterdam; "${timeZone}" is none.`);
  }
}

/**
 * The clock of a time zone such as `UTC`; `local` is Europe/Amsterdam.
 * @throws Refusal for an unknown zone
 */
export function zoneNamed(given: string): Zone {
  if (given.toLowerCase() === "local") return AMSTERDAM;
  const format = formatOf(given);
  const cached = new Map<number, number>();
  const offsetMs = (ms: number) => {
    const quarterMs = Math.floor(ms / QUARTER_MS) * QUARTER_MS;
    const offset = cached.get(quarterMs) ?? readOffset(format, quarterMs);
    cached.set(quarterMs, offset);
    return offset;
  };
  return { name: format.resolvedOptions().timeZone, offsetMs };
}

export const UTC: Zone = { name: "UTC", offsetMs: () => 0 };
export const AMSTERDAM: Zone = { name: ZONE, offsetMs: offsetAt };

/** The moment of a local time, with the offset of the day before or the day after. */
function countedFrom(zone: Zone, wallMs: number, side: "day before" | "day after"): number {
  return wallMs - zone.offsetMs(wallMs + (side === "day before" ? -DAY_MS : DAY_MS));
}

/**
 * The moments of a local time: one; none in the hour skipped in spring; two in the hour repeated in
 * autumn, earliest first.
 */
function toInstants(zone: Zone, wallMs: number): number[] {
  const first = countedFrom(zone, wallMs, "day before");
  const second = countedFrom(zone, wallMs, "day after");
  if (first === second) return [first];
  return [first, second].filter((ms) => ms + zone.offsetMs(ms) === wallMs);
}

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
