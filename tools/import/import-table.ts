import { readFile } from "node:fs/promises";
import { EnvError, parseEnv } from "../../lib/env.ts";
import { createClient, ProblemError } from "../../packages/client/src/index.ts";
import { toCallersPath } from "../../runtime/process/callers-path.ts";
import { serviceAddress } from "./send.ts";
import { Refusal } from "../meter-csv/refused-rows.ts";

interface TableImport<Row> {
  /** Of the table, in the caller's folder. */
  file: string;
  /** What the rows are, for a refusal. */
  noun: string;
  /** Rows of one call at most. */
  max: number;
  /** @throws Refusal with the lines that are wrong */
  read(text: string): Row[];
  send(curtail: ReturnType<typeof createClient>, rows: Row[]): Promise<{ changed: number }>;
}

/**
 * Sends the rows of a table to the service, and counts those that were new to it.
 * @throws Refusal if the table or the service refuses; calls before that are stored
 */
export async function importTable<Row>(
  table: TableImport<Row>,
): Promise<{ rows: number; changed: number }> {
  const rows = table.read(await readFile(toCallersPath(table.file), "utf8"));
  const curtail = createClient(serviceAddress(parseEnv(process.env)));
  let changed = 0;
  for (let i = 0; i < rows.length; i += table.max) {
    const receipt = await table
      .send(curtail, rows.slice(i, i + table.max))
      .catch((error: unknown) => {
        if (!(error instanceof ProblemError)) throw error;
        const { status, problem } = error;
        throw new Refusal(`The service refuses the ${table.noun} (${status}). ${problem.detail}`);
      });
    changed += receipt.changed;
  }
  return { rows: rows.length, changed };
}

/** Runs the command of an import: a refusal is printed as its message, and it ends with exit code 1. */
export async function runTableImport(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const isExpected = error instanceof EnvError || error instanceof Refusal;
    console.error(isExpected ? error.message : error);
    process.exitCode = 1;
  }
}
