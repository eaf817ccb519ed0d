import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { freePort } from "../../tools/ports/free-port.ts";
import { newDataDir, start } from "../support/start-process.ts";

/** The first account of a portal started by a test. */
export interface FirstStaff {
  email: string;
  password: string;
}

/** A service that runs already. */
export interface Before {
  baseUrl: string;
  apiKey: string;
}

/**
 * Starts a portal of its own before a service that runs: where it is, where it keeps what is its
 * own, what it said so far, and how to stop it. `settings` are made of its address.
 */
export async function startPortalBefore(
  { baseUrl, apiKey }: Before,
  { email, password }: FirstStaff,
  settings: (
    portalUrl: string,
  ) => Record<string, string> | Promise<Record<string, string>> = () => ({}),
) {
  const dataDir = newDataDir();
  const port = await freePort();
  const portalUrl = `http://127.0.0.1:${port}`;
  const started = start([], {
    DATA_DIR: dataDir,
    PORT: String(port),
    FLEX_BASE_URL: baseUrl,
    FLEX_API_KEY: apiKey,
    STAFF_EMAIL: email,
    STAFF_PASSWORD: password,
    ...(await settings(portalUrl)),
  });
  const stop = async () => {
    started.child.kill("SIGTERM");
    await started.ended;
    rmSync(dirname(dataDir), { recursive: true, force: true, maxRetries: 3 });
  };
  await started.ready;
  return { portalUrl, dataDir, said: started.said, stop };
}
