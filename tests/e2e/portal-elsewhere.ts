import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { freePort, newDataDir, start } from "../world/started.ts";
import { startTenOperations, type TenOperations } from "./ten-operations.ts";

/** The first member of staff of that portal. */
export const FIRST = { email: "first@elsewhere.example", password: "only-for-browser-tests" };

/** A portal in front of somebody else's service. */
export interface Elsewhere {
  service: TenOperations;
  portalUrl: string;
  said(): string;
}

/** Starts one, with how to stop it. */
export async function startElsewhere() {
  const service = await startTenOperations();
  const dataDir = newDataDir();
  const port = await freePort();
  const started = start([], {
    DATA_DIR: dataDir,
    PORT: String(port),
    FLEX_BASE_URL: service.baseUrl,
    FLEX_API_KEY: service.apiKey,
    STAFF_EMAIL: FIRST.email,
    STAFF_PASSWORD: FIRST.password,
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
