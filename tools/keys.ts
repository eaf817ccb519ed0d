import { parseArgs } from "node:util";
import { defaultScopes, scopes, type Scope } from "../lib/contract/index.ts";
import { parseEnv } from "../lib/env.ts";
import { createKey, listKeys, revokeKey, type ApiKey } from "../service/store/keys.ts";
import { openStore, type Store } from "../service/store/store.ts";
import { openDatabases } from "../runtime/databases/databases.ts";

const USAGE = `npm run keys -- create NAME [--scope read,control,manage,keys] [--expires 2027-01-31]
npm run keys -- list
npm run keys -- revoke ID`;

/** An invalid command; the message shows the correct usage. */
class KeysError extends Error {}

interface KeyOptions {
  positionals: string[];
  scope: string;
  expires: string | undefined;
}

function parseOptions(): KeyOptions {
  const options = {
    scope: { type: "string", default: defaultScopes.join(",") },
    expires: { type: "string" },
  } as const;
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    return { positionals, scope: values.scope, expires: values.expires };
  } catch (error) {
    throw new KeysError(`${(error as Error).message}\n${USAGE}`);
  }
}

function scopesOf(text: string): Scope[] {
  const wanted = text.split(",").map((scope) => scope.trim());
  const wrong = wanted.find((scope) => !scopes.includes(scope as Scope));
  if (wrong !== undefined)
    throw new KeysError(`--scope takes ${scopes.join(", ")}; "${wrong}" is none of them.`);
  return [...new Set(wanted as Scope[])];
}

function expiryOf(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const at = new Date(text);
  if (Number.isNaN(at.getTime()) || at.getTime() <= Date.now())
    throw new KeysError("--expires takes a date to come, such as 2027-01-31.");
  return at;
}

async function create(store: Store, name: string | undefined, given: KeyOptions): Promise<void> {
  if (!name?.trim() || /\p{Cc}/u.test(name))
    throw new KeysError(`A key needs a name on one line.\n${USAGE}`);
  const wanted = { name, scopes: scopesOf(given.scope), expiresAt: expiryOf(given.expires) };
  const { key, record } = await createKey(store.db, wanted, Date.now());
  console.log(`${record.id}  ${name}  (${wanted.scopes.join(", ")})`);
  console.log(`\n${key}\n\nThis is the only time the key is shown.`);
}

const stateOf = (key: ApiKey) =>
  key.revokedAt
    ? `revoked ${key.revokedAt.toISOString()}`
    : key.expiresAt && key.expiresAt.getTime() <= Date.now()
      ? `expired ${key.expiresAt.toISOString()}`
      : key.expiresAt
        ? `until ${key.expiresAt.toISOString()}`
        : "in force";

async function list(store: Store): Promise<void> {
  const keys = await listKeys(store.db);
  if (keys.length === 0) console.log("There are no keys yet.");
  for (const key of keys) {
    const used = key.lastUsedAt ? `used ${key.lastUsedAt.toISOString()}` : "never used";
    console.log(
      [key.id, `${key.prefix}…`, key.name, key.scopes.join(","), stateOf(key), used].join("  "),
    );
  }
}

async function revoke(store: Store, id: string | undefined): Promise<void> {
  if (!id) throw new KeysError(`Which key? \`list\` shows their ids.\n${USAGE}`);
  if (!(await revokeKey(store.db, id, Date.now())))
    throw new KeysError(`There is no key ${id} in force.`);
  console.log(`${id} is revoked; the next call with it is refused.`);
}

async function main(): Promise<void> {
  const given = parseOptions();
  const [command, argument] = given.positionals;
  const commands = { create, list, revoke };
  if (!command || !(command in commands)) throw new KeysError(USAGE);
  const env = parseEnv(process.env);
  const databases = await openDatabases(env);
  try {
    const store = await openStore(databases.serviceUrl, () => {}, { pooler: env.DATABASE_POOLER });
    try {
      await commands[command as keyof typeof commands](store, argument, given);
    } finally {
      await store.close();
    }
  } finally {
    await databases.close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof KeysError ? error.message : error);
  process.exitCode = 1;
});
