import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getRole, type DatabaseName } from "../../runtime/databases/roles.ts";
import { withConnection } from "../../runtime/databases/connection.ts";
import { runningPostmaster } from "../../runtime/postgres/postgres.ts";

/** Runs a statement on a portal's database, as the portal's role. */
export async function inPortalDatabase(dataDir: string, statement: string): Promise<void> {
  await withConnection(addressOf(dataDir), async (client) => void (await client.query(statement)));
}

/** Does something while an account has another name, which other tests find it by afterwards. */
export const withAccountName = (
  dataDir: string,
  [email, name]: [email: string, name: string],
  work: () => Promise<void>,
): Promise<void> =>
  withConnection(addressOf(dataDir), async (client) => {
    const { rows } = await client.query("SELECT name FROM accounts WHERE email = $1", [email]);
    const rename = (to: string) =>
      client.query("UPDATE accounts SET name = $2 WHERE email = $1", [email, to]);
    await rename(name);
    try {
      await work();
    } finally {
      await rename(rows[0].name);
    }
  });

/** Runs a statement on the service's database, as the service's role. */
export async function inServiceDatabase(dataDir: string, statement: string): Promise<void> {
  const address = addressOf(dataDir, "service");
  await withConnection(address, async (client) => void (await client.query(statement)));
}

/** Runs a task while another transaction locks an idempotency key of an API key. */
export const whileKeyIsHeld = (
  dataDir: string,
  [caller, key]: [caller: string, key: string],
  work: () => Promise<void>,
): Promise<void> =>
  withConnection(addressOf(dataDir, "service"), async (client) => {
    const name = JSON.stringify(["idempotency", caller, key]);
    await client.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [name]);
    await work();
  });

/** Queries a portal's database, as the portal's role. */
export async function readPortalDatabase(
  dataDir: string,
  question: string,
  values: string[],
): Promise<object[]> {
  let rows: object[] = [];
  await withConnection(addressOf(dataDir), async (client) => {
    ({ rows } = await client.query(question, values));
  });
  return rows;
}

/** Runs a task while a portal cannot read one of its tables. */
export async function withoutTable(
  dataDir: string,
  table: string,
  work: () => Promise<void>,
): Promise<void> {
  await withConnection(
    addressOf(dataDir, "portal", "curtail", "postgres-owner"),
    async (client) => {
      await client.query(`ALTER TABLE ${table} RENAME TO ${table}_away`);
      try {
        await work();
      } finally {
        await client.query(`ALTER TABLE ${table}_away RENAME TO ${table}`);
      }
    },
  );
}

function addressOf(
  dataDir: string,
  databaseName: DatabaseName = "portal",
  role = getRole(databaseName),
  secret = `postgres-${databaseName}`,
): string {
  const password = readFileSync(join(dataDir, "secrets", secret), "utf8").trim();
  const { socketDirectory, port } = runningPostmaster(join(dataDir, "postgres", "data"))!;
  const url = new URL(`postgres://${role}@localhost:${port}/${getRole(databaseName)}`);
  url.password = password;
  url.searchParams.set("host", socketDirectory);
  return url.href;
}
