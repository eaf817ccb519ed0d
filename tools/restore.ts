import { parseArgs } from "node:util";
import { parseEnv } from "../lib/env.ts";
import { restore } from "./backup/commands.ts";
import { toCallersPath } from "../runtime/process/callers-path.ts";
import { configuredPrograms, printFailure, UsageError } from "./provision/programs.ts";

const USAGE = `npm run restore -- [service] [portal] --from FOLDER

Restores a backup into new databases and an empty DATA_DIR, and compares every table with it.`;

await printFailure(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { from: { type: "string" } },
  });
  if (!values.from) throw new UsageError(USAGE);
  const env = parseEnv(process.env);
  const names = configuredPrograms(env, positionals, USAGE);
  const restored = await restore(env, names, toCallersPath(values.from));
  for (const [name, tables] of Object.entries(restored.tables))
    for (const { table, rows } of tables)
      console.log(`${name.padEnd(8)} ${table.padEnd(36)} ${String(rows).padStart(9)} rows, equal`);
  for (const file of restored.secrets) console.log(`secret   ${file}`);
  if (restored.hasOtherSecret)
    console.warn(
      "WARNING: NEXTAUTH_SECRET is another one than at the backup: everyone signs in again, and codes of authenticator apps are refused.",
    );
});
