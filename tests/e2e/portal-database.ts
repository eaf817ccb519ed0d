import { readFileSync } from "node:fs";
import { join } from "node:path";
import { connected } from "../../scripts/databases/connection.ts";
import { runningPostmaster } from "../../scripts/postgres/postmaster.ts";

/** Does something while a portal cannot read one of its own tables. */
export async function withoutTable(
  dataDir: string,
  table: string,
  work: () => Promise<void>,
): Promise<void> {
  const password = readFileSync(join(dataDir, "secrets", "postgres-portal"), "utf8").trim();
  const { socketDirectory, port } = runningPostmaster(join(dataDir, "postgres", "data"))!;
  const url = new URL(`postgres://curtail_portal@localhost:${port}/curtail_portal`);
  url.password = password;
  url.searchParams.set("host", socketDirectory);
  await connected(url.href, async (client) => {
    await client.query(`ALTER TABLE ${table} RENAME TO ${table}_away`);
    try {
      await work();
    } finally {
      await client.query(`ALTER TABLE ${table}_away RENAME TO ${table}`);
    }
  });
}
