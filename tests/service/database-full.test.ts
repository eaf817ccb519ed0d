import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgres, type Postgres } from "../../runtime/postgres/postgres.ts";
import {
  createMigrated,
  createRoles,
  TEST_PASSWORD,
  toDatabaseUrl,
} from "../support/postgres-setup.ts";
import { World } from "../support/service.ts";
import { expectErrorLog } from "../support/error-log.ts";

expectErrorLog(/53100/);

const SIZE = "192m";
const MOST_WRITES = 20_000;
const MANY_AT_ONCE = 20;

const folder = mkdtempSync(join(tmpdir(), "curtail-full-"));
chmodSync(folder, 0o755);

/** A separate disk requires root on Linux. */
function hasOwnDisk(): boolean {
  if (process.getuid?.() !== 0 || process.platform !== "linux") return false;
  try {
    const options = ["-o", `size=${SIZE},mode=755`];
    execFileSync("mount", ["-t", "tmpfs", ...options, "tmpfs", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const mounted = hasOwnDisk();
if (!mounted) console.warn("\nLEFT OUT: a full disk, which takes root on Linux.\n");

describe.skipIf(!mounted)("while the disk of its database is full", () => {
  const filler = join(folder, "filler");
  const start = () => openPostgres({ dataDir: folder, ownerPassword: TEST_PASSWORD });
  let server: Postgres;
  let world: World;
  const asked: string[] = [];
  const answered: string[] = [];

  async function write(name: string) {
    const headers = { "Idempotency-Key": name };
    const body = { name, bidding_zone: "NL" } as const;
    const answer = await world.call("createGroup", { body, headers });
    if (answer.status === 200) answered.push(name);
    return answer;
  }

  function fillDisk() {
    for (const size of [1 << 20, 1 << 12]) {
      const { bavail, bsize } = statfsSync(folder);
      const pieces = Math.floor((bavail * bsize) / size);
      for (let n = 0; n < pieces; n++) appendFileSync(filler, Buffer.alloc(size));
    }
  }

  beforeAll(async () => {
    server = await start();
    await createRoles(server.ownerUrl, "service");
    await createMigrated(server.ownerUrl, "service", "full");
    const databaseUrl = toDatabaseUrl(server.ownerUrl, "service", "full");
    world = await World.open("2026-06-15T10:00:00Z", { databaseUrl });
    await write("before");
    fillDisk();
  });
  afterAll(async () => {
    await world.close();
    await server.stop();
    execFileSync("umount", [folder]);
    rmSync(folder, { recursive: true, force: true });
  });

  it("refuses what it cannot store with 503 and Retry-After, never with a 500", async () => {
    let refused = 0;
    for (let n = 0; n < MOST_WRITES && refused === 0; n += MANY_AT_ONCE) {
      const names = Array.from({ length: MANY_AT_ONCE }, (_, i) => `full-${n + i}`);
      asked.push(...names);
      for (const { status, headers } of await Promise.all(names.map(write))) {
        expect([200, 503]).toContain(status);
        if (status === 503) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
        if (status === 503) refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(0);
  });

  it("recovers once there is space, with everything it had answered, and executes retries once", async () => {
    rmSync(filler);
    server = await start();
    await expect.poll(async () => (await world.request("/readyz")).status).toBe(200);
    const before = [...answered];
    for (const name of asked)
      if (!before.includes(name))
        await expect.poll(async () => (await write(name)).status).toBe(200);
    const kept: string[] = [];
    for (let page = 0; kept.length === page * 100; page++) {
      const { data } = await world.call("listGroups", { query: { page, page_size: 100 } });
      kept.push(...data.data.map(({ name }) => name));
    }
    expect(kept.toSorted()).toEqual(["before", ...asked].toSorted());
  });
});
