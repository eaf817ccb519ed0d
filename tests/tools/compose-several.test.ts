import { execFileSync, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseEnv } from "../../lib/env.ts";
import { openDatabase } from "../../lib/portal/db/database.ts";
import { readSession } from "../../lib/portal/db/sessions.ts";
import { withConnection } from "../../runtime/databases/connection.ts";
import { brokers } from "../support/broker.ts";
import { getMountedFiles, readBase, readMerged, readOverlay } from "../support/compose-overlay.ts";
import { expectReceived, startDeployedBrokers, USERS } from "../support/deployed-brokers.ts";
import { startDeployedDatabases, type DeployedDatabases } from "../support/deployed-databases.ts";
import {
  isMissing,
  makeSecrets,
  read,
  root,
  undocumented,
  withSecrets,
} from "../support/deployment.ts";
import { haproxyVersion } from "../support/haproxy.ts";
import { installedPrograms } from "../support/installed-postgres.ts";
import { pgbouncerVersion } from "../support/pgbouncer.ts";
import { callService } from "../support/reporting-locations.ts";
import { spawnService } from "../support/spawned-service.ts";
import type { StartedProgram } from "../support/started-program.ts";
import { emptyFolder } from "./temporary-folder.ts";

const GUIDE = "docs/how-to/run-several-instances.md";

describe("the overlay for several instances", () => {
  const base = readBase();
  const { overlay, tags } = readOverlay();
  const merged = readMerged();
  const services = Object.entries(merged.services);
  const changed = Object.keys(overlay.services).filter((name) => name in base.services);
  const added = Object.keys(overlay.services).filter((name) => !(name in base.services));
  const programs = ["service", "portal"] as const;

  test("changes containers of the base file, and every other one has an image of a named registry and version", () => {
    expect(changed.sort()).toEqual(["broker", "db", "portal", "service"]);
    const names = ["broker-b", "mqtt", "pgbouncer", "replica", "replication-role"];
    expect(added.sort()).toEqual(names);
    for (const name of added)
      expect(merged.services[name]!.image).toMatch(/^docker\.io\/[\w-]+\/[\w-]+:v?\d[\w.-]*$/);
    expect(merged.services.replica!.image).toBe(base.services.db!.image);
    for (const tag of tags) expect(tag).toMatch(/Unresolved tag: !(reset|override)/);
  });

  test("runs two services and two portals, which reach PostgreSQL through pgbouncer in transaction mode", () => {
    const secrets = makeSecrets();
    for (const name of programs) {
      const { scale, environment } = merged.services[name]!;
      expect([name, scale, environment!.DATABASE_POOLER]).toEqual([name, 2, "transaction"]);
      const variable = `${name.toUpperCase()}_DATABASE_URL_FILE`;
      const secret = environment![variable]!.replace("/run/secrets/", "");
      expect(secrets[secret]).toContain(`@pgbouncer:6432/curtail_${name}`);
    }
    expect(read("deploy/pgbouncer.ini")).toMatch(/^pool_mode = transaction$/m);
    expect(merged.services.provision).toEqual(base.services.provision);
    expect(merged.services.service!.environment!.MQTT_URL).toBe("mqtt://mqtt:1883");
  });

  test.each(programs)(
    "the variables of each %s are documented and valid, with its secrets",
    (name) => {
      const { environment, secrets } = merged.services[name]!;
      expect(undocumented(Object.keys(environment!))).toEqual([]);
      const files = Object.values(environment!).flatMap(
        (value) => /^\/run\/secrets\/(\w+)$/.exec(value)?.[1] ?? [],
      );
      expect(files.sort()).toEqual([...secrets!].sort());
      const made = makeSecrets();
      const secret = (file: string) => made[file.replace("/run/secrets/", "")] ?? "";
      const values = { ...withSecrets(environment!, secret) };
      if (values.PUBLIC_URL) values.PUBLIC_URL = "https://portal.example";
      expect(() => parseEnv(values)).not.toThrow();
    },
  );

  test("names only secrets, volumes and containers that there are", () => {
    for (const [name, { secrets, volumes, depends_on }] of services) {
      for (const secret of secrets ?? []) expect(merged.secrets, name).toHaveProperty(secret);
      for (const volume of volumes ?? [])
        if (!volume.startsWith("./"))
          expect(merged.volumes, name).toHaveProperty(volume.split(":")[0]!);
      for (const other of Object.keys(depends_on ?? {}))
        expect(merged.services, name).toHaveProperty(other);
    }
    const used = new Set(services.flatMap(([, { secrets }]) => secrets ?? []));
    expect([...used].sort()).toEqual(Object.keys(merged.secrets).sort());
  });

  test("mounts files that are here or named as ones to make", () => {
    const page = read("docs/how-to/install-with-compose.md");
    const files = getMountedFiles(Object.values(merged.services));
    expect(files).toEqual(expect.arrayContaining(["pgbouncer.ini", "haproxy.cfg", "replica.sh"]));
    for (const file of files)
      expect(existsSync(`${root}deploy/${file}`) || page.includes(file), file).toBe(true);
  });

  test("runs two brokers alike, and only haproxy has the port of devices", () => {
    const { broker, "broker-b": other, mqtt } = merged.services;
    expect(
      JSON.parse(
        JSON.stringify(broker).replaceAll("broker:/mosquitto/data", "broker-b:/mosquitto/data"),
      ),
    ).toEqual(other);
    expect(broker!.ports).toBeUndefined();
    expect(mqtt!.ports).toEqual(base.services.broker!.ports);
  });

  test("haproxy has the check and the stick table of the guide", () => {
    const guide = /^```haproxy\n([\s\S]*?)^```/m.exec(read(GUIDE))![1]!;
    const lines = guide
      .split("\n")
      .filter((line) => !/^\s+(bind|server|default-server) /.test(line));
    const deployed = read("deploy/haproxy.cfg");
    for (const line of lines) expect(deployed.split("\n")).toContain(line);
    const [, check] = /default-server (check .*)/.exec(guide)!;
    expect(deployed).toContain(check!.replace("check ", "check port 1883 "));
  });

  test("its secrets follow those of an installation that has the others already, and stay", () => {
    const folder = emptyFolder();
    const make = () =>
      execFileSync("sh", [`${root}deploy/make-secrets.sh`, folder], { encoding: "utf8" });
    const address = (name: string) => `postgres://${name}:before@db/${name}?sslmode=require`;
    const secret = (name: string) => readFileSync(join(folder, name), "utf8");
    for (const name of ["service", "portal"])
      writeFileSync(join(folder, `${name}_database_url`), `${address(`curtail_${name}`)}\n`);
    expect(make()).not.toContain("database_url\nwrote portal_database_url");
    expect(secret("service_database_url")).toBe(`${address("curtail_service")}\n`);
    const at = (name: string, host: string) => `${address(name).replace("@db", `@${host}`)}\n`;
    expect(secret("service_pooler_url")).toBe(at("curtail_service", "pgbouncer:6432"));
    expect(secret("portal_pooler_url")).toBe(at("curtail_portal", "pgbouncer:6432"));
    expect(secret("service_replica_url")).toBe(at("curtail_service", "replica"));
    expect(secret("pgbouncer_users")).toBe(
      '"curtail_service" "before"\n"curtail_portal" "before"\n',
    );
    expect(make()).toBe("");
  });
});

