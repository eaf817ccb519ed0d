import { RowRefusal } from "./refused-rows.ts";
import { DAY_MS } from "../../lib/time/amsterdam.ts";

export type DateOrder = "day-first" | "month-first";

/** A moment as written. */
export interface Stamp {
  /** The local time as if it were UTC, in milliseconds. */
  wallMs: number;
  /** The UTC offset in milliseconds; undefined if the timestamp has none. */
  offsetMs: number | undefined;
}

const YEAR_FIRST = /^(?=\d{4}[-/.]|\d{8})((?:19|20)\d{2})([-/.]?)(\d{1,2})\2(\d{1,2})(?!\d*[-/.])/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;
const TIME =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?:\s*([ap])m\b)?|^(\d{2})(\d{2})(\d{2})?(?!\d)/i;
const OFFSET = /^\s*(?:(Z|UTC|GMT|CET|CEST)|([+-])(\d{2}):?(\d{2})?)(?:\[.*\])?(?!\S)/i;
const NAMED_HOURS: Record<string, number> = { CET: 1, CEST: 2 };
const UNTIL = /^(?:\s*(?:-|–|tot|to|\/)\s*\d.*)?$/i;
const EPOCH = /^1\d{9}(?:\d{3})?(?:\.\d+)?$/;

interface DateRead {
  dayMs: number;
  rest: string;
}

function dayOf(year: number, month: number, day: number): number {
  const dayMs = Date.UTC(year, month - 1, day);
  const date = new Date(dayMs);
  const same = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!same) throw new RowRefusal("there is no such date");
  return dayMs;
}

function readDate(text: string, order: DateOrder): DateRead | undefined {
  const first = YEAR_FIRST.exec(text);
  if (first) {
    const [whole, year, , month, day] = first;
    return {
      dayMs: dayOf(Number(year), Number(month), Number(day)),
      rest: text.slice(whole.length),
    };
  }
  const last = YEAR_LAST.exec(text);
  if (!last) return undefined;
  const [whole, one, , two, written] = last;
  const year = Number(written) + (written?.length === 2 ? 2000 : 0);
  const [day, month] = order === "day-first" ? [one, two] : [two, one];
  return { dayMs: dayOf(year, Number(month), Number(day)), rest: text.slice(whole.length) };
}

function readTime(text: string): { ms: number; rest: string } | undefined {
  const found = TIME.exec(text);
  if (!found) return undefined;
  const half = found[4]?.toLowerCase();
  const written = Number(found[1] ?? found[5]);
  const hour = half ? (written % 12) + (half === "p" ? 12 : 0) : written;
  const minute = Number(found[2] ?? found[6]);
  const second = Number(found[3] ?? found[7] ?? 0);
  const ms = ((hour * 60 + minute) * 60 + second) * 1000;
  if (minute > 59 || second > 59 || ms > DAY_MS) throw new RowRefusal("there is no such time");
  return { ms, rest: text.slice(found[0].length) };
}

function readOffset(text: string): number | undefined {
  const found = OFFSET.exec(text);
  if (!found && UNTIL.test(text)) return undefined;
  if (!found) throw new RowRefusal("the date and time cannot be read");
  if (found[1]) return (NAMED_HOURS[found[1].toUpperCase()] ?? 0) * 3_600_000;
  const minutes = Number(found[3]) * 60 + Number(found[4] ?? 0);
  return (found[2] === "-" ? -1 : 1) * minutes * 60_000;
}

/** Evidence of the date order: which part cannot be a month. */
export function orderEvidence(text: string): DateOrder | "either" | undefined {
  const found = YEAR_LAST.exec(text.trim());
  if (!found) return undefined;
  if (Number(found[1]) > 12) return "day-first";
  return Number(found[3]) > 12 ? "month-first" : "either";
}

/**
 * Parses a date and a time in one text: ISO, day or month first, or epoch seconds or milliseconds.
 * A suffix such as `- 00:15` is ignored; 24:00 is the next midnight.
 * @throws RowRefusal when there is none
 */
export function readStamp(given: string, order: DateOrder): Stamp {
  const text = given.trim();
  if (text === "") throw new RowRefusal("there is no date and time");
  if (EPOCH.test(text)) {
    const number = Number(text);
    return { wallMs: number > 1e11 ? number : number * 1000, offsetMs: 0 };
  }
  const date = readDate(text, order);
  const time = date && readTime(date.rest.replace(/^[T\s,]+/, ""));
  if (!date || !time) throw new RowRefusal("the date and time cannot be read");
  return { wallMs: date.dayMs + time.ms, offsetMs: readOffset(time.rest) };
}

export type CellKind = "moment" | "date" | "time" | "other";

/** The date and time parts of a cell, in any date order. */
export function getCellKind(cell: string): CellKind {
  const text = cell.trim();
  if (EPOCH.test(text)) return "moment";
  const order = orderEvidence(text) === "month-first" ? "month-first" : "day-first";
  try {
    const date = readDate(text, order);
    if (date) {
      if (date.rest === "") return "date";
      readStamp(text, order);
      return "moment";
    }
    return text.includes(":") && readTime(text) ? "time" : "other";
  } catch {
    return "other";
  }
}
