import { parseArgs } from "node:util";
import { parseEnv } from "../lib/env.ts";
import { backUp } from "./backup/commands.ts";
import { toCallersPath } from "../runtime/process/callers-path.ts";
import { configuredPrograms, printFailure, UsageError } from "./provision/programs.ts";

const USAGE = `npm run backup -- [service] [portal] --to FOLDER

Writes the databases and the generated secrets into a new folder. Curtail may run meanwhile.`;

await printFailure(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { to: { type: "string" } },
  });
  if (!values.to) throw new UsageError(USAGE);
  const env = parseEnv(process.env);
  const names = configuredPrograms(env, positionals, USAGE);
  const to = toCallersPath(values.to);
  const { databases } = await backUp(env, names, to);
  for (const [name, { tables }] of Object.entries(databases)) {
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`${name.padEnd(8)} ${tables.length} tables, ${rows} rows`);
  }
  console.log(`in ${to}. It holds personal data and secrets: encrypt it.`);
});
