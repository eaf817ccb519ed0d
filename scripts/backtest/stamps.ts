/** A moment as written: on the clock of its place, with the offset when one stands beside it. */
export interface Stamp {
  /** The written clock, as if it were UTC. */
  clockMs: number;
  /** Minutes ahead of UTC; `null` when the file does not say. */
  offsetMinutes: number | null;
}

/** Which of two numbers in front of a year is the day. */
export type DateOrder = "day first" | "month first";

const TIME = String.raw`(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([AaPp][Mm])?)?`;
const ZONE = String.raw`\s*(Z|UTC|GMT|CET|CEST|[+-]\d{2}:?(?:\d{2})?)?(?:\[.*\])?`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}${ZONE}$`);
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}),?${TIME}${ZONE}$`);
const COMPACT = /^(\d{4})(\d{2})(\d{2})[T ]?(\d{2}):?(\d{2})(?::?(\d{2}))?(Z)?$/;
const EPOCH = /^\d{9,10}(\.\d+)?$|^\d{12,13}$/;
const NAMED: Record<string, number> = { Z: 0, UTC: 0, GMT: 0, CET: 60, CEST: 120 };

function offsetOf(text: string | undefined): number | null {
  if (!text) return null;
  const named = NAMED[text];
  if (named !== undefined) return named;
  const digits = text.slice(1).replace(":", "").padEnd(4, "0");
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2, 4));
  return text.startsWith("-") ? -minutes : minutes;
}

function hourOf(text: string | undefined, half: string | undefined): number {
  const hour = Number(text ?? 0);
  if (!half) return hour;
  return (hour % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
}

type Parts = readonly (string | undefined)[];

function stampOf(year: string, month: string, day: string, [h, m, s, half, zone]: Parts) {
  const [y, mo, d, hour] = [Number(year), Number(month), Number(day), hourOf(h, half)];
  const clockMs = Date.UTC(y, mo - 1, d, hour, Number(m ?? 0), Number(s ?? 0));
  const date = new Date(Date.UTC(y, mo - 1, d));
  const exists = date.getUTCMonth() === mo - 1 && date.getUTCDate() === d && hour <= 24;
  return exists ? { clockMs, offsetMinutes: offsetOf(zone) } : null;
}

function epochOf(text: string): Stamp {
  const value = Number(text);
  return { clockMs: text.length >= 12 && value > 1e11 ? value : value * 1000, offsetMinutes: 0 };
}

/**
 * Reads a moment: ISO dates with or without offset, day or month first, `YYYYMMDDHHMM`, seconds or
 * milliseconds since 1970. `null` when it is none.
 */
export function readStamp(cell: string, order: DateOrder): Stamp | null {
  const text = cell.trim();
  const compact = COMPACT.exec(text);
  if (compact && Number(compact[1]) >= 1990 && Number(compact[1]) < 2100) {
    const [, y, mo, d, h, m, s, zone] = compact;
    return stampOf(y!, mo!, d!, [h, m, s, undefined, zone]);
  }
  if (EPOCH.test(text)) return epochOf(text);
  const iso = YEAR_FIRST.exec(text);
  if (iso) return stampOf(iso[1]!, iso[2]!, iso[3]!, iso.slice(4));
  const european = YEAR_LAST.exec(text);
  if (!european) return null;
  const [, a, b, year, ...rest] = european;
  return order === "day first" ? stampOf(year!, b!, a!, rest) : stampOf(year!, a!, b!, rest);
}

/** Which number is the day, seen from all cells: day first unless only the second passes 12. */
export function dateOrderOf(cells: readonly string[]): DateOrder {
  let second = 0;
  for (const cell of cells) {
    const european = YEAR_LAST.exec(cell.trim());
    if (!european) continue;
    if (Number(european[1]) > 12) return "day first";
    second = Math.max(second, Number(european[2]));
  }
  return second > 12 ? "month first" : "day first";
}
