import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseConnection, withConnection } from "../../runtime/databases/connection.ts";
import { DATABASES, getRole } from "../../runtime/databases/roles.ts";
import { runAs, serverAccount } from "../../runtime/postgres/os-user.ts";
import { TEST_PASSWORD } from "./postgres-setup.ts";
import { startProgram } from "./started-program.ts";
import { freePort } from "../../tools/ports/free-port.ts";

const PROGRAM = "/usr/sbin/pgbouncer";

/** The installed pgbouncer, such as `PgBouncer 1.18.0`; undefined without one. */
export const pgbouncerVersion = (): string | undefined =>
  existsSync(PROGRAM)
    ? spawnSync(PROGRAM, ["--version"], { encoding: "utf8" }).stdout.split("\n")[0]
    : undefined;

/** A pgbouncer in transaction mode in front of a server. */
export interface Pgbouncer {
  /** The address of a program's database through it. */
  through(databaseUrl: string): string;
  stop(): Promise<void>;
}

/** Starts pgbouncer with so few connections to the server that sessions share them. */
export async function startPgbouncer(databaseUrl: string, connections: number): Promise<Pgbouncer> {
  const server = parseConnection(databaseUrl);
  const host = server.searchParams.get("host") ?? server.hostname;
  const folder = mkdtempSync(join(tmpdir(), "curtail-pgbouncer-"));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const users = DATABASES.map((name) => `"${getRole(name)}" "${TEST_PASSWORD}"`);
  writeFileSync(join(folder, "users.txt"), `${users.join("\n")}\n`);
  const settings = [
    "[databases]",
    `* = host=${host} port=${server.searchParams.get("port") ?? (server.port || "5432")}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = scram-sha-256",
    `auth_file = ${join(folder, "users.txt")}`,
    "pool_mode = transaction",
    `default_pool_size = ${connections}`,
    "max_client_conn = 200",
  ];
  writeFileSync(join(folder, "pgbouncer.ini"), `${settings.join("\n")}\n`);
  const program = await startProgram(
    [PROGRAM, join(folder, "pgbouncer.ini")],
    runAs(serverAccount(folder)),
    /process up/,
  );
  const through = (url: string) => {
    const address = parseConnection(url);
    address.hostname = "127.0.0.1";
    address.port = String(port);
    address.search = "";
    return address.href;
  };
  const stop = async () => {
    await program.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  await withConnection(through(databaseUrl), (client) => client.query("select 1"));
  return { through, stop };
}