const version = haproxyVersion();
const hasBrokers = version && brokers.includes("mosquitto") && !isMissing("openssl");
if (!hasBrokers)
  console.warn("\nLEFT OUT: the brokers of the overlay; haproxy or Mosquitto is not installed.\n");

describe.skipIf(!hasBrokers)(`the brokers of the overlay behind ${version}`, () => {
  test("haproxy accepts its configuration", () => {
    const words = ["-c", "-f", `${root}deploy/haproxy.cfg`];
    const { status, stdout, stderr } = spawnSync("/usr/sbin/haproxy", words, { encoding: "utf8" });
    expect(status, stdout + stderr).toBe(0);
    expect(stdout + stderr).not.toMatch(/WARNING/);
  });

  test("the service and devices with TLS are on the same broker: the first, the other when it dies, and that one when the first is back at another address", async () => {
    const { start, kill, haproxy, connect } = await startDeployedBrokers(emptyFolder());
    const guests = (broker: StartedProgram) =>
      Object.keys(USERS).filter((name) => broker.output().includes(` as ${name} (`));
    const both = Object.keys(USERS);

    const a = await start("broker", "127.0.0.3");
    await expect.poll(haproxy.output).toMatch(/Server mqtt\/a .*(UP|READY)/);
    const b = await start("broker-b", "127.0.0.4");
    const [service, house] = [await connect("curtail-service"), await connect("house")];
    await expectReceived(service, house, "on the first");
    expect([guests(a), guests(b)]).toEqual([both, []]);

    await kill("broker", a);
    await expectReceived(service, house, "on the other");
    expect(guests(b)).toEqual(both);

    const ups = () => haproxy.output().match(/Server mqtt\/a .*(UP|READY)/g)!.length;
    const before = ups();
    const back = await start("broker", "127.0.0.5");
    await expect.poll(ups).toBeGreaterThan(before);
    for (const client of [service, house]) {
      await client.endAsync();
      client.reconnect();
    }
    await expectReceived(service, house, "still on the other");
    expect(guests(back)).toEqual([]);

    await kill("broker-b", b);
    await expectReceived(service, house, "on the first again");
    expect(guests(back)).toEqual(both);
  });
});

const installed = installedPrograms();
const hasReplica = installed !== undefined && existsSync(join(installed, "pg_basebackup"));
const pgbouncer = pgbouncerVersion();
if (!hasReplica || !pgbouncer)
  console.warn(
    "\nLEFT OUT: the database of the overlay; PostgreSQL or pgbouncer is not installed.\n",
  );

const query = async (url: string, statement: string): Promise<Record<string, unknown>[]> =>
  withConnection(url, async (client) => (await client.query(statement)).rows);

