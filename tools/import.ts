import { EnvError, parseEnv } from "../lib/env.ts";
import { toCallersPath } from "../runtime/process/callers-path.ts";
import { runImport } from "./import/run.ts";
import { serviceAddress } from "./import/send.ts";
import { Refusal } from "./meter-csv/refused-rows.ts";

const stop = new AbortController();
// A batch is stored as a whole or not at all, so the import may be interrupted between batches.
process.once("SIGINT", () => stop.abort(new Refusal("you pressed Ctrl-C.")));

try {
  process.exitCode = await runImport(process.argv.slice(2), {
    service: () => serviceAddress(parseEnv(process.env)),
    screen: process.stdout,
    nowMs: Date.now(),
    signal: stop.signal,
    path: toCallersPath,
  });
} catch (error) {
  console.error(error instanceof EnvError ? error.message : error);
  process.exitCode = 1;
}
