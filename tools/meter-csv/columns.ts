import { valueColumns, type Layout } from "./layout.ts";
import { Refusal } from "./refused-rows.ts";
import { unitIn, type Unit } from "./numbers.ts";
import { endOfInterval } from "./header-keywords.ts";

/** The columns with the moment: one with both, or a date and a time. */
export interface StampColumns {
  date: number;
  time: number | undefined;
  /** Which end they mark according to the header. */
  marks: "start" | "end" | undefined;
}

/** The value of a row: the sum of `plus` − the sum of `minus`. */
export interface ValueColumns {
  plus: number[];
  minus: number[];
}

const ofKind = ({ kinds }: Layout, kind: string) =>
  kinds.flatMap((one, i) => (one === kind ? [i] : []));

/** Selects the columns with the moment; of a pair from–to, the start. */
export function stampColumns(layout: Layout): StampColumns {
  const marks = (column: number | undefined) => endOfInterval(layout.headers[column ?? -1] ?? "");
  const startFirst = (columns: number[]) =>
    columns.find((one) => marks(one) === "start") ??
    columns.find((one) => marks(one) !== "end") ??
    columns[0];
  const moments = ofKind(layout, "moment");
  const moment = startFirst(moments);
  if (moment !== undefined) {
    const neighbour = moments.length > 1 && moments.some((one) => marks(one) === "end");
    const end = marks(moment) ?? (neighbour ? "start" : undefined);
    return { date: moment, time: undefined, marks: end };
  }
  const date = startFirst(ofKind(layout, "date"));
  const times = ofKind(layout, "time");
  const time = startFirst(times);
  if (date === undefined || time === undefined) throw new Refusal("No date and time found.");
  const hasOtherEnd = times.some((one) => one !== time && marks(one) === "end");
  return { date, time, marks: marks(time) ?? (hasOtherEnd ? "start" : marks(date)) };
}

/** The headers of columns, for a message. */
export const named = (layout: Layout, columns: readonly number[]): string =>
  columns.map((column) => `"${layout.headers[column]}"`).join(", ");

/**
 * The column with this header, ignoring case.
 * @throws Refusal with the numeric columns
 */
export function columnNamed(name: string, layout: Layout): number {
  const same = (header: string) => header.trim().toLowerCase() === name.trim().toLowerCase();
  const column = layout.headers.findIndex(same);
  if (column >= 0) return column;
  const all = named(layout, valueColumns(layout));
  throw new Refusal(`There is no column "${name}"; those with numbers are ${all}.`);
}

/**
 * The unit of the values, from the header, or from a separate column or line; undefined if there is
 * none.
 * @throws Refusal when the columns differ in unit
 */
export function parseUnit(
  layout: Layout,
  columns: readonly number[],
  firstCells: readonly string[],
): Unit | undefined {
  const inHeader = new Set(columns.map((column) => unitIn(layout.headers[column] ?? "")));
  const neighbour = firstCells.find((cell) => /^[km]?wh?$/i.test(cell.trim()));
  const [unit] = inHeader;
  if (inHeader.size > 1) {
    throw new Refusal(`${named(layout, columns)} differ in unit: name one with --column.`);
  }
  return unit ?? unitIn(neighbour ?? layout.preamble);
}
