import { fileVariable, SECRET_VARIABLES } from "../../lib/secrets/secret-variables.mjs";
import { SERVICE_ALLOCATOR } from "./service-options.ts";
import type { Secrets, Settings } from "./settings.ts";

// Variables a program does not inherit: those set below, logins of other programs and passwords of
// people. The files of secrets go the same way.
const BROKER = [
  "MQTT_URL",
  "MQTT_USERNAME",
  "MQTT_PASSWORD",
  "MQTT_CA_FILE",
  "MQTT_CLIENT_ID",
  "MQTT_TOPIC_PREFIX",
];
const MAIL = ["SMTP_URL", "MAIL_FROM"];
const PROVIDER = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "TRUSTED_PROXIES"];
const PRIVATE = [
  "DATABASE_URL",
  "SERVICE_DATABASE_URL",
  "PORTAL_DATABASE_URL",
  "SERVICE_MIGRATION_URL",
  "PORTAL_MIGRATION_URL",
  "STAFF_EMAIL",
  "STAFF_PASSWORD",
  "DEMO_PASSWORD",
  "NEXTAUTH_SECRET",
  "FLEX_API_KEY",
];

/** A secret's own variable, for that variable and for the one that names its file. */
const secretNames = new Map(SECRET_VARIABLES.map((name) => [fileVariable(name), name]));

function inherited({ env }: Settings, without: readonly string[]): NodeJS.ProcessEnv {
  const allowed = Object.entries(process.env).filter(
    ([name]) => !without.includes(secretNames.get(name) ?? name),
  );
  const quiet = process.stdout.isTTY && !process.env.LOG_LEVEL;
  return {
    ...Object.fromEntries(allowed),
    NODE_ENV: "production",
    DATA_DIR: env.DATA_DIR,
    HOST: env.HOST,
    LOG_LEVEL: quiet ? "warn" : env.LOG_LEVEL,
  };
}

const textOf = (port: number | undefined) => (port === undefined ? undefined : String(port));

/** The environment of the service: its own database and the accepted key. */
export function serviceEnvironment(settings: Settings, secrets: Secrets, databaseUrl: string) {
  return {
    ...inherited(settings, [...PRIVATE, ...MAIL, ...PROVIDER, "FLEX_BASE_URL"]),
    ...SERVICE_ALLOCATOR,
    SERVICE_DATABASE_URL: databaseUrl,
    SERVICE_PORT: String(settings.env.SERVICE_PORT),
    METRICS_PORT: textOf(settings.env.METRICS_PORT),
    FLEX_API_KEY: secrets.apiKey,
  };
}

/**
 * Longer than the keep-alive of common proxies, so that no request arrives on a closing connection.
 */
export const IDLE_CONNECTION_MS = 70_000;

/** The environment of the portal: its own database, the service's URL and key. */
export function portalEnvironment(settings: Settings, secrets: Secrets, databaseUrl: string) {
  return {
    ...inherited(settings, [...PRIVATE, ...BROKER, "DATABASE_REPLICA_URL"]),
    PORTAL_DATABASE_URL: databaseUrl,
    PORT: String(settings.env.PORT),
    PORTAL_METRICS_PORT: textOf(settings.env.PORTAL_METRICS_PORT),
    FLEX_BASE_URL: settings.serviceUrl,
    FLEX_API_KEY: secrets.apiKey,
    NEXTAUTH_SECRET: secrets.sessionSecret,
    NEXTAUTH_URL: settings.env.PUBLIC_URL ?? settings.portalUrl,
    NEXT_TELEMETRY_DISABLED: "1",
    HOSTNAME: settings.env.HOST,
    KEEP_ALIVE_TIMEOUT: String(IDLE_CONNECTION_MS),
  };
}
