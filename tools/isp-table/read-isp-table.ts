import { parse } from "csv-parse/sync";
import {
  dayAt,
  HOUR_MS,
  isAmbiguousTime,
  localMinute,
  offsetAt,
  QUARTER_MS,
} from "../../lib/time/amsterdam.ts";
import { localToInstants } from "../../lib/time/local-input.ts";
import { Refusal } from "../meter-csv/refused-rows.ts";

/** The columns of a file, and how its stamps are read. */
export interface TableColumns<Name extends string> {
  time: string;
  values: Partial<Record<Name, string>>;
  /** Stamps without an offset are UTC; otherwise they are local time. */
  utc: boolean;
  /** What a cell is, in errors. */
  noun: string;
  /** Whether rows may be hours, which become four quarter-hours. */
  allowsHours: boolean;
}

/** The values of an ISP that starts at `ms`. */
export interface IspRow<Name extends string> {
  ms: number;
  values: Partial<Record<Name, number>>;
}

const STAMP =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;
const DUTCH_STAMP = /^(\d{2})[-/](\d{2})[-/](\d{4})[T ](\d{2}):(\d{2})(?::\d{2})?$/;

/** A stamp as UTC milliseconds of its digits, and its offset if it has one. */
function parseStamp(text: string): { digitsMs: number; offset: string | undefined } | undefined {
  const iso = STAMP.exec(text);
  const dutch = iso ? null : DUTCH_STAMP.exec(text);
  const digits = iso
    ? `${iso[1]}-${iso[2]}-${iso[3]}T${iso[4]}:${iso[5]}:00Z`
    : dutch && `${dutch[3]}-${dutch[2]}-${dutch[1]}T${dutch[4]}:${dutch[5]}:00Z`;
  const digitsMs = digits ? Date.parse(digits) : NaN;
  return Number.isNaN(digitsMs) ? undefined : { digitsMs, offset: iso?.[6] };
}

function offsetMs(offset: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  if (!sign) return 0;
  return (sign === "-" ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * 60_000);
}

/** Reads stamps in order: of a repeated local hour the second time comes after the first. */
function createClock(utc: boolean) {
  let lastMs = -Infinity;
  return (text: string, cell: string): number => {
    const stamp = parseStamp(text);
    if (!stamp) throw new Refusal(`${cell}: ${text || "an empty cell"} is no time.`);
    const { digitsMs, offset } = stamp;
    if (offset !== undefined || utc) return (lastMs = digitsMs - offsetMs(offset ?? "Z"));
    const instants = localToInstants(new Date(digitsMs).toISOString().slice(0, 16));
    if (instants.length === 0) throw new Refusal(`${cell}: the local time ${text} does not exist.`);
    return (lastMs = instants.find((one) => one > lastMs) ?? instants[0]!);
  };
}

/** A number with a decimal point or a decimal comma. */
function parseNumber(text: string, cell: string, noun: string): number {
  const plain = /^-?[\d.]+,\d+$/.test(text) ? text.replaceAll(".", "").replace(",", ".") : text;
  const number = Number(plain);
  if (text === "" || !Number.isFinite(number))
    throw new Refusal(`${cell}: ${text || "an empty cell"} is no ${noun}.`);
  return number;
}

const DELIMITERS = [";", "\t", ","] as const;
const delimiterOf = (text: string) => {
  const head = text.split("\n", 1)[0]!;
  return DELIMITERS.find((one) => head.includes(one)) ?? ",";
};

/**
 * The rows of a file, per ISP in order.
 * @throws Refusal with the line and column of a wrong cell, or the times that a local day lacks
 */
export function readIspTable<Name extends string>(
  text: string,
  columns: TableColumns<Name>,
): IspRow<Name>[] {
  const rows = parse(text, {
    bom: true,
    trim: true,
    skip_empty_lines: true,
    columns: true,
    info: true,
    delimiter: delimiterOf(text),
  }) as unknown as { record: Record<string, string>; info: { lines: number } }[];
  if (rows.length === 0) throw new Refusal("The file has no rows.");
  const named = Object.entries(columns.values) as [Name, string][];
  for (const name of [columns.time, ...named.map(([, column]) => column)])
    if (rows[0]!.record[name] === undefined) throw new Refusal(`The file has no column ${name}.`);
  const toMs = createClock(columns.utc);
  const found = new Map<number, IspRow<Name>["values"]>();
  for (const { record, info } of rows) {
    const cellOf = (column: string) => `Line ${info.lines}, column ${column}`;
    const stamp = record[columns.time]!;
    const cell = cellOf(columns.time);
    const ms = toMs(stamp, cell);
    if (found.has(ms)) throw new Refusal(`${cell}: ${stamp} is there twice.`);
    if (ms % QUARTER_MS !== 0)
      throw new Refusal(`${cell}: ${stamp} is no start of a quarter-hour.`);
    const values = named.map(
      ([name, column]) =>
        [name, parseNumber(record[column]!, cellOf(column), columns.noun)] as const,
    );
    found.set(ms, Object.fromEntries(values) as IspRow<Name>["values"]);
  }
  return toWholeDays(found, columns.allowsHours).map(([ms, values]) => ({ ms, values }));
}

/** Each local day must be whole: 92, 96 or 100 quarter-hours, or 23, 24 or 25 hours. */
function toWholeDays<Values>(
  found: ReadonlyMap<number, Values>,
  allowsHours: boolean,
): [number, Values][] {
  const days = new Set([...found.keys()].map((ms) => dayAt(ms).startMs));
  return [...days]
    .sort((a, b) => a - b)
    .flatMap((dayMs) => {
      const { startMs, endMs, date } = dayAt(dayMs);
      const starts = [...found.keys()].filter((ms) => ms >= startMs && ms < endMs);
      const isHourly = allowsHours && starts.every((ms) => ms % HOUR_MS === 0);
      const stepMs = isHourly ? HOUR_MS : QUARTER_MS;
      const entries: [number, Values][] = [];
      const missing: string[] = [];
      for (let ms = startMs; ms < endMs; ms += QUARTER_MS) {
        const values = found.get(ms - (ms % stepMs));
        if (values) entries.push([ms, values]);
        else if (ms % stepMs === 0) missing.push(`${localMinute(ms).slice(11)}${suffixOf(ms)}`);
      }
      if (missing.length > 0)
        throw new Refusal(
          `${date} lacks ${missing.length} of ${(endMs - startMs) / stepMs} rows: ${missing.slice(0, 12).join(", ")}${missing.length > 12 ? ", …" : ""}.`,
        );
      return entries;
    });
}

/** Tells the two hours apart that have the same local time in October. */
const suffixOf = (ms: number) =>
  isAmbiguousTime(ms) ? (offsetAt(ms) === 2 * HOUR_MS ? " (summer time)" : " (winter time)") : "";
