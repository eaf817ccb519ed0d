import { readFileSync } from "node:fs";
import { createSecureContext, type SecureContextOptions } from "node:tls";
import type { IClientOptions } from "mqtt";
import { z } from "zod";

const PROTOCOLS = /^(mqtts?|wss?):$/;

/** What is wrong with the address of a broker. It is logged, so that it must hold no password. */
function urlFault(url: string): string | undefined {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (!address || !PROTOCOLS.test(address.protocol) || address.hostname === "")
    return "must be such as mqtts://broker.example.org:8883";
  if (address.username || address.password)
    return "must not hold a user: set username and password_file";
  return undefined;
}

/** How to reach a broker; the same for the service's and for Home Assistant's. */
export const brokerSettings = z.strictObject({
  url: z.string().superRefine((url, { addIssue }) => {
    const message = urlFault(url);
    if (message) addIssue({ code: "custom", message });
  }),
  username: z.string().optional(),
  password: z.string().optional(),
  password_file: z.string().optional(),
  ca_file: z.string().optional(),
  certificate_file: z.string().optional(),
  key_file: z.string().optional(),
});
export type BrokerSettings = z.infer<typeof brokerSettings>;

/** Which of these settings is wrong beside the others, as the service has it, and what is right. */
export function findFault(
  settings: BrokerSettings,
): { field: string; message: string } | undefined {
  const { url, ca_file, certificate_file, key_file } = settings;
  if ((ca_file || certificate_file || key_file) && !/^(mqtts|wss):/i.test(url))
    return {
      field: "url",
      message: "must be mqtts:// or wss:// where ca_file or a certificate is",
    };
  if (Boolean(certificate_file) === Boolean(key_file)) return undefined;
  return {
    field: certificate_file ? "key_file" : "certificate_file",
    message: "must be given: a client certificate and its key go together",
  };
}

/** A file of the settings that cannot be used. */
class FileError extends Error {
  constructor(
    readonly field: "password_file" | "ca_file" | "certificate_file" | "key_file",
    readonly detail: string,
  ) {
    super(`${field} ${detail}`);
  }
}

function readFile(field: FileError["field"], file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new FileError(field, `${file} cannot be read: ${(error as Error).message}`);
  }
}

function readPem(field: FileError["field"], file: string | undefined): Buffer | undefined {
  const text = file === undefined ? undefined : readFile(field, file);
  if (!text || text.includes("-----BEGIN ")) return text;
  throw new FileError(field, `${file} must be a PEM file`);
}

function checkUsable(field: FileError["field"], file: string, options: SecureContextOptions): void {
  try {
    createSecureContext(options);
  } catch (error) {
    throw new FileError(field, `${file} cannot be used: ${(error as Error).message}`);
  }
}

/** What the files hold. @throws FileError */
function readFiles(settings: BrokerSettings) {
  const { password_file, ca_file, certificate_file, key_file } = settings;
  const secret = password_file === undefined ? undefined : readFile("password_file", password_file);
  const ca = readPem("ca_file", ca_file);
  const cert = readPem("certificate_file", certificate_file);
  const key = readPem("key_file", key_file);
  if (cert && key) {
    checkUsable("certificate_file", certificate_file!, { cert });
    checkUsable("key_file", key_file!, { cert, key });
  }
  return {
    password: secret?.toString("utf8").trim(),
    ...(ca && { ca }),
    ...(cert && { cert }),
    ...(key && { key }),
  };
}

/** Which of the files cannot be used, and why. */
export function findFileFault(
  settings: BrokerSettings,
): { field: string; message: string } | undefined {
  try {
    readFiles(settings);
    return undefined;
  } catch (error) {
    if (error instanceof FileError) return { field: error.field, message: error.detail };
    throw error;
  }
}

/**
 * The options of a client, with its last will.
 * @throws Error if settings contradict each other or a file cannot be used
 */
export function toClientOptions(
  settings: BrokerSettings,
  will: { topic: string; payload: string },
): IClientOptions {
  const fault = findFault(settings);
  if (fault) throw new Error(`${fault.field} ${fault.message}`);
  const { username } = settings;
  const { password = settings.password, ...tls } = readFiles(settings);
  return {
    protocolVersion: 5,
    keepalive: 30,
    connectTimeout: 10_000,
    reconnectPeriod: 2_000,
    reconnectOnConnackError: true,
    resubscribe: false,
    queueQoSZero: false,
    ...(username && { username }),
    ...(password && { password }),
    ...tls,
    will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: true },
  };
}
