import type { Direction } from "./clock.ts";
import type { StampColumns } from "./columns.ts";
import { decimalEvidence, readNumber, type Decimal } from "./numbers.ts";
import { RowRefusal } from "./refused-rows.ts";
import type { FileRow } from "./source.ts";
import { orderEvidence, readStamp, type DateOrder } from "./timestamps.ts";
import { DAY_MS } from "../../lib/time/amsterdam.ts";

const DAY_OF_QUARTERS = 96;

type Rows = AsyncIterable<FileRow> | Iterable<FileRow>;

/** How often each notation occurs in a file. */
export interface Formats {
  rows: number;
  order: Record<DateOrder | "either", number>;
  decimal: Record<Decimal | "either" | "hundreds", number>;
  /** An ambiguous number, as an example. */
  example: string;
  firstCells: string[];
}

/** Statistics of the moments and values of a file. */
export interface Series {
  /** Smallest and largest moment, possibly on another clock; NaN if no timestamp is readable. */
  minMs: number;
  maxMs: number;
  /** The local times of day of the first and the last. */
  firstInDayMs: number;
  lastInDayMs: number;
  withOffset: boolean;
  direction: Direction;
  /** Steps backwards. */
  stepsBack: number;
  /** The most frequent step; NaN with fewer than two timestamps. */
  stepMs: number;
  /** Whether every column only increases, except at meter replacements. */
  rises: boolean;
  counted: number;
  /** A first value this many times the largest step is a reading of a meter that ran before. */
  headStart: number;
}

/** The notation of rows, as needed to read moments and numbers. */
export interface Writing {
  stamp: StampColumns;
  columns: readonly number[];
  order: DateOrder;
  decimal: Decimal;
}

/** The text of a row's moment: its date and time joined. */
export const stampText = ({ cells }: FileRow, { date, time }: StampColumns): string =>
  time === undefined ? (cells[date] ?? "") : `${cells[date] ?? ""} ${cells[time] ?? ""}`;

/** First pass: the notations of dates and numbers. */
export async function surveyFormats(
  rows: Rows,
  stamp: StampColumns,
  columns: readonly number[],
): Promise<Formats> {
  const order = { "day-first": 0, "month-first": 0, either: 0 };
  const decimal = { comma: 0, point: 0, either: 0, hundreds: 0 };
  const formats: Formats = { rows: 0, order, decimal, example: "", firstCells: [] };
  for await (const row of rows) {
    if (formats.rows++ === 0) formats.firstCells = row.cells;
    const written = orderEvidence(stampText(row, stamp));
    if (written) order[written]++;
    for (const column of columns) {
      const cell = row.cells[column] ?? "";
      const evidence = decimalEvidence(cell);
      if (evidence === "whole") continue;
      decimal[evidence]++;
      if (evidence === "either") formats.example = cell;
    }
  }
  return formats;
}

/** The result of a read function; undefined if the row has no readable value. */
function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RowRefusal) return undefined;
    throw error;
  }
}

const stampOf = (row: FileRow, { stamp, order }: Writing) =>
  ifReadable(() => readStamp(stampText(row, stamp), order));

const valuesOf = ({ cells }: FileRow, { columns, decimal }: Writing) =>
  ifReadable(() => columns.map((column) => readNumber(cells[column] ?? "", decimal)));

function directionOf(up: number, down: number): Direction {
  const [larger, smaller] = up >= down ? [up, down] : [down, up];
  // Clock changes and concatenated files cause a few backward steps.
  if (smaller > Math.max(3, larger / 100)) return "mixed";
  return up >= down ? "ascending" : "descending";
}

const commonest = (counts: Map<number, number>) =>
  [...counts].toSorted((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? NaN;

interface Rise {
  up: number;
  down: number;
  largest: number;
  first: number;
  last: number;
}

function follow(rise: Rise | undefined, value: number): Rise {
  if (!rise) return { up: 0, down: 0, largest: 0, first: value, last: value };
  const step = value - rise.last;
  if (step > 0) rise.up++;
  if (step < 0) rise.down++;
  rise.largest = Math.max(rise.largest, Math.abs(step));
  rise.last = value;
  return rise;
}

/** Whether a column only increases; over a day or more, except at a few meter replacements. */
function isRising({ up, down }: Rise, direction: Direction, rows: number): boolean {
  const [larger, smaller] = direction === "descending" ? [down, up] : [up, down];
  return (
    smaller === 0 || (rows >= DAY_OF_QUARTERS && larger > rows / 10 && smaller <= 2 + rows / 1000)
  );
}

const inDay = (ms: number) => ((ms % DAY_MS) + DAY_MS) % DAY_MS;

/** Second pass: the order, step and span of the moments, and whether values only increase. */
export async function surveySeries(rows: Rows, writing: Writing): Promise<Series> {
  const steps = new Map<number, number>();
  const rises: Rise[] = [];
  const span = { minMs: Infinity, maxMs: -Infinity, up: 0, down: 0, counted: 0 };
  const inDays = { firstInDayMs: NaN, lastInDayMs: NaN };
  let withOffset = false;
  let last: number | undefined;
  for await (const row of rows) {
    const stamp = stampOf(row, writing);
    if (!stamp) continue;
    const { wallMs, offsetMs } = stamp;
    withOffset ||= offsetMs !== undefined;
    const ms = wallMs - (offsetMs ?? 0);
    span.counted++;
    if (ms < span.minMs) [span.minMs, inDays.firstInDayMs] = [ms, inDay(wallMs)];
    if (ms > span.maxMs) [span.maxMs, inDays.lastInDayMs] = [ms, inDay(wallMs)];
    const step = Math.abs(ms - (last ?? ms));
    if (step > 0 && (steps.has(step) || steps.size < 10_000)) {
      steps.set(step, (steps.get(step) ?? 0) + 1);
    }
    if (last !== undefined && ms > last) span.up++;
    if (last !== undefined && ms < last) span.down++;
    last = ms;
    valuesOf(row, writing)?.forEach((value, i) => (rises[i] = follow(rises[i], value)));
  }
  const direction = directionOf(span.up, span.down);
  const rising = (one: Rise) => isRising(one, direction, span.counted);
  const start = (one: Rise) => (direction === "descending" ? one.last : one.first);
  const moving = rises.filter(({ largest }) => largest > 0);
  return {
    minMs: span.counted > 0 ? span.minMs : NaN,
    maxMs: span.counted > 0 ? span.maxMs : NaN,
    ...inDays,
    withOffset,
    direction,
    stepsBack: Math.min(span.up, span.down),
    stepMs: commonest(steps),
    rises: moving.length > 0 && rises.every(rising),
    counted: span.counted,
    headStart: Math.max(0, ...moving.map((one) => start(one) / one.largest)),
  };
}
