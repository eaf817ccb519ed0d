import { describePlan, understand, type Plan, type StatedFacts } from "../meter-csv/plan.ts";
import { openSource } from "../meter-csv/source.ts";
import type { Quarters } from "./quarters.ts";
import {
  detectClock,
  MAX_NIGHT_SHARE,
  readWithClock,
  type Clock,
  nightShare,
  type Position,
} from "./sun-clock.ts";
import { columnNamed } from "../meter-csv/columns.ts";
import { valueColumns, type Layout } from "../meter-csv/layout.ts";
import { Refusal } from "../meter-csv/refused-rows.ts";
import { unitIn } from "../meter-csv/numbers.ts";
import { parseSide } from "../meter-csv/header-keywords.ts";

const ALSO_MEANT = /pv|zon|sun|power|vermogen|substation/i;
const WIND = /wind/i;

const isMeant = (header: string) =>
  parseSide(header) !== undefined || unitIn(header) !== undefined || ALSO_MEANT.test(header);

/**
 * The columns to score: the requested ones, else those whose header names power or energy, else the
 * only numeric one.
 * @throws Refusal when a column is missing, or none or several are possible
 */
function scoredColumns(layout: Layout, wanted: readonly string[]): number[] {
  if (wanted.length > 0) return wanted.map((name) => columnNamed(name, layout));
  const header = (column: number) => layout.headers[column] ?? "";
  const possible = valueColumns(layout).filter((column) => !WIND.test(header(column)));
  const meant = possible.filter((column) => isMeant(header(column)));
  if (meant.length > 0) return meant;
  if (possible.length === 1) return possible;
  const names = possible.length > 0 ? possible.map(header) : layout.headers;
  throw new Refusal(
    `Which column holds the power is not clear: say --column with one of ${names.join(", ")}.`,
  );
}

/** What the caller specifies about a file instead of having it inferred. */
export interface Reading extends StatedFacts {
  position: Position;
  columns: readonly string[];
  kind: "pv" | "load" | undefined;
  /** The column with the forecast irradiance, in any unit. */
  weather?: string | undefined;
}

/** One column of a file, ready for replay; generation and load are positive. */
export interface Series {
  column: string;
  kind: "pv" | "load";
  quarters: Quarters;
  /** Forecast irradiance, in the unit of the file; only if requested, and only used for PV. */
  weather?: Quarters;
  notes: string[];
}

const CALLED_SOLAR = /solar|zon|pv|opwek/i;
const MAX_OTHER_SIGN = 0.02;
const WEEK_QUARTERS = 7 * 96;

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const counted = (count: number, what: string) => (count > 0 ? [`${count} ${what}`] : []);
const rows = (count: number) => (count === 1 ? "1 row" : `${count} rows`);

/** A sentence as part of a longer one. */
const asClause = (sentence: string) =>
  `${sentence.charAt(0).toLowerCase()}${sentence.slice(1).replace(/\.$/, "")}`;

function getCellKind(
  position: Position,
  quarters: Quarters,
  requestedKind: Reading["kind"],
): "pv" | "load" {
  return requestedKind ?? (nightShare(position, quarters) < MAX_NIGHT_SHARE ? "pv" : "load");
}

function doubtOf(
  column: string,
  kind: Series["kind"],
  position: Position,
  quarters: Quarters,
): string[] {
  if (kind === "pv" || !CALLED_SOLAR.test(column)) return [];
  const night = percent(nightShare(position, quarters));
  return [
    `its name says solar, but ${night} of it comes when the sun is down there: check --latitude, ` +
      `--longitude and --zone, or say --kind pv`,
  ];
}

/** The share of energy with the rarer sign, and whether negative is the more common one. */
function signOf({ kw }: Quarters) {
  let [positive, negative] = [0, 0];
  for (const value of kw) {
    if (value > 0) positive += value;
    if (value < 0) negative -= value;
  }
  const rarer = Math.min(positive, negative) / (positive + negative || 1);
  return { rarer, isNegative: negative > positive };
}

