import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { defaultScopes } from "../../lib/contract/index.ts";
import { EnvError, type Env } from "../../lib/env.ts";
import { ensureFirstStaff, hasAnyAccount } from "../../lib/portal/users/seed-accounts.ts";
import { apiKeyFile, newApiKey, storedSecret } from "../../runtime/config/secrets.ts";
import { withConnection } from "../../runtime/databases/connection.ts";
import { inTurn, openDatabases, type Databases } from "../../runtime/databases/databases.ts";
import { provisionGiven } from "../../runtime/databases/provision.ts";
import { createKey, listKeys } from "../../service/store/keys.ts";
import { openStore } from "../../service/store/store.ts";
import { configuredPrograms, describeMigrations, UsageError } from "./programs.ts";

const USAGE = `npm run provision -- [service] [portal] [--key NAME [--key-file FILE]]

Creates what is missing: databases, roles, the first staff account (STAFF_EMAIL, STAFF_PASSWORD)
and the portal's API key; migrates the databases. With --key also a key of that name, which is
printed once or written to a new file. Safe to run twice, and by several at once.`;

function parseOptions(args: string[]) {
  const text = { type: "string" } as const;
  try {
    const options = { key: text, "key-file": text };
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    if (values["key-file"] && !values.key) throw new Error("--key-file needs --key.");
    return { positionals, keyName: values.key, keyFile: values["key-file"] };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${USAGE}`);
  }
}

/** Commands that look for a key and create it take turns: names of keys are not unique. */
const KEY_LOCK = "SELECT pg_advisory_lock(hashtext('curtail first key'))";

async function ensureKey(
  databaseUrl: string,
  { name, file }: { name: string; file: string | undefined },
  env: Env,
): Promise<void> {
  const lockedUrl = env.SERVICE_MIGRATION_URL ?? databaseUrl;
  await withConnection(lockedUrl, async (client) => {
    await client.query(KEY_LOCK);
    const store = await openStore(databaseUrl, () => {}, { pooler: env.DATABASE_POOLER });
    try {
      const present = (await listKeys(store.db)).find((key) => key.name === name && !key.revokedAt);
      if (present) return console.log(`key      ${name} is there (${present.id})`);
      const wanted = { name, scopes: [...defaultScopes], expiresAt: null };
      // First the file: a key whose secret could not be written would be lost.
      if (file) writeFileSync(file, "", { mode: 0o600, flag: "wx" });
      const { key, record } = await createKey(store.db, wanted, Date.now());
      if (file) writeFileSync(file, `${key}\n`);
      console.log(`key      ${name} created (${record.id}), scopes ${defaultScopes.join(", ")}`);
      console.log(file ? `         in ${file}` : `         ${key}   shown this once`);
    } finally {
      await store.close();
    }
  });
}

async function ensureAccounts({ portalUrl }: Databases, env: Env): Promise<void> {
  const isNew = await ensureFirstStaff(portalUrl, env);
  if (env.STAFF_EMAIL) console.log(`account  ${env.STAFF_EMAIL} ${isNew ? "created" : "is there"}`);
  else if (!(await hasAnyAccount(portalUrl)))
    console.log("account  none yet: set STAFF_EMAIL and STAFF_PASSWORD and run this again");
}

function ensurePortalKey(env: Env): void {
  const isPrepared = env.SERVICE_DATABASE_URL && env.PORTAL_DATABASE_URL;
  if (env.FLEX_API_KEY || isPrepared) return;
  const file = apiKeyFile(resolve(env.DATA_DIR));
  storedSecret(file, newApiKey);
  console.log(`key      of the portal in ${file}`);
}

/**
 * Creates what is missing: databases, roles, the first account and keys, and prints what it did.
 * @throws Error with a message
 */
export async function provision(env: Env, args: string[]): Promise<void> {
  const { positionals, keyName, keyFile } = parseOptions(args);
  const names = configuredPrograms(env, positionals, USAGE);
  if (keyName !== undefined && !names.includes("service"))
    throw new EnvError("--key needs the database of the service, which was not asked for.");
  await inTurn(env, names, async () => {
    const provisioned = await provisionGiven(env, names);
    const databases = await openDatabases(env, names);
    try {
      for (const warning of databases.warnings) console.warn(warning);
      const migrations = { ...databases.migrations, ...provisioned };
      for (const line of describeMigrations(migrations)) console.log(line);
      if (names.includes("portal")) await ensureAccounts(databases, env);
      if (!names.includes("service")) return;
      ensurePortalKey(env);
      if (keyName) await ensureKey(databases.serviceUrl, { name: keyName, file: keyFile }, env);
    } finally {
      await databases.close();
    }
  });
}
