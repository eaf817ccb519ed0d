import { appendFileSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { steadyLoad, type Tally } from "./load.ts";
import { heapLeftMb, residentMb } from "./memory.ts";
import { startProduct, type Product, type Program } from "./product.ts";
import { slopeOf, type Sample } from "./trend.ts";

const SAMPLE_MS = 10_000;
const HOUR_MS = 3_600_000;
const PROGRAMS: Program[] = ["service", "portal"];
/** Of each: what it holds in all (RSS), and what of its heap a garbage collection left. */
const MEASURES = ["held", "left"] as const;
type Measure = (typeof MEASURES)[number];

/** How long a soak takes, how much of it is warm-up, and the file its samples go to. */
export interface SoakOptions {
  minutes: number;
  warmUpMinutes: number;
  file: string;
}

/** Runs the product under a steady load and tells how its two programs' memory went. */
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
      const texts = cells.map((mb) => (mb === null ? "" : shown(mb)));
      appendFileSync(file, `${Math.round(ms / 1_000)},${texts.join(",")}\n`);
      if (ms >= warmUpMinutes * 60_000) taken.push({ hours: ms / HOUR_MS, ...sample });
    }
    end();
    tellTally(tally);
    for (const name of PROGRAMS) for (const of of MEASURES) tellSlope(name, of, taken);
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

const shown = (mb: number) => mb.toFixed(1);

function tellTally({ answers, events, unanswered }: Tally): void {
  const statuses = [...answers].map(([status, count]) => `${count} × ${status}`).join(", ");
  console.log(`Answered ${statuses}; ${unanswered} unanswered; ${events} pieces of live streams.`);
}

const words: Record<Measure, string> = {
  held: "memory it holds",
  left: "heap that a collection leaves",
};

function tellSlope(name: Program, of: Measure, taken: Taken[]): void {
  const samples = taken.flatMap(({ hours, [name]: { [of]: value } }): Sample[] =>
    value === null ? [] : [{ hours, value }],
  );
  const what = `${name}, ${words[of]}`;
  if (samples.length < 3) return console.log(`${what}: too few samples`);
  const { perHour, from, to } = slopeOf(samples);
  const values = samples.map(({ value }) => value);
  const range = `${shown(Math.min(...values))} to ${shown(Math.max(...values))} MB`;
  const slope = `${shown(perHour)} MB/h (95 %: ${shown(from)} to ${shown(to)})`;
  console.log(`${what}: ${range} after the warm-up, slope ${slope}, ${values.length} samples`);
}
