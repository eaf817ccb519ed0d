import { appendFileSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { steadyLoad, type Tally } from "./load.ts";
import { residentMb } from "./memory.ts";
import { startProduct } from "./product.ts";
import { slopeOf, type Sample } from "./slope.ts";

const SAMPLE_MS = 10_000;
const HOUR_MS = 3_600_000;
const PROGRAMS = ["service", "portal"] as const;

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
    const samples = { service: [] as Sample[], portal: [] as Sample[] };
    writeFileSync(file, "seconds,service_mb,portal_mb\n");
    const startMs = Date.now();
    for (let n = 1; Date.now() - startMs < minutes * 60_000; n++) {
      await pause(startMs + n * SAMPLE_MS - Date.now());
      const ms = Date.now() - startMs;
      const values = PROGRAMS.map((name) => residentMb(product.pids[name]));
      appendFileSync(file, `${Math.round(ms / 1_000)},${values.map(shown).join(",")}\n`);
      if (ms >= warmUpMinutes * 60_000)
        PROGRAMS.forEach((name, at) =>
          samples[name].push({ hours: ms / HOUR_MS, value: values[at]! }),
        );
    }
    end();
    tellTally(tally);
    for (const name of PROGRAMS) tellSlope(name, samples[name]);
    console.log(`The samples are in ${file}.`);
  } finally {
    await product.stop();
  }
}

const shown = (mb: number) => mb.toFixed(1);

function tellTally({ answers, events, unanswered }: Tally): void {
  const statuses = [...answers].map(([status, count]) => `${count} × ${status}`).join(", ");
  console.log(`Answered ${statuses}; ${unanswered} unanswered; ${events} pieces of live streams.`);
}

function tellSlope(name: string, samples: Sample[]): void {
  const { perHour, from, to } = slopeOf(samples);
  const values = samples.map(({ value }) => value);
  const range = `${shown(Math.min(...values))} to ${shown(Math.max(...values))} MB`;
  const slope = `${shown(perHour)} MB/h (95 %: ${shown(from)} to ${shown(to)})`;
  console.log(`${name}: ${range} after the warm-up, slope ${slope}, ${values.length} samples`);
}
