import { parseEnv, type Env } from "../lib/env.ts";
import { inTurn, openDatabases } from "../runtime/databases/databases.ts";
import { configuredPrograms, describeMigrations, printFailure } from "./provision/programs.ts";

const USAGE = `npm run migrate -- [service] [portal]

Brings the databases to the schema of this version. Without a name: those of the programs that
this configuration runs. Safe to run twice, and by several at once.`;

async function migrate(env: Env, args: readonly string[]): Promise<void> {
  const names = configuredPrograms(env, args, USAGE);
  await inTurn(env, names, async () => {
    const databases = await openDatabases(env, names);
    try {
      for (const warning of databases.warnings) console.warn(warning);
      for (const line of describeMigrations(databases.migrations)) console.log(line);
    } finally {
      await databases.close();
    }
  });
}

await printFailure(() => migrate(parseEnv(process.env), process.argv.slice(2)));
