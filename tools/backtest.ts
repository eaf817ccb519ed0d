import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import { readSeries, type Reading } from "./backtest/read-series.ts";
import { backtest } from "./backtest/replay.ts";
import { drawReliability } from "./backtest/reliability.ts";
import { meanScores, formatTable, type Scored } from "./backtest/report.ts";
import { DAYTIME_SHARE } from "./backtest/sun-clock.ts";
import { toCallersPath } from "../runtime/process/callers-path.ts";
import { oneOf, readOptions } from "./meter-csv/plan.ts";
import { Refusal } from "./meter-csv/refused-rows.ts";
import { units } from "./meter-csv/numbers.ts";
import { zoneNamed } from "./meter-csv/clock.ts";

const USAGE = `npm run backtest -- FILE… [--column NAME]… [--kind pv|load|auto]
  [--unit ${units.join("|")}] [--decimal comma|point] [--values interval|readings]
  [--zone local|utc|NAME] [--stamps start|end] [--latitude 52.1] [--longitude 5.2]
  [--peak KW] [--warm-up DAYS] [--weather COLUMN] [--json] [--diagram FILE.svg]`;

const OPTIONS = {
  column: { type: "string", multiple: true, default: [] as string[] },
  kind: { type: "string", default: "auto" },
  unit: { type: "string" },
  decimal: { type: "string" },
  values: { type: "string" },
  zone: { type: "string" },
  stamps: { type: "string" },
  latitude: { type: "string", default: "52.1" },
  longitude: { type: "string", default: "5.2" },
  peak: { type: "string" },
  "warm-up": { type: "string", default: "7" },
  weather: { type: "string" },
  json: { type: "boolean", default: false },
  diagram: { type: "string" },
} as const;

const parsed = () => readOptions(process.argv.slice(2), OPTIONS, USAGE);

function numberIn(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= min && value <= max) return value;
  throw new Refusal(`--${name} takes a number from ${min} to ${max}; "${text}" is not.`);
}

type Options = ReturnType<typeof parsed>["values"];

function readingOf(options: Options): Reading {
  const kind = oneOf("kind", options.kind, ["pv", "load", "auto"]);
  return {
    position: {
      latitude: numberIn("latitude", options.latitude, -90, 90),
      longitude: numberIn("longitude", options.longitude, -180, 180),
    },
    columns: options.column,
    zone: options.zone === undefined ? undefined : zoneNamed(options.zone),
    stamps: oneOf("stamps", options.stamps, ["start", "end"]),
    unit: oneOf("unit", options.unit, units),
    decimal: oneOf("decimal", options.decimal, ["comma", "point"]),
    values: oneOf("values", options.values, ["interval", "readings"]),
    kind: kind === "auto" ? undefined : kind,
    weather: options.weather,
  };
}

interface Outcome {
  scored: (Scored & { notes: string[] })[];
  notes: string[];
  refused: string[];
}

async function scoreFile(file: string, reading: Reading, values: Options): Promise<Outcome> {
  const { series, refused, notes } = await readSeries(toCallersPath(file), reading);
  const options = {
    position: reading.position,
    peakKw: values.peak === undefined ? undefined : numberIn("peak", values.peak, 1e-6, 1e9),
    warmUpDays: numberIn("warm-up", values["warm-up"], 1, 365),
  };
  const scored = series.map((one) => ({
    file: basename(file),
    column: one.column,
    kind: one.kind,
    notes: one.notes,
    scores: backtest(one, options),
  }));
  return { scored, notes, refused };
}

function print(outcomes: ReadonlyMap<string, Outcome>, warmUp: string): void {
  for (const [file, { scored, notes }] of outcomes) {
    console.log(`${file}: ${notes.join("; ")}`);
    for (const { column, notes: about } of scored) console.log(`  ${column}: ${about.join("; ")}`);
  }
  const all = [...outcomes.values()].flatMap(({ scored }) => scored);
  const [pv, load] = [all.filter(isPv), all.filter((one) => !isPv(one))];
  const daytime = `daytime: the clear sky gives a flat plane over ${100 * DAYTIME_SHARE} % of its rating`;
  if (pv.length > 0) console.log(`\nPanels (${daytime})\n${formatTable(pv)}`);
  if (load.length > 0) console.log(`\nLoad (day and night)\n${formatTable(load)}`);
  if (all.length > 0)
    console.log(
      `\nnMAE, persistence and bias in % of the series' greatest value; skill = 1 − MAE / MAE of the ` +
        `last value (24 h: of the same time yesterday); in band = share of the second half between p10 and p90 (80 % is meant). The first ${warmUp} days only teach.`,
    );
}

const isPv = ({ kind }: Scored) => kind === "pv";

async function main(): Promise<void> {
  const { values: options, positionals: files } = parsed();
  if (files.length === 0) throw new Refusal(USAGE);
  const reading = readingOf(options);
  const outcomes = new Map<string, Outcome>();
  const problems: string[] = [];
  for (const file of files) {
    try {
      const outcome = await scoreFile(file, reading, options);
      outcomes.set(file, outcome);
      problems.push(...outcome.refused.map((problem) => `${file}: ${problem}`));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      problems.push(`${file}: ${error.message}`);
    }
  }
  const scored = [...outcomes.values()].flatMap((outcome) => outcome.scored);
  const mean = {
    pv: meanScores(scored.filter(isPv)),
    load: meanScores(scored.filter((one) => !isPv(one))),
  };
  if (options.diagram !== undefined)
    writeFileSync(toCallersPath(options.diagram), drawReliability(scored));
  if (options.json) console.log(JSON.stringify({ series: scored, mean, problems }, null, 2));
  else print(outcomes, options["warm-up"]);
  for (const problem of problems) console.error(`\nNot scored: ${problem}`);
  if (scored.length === 0 || outcomes.size < files.length) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
});
