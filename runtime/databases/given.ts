import { migratePortal, portalSchema } from "../../lib/portal/db/migrate.ts";
import { migrateService, serviceSchema } from "../../service/store/schema-guard.ts";
import type { PoolerMode } from "../../lib/database/pooler.ts";
import { withConnection, formatAddress, withRemedy } from "./connection.ts";
import { getUnwantedRights, takeOver } from "./ownership.ts";
import type { DatabaseName } from "./roles.ts";

const schemas = { service: serviceSchema, portal: portalSchema };
/** Migrates the database of a program to its schema; see `migrateDatabase`. */
export const migrateProgramDatabase = { service: migrateService, portal: migratePortal };

const INSUFFICIENT_PRIVILEGE = "42501";

interface Login {
  role: string;
  database: string;
}

const loginOf = (url: string): Promise<Login> =>
  withConnection(url, async (client) => {
    const { rows } = await client.query<Login>(
      "SELECT current_user AS role, current_database() AS database",
    );
    return rows[0]!;
  });

/** The variables that name a program's database, for its login and for its owner's. */
export const databaseVariable = (name: DatabaseName) => `${name.toUpperCase()}_DATABASE_URL`;
const migrationVariable = (name: DatabaseName) => `${name.toUpperCase()}_MIGRATION_URL`;

/**
 * Migrates a database that was created elsewhere: with the login that owns its tables, which grants
 * the program's role its privileges, or, without one, with the program's own login.
 * @returns the number of migrations that were applied
 * @throws Error with a message if a login lacks a privilege
 */
export async function migrateGiven(
  databaseName: DatabaseName,
  url: string,
  migrationUrl: string | undefined,
  pooler: PoolerMode,
): Promise<number> {
  if (pooler === "transaction" && migrationUrl === undefined)
    throw new Error(
      `DATABASE_POOLER=transaction needs ${migrationVariable(databaseName)}, an address of PostgreSQL ` +
        "itself: a migration takes a session of its own.",
    );
  const program = await loginOf(url);
  const owner = migrationUrl
    ? await withRemedy(migrationVariable(databaseName), () => loginOf(migrationUrl))
    : program;
  if (owner.database !== program.database)
    throw new Error(
      `${migrationVariable(databaseName)} leads to the database ${owner.database}, and ` +
        `${databaseVariable(databaseName)} to ${program.database}: both must name the same one.`,
    );
  const migrate = migrateProgramDatabase[databaseName];
  try {
    if (migrationUrl === undefined || owner.role === program.role)
      return await migrate(migrationUrl ?? url);
    await withConnection(migrationUrl, (client) => takeOver(client, program.role, owner.role));
    return await migrate(migrationUrl, program.role);
  } catch (error) {
    const cause = (error as Error).cause as { code?: string } | undefined;
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE)
      if (cause?.code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new Error(refusal(databaseName, program, owner, error as Error), { cause: error });
  }
}

function refusal(databaseName: DatabaseName, program: Login, owner: Login, error: Error): string {
  const reason = error.cause instanceof Error ? error.cause.message : error.message;
  const name = migrationVariable(databaseName);
  if (owner.role === program.role)
    return (
      `The role ${program.role} may not migrate the database of the ${databaseName} (${reason}). ` +
      `Set ${name} to a login of the role that owns its tables.`
    );
  return (
    `The role ${owner.role} of ${name} may not migrate the database of the ${databaseName} (${reason}). ` +
    "Where the program's role owns tables there, have a superuser run in that database: " +
    `ALTER DATABASE "${owner.database}" OWNER TO "${owner.role}"; ` +
    `REASSIGN OWNED BY "${program.role}" TO "${owner.role}";`
  );
}

/** A warning if the role of a program could rewrite its audit trail, else undefined. */
export async function roleWarning(
  databaseName: DatabaseName,
  url: string,
): Promise<string | undefined> {
  const reasons = await withConnection(url, (client) =>
    getUnwantedRights(client, schemas[databaseName]),
  );
  if (reasons.length === 0) return undefined;
  const { role } = await loginOf(url);
  const trail = databaseName === "portal" ? "the audit trail" : "the record of calls";
  return (
    `WARNING: the ${databaseName} runs as the role ${role} on ${formatAddress(url)}, which could rewrite ${trail} ` +
    `unseen: it ${reasons.join("; it ")}. Set ${databaseVariable(databaseName)} to a role without ` +
    `these rights, and ${migrationVariable(databaseName)} to the one that owns the tables.`
  );
}
