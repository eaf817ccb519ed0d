import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { TEST_PASSWORD } from "./postgres-setup.ts";

/**
 * A new, empty database on the run's PostgreSQL, owned by the role of a program as in production.
 * @returns its connection string
 */
export async function freshDatabase(kind: "service" | "portal"): Promise<string> {
  const ownerUrl = inject("postgresUrl");
  const name = `${kind}_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client(ownerUrl);
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name} OWNER curtail_${kind}`);
  } finally {
    await client.end();
  }
  const url = new URL(ownerUrl);
  url.username = `curtail_${kind}`;
  url.password = TEST_PASSWORD;
  url.pathname = `/${name}`;
  return url.href;
}
