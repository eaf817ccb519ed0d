import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { test as base, type Page } from "@playwright/test";
import { freePort, newDataDir, start } from "../world/started.ts";
import { signInByForm } from "./people.ts";
import { startTenOperations, type TenOperations } from "./ten-operations.ts";

const EMAIL = "first@elsewhere.example";
const PASSWORD = "only-for-browser-tests";

interface Elsewhere {
  service: TenOperations;
  portalUrl: string;
  said(): string;
}

async function startElsewhere() {
  const service = await startTenOperations();
  const dataDir = newDataDir();
  const port = await freePort();
  const started = start([], {
    DATA_DIR: dataDir,
    PORT: String(port),
    FLEX_BASE_URL: service.baseUrl,
    FLEX_API_KEY: service.apiKey,
    STAFF_EMAIL: EMAIL,
    STAFF_PASSWORD: PASSWORD,
  });
  const stop = async () => {
    started.child.kill("SIGTERM");
    await started.ended;
    service.close();
    rmSync(dirname(dataDir), { recursive: true, force: true, maxRetries: 3 });
  };
  await started.ready;
  const portalUrl = `http://127.0.0.1:${port}`;
  return { elsewhere: { service, portalUrl, said: started.said }, stop };
}

/** The portal in front of somebody else's service, with its first member of staff signed in. */
export const test = base.extend<{ staff: Page; baseURL: string }, { elsewhere: Elsewhere }>({
  elsewhere: [
    async ({}, provide) => {
      const { elsewhere, stop } = await startElsewhere();
      await provide(elsewhere);
      await stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ elsewhere }, provide) => provide(elsewhere.portalUrl),
  staff: async ({ page }, provide) => {
    await page.goto("/");
    await signInByForm(page, EMAIL, PASSWORD);
    await provide(page);
  },
});

export { expect } from "@playwright/test";
