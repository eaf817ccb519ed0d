import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openLog } from "../../lib/log/logger.ts";
import { withConnection } from "../../runtime/databases/connection.ts";
import { startDatabaseProxy } from "../support/database-proxy.ts";
import { installedPrograms } from "../support/installed-postgres.ts";
import { createMigrated, createRoles, toDatabaseUrl } from "../support/postgres-setup.ts";
import { World } from "../support/service.ts";
import { household } from "../support/site.ts";
import {
  startReplicatedPostgres,
  type LoggedServer,
  type ReplicatedPostgres,
} from "../support/streaming-replica.ts";

const programs = installedPrograms();
const isInstalled = programs !== undefined && existsSync(join(programs, "pg_basebackup"));
if (!isInstalled)
  console.warn("\nLEFT OUT: tests with a streaming replica; no PostgreSQL is installed.\n");

const START = "2026-06-15T10:00:30Z";
const NOW = "2026-06-15T10:31:30Z";
const NL = { bidding_zone_id: "NL" };
const HISTORY = "/v1/bidding-zones/NL/historical?end=2026-06-15T10:30:00Z";
/** Statements of requests at the primary: its other sessions have a purpose in their names. */
const REQUEST = /^curtail-service (?!jobs |leases |positions |reads )\S+: LOG:/;
const READ = /^curtail-service reads \S+: LOG: (?!.*pg_last_wal_replay_lsn)/;

const open = async (databaseUrl: string, replicaUrl: string, at = NOW) => {
  const lines: { msg: string; state?: string; err?: { message: string } }[] = [];
  const log = openLog("service", "info", {
    write: (line: string) => void lines.push(JSON.parse(line)),
  });
  const settings = { DATABASE_REPLICA_URL: replicaUrl };
  const world = await World.open(at, { databaseUrl, settings, log });
  return { world, lines };
};

async function metric(world: World, name: string): Promise<number> {
  const text = await world.service.metrics.metrics();
  const line = text.split("\n").find((one) => one.startsWith(`curtail_service_${name} `));
  return Number(line?.split(" ").at(-1));
}
const reads = (world: World, outcome: string) =>
  metric(world, `replica_reads_total{outcome="${outcome}"}`);

/** Reads until the replica answers. */
const untilUsed = (world: World) =>
  expect
    .poll(async () => {
      const before = await reads(world, "replica");
      await world.call("listGroups");
      return (await reads(world, "replica")) - before;
    })
    .toBe(1);

const createGroup = async (world: World, name: string) =>
  (await world.call("createGroup", { body: { name, bidding_zone: "NL" } })).data.id;
const groupIds = async (world: World) =>
  (await world.call("listGroups", { query: { page_size: 100 } })).data.data.map(({ id }) => id);
const readiness = async (world: World) => {
  const response = await world.request("/readyz");
  return { code: response.status, ...((await response.json()) as { replica?: string }) };
};

