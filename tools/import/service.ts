import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Env } from "../../lib/env.ts";
import { reachableHost } from "../../runtime/config/ports.ts";
import { apiKeyFile, storedSecret, newApiKey } from "../../runtime/config/secrets.ts";
import { Refusal } from "../meter-csv/csv-error.ts";

/** The URL of a service and its API key. */
export interface ServiceAddress {
  baseUrl: string;
  apiKey: string;
}

/**
 * The service to send to: that of FLEX_BASE_URL, else the local one of `npm start`.
 * @throws Refusal when neither is found, with what to set
 */
export function serviceAddress(env: Env): ServiceAddress {
  const { FLEX_BASE_URL, FLEX_API_KEY, HOST, SERVICE_PORT } = env;
  if (FLEX_BASE_URL && FLEX_API_KEY) {
    return { baseUrl: FLEX_BASE_URL.replace(/\/+$/, ""), apiKey: FLEX_API_KEY };
  }
  const file = apiKeyFile(resolve(env.DATA_DIR));
  if (!FLEX_API_KEY && !existsSync(file)) {
    throw new Refusal(
      `There is no key in ${file}: run npm start first, or set FLEX_BASE_URL and FLEX_API_KEY.`,
    );
  }
  if (SERVICE_PORT === 0) throw new Refusal("Set SERVICE_PORT to the port the service has.");
  return {
    baseUrl: `http://${reachableHost(HOST)}:${SERVICE_PORT}`,
    apiKey: FLEX_API_KEY ?? storedSecret(file, newApiKey),
  };
}
