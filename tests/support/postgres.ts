import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { connected } from "../../runtime/databases/connection.ts";
import { roleOf, type Room } from "../../runtime/databases/roles.ts";
import { templateOf, urlOf } from "./postgres-setup.ts";

/**
 * A new database on the run's PostgreSQL with the schema of a program and nothing in it, owned by
 * the role of the program as in production.
 * @returns its connection string
 */
export const freshDatabase = (room: Room): Promise<string> =>
  create(room, `TEMPLATE ${templateOf(room)} STRATEGY FILE_COPY`);

/** The same without the schema, as before a program's first start. */
export const emptyDatabase = (room: Room): Promise<string> => create(room, "");

async function create(room: Room, how: string): Promise<string> {
  const ownerUrl = inject("postgresUrl");
  const name = `${room}_${randomBytes(6).toString("hex")}`;
  await connected(ownerUrl, (client) =>
    client.query(`CREATE DATABASE ${name} OWNER ${roleOf(room)} ${how}`),
  );
  return urlOf(ownerUrl, room, name);
}
