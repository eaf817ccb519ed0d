import { spawn, type ChildProcess, type StdioOptions } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseEnv } from "../../lib/env.ts";
import { seedPortal } from "../../lib/portal/users/seed-accounts.ts";
import { portalEnvironment, serviceEnvironment } from "../../runtime/config/child-environment.ts";
import { openDatabases, type Databases } from "../../runtime/databases/databases.ts";
import { gone } from "../../runtime/process/process-utils.mjs";
import { newApiKey, newToken } from "../../runtime/config/secrets.ts";
import { readSettings, type Secrets, type Settings } from "../../runtime/config/settings.ts";
import { newDirectory } from "./product.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PORTAL = ".next/standalone/server.js";
const FRONT = "./runtime/http/request-preload.mjs";
const OPENS_WITHIN_MS = 120_000;
// Ends each program with its parent, so that none remains when the run itself is killed.
const STDIO: StdioOptions = ["ignore", "ignore", "inherit", "ipc"];
const EXIT_WITH_PARENT = "./runtime/process/exit-with-parent.mjs";

export const STAFF = { email: "chaos@example.org", password: `only-for-chaos-${newToken()}` };

/** A program of the stack that can be killed and restarted on the same port. */
export interface Instance {
  url: string;
  child: ChildProcess;
  /** Kills it with SIGKILL and waits until it has ended. */
  kill(): Promise<void>;
  /** Starts it and waits until it is ready. @returns how many milliseconds that took */
  open(): Promise<number>;
}

/** A PostgreSQL with services and portals, without a supervisor that restarts or stops them. */
export interface Stack {
  apiKey: string;
  databases: Databases;
  services: Instance[];
  portals: Instance[];
  /** Restarts PostgreSQL. @returns how many milliseconds it took to accept connections */
  openPostgres(): Promise<number>;
  end(): Promise<void>;
}

/** The number of instances of each program. */
export interface StackSize {
  services: number;
  portals: number;
}

interface StackDeps {
  secrets: Secrets;
  databases: Databases;
}

/** Starts a stack without a demo fleet in a new directory. The portal must be built. */
export async function startStack(size: StackSize): Promise<Stack> {
  const folder = newDirectory("chaos");
  // Created here, so that PostgreSQL's user can enter it and all files are removed with it.
  mkdirSync(join(folder, "data"));
  const anyPort = { PORT: "0", SERVICE_PORT: "0" };
  const given = { ...anyPort, DEMO: "0", DATA_DIR: join(folder, "data"), LOG_LEVEL: "error" };
  const env = parseEnv(given);
  const secrets = { apiKey: newApiKey(), sessionSecret: newToken(), demoPassword: undefined };
  const databases = await openDatabases(env);
  const deps: StackDeps = { secrets, databases };
  const services: Instance[] = [];
  const portals: Instance[] = [];
  const settingsOf = async (service?: Instance) => {
    const more = service ? { FLEX_BASE_URL: service.url, FLEX_API_KEY: secrets.apiKey } : {};
    return readSettings({ ...env, ...more }, true);
  };
  const end = async () => {
    await Promise.all([...portals, ...services].map((one) => one.kill()));
    const { embeddedPid } = await openDatabases(env);
    process.kill(embeddedPid!, "SIGINT");
    await gone(embeddedPid!, OPENS_WITHIN_MS);
    rmSync(folder, { recursive: true, force: true });
  };
  const start = async () => {
    for (let n = 0; n < size.services; n++) services.push(serviceOf(await settingsOf(), deps));
    await Promise.all(services.map((service) => service.open()));
    for (let n = 0; n < size.portals; n++)
      portals.push(portalOf(await settingsOf(services[n % services.length]), deps));
    if (portals.length > 0) await provision(deps, services[0]!.url);
    await Promise.all(portals.map((portal) => portal.open()));
  };
  await start().catch(async (error: unknown) => {
    await end();
    throw error;
  });
  return {
    apiKey: secrets.apiKey,
    databases,
    services,
    portals,
    openPostgres: async () => {
      const startMs = performance.now();
      databases.embeddedPid = (await openDatabases(env)).embeddedPid;
      return performance.now() - startMs;
    },
    end,
  };
}

async function provision({ databases, secrets }: StackDeps, baseUrl: string): Promise<void> {
  await seedPortal({
    databaseUrl: databases.portalUrl,
    settings: { STAFF_EMAIL: STAFF.email, STAFF_PASSWORD: STAFF.password },
    service: { baseUrl, apiKey: secrets.apiKey },
  });
}

function serviceOf(settings: Settings, { secrets, databases }: StackDeps): Instance {
  const env = serviceEnvironment(settings, secrets, databases.serviceUrl);
  return instanceOf(
    `http://127.0.0.1:${settings.env.SERVICE_PORT}`,
    ["--import", "tsx", "service/main.ts"],
    { ...env, DEMO: "0", LOG_LEVEL: "silent" },
  );
}

function portalOf(settings: Settings, { secrets, databases }: StackDeps): Instance {
  const { PORT } = settings.env;
  return instanceOf(
    `http://127.0.0.1:${PORT}`,
    ["--import", FRONT, PORTAL],
    portalEnvironment(settings, secrets, databases.portalUrl),
  );
}

function instanceOf(url: string, args: string[], env: NodeJS.ProcessEnv): Instance {
  const instance: Instance = {
    url,
    child: undefined as never,
    kill: async () => {
      const { child } = instance;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await gone;
    },
    open: async () => {
      const startMs = performance.now();
      instance.child = spawn(process.execPath, ["--import", EXIT_WITH_PARENT, ...args], {
        cwd: ROOT,
        env,
        stdio: STDIO,
      });
      await ready(instance);
      return performance.now() - startMs;
    },
  };
  return instance;
}

/** Waits until an instance is ready. @throws Error if it ends or takes minutes */
export async function ready({ url, child }: Instance): Promise<void> {
  for (const startMs = Date.now(); Date.now() - startMs < OPENS_WITHIN_MS;) {
    if (child.exitCode !== null) throw new Error(`${url} ended with ${child.exitCode}.`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await pause(20);
  }
  throw new Error(`${url} was not ready within ${OPENS_WITHIN_MS / 1_000} seconds.`);
}
