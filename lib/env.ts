import { z } from "zod";
import { PASSWORD_LENGTH } from "./password-length.ts";

const port = z.coerce.number("must be a port number").int().min(0).max(65_535);
const hours = z.coerce
  .number("must be a number of hours")
  .positive("must be more than 0")
  .max(168, "must be 168 hours at most");
const url = z.url({ protocol: /^https?$/, error: "must be an http or https address" });
const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, "must start with postgres://");
const onOff = z
  .enum(["0", "1", "true", "false"], "must be 1 or 0")
  .transform((value) => value === "1" || value === "true");

/** Whether only this machine reaches the portal, as far as the configuration tells. */
export const isOnlyHere = (env: { HOST: string; PUBLIC_URL?: string | undefined }) =>
  env.PUBLIC_URL === undefined && /^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(env.HOST);

const schema = z
  .object({
    HOST: z.string().default("127.0.0.1"),
    PORT: port.default(3000),
    SERVICE_PORT: port.default(3001),
    DATA_DIR: z.string().default(".data"),
    DATABASE_URL: postgresUrl.optional(),
    SERVICE_DATABASE_URL: postgresUrl.optional(),
    PORTAL_DATABASE_URL: postgresUrl.optional(),
    FLEX_BASE_URL: url.optional(),
    FLEX_API_KEY: z.string().min(8, "must have at least 8 characters").optional(),
    FLEX_BRANDS: z.string().default("BRAND_A,BRAND_B,BRAND_C,BRAND_D"),
    MEDIA_URL: url.optional(),
    PUBLIC_URL: url.optional(),
    NEXTAUTH_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
    DEMO: onOff.default(true),
    DOCS_TRY: onOff.optional(),
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
    MQTT_URL: z
      .string()
      .regex(/^(mqtts?|wss?):\/\//, "must start with mqtts:// or mqtt://")
      .optional(),
    MQTT_USERNAME: z.string().optional(),
    MQTT_PASSWORD: z.string().optional(),
    MQTT_CA_FILE: z.string().optional(),
    MQTT_CLIENT_ID: z.string().optional(),
    MQTT_TOPIC_PREFIX: z.string().optional(),
    LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
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
  .refine((env) => Boolean(env.STAFF_EMAIL) === Boolean(env.STAFF_PASSWORD), {
    path: ["STAFF_EMAIL"],
    error: "and STAFF_PASSWORD go together: set both or neither",
  })
  .transform((env) => ({ ...env, DOCS_TRY: env.DOCS_TRY ?? isOnlyHere(env) }));

/** The configuration of both programs; README lists what each variable does. */
export type Env = z.output<typeof schema>;

/** A configuration the product cannot start with; the message says what to set. */
export class EnvError extends Error {}

/**
 * Reads the configuration; an empty variable counts as absent.
 * @throws EnvError naming every variable that is wrong and what would be right.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new EnvError(
    parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`).join("\n"),
  );
}

let parsed: Env | undefined;
/** The configuration of this process, parsed once. */
export const env = (): Env => (parsed ??= parseEnv(process.env));
