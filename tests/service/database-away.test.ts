import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgres, type Postgres } from "../../runtime/postgres/postgres.ts";
import { gone } from "../../runtime/process/process-utils.mjs";
import {
  createMigrated,
  createRoles,
  TEST_PASSWORD,
  toDatabaseUrl,
} from "../support/postgres-setup.ts";
import { World } from "../support/service.ts";
import { expectErrorLog } from "../support/error-log.ts";

// Failures caused by the unavailable database are logged.
expectErrorLog(
  /database system is (shutting|starting|not yet)|ECONNRESET|EPIPE|ECONNREFUSED|ENOENT|terminat|connection error/,
);

const NL = { bidding_zone_id: "NL" };

/** An empty database for the service on this server. */
async function databaseOn({ ownerUrl }: Postgres): Promise<string> {
  await createRoles(ownerUrl, "service");
  await createMigrated(ownerUrl, "service", "away");
  return toDatabaseUrl(ownerUrl, "service", "away");
}

describe("while its database is unreachable", () => {
  const folder = mkdtempSync(join(tmpdir(), "curtail-away-"));
  const start = () => openPostgres({ dataDir: folder, ownerPassword: TEST_PASSWORD });
  let server: Postgres;
  let world: World;
  let group: { id: string };
  let control: { id: string };
  let during: Response[];

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    server = await start();
    const databaseUrl = await databaseOn(server);
    world = await World.open("2026-06-15T10:00:00Z", { demo: 2, databaseUrl });
    await world.liveUntil("2026-06-15T10:01:00Z");
    const body = { name: "Utrecht", bidding_zone: "NL" } as const;
    group = (await world.call("createGroup", { body })).data;
    const ordered = { params: NL, body: { type: "ZERO_EXPORT" } } as const;
    control = (await world.call("controlBiddingZone", ordered)).data;
    const asked = Array.from({ length: 30 }, () => world.request("/v1/locations"));
    process.kill(server.pid, "SIGQUIT");
    during = await Promise.all(asked);
    expect(await gone(server.pid, 10_000)).toBe(true);
  });

  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("answers 200 or 503 to every request in flight when the database stops", () => {
    for (const { status } of during) expect([200, 503]).toContain(status);
  });

  it("refuses reads and writes with Retry-After", async () => {
    const answers = [
      await world.call("listGroups"),
      await world.call("getBiddingZoneHistorical", { params: NL }),
      await world.call("createGroup", { body: { name: "Zeist", bidding_zone: "NL" } }),
      await world.call("controlBiddingZone", { params: NL, body: { type: "MAX_CONSUMPTION" } }),
    ];
    for (const { status, headers, problem } of answers) {
      expect(status).toBe(503);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      expect(problem).toMatchObject({ status: 503, type: "urn:curtail:problem:unavailable" });
    }
  });

  it("is alive and not ready, and its clock stops", async () => {
    expect((await world.request("/healthz")).status).toBe(200);
    const readiness = await world.request("/readyz");
    expect(readiness.status).toBe(503);
    expect(readiness.headers.get("content-type")).toBe("application/problem+json");
    await expect(world.liveUntil("2026-06-15T10:02:00Z")).rejects.toThrow();
  });

  it("recovers when it is back, with everything it had answered, and continues", async () => {
    server = await start();
    const readiness = async () => (await world.request("/readyz")).status;
    await expect.poll(readiness).toBe(200);
    const groups = (await world.call("listGroups")).data.data;
    expect(groups.filter(({ name }) => name === "Utrecht")).toMatchObject([group]);
    expect(groups.map(({ name }) => name)).not.toContain("Zeist");
    expect((await world.call("listControls")).data.data).toEqual([control]);
    await world.liveUntil("2026-06-15T10:16:00Z");
    const { data: status } = await world.call("getBiddingZoneStatus", { params: NL });
    expect(status).toMatchObject({ measured_at: "2026-06-15T10:16:00.000Z", reporting: 60 });
    const query = { start: "2026-06-15T10:00:00Z" };
    const { data: history } = await world.call("getBiddingZoneHistorical", { params: NL, query });
    expect(history.data).toMatchObject([{ time: query.start.replace("Z", ".000Z") }]);
    expect(history.data[0]!.actual).toBeTypeOf("number");
    const written = await world.call("createGroup", {
      body: { name: "Zeist", bidding_zone: "NL" },
    });
    expect(written.status).toBe(200);
  });

  it("has closed every lost connection, and so can end", () => world.close());
});
