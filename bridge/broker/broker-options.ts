import { readFileSync } from "node:fs";
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

const pem = (file: string | undefined, name: "ca" | "cert" | "key"): IClientOptions =>
  file ? { [name]: readFileSync(file) } : {};

/** The options of a client, with its last will. @throws Error if a file cannot be read */
export function toClientOptions(
  settings: BrokerSettings,
  will: { topic: string; payload: string },
): IClientOptions {
  const { username, password_file: file } = settings;
  const password = file ? readFileSync(file, "utf8").trim() : settings.password;
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
    ...pem(settings.ca_file, "ca"),
    ...pem(settings.certificate_file, "cert"),
    ...pem(settings.key_file, "key"),
    will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: true },
  };
}
