import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./ports/free-port.ts";
import { START, waitUntilReady } from "./chaos/product.ts";

/** A portal to measure, its service, and the password of the demo accounts. */
export interface MeasuredPortal {
  portalUrl: string;
  serviceUrl: string;
  apiKey: string;
  password: string;
  stop(): Promise<void>;
}

/**
 * The running Curtail that CURTAIL_URL, CURTAIL_SERVICE_URL, CURTAIL_KEY and DEMO_PASSWORD name, or a
 * new one with the demo fleet.
 */
export async function openMeasuredPortal(): Promise<MeasuredPortal> {
  const { CURTAIL_URL, CURTAIL_SERVICE_URL, CURTAIL_KEY, DEMO_PASSWORD } = process.env;
  if (!CURTAIL_URL) return startOwn();
  if (!CURTAIL_SERVICE_URL || !CURTAIL_KEY || !DEMO_PASSWORD) {
    throw new Error("CURTAIL_URL needs CURTAIL_SERVICE_URL, CURTAIL_KEY and DEMO_PASSWORD.");
  }
  return {
    portalUrl: CURTAIL_URL,
    serviceUrl: CURTAIL_SERVICE_URL,
    apiKey: CURTAIL_KEY,
    password: DEMO_PASSWORD,
    stop: async () => undefined,
  };
}

async function startOwn(): Promise<MeasuredPortal> {
  const folder = mkdtempSync(join(tmpdir(), "curtail-lighthouse-"));
  const ports = [await freePort(), await freePort()];
  const [apiKey, password] = [`ck_${crypto.randomUUID()}`, "only-for-measuring"];
  const child = spawn(process.execPath, [START], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      DATA_DIR: join(folder, "data"),
      PORT: String(ports[0]),
      SERVICE_PORT: String(ports[1]),
      DEMO: "1",
      DEMO_PASSWORD: password,
      FLEX_API_KEY: apiKey,
    },
  });
  await waitUntilReady(child);
  return {
    portalUrl: `http://127.0.0.1:${ports[0]}`,
    serviceUrl: `http://127.0.0.1:${ports[1]}`,
    apiKey,
    password,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "close");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
