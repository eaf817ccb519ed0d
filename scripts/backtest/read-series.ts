import { MINUTE_MS } from "../../service/engine/calendar.ts";
import { marksEnd, MOST_AT_NIGHT, readClock } from "./clock.ts";
import { seriesColumns, timesOf, type Times, type Values } from "./columns.ts";
import { tableOf, type Table } from "./csv-rows.ts";
import { BacktestError } from "./problem.ts";
import { byQuarter, inOrder, isMeterReading, metered, type Quarters } from "./quarters.ts";
import { nightShare, type Place } from "./sunlight.ts";
import { unitIn, unitNamed, UNSAID } from "./units.ts";

/** What the caller says about a file instead of leaving it to be found out. */
export interface Reading {
  place: Place;
  columns: readonly string[];
  zone: string | undefined;
  stamps: "start" | "end" | undefined;
  unit: string | undefined;
  kind: "pv" | "load" | undefined;
}

/** One column of a file, ready to be replayed; generation and load are positive. */
export interface Series {
  column: string;
  kind: "pv" | "load";
  quarters: Quarters;
  notes: string[];
}

interface Source {
  file: string;
  table: Table;
  times: Times;
  moments: readonly number[];
}

const HOUR_MS = 60 * MINUTE_MS;
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const counted = (count: number, what: string) => (count > 0 ? [`${count} ${what}`] : []);

function refusals({ table, times }: Source, { missing, unreadable }: Values): string[] {
  const timeless = times.stamps.findIndex((stamp) => stamp === null);
  const count = times.stamps.filter((stamp) => stamp === null).length;
  return [
    ...counted(count, `rows without a readable time (first on line ${table.rows[timeless]?.line})`),
    ...counted(missing, "rows without a value"),
    ...counted(
      unreadable.count,
      `values that are no number (first on line ${unreadable.line}: "${unreadable.cell}")`,
    ),
  ];
}

function kindOf(place: Place, quarters: Quarters, asked: Reading["kind"]): "pv" | "load" {
  return asked ?? (nightShare(place, quarters) < MOST_AT_NIGHT ? "pv" : "load");
}

const CALLED_SOLAR = /solar|zon|pv|opwek/i;

function doubtOf(column: string, kind: Series["kind"], place: Place, quarters: Quarters): string[] {
  if (kind === "pv" || !CALLED_SOLAR.test(column)) return [];
  const night = percent(nightShare(place, quarters));
  return [
    `its name says solar, but ${night} of it comes when the sun is down there: check --latitude, ` +
      `--longitude and --zone, or say --kind pv`,
  ];
}

/** Share of all that was exchanged which has the rarer sign, and whether negative is the usual one. */
function signOf({ kw }: Quarters) {
  let [positive, negative] = [0, 0];
  for (const value of kw) {
    if (value > 0) positive += value;
    if (value < 0) negative -= value;
  }
  const rarer = Math.min(positive, negative) / (positive + negative || 1);
  return { rarer, isNegative: negative > positive };
}

const MOST_OTHER_SIGN = 0.02;

function oneSided(source: Source, column: string, quarters: Quarters, asked: Reading["kind"]) {
  const { rarer, isNegative } = signOf(quarters);
  if (rarer > MOST_OTHER_SIGN && !asked) {
    throw new BacktestError(
      `${source.file}, column ${column}: both signs occur (${percent(rarer)} of the energy has the ` +
        `rarer one), so it is an exchange of panels and load together; give them apart, or say ` +
        `--kind load or --kind pv to score the larger part with the rest as 0.`,
    );
  }
  const sign = isNegative ? -1 : 1;
  const kw = quarters.kw.map((value) => (Number.isNaN(value) ? NaN : Math.max(0, sign * value)));
  const clipped = quarters.kw.filter((value) => sign * value < 0).length;
  const notes = [
    ...(isNegative ? ["negative values are taken as the positive direction (flipped)"] : []),
    ...counted(clipped, "quarter-hours of the other sign counted as 0"),
  ];
  return { quarters: { ...quarters, kw }, notes };
}

function powerOf(source: Source, values: Values, reading: Reading) {
  const { numbers, name } = values;
  const inTime = inOrder(source.moments, numbers, `${source.file}, column ${name},`);
  const said = reading.unit ? unitNamed(reading.unit) : unitIn(name);
  const isMeter = isMeterReading(inTime.values);
  const unit = said ?? (isMeter ? unitNamed("kWh") : UNSAID);
  const readings = isMeter ? metered(inTime) : inTime;
  const perHour = isMeter || unit.isEnergy ? HOUR_MS / readings.stepMs : 1;
  const kw = readings.values.map((value) => value * unit.factor * perHour);
  const isEnd = !isMeter && (reading.stamps ?? (marksEnd(source.times, inTime.stepMs) && "end"));
  const shiftMs = isEnd === "end" ? -readings.stepMs : 0;
  const startsMs = readings.startsMs.map((ms) => ms + shiftMs);
  const notes = [
    said ? `in ${unit.name}` : `no unit named: taken as ${unit.name}`,
    ...(isMeter ? ["only grows: differences of a meter's readings"] : []),
    `every ${readings.stepMs / MINUTE_MS} min`,
    shiftMs < 0 ? "stamps mark the end" : "stamps mark the start",
    ...counted(inTime.duplicates, "rows for a moment already given, left out"),
    ...counted(inTime.outOfOrder, "rows out of order, sorted"),
  ];
  return { quarters: byQuarter({ ...readings, values: kw, startsMs }), notes };
}

function seriesOf(source: Source, values: Values, reading: Reading): Series {
  const power = powerOf(source, values, reading);
  const kind = kindOf(reading.place, power.quarters, reading.kind);
  const { quarters, notes } = oneSided(source, values.name, power.quarters, reading.kind);
  const missing = quarters.kw.filter(Number.isNaN).length;
  return {
    column: values.name,
    kind,
    quarters,
    notes: [
      kind === "pv" ? "solar" : "load",
      ...(values.decimal === "," ? ["decimal comma"] : []),
      ...power.notes,
      ...refusals(source, values),
      ...counted(missing, `of ${quarters.kw.length} quarter-hours missing`),
      ...notes,
      ...doubtOf(values.name, kind, reading.place, quarters),
    ],
  };
}

const WEEK_QUARTERS = 7 * 96;

/**
 * Reads the series of a CSV text. What had to be found out, was left out or does not fit is in the
 * notes; a column that cannot be scored is told in `refused`, the others go on.
 * @throws BacktestError when no series can be read from the file.
 */
export function readSeries(text: string, file: string, reading: Reading) {
  const table = tableOf(text, file);
  const times = timesOf(table, file);
  const columns = seriesColumns(table, times.name, reading.columns, file);
  const { clock, note } = readClock(times, columns, reading, file);
  const source = { file, table, times, moments: clock.moments };
  const [series, refused]: [Series[], string[]] = [[], []];
  for (const values of columns) {
    try {
      const read = seriesOf(source, values, reading);
      if (read.quarters.kw.length < WEEK_QUARTERS)
        throw new BacktestError(`${file}, column ${values.name}: a week or more is needed.`);
      series.push(read);
    } catch (error) {
      if (!(error instanceof BacktestError)) throw error;
      refused.push(error.message);
    }
  }
  if (series.length === 0) throw new BacktestError(refused.join("\n"));
  const notes = [
    `${table.rows.length} rows, time in "${times.name}" read ${note}`,
    `columns scored: ${series.map(({ column }) => column).join(", ")}`,
  ];
  return { series, refused, notes };
}
