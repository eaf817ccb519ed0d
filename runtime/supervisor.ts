import { fileURLToPath } from "node:url";
import { hasAnyAccount, provisionPortal } from "../lib/portal/users/seed-accounts.ts";
import { banner } from "./banner.ts";
import { portalEnvironment, serviceEnvironment } from "./config/child-environment.ts";
import { openDatabases, type Databases } from "./databases/databases.ts";
import { alive } from "./process/process-utils.mjs";
import { startProgram, untilReady, type Program } from "./process/child-process.ts";
import { readSecrets, type Secrets, type Settings } from "./config/settings.ts";
import { duration, tell } from "./process/run-step.mjs";

export { readConfiguration, readSettings } from "./config/settings.ts";

const NEXT = "node_modules/next/dist/bin/next";
const FRONT = fileURLToPath(new URL("./http/request-preload.mjs", import.meta.url));

/** Longer than proxies keep a connection they share, so that none is left while a request comes. */
const KEEP_ALIVE_MS = 70_000;

class Stopped extends Error {}

interface Running {
  settings: Settings;
  secrets: Secrets;
  databases: Databases;
  /** What runs, in the order it was started. */
  programs: Program[];
  signal: AbortSignal;
}

async function startService(running: Running): Promise<void> {
  const { settings, secrets, databases, signal } = running;
  const startedMs = Date.now();
  const env = serviceEnvironment(settings, secrets, databases.serviceUrl);
  const program = startProgram("service", ["--import", "tsx", "service/main.ts"], env);
  running.programs.push(program);
  if (!process.stdout.isTTY) program.show("so far");
  await untilReady(program, `${settings.serviceUrl}/readyz`, signal);
  tell("Service ready", startedMs);
}

async function startPortal(running: Running): Promise<void> {
  const { settings, secrets, databases, signal } = running;
  const { HOST, PORT } = settings.env;
  const startedMs = Date.now();
  await provisionPortal({
    databaseUrl: databases.portalUrl,
    env: settings.env,
    demoPassword: secrets.demoPassword,
    service: { baseUrl: settings.serviceUrl, apiKey: secrets.apiKey },
  });
  signal.throwIfAborted();
  const env = portalEnvironment(settings, secrets, databases.portalUrl);
  const listens = ["-H", HOST, "-p", String(PORT), "--keepAliveTimeout", String(KEEP_ALIVE_MS)];
  const program = startProgram("portal", ["--import", FRONT, NEXT, "start", ...listens], env);
  running.programs.push(program);
  await untilReady(program, `${settings.portalUrl}/readyz`, signal);
  tell("Portal ready", startedMs);
}

async function openAll(settings: Settings): Promise<Databases> {
  const startedMs = Date.now();
  const asked = [
    ...(settings.withService ? (["service"] as const) : []),
    ...(settings.withPortal ? (["portal"] as const) : []),
  ];
  const databases = await openDatabases(settings.env, asked);
  tell("PostgreSQL ready", startedMs);
  for (const warning of databases.warnings) console.warn(warning);
  return databases;
}

function postgresEnded(pid: number | undefined, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    if (pid === undefined) return;
    const timer = setInterval(() => {
      if (!alive(pid)) resolve("The embedded PostgreSQL ended.");
    }, 500);
    signal.addEventListener("abort", () => clearInterval(timer));
  });
}

function listenForStop(): AbortController {
  const stop = new AbortController();
  // Ctrl-C reaches us from the terminal and again from npm: only the first one counts.
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => stop.abort(new Stopped()));
  }
  return stop;
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason));
  });

async function runUntilSomethingEnds(running: Running, startedMs: number): Promise<never> {
  const { settings, secrets, databases, programs, signal } = running;
  signal.throwIfAborted();
  if (settings.withService) await startService(running);
  if (settings.withPortal) await startPortal(running);
  const anyAccount = settings.withPortal && (await hasAnyAccount(databases.portalUrl));
  const took = duration(Date.now() - startedMs);
  console.log(banner(settings, secrets, { postgres: databases.description, anyAccount, took }));
  const ends = [
    ...programs.map(({ ended }) => ended),
    postgresEnded(databases.embeddedPid, signal),
  ];
  throw new Error(await Promise.race([...ends, aborted(signal)]));
}

function exitCode(reason: unknown): number {
  if (reason instanceof Stopped) return 0;
  console.error(`\n${reason instanceof Error ? reason.message : String(reason)}`);
  return 1;
}

async function stopAll({ programs, databases }: Pick<Running, "programs" | "databases">) {
  for (const program of programs.reverse()) await program.stop();
  await databases.close();
}

/**
 * Runs PostgreSQL, the service and the portal until a signal comes or one of them ends, then stops
 * the portal, the service and PostgreSQL, in that order.
 * @returns the exit code: 0 after a signal, 1 after anything else, which is told in a sentence
 */
export async function supervise(settings: Settings, startedMs: number): Promise<number> {
  const stop = listenForStop();
  try {
    const secrets = readSecrets(settings);
    const databases = await openAll(settings);
    const programs: Program[] = [];
    const running = { settings, secrets, databases, programs, signal: stop.signal };
    try {
      return await runUntilSomethingEnds(running, startedMs);
    } catch (reason) {
      const code = exitCode(reason);
      console.log("Stopping");
      await stopAll(running);
      return code;
    }
  } catch (reason) {
    return exitCode(reason);
  } finally {
    stop.abort(new Stopped());
  }
}
