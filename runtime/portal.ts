import { resolve } from "node:path";
import { EnvError, getAppSecret, parseEnv } from "../lib/env.ts";
import { fileVariable, SECRET_VARIABLES } from "../lib/secrets/secret-variables.mjs";
import { IDLE_CONNECTION_MS } from "./config/child-environment.ts";
import { refuseUnsafeAddress } from "./config/public-access.ts";

// The portal as one process, for containers and process managers: `npm start` runs it beside the
// service. Databases are prepared with the commands migrate and provision.
const SERVER = new URL("../../.next/standalone/server.js", import.meta.url).href;

try {
  const env = parseEnv(process.env);
  refuseUnsafeAddress(env);
  getAppSecret();
  if (!env.PORTAL_DATABASE_URL)
    throw new EnvError("PORTAL_DATABASE_URL must name the portal's database.");
  if (!env.FLEX_API_KEY) throw new EnvError("FLEX_API_KEY must be set: the portal calls with it.");
  // Next's server changes the working directory, and reads its address from variables of its own.
  for (const name of SECRET_VARIABLES.map(fileVariable)) {
    const file = process.env[name];
    if (file) process.env[name] = resolve(file);
  }
  Object.assign(process.env, {
    HOSTNAME: env.HOST,
    PORT: String(env.PORT),
    KEEP_ALIVE_TIMEOUT: String(IDLE_CONNECTION_MS),
    NEXT_TELEMETRY_DISABLED: "1",
  });
  await import("./http/request-preload.mjs");
  await import(SERVER);
} catch (error) {
  if (!(error instanceof EnvError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
