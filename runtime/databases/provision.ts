import { EnvError, type Env } from "../../lib/env.ts";
import { parseConnection } from "./connection.ts";
import { givenUrl, migrationUrl } from "./databases.ts";
import { migrateProgramDatabase } from "./given.ts";
import { ensureGivenDatabase, type DatabaseName, type GivenLogin } from "./roles.ts";

function parseLogin(variable: string, url: string): GivenLogin {
  const { username, password, pathname } = parseConnection(url);
  const database = decodeURIComponent(pathname.slice(1));
  if (!username || !password || !database)
    throw new EnvError(
      `${variable} must name a role, its password and a database: ` +
        "postgres://role:password@host/database. Provisioning gives the role this password.",
    );
  return { role: decodeURIComponent(username), password: decodeURIComponent(password), database };
}

/**
 * Creates the databases and roles that SERVICE_DATABASE_URL and PORTAL_DATABASE_URL name, with
 * their passwords, on the server of DATABASE_URL, and migrates them. An existing role gets the
 * password. Does nothing for a program without such an address, or without DATABASE_URL.
 * @returns the number of migrations that were applied to each database
 * @throws EnvError if an address lacks a name or password, or two of them name the same role
 */
export async function provisionGiven(
  env: Env,
  names: readonly DatabaseName[],
): Promise<Partial<Record<DatabaseName, number>>> {
  const adminUrl = env.DATABASE_URL;
  const migrations: Partial<Record<DatabaseName, number>> = {};
  if (!adminUrl) return migrations;
  for (const name of names) {
    const [programUrl, ownerUrl] = [givenUrl(env, name), migrationUrl(env, name)];
    if (!programUrl) continue;
    const prefix = name.toUpperCase();
    const program = parseLogin(`${prefix}_DATABASE_URL`, programUrl);
    const owner = ownerUrl ? parseLogin(`${prefix}_MIGRATION_URL`, ownerUrl) : undefined;
    refuseSameRole(prefix, program, decodeURIComponent(parseConnection(adminUrl).username), owner);
    await ensureGivenDatabase(adminUrl, program, owner, async (url) => {
      migrations[name] = await migrateProgramDatabase[name](url, program.role);
    });
  }
  return migrations;
}

function refuseSameRole(
  prefix: string,
  program: GivenLogin,
  admin: string,
  owner: GivenLogin | undefined,
): void {
  const roles = new Map([
    [admin, "DATABASE_URL"],
    ...(owner ? [[owner.role, `${prefix}_MIGRATION_URL`] as const] : []),
  ]);
  const other = roles.get(program.role);
  if (other)
    throw new EnvError(
      `${prefix}_DATABASE_URL and ${other} must name different roles: the program's role may not own its tables.`,
    );
  if (owner && owner.database !== program.database)
    throw new EnvError(
      `${prefix}_DATABASE_URL and ${prefix}_MIGRATION_URL must name one database.`,
    );
}
