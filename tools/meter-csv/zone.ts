import { DAY_MS, offsetAt, QUARTER_MS, ZONE } from "../../lib/time/amsterdam.ts";
import { Refusal } from "./csv-error.ts";

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
  const known = new Map<number, number>();
  const offsetMs = (ms: number) => {
    const quarterMs = Math.floor(ms / QUARTER_MS) * QUARTER_MS;
    const offset = known.get(quarterMs) ?? readOffset(format, quarterMs);
    known.set(quarterMs, offset);
    return offset;
  };
  return { name: format.resolvedOptions().timeZone, offsetMs };
}

export const UTC: Zone = { name: "UTC", offsetMs: () => 0 };
export const AMSTERDAM: Zone = { name: ZONE, offsetMs: offsetAt };

/** The moment of a local time, with the offset of the day before or the day after. */
export function countedFrom(zone: Zone, wallMs: number, side: "day before" | "day after"): number {
  return wallMs - zone.offsetMs(wallMs + (side === "day before" ? -DAY_MS : DAY_MS));
}

/**
 * The moments of a local time: one; none in the hour skipped in spring; two in the hour repeated in
 * autumn, earliest first.
 */
export function toInstants(zone: Zone, wallMs: number): number[] {
  const first = countedFrom(zone, wallMs, "day before");
  const second = countedFrom(zone, wallMs, "day after");
  if (first === second) return [first];
  return [first, second].filter((ms) => ms + zone.offsetMs(ms) === wallMs);
}
