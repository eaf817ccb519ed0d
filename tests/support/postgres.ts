import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { connected } from "../../runtime/databases/connection.ts";
import { createDatabase, type Room } from "../../runtime/databases/roles.ts";
import { ownerUrlOf, templateOf, urlOf } from "./postgres-setup.ts";

/**
 * A new database on the run's PostgreSQL with the schema of a program and nothing in it, whose role
 * has the rights it has in production.
 * @returns the connection string of the program
 */
export const freshDatabase = (room: Room): Promise<string> =>
  create(room, `TEMPLATE ${templateOf(room)} STRATEGY FILE_COPY`);

/** The same without the schema, as before a program's first start. */
export const emptyDatabase = (room: Room): Promise<string> => create(room, "");

/** The connection string of the role that owns a test's database, of the one its program has. */
export function asOwnerOf(room: Room, url: string): string {
  return ownerUrlOf(url, room, new URL(url).pathname.slice(1));
}

async function create(room: Room, how: string): Promise<string> {
  const ownerUrl = inject("postgresUrl");
  const name = `${room}_${randomBytes(6).toString("hex")}`;
  await connected(ownerUrl, (client) => createDatabase(client, name, room, how));
  return urlOf(ownerUrl, room, name);
}
