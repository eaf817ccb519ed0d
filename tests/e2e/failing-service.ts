import { createServer, request as ask, type Server } from "node:http";
import { rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import type { Page } from "@playwright/test";
import { freePort, newDataDir, start } from "../world/started.ts";
import type { Curtail } from "./curtail.ts";
import { signInByForm, test as base } from "./people.ts";

const EMAIL = "first@elsewhere.example";
const PASSWORD = "only-for-browser-tests";

/** A portal whose way to its service can be closed and opened again. */
export interface Behind {
  portalUrl: string;
  close(): void;
  open(): void;
}

/** Passes everything on to a service, but for when it is closed: then it is busy, as 503 says. */
function startWay(serviceUrl: string, isClosed: () => boolean): Promise<Server> {
  const server = createServer((request, response) => {
    if (isClosed()) {
      response.writeHead(503).end();
      return;
    }
    const { method, headers, url } = request;
    const onward = ask(new URL(url ?? "/", serviceUrl), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

async function startBehind({ serviceUrl, apiKey }: Curtail) {
  let closed = false;
  const way = await startWay(serviceUrl, () => closed);
  const dataDir = newDataDir();
  const port = await freePort();
  const started = start([], {
    DATA_DIR: dataDir,
    PORT: String(port),
    FLEX_BASE_URL: `http://127.0.0.1:${(way.address() as AddressInfo).port}`,
    FLEX_API_KEY: apiKey,
    STAFF_EMAIL: EMAIL,
    STAFF_PASSWORD: PASSWORD,
  });
  const stop = async () => {
    started.child.kill("SIGTERM");
    await started.ended;
    way.closeAllConnections();
    way.close();
    rmSync(dirname(dataDir), { recursive: true, force: true, maxRetries: 3 });
  };
  await started.ready;
  const behind: Behind = {
    portalUrl: `http://127.0.0.1:${port}`,
    close: () => (closed = true),
    open: () => (closed = false),
  };
  return { behind, stop };
}

/** The test with such a portal, and its first member of staff signed in on a page. */
export const test = base.extend<{ reader: Page }, { behind: Behind }>({
  behind: [
    async ({ curtail }, provide) => {
      const { behind, stop } = await startBehind(curtail);
      await provide(behind);
      await stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ behind }, provide) => provide(behind.portalUrl),
  reader: async ({ page, behind }, provide) => {
    behind.open();
    await page.goto("/sign-in");
    await signInByForm(page, EMAIL, PASSWORD);
    await provide(page);
  },
});

export { expect } from "@playwright/test";
