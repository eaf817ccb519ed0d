import { z } from "zod";
import { contactSettings } from "./env-contact.ts";
import { deviceSettings } from "./env-devices.ts";
import { priceFault, priceSettings } from "./env-prices.ts";
import { webhookSettings } from "./env-webhooks.ts";
import { poolerModes } from "./database/pooler.ts";
import { PASSWORD_LENGTH } from "./contract/password-length.ts";
import { parseProxies } from "./http/trusted-proxies.mjs";
import { fileVariable, readSecretFiles, SECRET_VARIABLES } from "./secrets/secret-variables.mjs";
import { isLoopback, publicAddress, safeAddress } from "./http/public-address.ts";

const port = z.coerce.number("must be a port number").int().min(0).max(65_535);
const hours = z.coerce
  .number("must be a number of hours")
  .positive("must be more than 0")
  .max(168, "must be 168 hours at most");
const url = z.url({ protocol: /^https?$/, error: "must be an http or https address" });
/** Timeouts for calls of the service; the browser aborts a call of the portal after 30 seconds. */
const waitMs = z.coerce
  .number("must be a number of milliseconds")
  .int("must be whole milliseconds")
  .min(500, "must be 500 milliseconds or more")
  .max(28_000, "must be 28000 milliseconds at most: browsers wait 30 seconds for the portal");
const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, "must start with postgres://");
const perMinute = z.coerce
  .number("must be a number of requests a minute")
  .int("must be a whole number of requests a minute")
  .min(1, "must be 1 request a minute or more")
  .max(1_000_000, "must be 1000000 requests a minute at most");
const onOff = z
  .enum(["0", "1", "true", "false"], "must be 1 or 0")
  .transform((value) => value === "1" || value === "true");

const list = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((word) => word.trim())
      .filter(Boolean),
  );

/** Addresses of Microsoft Entra ID that stand for every tenant. */
const ANY_TENANT =
  /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/i;

/** Staff sign-in by an OpenID Connect provider. */
const oidcSettings = {
  OIDC_ISSUER: safeAddress
    .refine(
      (address) => !ANY_TENANT.test(address),
      "must name one tenant: this address lets in the users of every Microsoft tenant",
    )
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(40, "must have at most 40 characters").optional(),
  OIDC_SCOPE: z
    .string()
    .regex(/(^|\s)openid(\s|$)/, "must contain openid")
    .default("openid email profile"),
  OIDC_ROLE_CLAIM: z.string().default("roles"),
  OIDC_VIEWER_ROLES: list,
  OIDC_OPERATOR_ROLES: list,
  OIDC_ADMIN_ROLES: list,
};

type OidcSettings = z.output<z.ZodObject<typeof oidcSettings>>;
type Settings = OidcSettings & { PUBLIC_URL?: string | undefined };

const together = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;

/** Conflicts between the settings: the variable and the remedy. */
function oidcFault(env: Settings): [name: keyof Settings, words: string] | null {
  const set = together.filter((name) => env[name]);
  if (set.length === 0) return null;
  const missing = together.find((name) => !env[name]);
  if (missing) return [missing, `must be set with ${set[0]}: ${together.join(", ")} go together`];
  if (!env.PUBLIC_URL) {
    return ["PUBLIC_URL", "must be set with OIDC_ISSUER: the provider sends people back there"];
  }
  const roles = [env.OIDC_VIEWER_ROLES, env.OIDC_OPERATOR_ROLES, env.OIDC_ADMIN_ROLES].flat();
  if (roles.length > 0) return null;
  const reason = "or OIDC_OPERATOR_ROLES, OIDC_VIEWER_ROLES must be set: nobody could sign in";
  return ["OIDC_ADMIN_ROLES", reason];
}

/** Whether the portal listens on loopback only and has no public URL. */
export const isOnlyHere = (env: { HOST: string; PUBLIC_URL?: string | undefined }) =>
  env.PUBLIC_URL === undefined && isLoopback(env.HOST);

const proxies = z.string().superRefine((text, context) => {
  try {
    parseProxies(text);
  } catch (error) {
    context.addIssue({ code: "custom", message: (error as Error).message });
  }
});

