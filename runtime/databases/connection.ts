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

/**
 * Runs a task on one connection and closes it.
 * @throws Error with the server if PostgreSQL is unreachable or refuses
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
    throw new Error(`PostgreSQL at ${formatAddress(url)} cannot be used: ${reason}.`, {
      cause: error,
    });
  }
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
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
