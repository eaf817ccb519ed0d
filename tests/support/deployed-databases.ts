import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "../../lib/env.ts";
import { withConnection } from "../../runtime/databases/connection.ts";
import { provisionGiven } from "../../runtime/databases/provision.ts";
import { DATABASES } from "../../runtime/databases/roles.ts";
import { runAs, serverAccount } from "../../runtime/postgres/os-user.ts";
import { openPostgres } from "../../runtime/postgres/postgres.ts";
import { freePort } from "../../tools/ports/free-port.ts";
import { readMerged } from "./compose-overlay.ts";
import { read, root } from "./deployment.ts";
import { startProgram, type StartedProgram } from "./started-program.ts";

/** The database of the overlay, provisioned, with what leads to it. */
export interface DeployedDatabases {
  /** A secret, with the addresses of this machine for those of containers. */
  secret(name: string): string;
  /** Gives a secret another value, as a person does who rotates it. */
  setSecret(name: string, value: string): void;
  /** Does what the container `replication-role` does. */
  makeReplicationRole(): void;
  /** The folder of the replica's volume. */
  volume: string;
  /** Starts the replica as its container does. */
  startReplica(): Promise<StartedProgram>;
  /** Starts pgbouncer as its container does. */
  startPgbouncer(): Promise<StartedProgram>;
  stop(): Promise<void>;
}

/** Starts a primary with these programs and with the settings of the overlay. */
export async function startDeployedDatabases(
  folder: string,
  programs: string,
): Promise<DeployedDatabases> {
  const ports = { db: await freePort(), replica: await freePort(), pgbouncer: await freePort() };
  const secrets = join(folder, "secrets");
  execFileSync("sh", [`${root}deploy/make-secrets.sh`, secrets], { stdio: "ignore" });
  // Containers reach the files of secrets by mounts; here through their folder.
  chmodSync(secrets, 0o755);
  const toThisMachine = (text: string) =>
    text
      .replace("@db/", `@127.0.0.1:${ports.db}/`)
      .replace("@replica/", `@127.0.0.1:${ports.replica}/`)
      .replace("@pgbouncer:6432/", `@127.0.0.1:${ports.pgbouncer}/`);
  const secret = (name: string) => toThisMachine(readFileSync(join(secrets, name), "utf8").trim());
  const setSecret = (name: string, value: string) => writeFileSync(join(secrets, name), value);
  /** A file of the overlay with the addresses and files of this machine. */
  const place = (name: string) => {
    const text = read(`deploy/${name}`)
      .replaceAll("/run/secrets", secrets)
      .replaceAll("host=db", `host=127.0.0.1 port=${ports.db}`)
      .replace("listen_addr = 0.0.0.0", "listen_addr = 127.0.0.1")
      .replace("listen_port = 6432", `listen_port = ${ports.pgbouncer}`);
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const hba = place("pg_hba.conf");
  const primary = await openPostgres({
    dataDir: join(folder, "primary"),
    ownerPassword: "owner",
    programs,
    settings: { listen_addresses: "127.0.0.1", port: String(ports.db), hba_file: hba },
  });
  await withConnection(primary.ownerUrl, (client) =>
    client.query(`CREATE ROLE postgres SUPERUSER LOGIN PASSWORD '${secret("postgres_password")}'`),
  );
  const given = {
    DATABASE_URL: secret("database_url"),
    SERVICE_DATABASE_URL: secret("service_database_url"),
    PORTAL_DATABASE_URL: secret("portal_database_url"),
  };
  await provisionGiven(parseEnv(given), DATABASES);

  const [, , asWritten] = readMerged().services["replication-role"]!.command!;
  const makeRole = asWritten!
    .replace("$$", "$")
    .replace("/run/secrets", secrets)
    .replace("-h db", `-h 127.0.0.1 -p ${ports.db}`)
    .replace("/replication-role.sql", place("replication-role.sql"));
  const makeReplicationRole = () => {
    const PATH = `${programs}:${process.env.PATH}`;
    execFileSync("sh", ["-c", makeRole], { stdio: "pipe", env: { ...process.env, PATH } });
  };
  const account = serverAccount(join(folder, "none"));
  const volume = join(folder, "volume");
  // As a first start leaves it that was killed while it copied.
  mkdirSync(join(volume, "18/copy/base"), { recursive: true, mode: 0o700 });
  for (const part of ["", "18", "18/copy", "18/copy/base"])
    if (account) chownSync(join(volume, part), account.uid, account.gid);
  const plain = { ...runAs(account), cwd: "/" };
  const script = place("replica.sh");
  const settings = {
    hba_file: hba,
    listen_addresses: "127.0.0.1",
    port: ports.replica,
    unix_socket_directories: "",
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const env = {
    PATH: `${programs}:${process.env.PATH}`,
    PGDATA: join(volume, "18/docker"),
    NODE_ENV: process.env.NODE_ENV,
  };
  const ready = /ready to accept read-only connections/;
  const startReplica = () => startProgram(["sh", script, ...args], { ...plain, env }, ready);
  const pooler = place("pgbouncer.ini");
  const startPgbouncer = () => startProgram(["/usr/sbin/pgbouncer", pooler], plain, /process up/);
  return {
    secret,
    setSecret,
    makeReplicationRole,
    volume,
    startReplica,
    startPgbouncer,
    stop: () => primary.stop(),
  };
}
