import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DEMO_CUSTOMER, DEMO_STAFF } from "../lib/portal/users/demo-accounts.ts";
import type { Env } from "../lib/env.ts";
import { portalEnvironment, serviceEnvironment } from "./config/child-environment.ts";
import { SERVICE_OPTIONS } from "./config/service-options.ts";
import { openDatabases, type Databases } from "./databases/databases.ts";
import { openPostgres } from "./postgres/postgres.ts";
import {
  EXIT_WITH_PARENT,
  startProgram,
  untilReady,
  type ProgramOptions,
} from "./process/child-process.ts";
import { storedSecret, newToken, secretFile, apiKeyFile } from "./config/secrets.ts";
import { readSecrets, type Secrets, type Settings } from "./config/settings.ts";
import { failureMessage } from "./process/failure-message.mjs";
import { duration } from "./process/run-step.mjs";
import { orAborted, Supervision, type Part, type PartName } from "./supervision.ts";

export { readConfiguration, readSettings } from "./config/settings.ts";

const NEXT = "node_modules/next/dist/bin/next";
const TSX = "node_modules/tsx/dist/cli.mjs";
/** Next's standalone output, for the working directory of the launcher. */
const PORTAL = join(".next", "standalone", "server.js");
const FRONT = fileURLToPath(new URL("./http/request-preload.mjs", import.meta.url));

/**
 * When each part has ended after a signal. Before that, the programs close the connections that
 * their clients hold open (service/main.ts, runtime/http/request-preload.mjs).
 */
export const ENDED_BY_MS: Record<PartName, number> = {
  portal: 900,
  service: 1_500,
  PostgreSQL: 1_800,
};

class Stopped extends Error {}

/** How programs run during development. */
export interface Development {
  /** Whether the service restarts when its sources change. */
  reloadsService: boolean;
}

interface Start {
  settings: Settings;
  secrets: Secrets;
  supervision: Supervision;
  development: Development | undefined;
}

interface ProgramPartOptions extends ProgramOptions {
  printsAtOnce: boolean;
  url: string;
  /** The URL that responds 200 when the part is ready. */
  healthPath: "healthz" | "readyz";
  /** It is asked whether it is ready once this has resolved. */
  after?: Promise<unknown>;
}

function programPart(
  name: "service" | "portal",
  { printsAtOnce, url, healthPath, after, ...options }: ProgramPartOptions,
): Part {
  const open = (isRestart: boolean) => {
    const program = startProgram(options);
    if (printsAtOnce || isRestart) program.show("so far");
    // A restarted part is up when it responds; its dependencies may be down.
    const ready = async (signal: AbortSignal) => {
      if (!isRestart) await after;
      await untilReady(program, `${url}/${isRestart ? "healthz" : healthPath}`, signal);
    };
    return { ...program, ready };
  };
  return { name, open: async (_, isRestart) => open(isRestart) };
}

/** The bundle; see runtime/prepare/bundle.mjs. In development the sources run. */
const SERVICE = [
  ...SERVICE_OPTIONS,
  fileURLToPath(new URL("../service/main.mjs", import.meta.url)),
];
const SERVICE_SOURCES = ["--import", "tsx", "service/main.ts"];

// Not `node --watch`: on Linux that loses sight of a file which git or an editor replaces.
const RELOADING = [
  TSX,
  "watch",
  "--clear-screen=false",
  "--import",
  EXIT_WITH_PARENT,
  "service/main.ts",
];

function serviceArguments(development: Development | undefined): string[] {
  if (!development) return SERVICE;
  return development.reloadsService ? RELOADING : SERVICE_SOURCES;
}

function servicePart({ settings, secrets, development }: Start, databaseUrl: string): Part {
  return programPart("service", {
    args: serviceArguments(development),
    env: serviceEnvironment(settings, secrets, databaseUrl),
    printsAtOnce: !process.stdout.isTTY || development !== undefined,
    url: settings.serviceUrl,
    healthPath: "readyz",
    ...(development && { prefix: "service | " }),
  });
}

/** The portal, which is ready only with the service: until `after` it loads and is not asked. */
function portalPart(
  { settings, secrets, development }: Start,
  databaseUrl: string,
  after: Promise<unknown>,
): Part {
  const { HOST, PORT } = settings.env;
  const program = development ? [NEXT, "dev", "-H", HOST, "-p", String(PORT)] : [PORTAL];
  const env = portalEnvironment(settings, secrets, databaseUrl);
  return programPart("portal", {
    args: ["--import", FRONT, ...program],
    env: development ? { ...env, NODE_ENV: "development" } : env,
    printsAtOnce: development !== undefined,
    url: settings.portalUrl,
    // `next dev` takes long to compile `/readyz`.
    healthPath: development ? "healthz" : "readyz",
    after,
    ...(development && { prefix: "portal  | " }),
  });
}

/** The embedded PostgreSQL; after a restart it is at the same socket. */
function postgresPart({ DATA_DIR: dataDir }: Env): Part {
  const ownerPassword = storedSecret(secretFile(dataDir, "postgres-owner"), newToken);
  let socketDirectory: string | undefined;
  return {
    name: "PostgreSQL",
    async open(signal) {
      const before = socketDirectory === undefined ? {} : { socketDirectory };
      const server = await openPostgres({ dataDir, ownerPassword, signal, ...before });
      socketDirectory = server.socketDirectory;
      return { ended: server.ended(), stop: server.stopWithin };
    },
  };
}

function needsEmbedded({ env, withService, withPortal }: Settings): boolean {
  const isGiven =
    (!withService || env.SERVICE_DATABASE_URL) && (!withPortal || env.PORTAL_DATABASE_URL);
  return !env.DATABASE_URL && !isGiven;
}