describe.skipIf(!hasReplica || !pgbouncer)(`the database of the overlay with ${pgbouncer}`, () => {
  let folder: string;
  let deployed: DeployedDatabases;
  let replica: StartedProgram;
  let pooler: StartedProgram;
  const secret = (name: string) => deployed.secret(name);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "curtail-several-"));
    chmodSync(folder, 0o755);
    deployed = await startDeployedDatabases(folder, installed!);
    deployed.makeReplicationRole();
    replica = await deployed.startReplica();
    pooler = await deployed.startPgbouncer();
  });
  afterAll(async () => {
    await pooler?.stop();
    await replica?.stop("SIGINT");
    await deployed?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const streams = () =>
    query(secret("database_url"), "select usename, state from pg_stat_replication");
  const streaming = [{ usename: "curtail_replication", state: "streaming" }];
  const write = (id: string) =>
    query(
      secret("service_database_url"),
      `insert into groups (id, created_at, name, bidding_zone) values ('${id}', now(), '${id}', 'NL')`,
    );
  const written = async () => {
    const rows = await query(secret("service_replica_url"), "select id from groups order by id");
    return rows.map(({ id }) => id);
  };

  test("the replica streams from it as a role of its own, from the same copy after a restart and with another password", async () => {
    await expect.poll(streams).toEqual(streaming);
    await write("one");
    await expect.poll(written).toEqual(["one"]);
    await expect(query(secret("service_replica_url"), "delete from groups")).rejects.toMatchObject({
      code: "25006",
    });

    await replica.stop("SIGINT");
    await write("two");
    deployed.setSecret("replication_password", "another");
    deployed.makeReplicationRole();
    const made = () => statSync(join(deployed.volume, "18/docker/PG_VERSION")).ino;
    const before = made();
    replica = await deployed.startReplica();
    await expect.poll(written).toEqual(["one", "two"]);
    await expect.poll(streams).toEqual(streaming);
    expect(made()).toBe(before);
    const settings = readFileSync(join(deployed.volume, "18/docker/postgresql.auto.conf"), "utf8");
    expect(settings).not.toMatch(/ password=/);
    expect(statSync(join(deployed.volume, "18/passwords")).mode & 0o077).toBe(0);
  });

  test("only the role of the replica streams, and it may do nothing else", async () => {
    const login = (name: string, role: string, password: string) => {
      const url = new URL(secret(name));
      [url.username, url.password] = [role, password];
      return url.href;
    };
    const role = ["curtail_replication", secret("replication_password")] as const;
    for (const name of ["database_url", "service_database_url", "service_replica_url"])
      await expect(query(login(name, ...role), "select 1")).rejects.toThrow(/pg_hba.conf rejects/);
    const rights = await query(
      secret("database_url"),
      "select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication from pg_roles where rolname = 'curtail_replication'",
    );
    expect(Object.values(rights[0]!)).toEqual([false, false, false, false, true]);
    const { stderr } = spawnSync(
      join(installed!, "psql"),
      ["-d", `${secret("service_database_url")}?replication=true`, "-c", "IDENTIFY_SYSTEM"],
      { encoding: "utf8" },
    );
    expect(stderr).toMatch(/no pg_hba.conf entry for replication connection/);
  });

  test("pgbouncer lets the programs in with their passwords, and gives the portal its statement timeout", async () => {
    const settings = "select current_user as role, current_setting('statement_timeout') as limit";
    const [service, portal] = [secret("service_pooler_url"), secret("portal_pooler_url")];
    expect(await query(service, settings)).toEqual([{ role: "curtail_service", limit: "0" }]);
    expect(await query(portal, settings)).toEqual([{ role: "curtail_portal", limit: "10s" }]);
    const wrong = service.replace(/:[^:@]+@/, ":wrong@");
    await expect(query(wrong, "select 1")).rejects.toThrow(/authentication failed/);
    const other = service.replace("curtail_service:", "postgres:");
    await expect(query(other, "select 1")).rejects.toThrow(/authentication failed/);
    const { db, pool } = openDatabase(portal, { pooler: "transaction" });
    expect(await readSession(db, randomUUID(), new Date())).toBeNull();
    await pool.end();
  });

  test("two services run at these addresses without one of PostgreSQL itself, and read at the replica", async () => {
    const settings = {
      DATABASE_POOLER: "transaction",
      DATABASE_REPLICA_URL: secret("service_replica_url"),
    };
    const start = () => spawnService(secret("service_pooler_url"), settings);
    const both = [await start(), await start()];
    for (const service of both) {
      const readiness = () => callService(service, "/readyz").catch(String);
      await expect.poll(readiness, { timeout: 60_000 }).toEqual({ status: "ready" });
      expect(await callService(service, "/v1/groups")).toMatchObject({ data: expect.any(Array) });
    }
    const readers = () =>
      query(
        secret("service_replica_url"),
        "select distinct application_name as name from pg_stat_activity where application_name like 'curtail-service reads %'",
      );
    await expect.poll(readers).toHaveLength(2);
    for (const { child, ended } of both) {
      child.kill("SIGTERM");
      expect(await ended).toBe(0);
    }
  });
});