const schema = z
  .object({
    HOST: z.string().default("127.0.0.1"),
    PORT: port.default(3000),
    SERVICE_PORT: port.default(3001),
    DATA_DIR: z.string().default(".data"),
    DATABASE_URL: postgresUrl.optional(),
    SERVICE_DATABASE_URL: postgresUrl.optional(),
    PORTAL_DATABASE_URL: postgresUrl.optional(),
    DATABASE_POOLER: z.enum(poolerModes, "must be session or transaction").default("session"),
    SERVICE_MIGRATION_URL: postgresUrl.optional(),
    PORTAL_MIGRATION_URL: postgresUrl.optional(),
    DATABASE_REPLICA_URL: postgresUrl.optional(),
    SERVICE_PUBLIC_URL: publicAddress.optional(),
    FLEX_BASE_URL: url.optional(),
    FLEX_API_KEY: z.string().min(8, "must have at least 8 characters").optional(),
    SERVICE_READ_MS: waitMs.default(5_000),
    SERVICE_CONTROL_MS: waitMs.default(25_000),
    FLEX_BRANDS: z.string().default("BRAND_A,BRAND_B,BRAND_C,BRAND_D"),
    MEDIA_URL: url.optional(),
    PUBLIC_URL: publicAddress.optional(),
    TRUSTED_PROXIES: proxies.optional(),
    ...oidcSettings,
    ...contactSettings,
    NEXTAUTH_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
    STAFF_SECOND_FACTOR: z
      .enum(["optional", "required"], "must be optional or required")
      .default("optional"),
    DEMO: onOff.default(true),
    DEMO_PASSWORD: z.string().min(8, "must have at least 8 characters").optional(),
    STAFF_EMAIL: z.email("must be an e-mail address").optional(),
    STAFF_PASSWORD: z
      .string()
      .min(PASSWORD_LENGTH, `must have at least ${PASSWORD_LENGTH} characters`)
      .optional(),
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\/[^/\s]+$/, "must be smtp(s)://user:password@host:port")
      .optional(),
    MAIL_FROM: z
      .string()
      .regex(
        /^([^<>@]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
        "must be an e-mail address, with a name as Name <address>",
      )
      .optional(),
    CONTROL_MAX_HOURS: hours.default(24),
    CONTROL_AHEAD_HOURS: hours.default(168),
    CONTROL_MAX_KW: z.coerce
      .number("must be a number of kW")
      .positive("must be more than 0 kW; leave it out for no limit")
      .optional(),
    CONTROL_MAX_SHARE: z.coerce
      .number("must be a percentage")
      .positive("must be more than 0 %; leave it out for no limit")
      .max(100, "must be 100 % at most")
      .optional(),
    CONTROL_ZONE_PER_HOUR: z.coerce
      .number("must be a whole number")
      .int("must be a whole number")
      .positive("must be 1 or more; leave it out for no limit")
      .max(1000, "must be 1000 at most")
      .optional(),
    CONTROL_APPROVAL: z
      .enum(["limit", "zone"], "must be limit (over a limit only) or zone (also every whole zone)")
      .default("limit"),
    CONTROL_REQUEST_MINUTES: z.coerce
      .number("must be a number of minutes")
      .int("must be whole minutes")
      .min(1, "must be 1 minute or more")
      .max(1440, "must be 1440 minutes at most")
      .default(15),
    RATE_READS: perMinute.default(1_200),
    RATE_CHANGES: perMinute.default(300),
    RATE_PORTAL: perMinute.default(60_000),
    RATE_UNKNOWN: perMinute.default(60),
    ...deviceSettings,
    WEATHER_SOURCE: z
      .enum(["open-meteo", "mosmix", "csv"], "must be open-meteo, mosmix or csv")
      .optional(),
    WEATHER_URL: url.optional(),
    WEATHER_API_KEY: z.string().optional(),
    WEATHER_STATIONS: z
      .string()
      .regex(/^\w+(\s*,\s*\w+)*$/, "must be station ids, comma-separated")
      .transform((text) => text.split(",").map((station) => station.trim()))
      .optional(),
    ...priceSettings,
    ...webhookSettings,
    PARTITION_LOCATIONS: z.coerce
      .number("must be a number of locations")
      .int("must be a whole number of locations")
      .min(1, "must be 1 or more")
      .default(5_000),
    WEATHER_FILE: z.string().optional(),
    WEATHER_ATTRIBUTION: z.string().max(300, "must have at most 300 characters").optional(),
    WEATHER_MAX_AGE_HOURS: z.coerce
      .number("must be a number of hours")
      .min(1, "must be 1 hour or more")
      .max(72, "must be 72 hours at most")
      .default(18),
    OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url.optional(),
    OTEL_EXPORTER_OTLP_PROTOCOL: z
      .enum(["http/protobuf", "http/json"], "must be http/protobuf or http/json")
      .default("http/protobuf"),
    METRICS_HOST: z.string().default("127.0.0.1"),
    METRICS_PORT: port.optional(),
    PORTAL_METRICS_PORT: port.optional(),
    LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
  })
  .refine((env) => !env.SERVICE_MIGRATION_URL || env.SERVICE_DATABASE_URL, {
    path: ["SERVICE_DATABASE_URL"],
    error: "must be set with SERVICE_MIGRATION_URL: the login the service itself uses",
  })
  .refine((env) => !env.PORTAL_MIGRATION_URL || env.PORTAL_DATABASE_URL, {
    path: ["PORTAL_DATABASE_URL"],
    error: "must be set with PORTAL_MIGRATION_URL: the login the portal itself uses",
  })
  .refine((env) => !env.FLEX_BASE_URL || env.FLEX_API_KEY, {
    path: ["FLEX_API_KEY"],
    error: "must be set when FLEX_BASE_URL points at another service",
  })
  .refine((env) => !env.SMTP_URL || env.MAIL_FROM, {
    path: ["MAIL_FROM"],
    error: "must be set with SMTP_URL: the address letters come from",
  })
  .refine((env) => !env.SMTP_URL || env.PUBLIC_URL, {
    path: ["PUBLIC_URL"],
    error: "must be set with SMTP_URL: the links in letters lead there",
  })
  .refine((env) => !env.TRUSTED_PROXIES || env.PUBLIC_URL, {
    path: ["PUBLIC_URL"],
    error: "must be set with TRUSTED_PROXIES: the address people use in front of them",
  })
  .refine((env) => env.DEMO_DEVICES !== "mqtt" || env.MQTT_URL, {
    path: ["MQTT_URL"],
    error: "must be set with DEMO_DEVICES=mqtt: the broker that the simulator connects to",
  })
  .refine((env) => env.WEATHER_SOURCE !== "mosmix" || env.WEATHER_STATIONS, {
    path: ["WEATHER_STATIONS"],
    error: "must be set with WEATHER_SOURCE=mosmix: the stations near your locations",
  })
  .refine((env) => env.WEATHER_SOURCE !== "csv" || env.WEATHER_FILE, {
    path: ["WEATHER_FILE"],
    error: "must be set with WEATHER_SOURCE=csv: the file with the forecasts",
  })
  .superRefine((env, context) => {
    const [name, message] = oidcFault(env) ?? priceFault(env) ?? [];
    if (name) context.addIssue({ code: "custom", path: [name], message });
  })
  .refine((env) => Boolean(env.STAFF_EMAIL) === Boolean(env.STAFF_PASSWORD), {
    path: ["STAFF_EMAIL"],
    error: "and STAFF_PASSWORD go together: set both or neither",
  });

/** The names of all environment variables read here. */
export const variableNames: readonly string[] = [
  ...Object.keys(schema.shape),
  ...SECRET_VARIABLES.map(fileVariable),
];

/** The configuration of both programs; see `docs/reference/configuration.md`. */
export type Env = z.output<typeof schema>;

/** An invalid configuration; the message names the variable to set. */
export class EnvError extends Error {}

/**
 * Parses the configuration; an empty variable counts as absent, and a secret may be in a file.
 * @throws EnvError with every invalid variable and what is valid
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const { values, faults } = readSecretFiles(source);
  if (faults.length > 0) throw new EnvError(faults.join("\n"));
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new EnvError(
    parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`).join("\n"),
  );
}

let parsed: Env | undefined;
/** The configuration of this process, parsed once. */
export const env = (): Env => (parsed ??= parseEnv(process.env));

/** The secret that the portal signs and encrypts with. @throws EnvError if it is not set. */
export function getAppSecret(): string {
  const { NEXTAUTH_SECRET } = env();
  if (!NEXTAUTH_SECRET) throw new EnvError("NEXTAUTH_SECRET must be set.");
  return NEXTAUTH_SECRET;
}
