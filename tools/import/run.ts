import { IntervalReader, type Interval } from "../meter-csv/intervals.ts";
import { describePlan, understand, type Plan } from "../meter-csv/plan.ts";
import { Refusal } from "../meter-csv/refused-rows.ts";
import { openSource, readRows } from "../meter-csv/source.ts";
import { readArguments, type ImportArguments } from "./arguments.ts";
import { Batcher, sendBatch, type Destination, type ServiceAddress } from "./send.ts";
import { chooseValues, toFormula } from "./registers.ts";
import { exitCode, reportLines, type Tally } from "./report.ts";

const WIDTH = 30;

/** The progress output; a terminal gets one line that is updated. */
interface Screen {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** Shows the progress of an import: a bar on a terminal, else a line for every 10 %. */
class Progress {
  private printed = 0;
  constructor(
    private readonly screen: Screen,
    private readonly total: number,
  ) {}

  /** @param done rows read so far */
  at(done: number): void {
    const percent = this.total === 0 ? 100 : Math.floor((100 * done) / this.total);
    const step = this.screen.isTTY ? 1 : 10;
    if (percent < this.printed + step) return;
    this.printed = percent - (percent % step);
    if (!this.screen.isTTY) this.screen.write(`${this.printed} %\n`);
    else {
      const full = Math.round((percent / 100) * WIDTH);
      this.screen.write(`\r${"█".repeat(full)}${"░".repeat(WIDTH - full)} ${percent} %`);
    }
  }

  /** Ends the updated line. */
  end(): void {
    if (this.screen.isTTY && this.printed > 0) this.screen.write("\n");
  }
}

const MAX_KW = 1_000_000;

/** The environment of a run. */
export interface RunContext {
  /** Finds the service; called only when something is sent. */
  service(): ServiceAddress;
  screen: Screen;
  nowMs: number;
  /** Its reason is printed when the run is stopped. */
  signal: AbortSignal;
  pause?: (ms: number) => Promise<unknown>;
  /** The file path, resolved against the caller's folder. */
  path(file: string): string;
}

function destination(args: ImportArguments, context: RunContext): Destination {
  const { signal, pause } = context;
  const target = { location: args.location, device: args.device, signal };
  return { ...context.service(), ...target, ...(pause ? { pause } : {}) };
}

/** Why the service would reject an interval. */
const faultAt =
  (nowMs: number) =>
  ({ startMs, endMs, kw }: Interval): string | undefined => {
    const lengthMs = endMs - startMs;
    if (startMs % lengthMs !== 0) {
      return `does not begin on a whole ${lengthMs / 60_000} minutes`;
    }
    if (endMs > nowMs) return "lies in the future";
    return Math.abs(kw) > MAX_KW ? "is more than 1,000,000 kW" : undefined;
  };

interface Run {
  plan: Plan;
  reader: IntervalReader;
  tally: Tally;
  to: Destination | undefined;
}

async function deliver({ to, tally, reader }: Run, batch: readonly Interval[]): Promise<void> {
  if (batch.length === 0) return;
  if (!to) {
    tally.values += batch.length;
    return;
  }
  const { receipt, taken, refused } = await sendBatch(to, batch);
  tally.values += taken;
  tally.intervals += receipt.intervals;
  tally.changed += receipt.changed;
  for (const { interval, reason } of refused) {
    reader.refused.add(interval.line, interval.text, reason);
  }
}

async function carry(run: Run, batcher: Batcher, progress: Progress): Promise<void> {
  const { plan, reader, tally } = run;
  const pass = async (intervals: readonly Interval[]) => {
    for (const interval of intervals) {
      const batch = batcher.add(interval);
      if (batch) await deliver(run, batch);
    }
  };
  try {
    for await (const row of readRows(plan.source)) {
      tally.rows++;
      await pass(reader.take(row));
      progress.at(tally.rows);
    }
    await pass(reader.end());
    await deliver(run, batcher.rest());
  } finally {
    progress.end();
  }
}

/** The plan for a file whose values are sent. @throws Refusal when it cannot be read that way */
async function planOf(args: ImportArguments, { path, signal }: RunContext): Promise<Plan> {
  const source = await openSource(path(args.file), signal);
  const plan = await understand(source, chooseValues(source.layout, args), args, true);
  if (15 % plan.intervalMinutes === 0) return plan;
  const minutes = Math.round(plan.intervalMinutes * 100) / 100;
  throw new Refusal(
    `The values are ${minutes} minutes apart, which does not divide a quarter-hour: 1, 3, 5 or 15 minutes do.`,
  );
}

async function importFile(
  args: ImportArguments,
  context: RunContext,
  tally: Tally,
): Promise<number> {
  const print = (text: string) => context.screen.write(`${text}\n`);
  const plan = await planOf(args, context);
  print(`Understood: ${[...describePlan(plan), toFormula(plan, args.device)].join(", ")}.`);
  for (const note of plan.notes) print(note);
  const to = args.dryRun ? undefined : destination(args, context);
  const reader = new IntervalReader(plan, faultAt(context.nowMs));
  const progress = new Progress(context.screen, plan.rows);
  await carry({ plan, reader, tally, to }, new Batcher(args.device), progress);
  for (const line of reportLines(tally, reader, args.dryRun)) print(line);
  return exitCode(tally, reader);
}

/**
 * Runs the command.
 * @returns the exit code: 0 when everything was accepted, 2 when rows were refused, 1 when it
 * stopped
 */
export async function runImport(args: readonly string[], context: RunContext): Promise<number> {
  const tally = { rows: 0, values: 0, intervals: 0, changed: 0 };
  try {
    return await importFile(readArguments(args), context, tally);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const values = tally.intervals > 0 ? tally.values : 0;
    const recorded = `${values.toLocaleString("en-GB")} values were recorded; it can be run again.`;
    const isUnderWay = tally.rows > 0 || context.signal.aborted;
    context.screen.write(
      isUnderWay ? `Stopped: ${error.message}\n${recorded}\n` : `${error.message}\n`,
    );
    return 1;
  }
}
