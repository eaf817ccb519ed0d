import { serve } from "@hono/node-server";
import { rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { getRole } from "../../runtime/databases/roles.ts";
import { openPostgres } from "../../runtime/postgres/postgres.ts";
import { parseEnv } from "../../lib/env.ts";
import { MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { openService } from "../../service/service.ts";
import {
  createMigrated,
  createRoles,
  TEST_PASSWORD,
  toDatabaseUrl,
} from "../support/postgres-setup.ts";
import { newDataDir } from "../support/start-process.ts";
import type { ClockedSettings, ClockTurn } from "./clocked-world.ts";

/** The service with the demo fleet on its own PostgreSQL; the process that started it sets its clock. */
const { at, apiKey, outages, ...settings } = JSON.parse(process.argv[2]!) as ClockedSettings;
let nowMs = Date.parse(at);
const dataDir = newDataDir();
const postgres = await openPostgres({
  dataDir,
  ownerPassword: TEST_PASSWORD,
  settings: { fsync: "off", full_page_writes: "off" },
});
await createRoles(postgres.ownerUrl, "service");
const database = getRole("service");
await createMigrated(postgres.ownerUrl, "service", database);
const service = await openService(
  parseEnv({ DEMO: "1", FLEX_API_KEY: apiKey, LOG_LEVEL: "warn", ...settings }),
  toDatabaseUrl(postgres.ownerUrl, "service", database),
  { now: () => nowMs, demoDays: 1, outages: outages === "yes", demoControls: false },
);

/** Devices, measurements, events and alerts each minute; prices and rules with the quarter-hour suffice here. */
async function runMinute(): Promise<void> {
  await service.tick();
  await service.enqueueEvents();
  await service.runAlerts();
  if (nowMs % QUARTER_MS !== 0) return;
  await service.refreshPrices();
  await service.runRules();
}

/** Goes to a moment: minute by minute as it lives, or at once as after a break. */
async function go({ until, lives }: ClockTurn): Promise<void> {
  const untilMs = Date.parse(until);
  while (nowMs < untilMs) {
    nowMs = lives ? Math.min(untilMs, nowMs + MINUTE_MS) : untilMs;
    await runMinute();
  }
}

await runMinute();
const server = serve({ fetch: service.fetch, hostname: "127.0.0.1", port: 0 });
await new Promise((done) => server.once("listening", done));

process.on("message", (turn: ClockTurn) => {
  void go(turn).then(() => process.send!({ at: new Date(nowMs).toISOString() }));
});
process.on("disconnect", () => {
  server.close();
  void service
    .close()
    .then(() => postgres.stop())
    .finally(() => {
      rmSync(dirname(dataDir), { recursive: true, force: true, maxRetries: 3 });
      process.exit(0);
    });
});
process.send!({ port: (server.address() as AddressInfo).port });