describe.skipIf(!isInstalled)("with a streaming replica", () => {
  let servers: ReplicatedPostgres;
  let databaseUrl: string;
  let world: World;
  let lines: Awaited<ReturnType<typeof open>>["lines"];
  let ids: Record<"group" | "customer" | "location" | "control", string>;
  const logged = (text: RegExp) => lines.filter(({ msg }) => text.test(msg));

  beforeAll(async () => {
    servers = await startReplicatedPostgres(programs!);
    const { ownerUrl } = servers.primary;
    await createRoles(ownerUrl, "service");
    await createMigrated(ownerUrl, "service", "replicated");
    databaseUrl = toDatabaseUrl(ownerUrl, "service", "replicated");
    ({ world, lines } = await open(databaseUrl, servers.replica.at(databaseUrl), START));
    const groupId = await createGroup(world, "One");
    const { customer, location } = await household(world, { groupId });
    const ordered = { params: NL, body: { type: "ZERO_EXPORT" } } as const;
    const { data: control } = await world.call("controlBiddingZone", ordered);
    ids = { group: groupId, customer: customer.id, location: location.id, control: control.id };
    await world.liveUntil(NOW);
  });
  afterEach(async () => {
    await servers.replica.resume();
    await untilUsed(world);
  });
  afterAll(async () => {
    await world?.close();
    await servers?.stop();
  });

  /** The statements that a request sends to each server. */
  async function statementsOf(path: string, init?: RequestInit) {
    const { primary, replica } = servers;
    const marks: [LoggedServer, RegExp, number][] = [
      [primary, REQUEST, primary.mark()],
      [replica, READ, replica.mark()],
    ];
    const { status } = await world.request(path, init);
    const [atPrimary, atReplica] = marks.map(([server, pattern, mark]) =>
      server.linesSince(mark).filter((line) => pattern.test(line)),
    );
    return { status, atPrimary: atPrimary!, atReplica: atReplica! };
  }

  it("histories and lists are read there, and nothing of them at the primary", async () => {
    await untilUsed(world);
    const { group, customer, location, control } = ids;
    for (const path of [
      HISTORY,
      "/v1/bidding-zones/NL/coverage",
      "/v1/bidding-zones/NL/historical/SOLAR_INVERTER",
      `/v1/groups/${group}/historical`,
      `/v1/groups/${group}/historical/SOLAR_INVERTER`,
      `/v1/locations/${location}/historical`,
      `/v1/locations/${location}/historical/SOLAR_INVERTER`,
      "/v1/controls",
      "/v1/control-summaries",
      `/v1/controls/${control}/delivery`,
      `/v1/controls/${control}/deliveries`,
      "/v1/customers",
      `/v1/customers/${customer}/controls`,
      "/v1/groups",
      "/v1/locations",
      `/v1/locations/${location}/controls`,
      "/v1/location-clusters?west=3&south=50&east=8&north=54",
      "/v1/devices",
      "/v1/api-calls",
    ]) {
      const isReadThere = async () => {
        const { status, atPrimary, atReplica } = await statementsOf(path);
        return [path, status, atPrimary, atReplica.length > 0];
      };
      await expect.poll(isReadThere).toEqual([path, 200, [], true]);
    }
  });

  it("everything else is read at the primary", async () => {
    await untilUsed(world);
    const order = { type: "ZERO_EXPORT" };
    const post = {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(order),
    };
    for (const [path, init] of [
      ["/v1/bidding-zones/NL/status"],
      ["/v1/bidding-zones/NL/forecast"],
      [`/v1/controls/${ids.control}`],
      ["/v1/control-requests"],
      ["/v1/control-pause"],
      ["/v1/api-keys"],
      ["/v1/bidding-zones/NL/control/preview", post],
      ["/v1/bidding-zones/NL/control", post],
    ] as const) {
      const { status, atPrimary, atReplica } = await statementsOf(path, init);
      expect([path, status, atReplica]).toEqual([path, 200, []]);
      expect(atPrimary.length, path).toBeGreaterThan(0);
    }
  });

  it("a read sees every change that was answered before, also by another instance", async () => {
    await untilUsed(world);
    const { world: other } = await open(databaseUrl, servers.replica.at(databaseUrl));
    const before = await reads(world, "replica");
    for (let i = 0; i < 40; i++) {
      const id = await createGroup(other, `Group ${i}`);
      expect(await groupIds(world)).toContain(id);
    }
    expect(await reads(world, "replica")).toBeGreaterThan(before);
    await other.close();
  });

  it("a replica that stands still is not read after a change, and is named when it lags", async () => {
    await untilUsed(world);
    lines.length = 0;
    const before = await reads(world, "behind");
    await servers.replica.pause();
    const id = await createGroup(world, "While it is paused");
    expect(await groupIds(world)).toContain(id);
    expect(await reads(world, "behind")).toBe(before + 1);
    await expect
      .poll(() => readiness(world))
      .toMatchObject({
        code: 200,
        status: "degraded",
        replica: expect.stringMatching(/^The read replica is behind since 20/),
      });
    expect(await metric(world, "replica_lag_seconds")).toBeGreaterThan(5);
    expect(logged(/replica is not used/).map(({ state }) => state)).toEqual(["behind"]);
    await servers.replica.resume();
    await untilUsed(world);
    expect(await groupIds(world)).toContain(id);
    await expect.poll(() => metric(world, "replica_lag_seconds")).toBe(0);
    expect(await readiness(world)).toEqual({ code: 200, status: "ready" });
    expect(logged(/replica is used again/)).toHaveLength(1);
  });

  it("a history has the same ETag at both", async () => {
    await untilUsed(world);
    let etag = "";
    const readsThere = async () => {
      const before = await reads(world, "replica");
      etag = (await world.request(HISTORY)).headers.get("etag")!;
      return (await reads(world, "replica")) - before;
    };
    await expect.poll(readsThere).toBe(1);
    const before = await reads(world, "replica");
    await servers.replica.pause();
    await createGroup(world, "Another");
    const { world: alone } = await open(databaseUrl, servers.replica.at(databaseUrl));
    for (const one of [world, alone]) {
      const same = await one.request(HISTORY, { headers: { "If-None-Match": etag } });
      expect([same.status, same.headers.get("etag")]).toEqual([304, etag]);
    }
    expect(await reads(world, "replica")).toBe(before);
    expect(await reads(alone, "replica")).toBe(0);
    await alone.close();
  });

  it("a killed replica costs no read, is named once, and is used again after its start", async () => {
    await untilUsed(world);
    lines.length = 0;
    const asked = Array.from({ length: 30 }, () => world.request("/v1/locations"));
    await servers.replica.kill();
    const during = await Promise.all(asked);
    expect(during.map(({ status }) => status)).toEqual(asked.map(() => 200));
    const id = await createGroup(world, "While it is away");
    for (let i = 0; i < 10; i++) expect(await groupIds(world)).toContain(id);
    await expect
      .poll(() => readiness(world))
      .toMatchObject({
        code: 200,
        status: "degraded",
        replica: expect.stringMatching(/^The read replica is away since 20/),
      });
    expect(await metric(world, "replica_lag_seconds")).toBeNaN();
    expect(await reads(world, "away")).toBeGreaterThan(0);
    await servers.replica.start();
    await untilUsed(world);
    expect(await groupIds(world)).toContain(id);
    expect(await readiness(world)).toEqual({ code: 200, status: "ready" });
    expect(logged(/replica is not used/).map(({ state }) => state)).toEqual(["away"]);
    expect(logged(/replica is used again/)).toHaveLength(1);
  });

  it("a replica that falls silent holds up no read, also one under way", async () => {
    const proxy = await startDatabaseProxy(servers.replica.at(databaseUrl));
    const { world: remote } = await open(databaseUrl, proxy.url);
    await untilUsed(remote);
    proxy.set("stalled");
    const startMs = performance.now();
    expect(await groupIds(remote)).toContain(ids.group);
    const id = await createGroup(remote, "While it is silent");
    expect(await groupIds(remote)).toContain(id);
    expect(performance.now() - startMs).toBeLessThan(10_000);
    await expect.poll(() => readiness(remote)).toMatchObject({ status: "degraded" });
    proxy.set("free");
    await untilUsed(remote);
    await remote.close();
    await proxy.close();
  });

  it("a connection to a server that has replayed less is not used", async () => {
    const late = await servers.addReplica();
    await late.pause();
    const proxy = await startDatabaseProxy(servers.replica.at(databaseUrl));
    const { world: remote } = await open(databaseUrl, proxy.url);
    await expect.poll(() => metric(remote, "replica_lag_seconds")).toBe(0);
    const id = await createGroup(remote, "Later than the pause");
    proxy.redirect(late.at(databaseUrl));
    const answers: string[][] = [];
    const failures = async () => {
      answers.push(await groupIds(remote));
      return reads(remote, "failed");
    };
    await expect.poll(failures).toBeGreaterThan(0);
    for (const answer of answers) expect(answer).toContain(id);
    expect(await reads(remote, "replica")).toBe(0);
    await remote.close();
    await proxy.close();
  });

  it("a server that is no replica is not read, and is named", async () => {
    const { world: wrong, lines: said } = await open(databaseUrl, databaseUrl);
    expect(await groupIds(wrong)).toContain(ids.group);
    expect(await reads(wrong, "replica")).toBe(0);
    expect(await readiness(wrong)).toMatchObject({ code: 200, status: "degraded" });
    const stops = said.filter(({ msg }) => /replica is not used/.test(msg));
    expect(stops.map(({ err }) => err?.message)).toEqual([
      "DATABASE_REPLICA_URL leads to a server that is no replica",
    ]);
    await wrong.close();
  });

  it("the service's role cannot write there", async () => {
    const written = withConnection(servers.replica.at(databaseUrl), (client) =>
      client.query("update groups set name = 'x'"),
    );
    await expect(written).rejects.toMatchObject({ code: "25006" });
  });
});