function oneSided(quarters: Quarters, requestedKind: Reading["kind"]) {
  const { rarer, isNegative } = signOf(quarters);
  if (rarer > MAX_OTHER_SIGN && !requestedKind) {
    throw new Refusal(
      `both signs occur (${percent(rarer)} of the energy has the rarer one), so it is an exchange of ` +
        `panels and load together. Give them apart, or say --kind load or --kind pv to score the ` +
        `larger part with the rest as 0.`,
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

async function seriesOf(
  column: string,
  plan: Plan,
  clock: Clock,
  { position, kind: requestedKind }: Reading,
): Promise<Series> {
  const { quarters: read, reader } = await readWithClock(clock, plan);
  if (read.kw.length < WEEK_QUARTERS) throw new Refusal("a week or more is needed.");
  const kind = getCellKind(position, read, requestedKind);
  const { quarters, notes } = oneSided(read, requestedKind);
  const missing = quarters.kw.filter(Number.isNaN).length;
  const refused = reader.refused.byReason.map(
    ({ reason, rows: count, first: [one] }) =>
      `${rows(count)} refused: ${reason} (first on line ${one?.line})`,
  );
  return {
    column,
    kind,
    quarters,
    notes: [
      kind === "pv" ? "solar" : "load",
      ...describePlan({ ...plan, clock: { ...plan.clock, ...clock } }),
      ...[...plan.notes, ...reader.notes].map(asClause),
      ...refused,
      ...(reader.sameAgain > 0 ? [`${rows(reader.sameAgain)} repeated with the same value`] : []),
      ...counted(plan.stepsBack, "steps back in time, put in order"),
      ...counted(missing, `of ${quarters.kw.length} quarter-hours missing`),
      ...notes,
      ...doubtOf(column, kind, position, quarters),
    ],
  };
}

/**
 * The weather column on the clock of the power columns; only its shape matters, so its unit is not
 * read.
 */
async function weatherOf(plan: Plan, clock: Clock, { weather }: Reading) {
  if (weather === undefined) return undefined;
  const values = { plus: [columnNamed(weather, plan.source.layout)], minus: [] };
  const columnsPlan = { unit: "kW", values: "interval" } as const;
  const understoodPlan = await understand(plan.source, values, columnsPlan, false);
  return (await readWithClock(clock, { ...understoodPlan, clock: plan.clock })).quarters;
}

function withWeather(series: Series, weather: Quarters | undefined, reading: Reading): Series {
  if (!weather) return series;
  if (series.kind === "load")
    return { ...series, notes: [...series.notes, "the load is forecast without weather"] };
  const note =
    `with ${reading.weather} as the weather forecast; how long before each interval it was ` +
    `issued is not known`;
  return { ...series, weather, notes: [...series.notes, note] };
}

/**
 * Reads the series of a CSV file. Inferred settings, omitted rows and mismatches are in the notes;
 * a column that cannot be scored is listed in `refused`.
 * @throws Refusal when no series can be read from the file
 */
export async function readSeries(file: string, reading: Reading) {
  const source = await openSource(file);
  const { headers } = source.layout;
  const refused: string[] = [];
  const orRefuse = async <T>(column: number, work: Promise<T>): Promise<T[]> => {
    try {
      return [await work];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push(`Column ${headers[column]}: ${error.message}`);
      return [];
    }
  };
  const understood: { column: number; plan: Plan }[] = [];
  for (const column of scoredColumns(source.layout, reading.columns)) {
    const values = { plus: [column], minus: [] };
    const plans = await orRefuse(column, understand(source, values, reading, false));
    understood.push(...plans.map((plan) => ({ column, plan })));
  }
  if (understood.length === 0) throw new Refusal(refused.join("\n"));
  const plans = understood.map(({ plan }) => plan);
  const { clock, note } = await detectClock(plans, reading.position, reading.zone !== undefined);
  const weather = await weatherOf(plans[0]!, clock, reading);
  const series: Series[] = [];
  for (const { column, plan } of understood) {
    const read = seriesOf(headers[column] ?? "", plan, clock, reading);
    series.push(...(await orRefuse(column, read)).map((one) => withWeather(one, weather, reading)));
  }
  if (series.length === 0) throw new Refusal(refused.join("\n"));
  const read = `${plans[0]?.rows} rows, columns scored: ${series.map((one) => one.column).join(", ")}`;
  const why = note === undefined ? [] : [`on the clock of ${clock.zone.name}, ${note}`];
  return { series, refused, notes: [read, ...why] };
}
