import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Env } from "../../lib/env.ts";
import { inTurn, openDatabases } from "../../runtime/databases/databases.ts";
import { provisionGiven } from "../../runtime/databases/provision.ts";
import type { DatabaseName } from "../../runtime/databases/roles.ts";
import { dumpDatabase, openSnapshot, type Snapshot } from "./dump.ts";
import { loadDatabase, type Comparison } from "./load.ts";
import { BackupError, MANIFEST, readManifest, type Manifest } from "./manifest.ts";
import { copySecrets, secretsIn, sessionSecretMark } from "./secrets.ts";

async function dumpAll(
  env: Env,
  names: readonly DatabaseName[],
  folder: string,
): Promise<Manifest["databases"]> {
  const databases = await openDatabases(env, names, { isPrepared: true });
  const snapshots = new Map<DatabaseName, Snapshot>();
  try {
    // Both at the same moment, as closely as two databases allow.
    await Promise.all(
      names.map(async (name) => {
        snapshots.set(name, await openSnapshot(databases.tablesUrl(name)));
      }),
    );
    const dumped: Manifest["databases"] = {};
    for (const name of names) dumped[name] = await dumpDatabase(snapshots.get(name)!, name, folder);
    return dumped;
  } finally {
    for (const snapshot of snapshots.values()) await snapshot.end();
    await databases.close();
  }
}

/**
 * Backs up databases and generated secrets into a new folder, which appears when it is complete.
 * Programs may go on; each database is read at one moment.
 * @throws BackupError if the folder exists
 */
export async function backUp(
  env: Env,
  names: readonly DatabaseName[],
  to: string,
): Promise<Manifest> {
  if (existsSync(to)) throw new BackupError(`${to} exists already: name a new folder.`);
  const dataDir = resolve(env.DATA_DIR);
  const draft = `${to}.unfinished-${process.pid}`;
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  try {
    return await inTurn(env, names, async () => {
      const databases = await dumpAll(env, names, draft);
      copySecrets(dataDir, secretsIn(draft));
      const sessionSecret = sessionSecretMark(env, dataDir);
      const createdAt = new Date().toISOString();
      const manifest: Manifest = { format: 1, createdAt, databases, sessionSecret };
      writeFileSync(join(draft, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, {
        mode: 0o600,
      });
      renameSync(draft, to);
      return manifest;
    });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** What a restore did. */
export interface Restored {
  tables: Partial<Record<DatabaseName, Comparison[]>>;
  secrets: string[];
  /** Whether sessions and second factors of the backup are of another NEXTAUTH_SECRET. */
  hasOtherSecret: boolean;
}

/**
 * Restores a backup into unused databases and a data directory, which are created if needed.
 * Existing secrets stay.
 * @throws BackupError if a database is in use or of another schema
 */
export async function restore(
  env: Env,
  names: readonly DatabaseName[],
  from: string,
): Promise<Restored> {
  const manifest = readManifest(from);
  const dataDir = resolve(env.DATA_DIR);
  const wanted = names.filter((name) => manifest.databases[name]);
  return inTurn(env, wanted, async () => {
    await provisionGiven(env, wanted);
    const databases = await openDatabases(env, wanted);
    try {
      const tables: Restored["tables"] = {};
      for (const name of wanted)
        tables[name] = await loadDatabase(
          databases.tablesUrl(name),
          name,
          manifest.databases[name]!,
          from,
        );
      const secrets = copySecrets(secretsIn(from), dataDir);
      const mark = sessionSecretMark(env, dataDir);
      const hasOtherSecret = manifest.sessionSecret !== null && mark !== manifest.sessionSecret;
      return { tables, secrets, hasOtherSecret };
    } finally {
      await databases.close();
    }
  });
}
