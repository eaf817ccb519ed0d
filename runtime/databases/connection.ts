import pg from "pg";

const OLDEST_VERSION = 15;
const CONNECT_WITHIN_MS = 15_000;

/** A connection string as a URL; also the form without a host that has a socket directory. */
export const parseConnection = (url: string): URL => new URL(url.replace("@/", "@localhost/"));

/** Host and port, or socket directory, of a connection string, for output without the password. */
export function formatAddress(url: string): string {
  const { hostname, port, searchParams } = parseConnection(url);
  return searchParams.get("host") ?? `${hostname}:${port || "5432"}`;
}

/** A server that is unreachable or refuses the login; `cause` has what it said. */
class ConnectionError extends Error {}

/**
 * Runs a task on one connection and closes it.
 * @throws ConnectionError with the server if PostgreSQL is unreachable or refuses
 */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => undefined);
    const reason = error instanceof Error ? error.message || String(error) : String(error);
    throw new ConnectionError(`PostgreSQL at ${formatAddress(url)} cannot be used: ${reason}.`, {
      cause: error,
    });
  }
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** What would be right when a connection fails with a SQLSTATE or an error of the system. */
function remedy(code: string | undefined, variable: string): string {
  if (code === "28P01" || code === "28000")
    return `Correct the user and the password in ${variable}.`;
  if (code === "3D000") return `Correct the database in ${variable}.`;
  if (code === "42501") return `Grant its user CONNECT on that database, or correct ${variable}.`;
  if (code?.startsWith("53") || code?.startsWith("57"))
    return "Start again when that server takes connections.";
  return `Start that server, or correct host and port in ${variable}.`;
}

/**
 * Does work on the server that a variable names. Its failure says what would be right.
 * @param variable absent for the embedded PostgreSQL
 */
export async function withRemedy<T>(
  variable: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!variable || !(error instanceof Error)) throw error;
    const { code } = (error instanceof ConnectionError ? error.cause : error) as { code?: string };
    if (error instanceof ConnectionError)
      throw new Error(`${error.message} ${remedy(code, variable)}`, { cause: error });
    if (code !== "42501") throw error;
    throw new Error(
      `The user of ${variable} may not prepare the databases: ${error.message}. ` +
        `${variable} must name a user who may create roles and databases.`,
      { cause: error },
    );
  }
}

/** A message if a server of this `server_version_num` is too old, else undefined. */
export function versionRefusal(number: number): string | undefined {
  if (number >= OLDEST_VERSION * 10_000) return undefined;
  return `Curtail needs PostgreSQL ${OLDEST_VERSION} or later.`;
}

/**
 * The version of a server, like `PostgreSQL 18.4`.
 * @throws Error with a message when it is too old
 */
export async function usableVersion(url: string): Promise<string> {
  return withConnection(url, async (client) => {
    const { rows } = await client.query<{ version: string; number: number }>(
      "SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number",
    );
    const { version = "", number = 0 } = rows[0] ?? {};
    const name = `PostgreSQL ${version.split(" ")[0]}`;
    const refusal = versionRefusal(number);
    if (refusal) throw new Error(`${formatAddress(url)} is ${name}: ${refusal}`);
    return name;
  });
}
