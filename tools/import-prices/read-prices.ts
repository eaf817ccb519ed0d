import { parse } from "csv-parse/sync";
import type { PriceEntry } from "../../lib/contract/prices.ts";
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
export interface PriceColumns {
  time: string;
  values: Partial<Record<"price" | "long" | "short", string>>;
  /** Stamps without an offset are UTC; otherwise they are local time. */
  utc: boolean;
}

type Values = Omit<PriceEntry, "time">;

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
  return (text: string, line: number): number => {
    const stamp = parseStamp(text);
    if (!stamp) throw new Refusal(`Line ${line}: ${text || "an empty cell"} is no time.`);
    const { digitsMs, offset } = stamp;
    if (offset !== undefined || utc) return (lastMs = digitsMs - offsetMs(offset ?? "Z"));
    const instants = localToInstants(new Date(digitsMs).toISOString().slice(0, 16));
    if (instants.length === 0)
      throw new Refusal(`Line ${line}: the local time ${text} does not exist.`);
    return (lastMs = instants.find((one) => one > lastMs) ?? instants[0]!);
  };
}

/** A number with a decimal point or a decimal comma. */
function parseNumber(text: string, line: number): number {
  const plain = /^-?[\d.]+,\d+$/.test(text) ? text.replaceAll(".", "").replace(",", ".") : text;
  const number = Number(plain);
  if (text === "" || !Number.isFinite(number))
    throw new Refusal(`Line ${line}: ${text || "an empty cell"} is no price.`);
  return number;
}

const DELIMITERS = [";", "\t", ","] as const;
const delimiterOf = (text: string) => {
  const head = text.split("\n", 1)[0]!;
  return DELIMITERS.find((one) => head.includes(one)) ?? ",";
};

/**
 * The prices of a file, per ISP. Hours become four quarter-hours.
 * @throws Refusal with the line of a wrong cell, or the times that a local day lacks
 */
export function readPriceFile(text: string, columns: PriceColumns): PriceEntry[] {
  const rows = parse(text, {
    bom: true,
    trim: true,
    skip_empty_lines: true,
    columns: true,
    delimiter: delimiterOf(text),
  }) as Record<string, string>[];
  if (rows.length === 0) throw new Refusal("The file has no rows.");
  const named = Object.entries(columns.values) as [keyof Values, string][];
  for (const name of [columns.time, ...named.map(([, column]) => column)])
    if (rows[0]![name] === undefined) throw new Refusal(`The file has no column ${name}.`);
  const toMs = createClock(columns.utc);
  const found = new Map<number, Values>();
  rows.forEach((row, i) => {
    const line = i + 2;
    const ms = toMs(row[columns.time]!, line);
    if (found.has(ms)) throw new Refusal(`Line ${line}: ${row[columns.time]} is there twice.`);
    if (ms % QUARTER_MS !== 0)
      throw new Refusal(`Line ${line}: ${row[columns.time]} is no start of a quarter-hour.`);
    const values = named.map(([name, column]) => [name, parseNumber(row[column]!, line)] as const);
    found.set(ms, Object.fromEntries(values));
  });
  return toWholeDays(found).map(([ms, values]) => ({
    time: new Date(ms).toISOString(),
    ...values,
  }));
}

/** Each local day must be whole: 92, 96 or 100 quarter-hours, or 23, 24 or 25 hours. */
function toWholeDays(found: ReadonlyMap<number, Values>): [number, Values][] {
  const days = new Set([...found.keys()].map((ms) => dayAt(ms).startMs));
  return [...days]
    .sort((a, b) => a - b)
    .flatMap((dayMs) => {
      const { startMs, endMs, date } = dayAt(dayMs);
      const starts = [...found.keys()].filter((ms) => ms >= startMs && ms < endMs);
      const stepMs = starts.every((ms) => ms % HOUR_MS === 0) ? HOUR_MS : QUARTER_MS;
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
