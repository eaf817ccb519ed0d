import type { ClockSettings, Zone } from "./clock.ts";
import { named, stampColumns, parseUnit, type ValueColumns } from "./columns.ts";
import {
  decideDecimal,
  decideInterval,
  decideOrder,
  decideReadings,
  decideStamps,
  decideZone,
} from "./infer.ts";
import { type Decimal, isEnergy, type Unit } from "./numbers.ts";
import { Refusal } from "./refused-rows.ts";
import { readRows, type Source } from "./source.ts";
import { surveyFormats, surveySeries, type Writing } from "./sniff.ts";
import { DAY_MS } from "../../lib/time/amsterdam.ts";
import { parseArgs, type ParseArgsConfig } from "node:util";

/** What a caller specifies about a file; the rest is inferred. */
export interface StatedFacts {
  unit?: Unit | undefined;
  decimal?: Decimal | undefined;
  values?: "interval" | "readings" | undefined;
  stamps?: "start" | "end" | undefined;
  /** Takes precedence over offsets in timestamps. */
  zone?: Zone | undefined;
}

/** The complete settings for reading a series of a file. */
export interface Plan {
  source: Source;
  writing: Writing;
  values: ValueColumns;
  unit: Unit;
  readings: boolean;
  intervalMinutes: number;
  clock: ClockSettings;
  withOffset: boolean;
  /** Rows in the file, how often their time goes back, and their span extended for any zone. */
  rows: number;
  stepsBack: number;
  fromMs: number;
  toMs: number;
  /** The assumptions, as sentences. */
  notes: string[];
}

/**
 * Infers the settings of a series of a file by reading it twice without storing it.
 * @param scaleMatters whether an unknown unit or decimal sign is an error instead of an assumption
 * @throws Refusal with what cannot be inferred and the option that sets it
 */
export async function understand(
  source: Source,
  values: ValueColumns,
  stated: StatedFacts,
  scaleMatters: boolean,
): Promise<Plan> {
  const notes: string[] = [];
  const note = (sentence: string) => void notes.push(sentence);
  const { layout } = source;
  const stamp = stampColumns(layout);
  const columns = [...values.plus, ...values.minus];
  const formats = await surveyFormats(readRows(source), stamp, columns);
  const statedUnit = stated.unit ?? parseUnit(layout, columns, formats.firstCells);
  if (!statedUnit && scaleMatters) throw new Refusal(unitless(named(layout, columns)));
  const decimal = decideDecimal(formats, stated.decimal, scaleMatters, note);
  const writing = { stamp, columns, order: decideOrder(formats, note), decimal };
  const series = await surveySeries(readRows(source), writing);
  if (Number.isNaN(series.minMs)) throw new Refusal("No row has a moment and a value.");
  const intervalMinutes = decideInterval(series);
  const unit = statedUnit ?? (series.rises ? "kWh" : "kW");
  if (!statedUnit) note(`No unit is named: taken as ${unit}.`);
  const headers = columns.map((column) => layout.headers[column] ?? "");
  const readings = decideReadings(headers, unit, series, stated.values);
  const stamps = readings ? "start" : decideStamps(stamp, series, stated.stamps, note);
  const { direction, withOffset, stepsBack } = series;
  if (readings && direction === "mixed") {
    throw new Refusal("Meter readings must stand in order of time: sort the file first.");
  }
  const zone = decideZone(layout, stamp, stated.zone);
  const intervalMs = intervalMinutes * 60_000;
  const offsets = stated.zone ? "ignored" : "kept";
  const clock: ClockSettings = { zone, offsets, stamps, direction, intervalMs };
  const span = { fromMs: series.minMs - DAY_MS, toMs: series.maxMs + DAY_MS };
  const counts = { rows: formats.rows, stepsBack, ...span };
  const found = { unit, readings, intervalMinutes, clock, withOffset, notes };
  return { source, writing, values, ...found, ...counts };
}

const unitless = (names: string) =>
  `The unit of ${names} is not in the file: give --unit kWh, kW, Wh, W, MW or MWh.`;

const DELIMITERS = {
  ";": "delimiter ;",
  ",": "delimiter ,",
  "\t": "delimiter tab",
  "|": "delimiter |",
};

function clockName({ withOffset, clock: { zone, offsets } }: Plan): string {
  if (withOffset && offsets === "kept") return "timestamps include an offset";
  return zone.name === "UTC" ? "UTC" : `local time ${zone.name}`;
}

/** The inferred settings of a file as text, one per line. */
export function describePlan(plan: Plan): string[] {
  const { unit, clock, intervalMinutes, source } = plan;
  const meaning = isEnergy(unit) ? `${unit} per interval` : `average ${unit}`;
  return [
    source.encoding,
    DELIMITERS[source.layout.delimiter],
    `decimal ${plan.writing.decimal}`,
    clockName(plan),
    ...(plan.readings ? [] : [`stamps mark the ${clock.stamps}`]),
    `${intervalMinutes} ${intervalMinutes === 1 ? "minute" : "minutes"}`,
    ...(clock.direction === "ascending" ? [] : [`${clock.direction} order`]),
    plan.readings ? `${unit} meter readings` : meaning,
  ];
}

/**
 * Parses a command's arguments.
 * @throws Refusal with the usage when an option is unknown
 */
export function readOptions<T extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: T,
  usage: string,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\n${usage}`);
  }
}

/**
 * The value of an option, ignoring case; undefined if it was not given.
 * @throws Refusal with the allowed values
 */
export function oneOf<const T extends string>(
  name: string,
  given: string | undefined,
  allowed: readonly T[],
): T | undefined {
  if (given === undefined) return undefined;
  const found = allowed.find((word) => word.toLowerCase() === given.toLowerCase());
  if (found) return found;
  throw new Refusal(`--${name} takes ${allowed.join(", ")}; "${given}" is none of them.`);
}
