import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { test as base } from "@playwright/test";
import { freePort, newDataDir, start } from "../world/started.ts";

const STARTS_WITHIN_MS = 180_000;

/** A whole Curtail of a test worker's own: portal, service, PostgreSQL and the demo fleet. */
export interface Curtail {
  portalUrl: string;
  serviceUrl: string;
  apiKey: string;
  password: string;
  dataDir: string;
  /** What it printed so far. */
  said(): string;
}

/** The accounts of the demo; the password is the worker's. */
export const STAFF = "staff@demo.example";
export const CUSTOMER = "customer@demo.example";

async function startCurtail() {
  const dataDir = newDataDir();
  const [portalPort, servicePort] = [await freePort(), await freePort()];
  const password = "only-for-browser-tests";
  const started = start([], {
    DATA_DIR: dataDir,
    PORT: String(portalPort),
    SERVICE_PORT: String(servicePort),
    DEMO: "1",
    DEMO_PASSWORD: password,
  });
  const stop = async () => {
    started.child.kill("SIGTERM");
    const code = await started.ended;
    rmSync(dirname(dataDir), { recursive: true, force: true, maxRetries: 3 });
    if (code !== 0) throw new Error(`Curtail ended with ${code}:\n${started.said()}`);
  };
  await started.ready;
  const curtail: Curtail = {
    portalUrl: `http://127.0.0.1:${portalPort}`,
    serviceUrl: `http://127.0.0.1:${servicePort}`,
    apiKey: readFileSync(join(dataDir, "api-key"), "utf8").trim(),
    password,
    dataDir,
    said: started.said,
  };
  return { curtail, stop };
}

/**
 * Playwright's test with a Curtail per worker; `page.goto("/…")` goes to its portal. What one test
 * changes, the next test of the same worker finds.
 */
export const test = base.extend<{ baseURL: string }, { curtail: Curtail }>({
  curtail: [
    async ({}, provide) => {
      const { curtail, stop } = await startCurtail();
      await provide(curtail);
      await stop();
    },
    { scope: "worker", timeout: STARTS_WITHIN_MS },
  ],
  baseURL: async ({ curtail }, provide) => provide(curtail.portalUrl),
});

export { expect } from "@playwright/test";
