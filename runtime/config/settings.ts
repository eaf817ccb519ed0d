import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { EnvError, parseEnv, type Env } from "../../lib/env.ts";
import { PASSWORD_LENGTH } from "../../lib/contract/password-length.ts";
import { checkPasswordStrength } from "../../lib/portal/auth/password-rules.ts";
import { DEMO_STAFF } from "../../lib/portal/users/demo-accounts.ts";
import { refuseUnsafeAddress } from "./public-access.ts";
import {
  apiKeyFile,
  storedSecret,
  newApiKey,
  newReadablePassword,
  newToken,
  secretFile,
} from "./secrets.ts";
import { createServer } from "node:net";

/** The complete settings of a start. */
export interface Settings {
  env: Env;
  withPortal: boolean;
  /** Whether the bundled service runs, instead of the one at FLEX_BASE_URL. */
  withService: boolean;
  portalUrl: string;
  serviceUrl: string;
}

/** The secrets of a start: from the environment, or generated once and stored in DATA_DIR. */
export interface Secrets {
  apiKey: string;
  sessionSecret: string;
  /** Undefined without demo accounts. */
  demoPassword: string | undefined;
}

/**
 * The configuration of this start.
 * @throws EnvError with a message that names the variable to set
 */
export function readConfiguration(): Env {
  const given = parseEnv(process.env);
  return { ...given, DATA_DIR: resolve(given.DATA_DIR) };
}

/**
 * Decides what runs and where, and checks that its ports are free.
 * @throws Error with the variable to set
 */
export async function readSettings(given: Env, withPortal: boolean): Promise<Settings> {
  const withService = !withPortal || !given.FLEX_BASE_URL;
  if (withPortal && withService && given.PORT !== 0 && given.PORT === given.SERVICE_PORT) {
    throw new EnvError("PORT and SERVICE_PORT must differ.");
  }
  if (withPortal) refuseUnsafeWayIn(given);
  const { HOST } = given;
  const PORT = withPortal ? await usablePort(HOST, given.PORT, "PORT") : given.PORT;
  const SERVICE_PORT = withService
    ? await usablePort(HOST, given.SERVICE_PORT, "SERVICE_PORT")
    : given.SERVICE_PORT;
  const METRICS_PORT = await metricsPort(given, "METRICS_PORT", withService);
  const PORTAL_METRICS_PORT = await metricsPort(given, "PORTAL_METRICS_PORT", withPortal);
  const env = { ...given, PORT, SERVICE_PORT, METRICS_PORT, PORTAL_METRICS_PORT };
  refuseSamePorts(env);
  const host = reachableHost(HOST);
  const ownService = `http://${host}:${SERVICE_PORT}`;
  return {
    env,
    withPortal,
    withService,
    portalUrl: `http://${host}:${PORT}`,
    serviceUrl: withService ? ownService : (given.FLEX_BASE_URL ?? ownService),
  };
}

/**
 * @throws EnvError for unsafe access: without https, one address for all users, or a weak password.
 */
function refuseUnsafeWayIn(env: Env): void {
  const { PUBLIC_URL, DEMO, DEMO_PASSWORD } = env;
  refuseUnsafeAddress(env);
  if (PUBLIC_URL?.startsWith("https:") && DEMO && DEMO_PASSWORD && isGuessed(DEMO_PASSWORD)) {
    const reason = `DEMO_PASSWORD must have at least ${PASSWORD_LENGTH} characters and not be a common`;
    throw new EnvError(`${reason} one where others reach the portal: with it, staff sign in.`);
  }
}

const isGuessed = (password: string) =>
  password.length < PASSWORD_LENGTH || checkPasswordStrength(password, DEMO_STAFF) !== null;

async function metricsPort(
  env: Env,
  name: "METRICS_PORT" | "PORTAL_METRICS_PORT",
  isUsed: boolean,
): Promise<number | undefined> {
  const port = env[name];
  return port !== undefined && isUsed ? usablePort(env.METRICS_HOST, port, name) : undefined;
}

/** @throws EnvError if two programs would listen on one port. */
function refuseSamePorts(env: Env): void {
  const names = ["PORT", "SERVICE_PORT", "METRICS_PORT", "PORTAL_METRICS_PORT"] as const;
  const used = names.filter((name) => name.includes("METRICS") && env[name] !== undefined);
  for (const name of used) {
    const other = names.find((one) => one !== name && env[one] === env[name]);
    if (other) throw new EnvError(`${other} and ${name} must differ.`);
  }
}

/** The secrets of this start; missing ones are generated and stored in DATA_DIR. */
export function readSecrets({ env, withService }: Settings): Secrets {
  mkdirSync(env.DATA_DIR, { recursive: true });
  const fromDataDir = (name: string, make: () => string) =>
    storedSecret(secretFile(env.DATA_DIR, name), make);
  return {
    apiKey: env.FLEX_API_KEY ?? storedSecret(apiKeyFile(env.DATA_DIR), newApiKey),
    sessionSecret: env.NEXTAUTH_SECRET ?? fromDataDir("nextauth", newToken),
    demoPassword:
      withService && env.DEMO
        ? (env.DEMO_PASSWORD ?? fromDataDir("demo-password", newReadablePassword))
        : undefined,
  };
}

/** Listens briefly; resolves to the free port, or undefined when it is in use. */
async function tryPort(host: string, port: number): Promise<number | undefined> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(undefined);
      else reject(new Error(`Cannot listen on ${host}:${port}: ${error.message}.`));
    });
    server.listen(port, host, () => {
      const address = server.address();
      const found = typeof address === "object" && address ? address.port : port;
      server.close(() => resolve(found));
    });
  });
}

/**
 * A free port; 0 asks for any.
 * @throws Error with the variable to set, when the port is in use
 */
export async function usablePort(host: string, port: number, variable: string): Promise<number> {
  const found = await tryPort(host, port);
  if (found) return found;
  throw new Error(`Port ${port} on ${host} is taken: set ${variable} to another one.`);
}

/** The host to reach a program at from this machine, given its listen address. */
export function reachableHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
