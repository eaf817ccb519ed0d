import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { steadyLoad, type Tally } from "./load.ts";
import { startProduct, type Product, type Program } from "./product.ts";
import { HOUR_MS } from "../../lib/time/amsterdam.ts";

/** A sample of a quantity: when, in hours, and how much. */
interface Sample {
  hours: number;
  value: number;
}

/** The growth of a quantity per hour, with its 95 % confidence bounds. */
interface Slope {
  perHour: number;
  from: number;
  to: number;
}

const CONFIDENT = 1.96;

/**
 * The slope of the least-squares line through samples. The bounds use the effective number of
 * independent samples, because memory use is autocorrelated: n(1 − r)/(1 + r), where r is the lag-1
 * correlation of the residuals.
 * @throws Error for fewer than 3 samples
 */
export function fitSlope(samples: Sample[]): Slope {
  const count = samples.length;
  if (count < 3) throw new Error("A slope needs three samples or more.");
  const meanOf = (pick: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + pick(sample), 0) / count;
  const middle = { hours: meanOf(({ hours }) => hours), value: meanOf(({ value }) => value) };
  const spread = sumOf(samples.map(({ hours }) => (hours - middle.hours) ** 2));
  const shared = samples.map(({ hours, value }) => (hours - middle.hours) * (value - middle.value));
  const perHour = sumOf(shared) / spread;
  const residuals = samples.map(
    ({ hours, value }) => value - middle.value - perHour * (hours - middle.hours),
  );
  const squares = sumOf(residuals.map((residual) => residual ** 2));
  const neighbours = residuals.slice(1).map((residual, n) => residual * residuals[n]!);
  const repeated = squares === 0 ? 0 : Math.max(0, Math.min(0.99, sumOf(neighbours) / squares));
  const independent = Math.max(3, (count * (1 - repeated)) / (1 + repeated));
  const error = Math.sqrt((squares / count / (independent - 2)) * (count / spread));
  return { perHour, from: perHour - CONFIDENT * error, to: perHour + CONFIDENT * error };
}

const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0);

const KB_PER_MB = 1_024;
const BYTES_PER_MB = 1_048_576;

/** The resident memory of a process in MB. @throws Error when it has ended */
function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / KB_PER_MB;
}

/**
 * The heap of a program after its last full garbage collection, in MB, from its metrics;
 * null before the first.
 * @throws Error if the metrics do not contain it
 */
async function heapLeftMb(metricsUrl: string): Promise<number | null> {
  const exposition = await (await fetch(metricsUrl)).text();
  const line = /^curtail_\w+_heap_after_collection_bytes (\S+)$/m.exec(exposition);
  if (!line) throw new Error(`${metricsUrl} does not report the heap.`);
  const bytes = Number(line[1]);
  return Number.isNaN(bytes) ? null : bytes / BYTES_PER_MB;
}

const SAMPLE_MS = 10_000;
const PROGRAMS: Program[] = ["service", "portal"];
/** Of each program: its resident memory, and its heap after a garbage collection. */
const MEASURES = ["held", "left"] as const;
type Measure = (typeof MEASURES)[number];

/** How long a soak takes, how much of it is warm-up, and the file its samples go to. */
export interface SoakOptions {
  minutes: number;
  warmUpMinutes: number;
  file: string;
}

/** Runs the product under a steady load and reports the memory of its two programs over time. */
export async function soak({ minutes, warmUpMinutes, file }: SoakOptions): Promise<void> {
  const product = await startProduct();
  try {
    const { tally, end } = await steadyLoad(product);
    const columns = PROGRAMS.flatMap((name) => MEASURES.map((of) => `${name}_${of}_mb`));
    writeFileSync(file, `seconds,${columns.join(",")}\n`);
    const taken: Taken[] = [];
    const startMs = Date.now();
    for (let n = 1; Date.now() - startMs < minutes * 60_000; n++) {
      await pause(startMs + n * SAMPLE_MS - Date.now());
      const ms = Date.now() - startMs;
      const sample = await sampleOf(product);
      const cells = PROGRAMS.flatMap((name) => MEASURES.map((of) => sample[name][of]));
      const formatted = cells.map((mb) => (mb === null ? "" : formatMb(mb)));
      appendFileSync(file, `${Math.round(ms / 1_000)},${formatted.join(",")}\n`);
      if (ms >= warmUpMinutes * 60_000) taken.push({ hours: ms / HOUR_MS, ...sample });
    }
    end();
    printTally(tally);
    for (const name of PROGRAMS) for (const of of MEASURES) printSlope(name, of, taken);
    console.log(`The samples are in ${file}.`);
  } finally {
    await product.stop();
  }
}

type Memory = Record<Program, Record<Measure, number | null>>;
type Taken = Memory & { hours: number };

async function sampleOf({ pids, metricsUrls }: Product): Promise<Memory> {
  const of = async (name: Program) => ({
    held: residentMb(pids[name]),
    left: await heapLeftMb(metricsUrls[name]),
  });
  return { service: await of("service"), portal: await of("portal") };
}

const formatMb = (mb: number) => mb.toFixed(1);

function printTally({ answers, events, unanswered }: Tally): void {
  const statuses = [...answers].map(([status, count]) => `${count} × ${status}`).join(", ");
  console.log(`Answered ${statuses}; ${unanswered} unanswered; ${events} pieces of live streams.`);
}

const measureLabels: Record<Measure, string> = {
  held: "memory it holds",
  left: "heap that a collection leaves",
};

function printSlope(name: Program, of: Measure, taken: Taken[]): void {
  const samples = taken.flatMap(({ hours, [name]: { [of]: value } }): Sample[] =>
    value === null ? [] : [{ hours, value }],
  );
  const what = `${name}, ${measureLabels[of]}`;
  if (samples.length < 3) return console.log(`${what}: too few samples`);
  const { perHour, from, to } = fitSlope(samples);
  const values = samples.map(({ value }) => value);
  const range = `${formatMb(Math.min(...values))} to ${formatMb(Math.max(...values))} MB`;
  const slope = `${formatMb(perHour)} MB/h (95 %: ${formatMb(from)} to ${formatMb(to)})`;
  console.log(`${what}: ${range} after the warm-up, slope ${slope}, ${values.length} samples`);
}
