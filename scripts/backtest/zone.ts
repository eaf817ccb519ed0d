import { BacktestError } from "./problem.ts";
import type { Stamp } from "./stamps.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** How far a clock is ahead of UTC, in milliseconds, at a moment. */
export type OffsetAt = (ms: number) => number;

function readOffset(format: Intl.DateTimeFormat, ms: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(ms)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute) - ms;
}

/**
 * The clock of a time zone such as `Europe/Amsterdam` or `UTC`.
 * @throws BacktestError when there is no such zone.
 */
export function clockOf(zone: string): OffsetAt {
  const known = new Map<number, number>();
  try {
    const format = new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
    });
    return (ms) => {
      const hour = Math.floor(ms / HOUR_MS);
      const offset = known.get(hour) ?? readOffset(format, hour * HOUR_MS);
      known.set(hour, offset);
      return offset;
    };
  } catch {
    throw new BacktestError(
      `--zone takes a time zone such as Europe/Amsterdam; "${zone}" is none.`,
    );
  }
}

/**
 * Moments of stamps read on this clock, in the file's order. An hour that the clock shows twice is
 * the earlier one first and the later one once the file has come past it.
 */
export function momentsOn(clock: OffsetAt, stamps: readonly (Stamp | null)[]): number[] {
  let previousMs = -Infinity;
  return stamps.map((stamp) => {
    if (!stamp) return NaN;
    const earlier = stamp.clockMs - clock(stamp.clockMs - 24 * HOUR_MS);
    const later = stamp.clockMs - clock(stamp.clockMs + 24 * HOUR_MS);
    const fits = [earlier, later].filter((ms) => ms + clock(ms) === stamp.clockMs);
    const ms = fits.find((candidate) => candidate > previousMs) ?? fits.at(-1) ?? later;
    previousMs = ms;
    return ms;
  });
}

/** Moments of stamps that carry their own offset; those without are NaN. */
export const momentsAsWritten = (stamps: readonly (Stamp | null)[]): number[] =>
  stamps.map((stamp) =>
    stamp && stamp.offsetMinutes !== null ? stamp.clockMs - stamp.offsetMinutes * MINUTE_MS : NaN,
  );
