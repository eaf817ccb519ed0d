import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { freePort } from "../../tools/ports/free-port.ts";
import { newDataDir, start } from "../support/start-process.ts";

/** A full Curtail per test worker: portal, service, PostgreSQL and the demo fleet. */
export interface Curtail {
  portalUrl: string;
  serviceUrl: string;
  apiKey: string;
  password: string;
  dataDir: string;
  /** Its output so far. */
  said(): string;
}

/** The accounts of the demo; the password is the worker's. */
export const STAFF = "staff@demo.example";
export const CUSTOMER = "customer@demo.example";

/** Starts one with more settings, on a data directory, and with how to stop it and remove that. */
export async function startCurtail(
  settings: Record<string, string> = {},
  dataDir: string = newDataDir(),
) {
  const [portalPort, servicePort] = [await freePort(), await freePort()];
  const password = "only-for-browser-tests";
  const started = start([], {
    DATA_DIR: dataDir,
    PORT: String(portalPort),
    SERVICE_PORT: String(servicePort),
    DEMO: "1",
    DEMO_PASSWORD: password,
    WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1",
    LOG_LEVEL: "trace",
    ...settings,
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