async function startAll(start: Start): Promise<(took: string) => string> {
  const { settings, secrets, supervision } = start;
  const { env, withService, withPortal } = settings;
  const step = <T>(work: Promise<T>) => orAborted(work, supervision.signal);
  const [, accounts] = await Promise.all([
    needsEmbedded(settings) && supervision.start(postgresPart(env)),
    // Loaded while PostgreSQL starts: with the client of the service they are half of this program.
    withPortal && import("../lib/portal/users/seed-accounts.ts"),
  ]);
  const requestedDatabases = [
    ...(withService ? (["service"] as const) : []),
    ...(withPortal ? (["portal"] as const) : []),
  ];
  const databases: Databases = await step(
    openDatabases(env, requestedDatabases, { signal: supervision.signal }),
  );
  for (const warning of databases.warnings) console.warn(warning);
  const service = withService
    ? supervision.start(servicePart(start, databases.serviceUrl))
    : Promise.resolve();
  if (!accounts) {
    await service;
    return bannerOf(start, databases, false);
  }
  const seed = () =>
    accounts.seedPortal({
      databaseUrl: databases.portalUrl,
      settings: env,
      demoPassword: secrets.demoPassword,
      service: { baseUrl: settings.serviceUrl, apiKey: secrets.apiKey },
    });
  const portal = supervision.start(portalPart(start, databases.portalUrl, service));
  await Promise.all([step(service.then(seed)), portal]);
  return bannerOf(start, databases, await step(accounts.hasAnyAccount(databases.portalUrl)));
}

const bannerOf =
  ({ settings, secrets }: Start, { description: postgres }: Databases, anyAccount: boolean) =>
  (took: string) =>
    banner(settings, secrets, { postgres, anyAccount, took });

function listenForStop(): AbortSignal {
  const stop = new AbortController();
  // Ctrl-C arrives from the terminal and again from npm: only the first one counts.
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => stop.abort(new Stopped()));
  }
  return stop.signal;
}

function exitCode(reason: unknown, { DATA_DIR }: Env): number {
  if (reason instanceof Stopped) return 0;
  console.error(`\n${failureMessage(reason, DATA_DIR)}`);
  return 1;
}

/** A failure may be caused by a part that ended; then that is reported instead. */
async function causeOf(error: unknown, signal: AbortSignal): Promise<unknown> {
  for (let n = 0; n < 10 && !signal.aborted; n++) await new Promise((go) => setTimeout(go, 30));
  return signal.aborted ? signal.reason : error;
}

/**
 * Runs PostgreSQL, the service and the portal until a signal arrives. A part that ends during the
 * start aborts the start; one that ends later is restarted. They stop in the order portal, service,
 * PostgreSQL.
 * @returns the exit code: 0 after a signal, 1 after anything else, with a logged message
 */
export async function supervise(
  settings: Settings,
  startedMs: number,
  development?: Development,
): Promise<number> {
  const stop = listenForStop();
  const supervision = new Supervision(stop);
  let code = 0;
  try {
    const start = { settings, secrets: readSecrets(settings), supervision, development };
    const ready = await startAll(start);
    console.log(ready(duration(Date.now() - startedMs)));
    supervision.superviseAll();
    await orAborted(new Promise<never>(() => undefined), stop);
  } catch (error) {
    code = exitCode(await causeOf(error, supervision.signal), settings.env);
  }
  console.log("Stopping");
  await supervision.stop(ENDED_BY_MS);
  return code;
}

type Line = [label: string, text: string];

function signInLines({ env }: Settings, { demoPassword }: Secrets, anyAccount: boolean): Line[] {
  const lines: Line[] = [];
  if (demoPassword) {
    lines.push(["Sign in", `${DEMO_STAFF.padEnd(24)}${demoPassword}`]);
    lines.push(["", `${DEMO_CUSTOMER.padEnd(24)}${demoPassword}`]);
  }
  if (env.STAFF_EMAIL) lines.push(["Sign in", `${env.STAFF_EMAIL} (STAFF_EMAIL)`]);
  if (anyAccount) return lines;
  return [
    ["Sign in", "There is no account yet: set STAFF_EMAIL and STAFF_PASSWORD and start again."],
  ];
}

function serviceLines({ env, withService, serviceUrl }: Settings): Line[] {
  if (!withService) return [["Service", `${serviceUrl} (FLEX_BASE_URL)`]];
  const key = env.FLEX_API_KEY ? "FLEX_API_KEY, as given" : `in ${apiKeyFile(env.DATA_DIR)}`;
  return [
    ["Service", `${serviceUrl}/v1`],
    ["OpenAPI", `${serviceUrl}/v1/openapi.json`],
    ["API key", key],
  ];
}

/** The output when everything is ready: the URL, how to sign in, and the locations of files. */
export function banner(
  settings: Settings,
  secrets: Secrets,
  facts: { postgres: string; anyAccount: boolean; took: string },
): string {
  const { env, withPortal, portalUrl } = settings;
  const portal: Line[] = withPortal
    ? [["Portal", env.PUBLIC_URL ?? portalUrl], ...signInLines(settings, secrets, facts.anyAccount)]
    : [];
  const lines: Line[] = [
    ...portal,
    ...serviceLines(settings),
    ["Data", env.DATA_DIR],
    ["Database", facts.postgres],
  ];
  const block = lines.map(([label, text]) => `  ${label.padEnd(12)}${text}`).join("\n");
  return `\nReady in ${facts.took}. Ctrl-C stops it.\n\n${block}\n`;
}
