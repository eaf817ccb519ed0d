import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import type { Env } from "../../../lib/env.ts";
import type { IClientOptions } from "mqtt";
import type { GatewayLog } from "./limited-log.ts";
import type { RefusalReason } from "./parse-message.ts";
import { buildInstanceTopic, prefixFault, type ReportKind } from "./topics.ts";

/** Connection settings of the broker. */
export interface BrokerOptions {
  /** `mqtt://`, `mqtts://`, `ws://` or `wss://`, host and port; without user and password. */
  url: string;
  username?: string | undefined;
  password?: string | undefined;
  /**
   * PEM file of the authority that signed the broker's certificate; public authorities if absent.
   */
  caFile?: string | undefined;
  /** PEM files of the client certificate and key; both or neither. */
  certificateFile?: string | undefined;
  keyFile?: string | undefined;
  /**
   * The client id: stable across restarts and unique per instance. Default: prefix and host name.
   */
  clientId?: string | undefined;
  /** First level of every topic; default `curtail`. */
  topicPrefix?: string | undefined;
}

/** What the service does for its gateway besides storing reports. */
export interface GatewayEvents {
  /** By how many milliseconds the service's clock is behind: measurements may end so much later. */
  clockBehindMs(): number;
  /** Called with each message that is refused: its content is lost. */
  onMessageRefused(kind: ReportKind, reason: RefusalReason): void;
}

/** What a gateway needs: its broker, the clock, and whom to tell of reports. */
export interface MqttOptions extends BrokerOptions, Partial<GatewayEvents> {
  now(): number;
  /** Called when reports are buffered, once until the next `collect`. */
  onReport(): void;
  /** Maximum number of buffered reports; further messages stay with the broker. */
  maxBuffered?: number;
  log: GatewayLog;
}

/** The broker of these settings; undefined if none is configured. */
export const getBrokerOptions = (env: Env): BrokerOptions | undefined =>
  env.MQTT_URL === undefined
    ? undefined
    : {
        url: env.MQTT_URL,
        username: env.MQTT_USERNAME,
        password: env.MQTT_PASSWORD,
        caFile: env.MQTT_CA_FILE,
        clientId: env.MQTT_CLIENT_ID,
        topicPrefix: env.MQTT_TOPIC_PREFIX,
      };

/** An invalid gateway configuration; the message names the setting. */
export class MqttConfigurationError extends Error {}

const DEFAULT_PREFIX = "curtail";
const SESSION_S = 3_600;
const KEEPALIVE_S = 30;
const CONNECT_TIMEOUT_MS = 10_000;
const RECONNECT_MS = 1_000;
/** Messages that the broker sends before the first of them is stored. */
const MAX_IN_FLIGHT = 10_000;
const MAX_BYTES = 1_048_576;
/** How long an instance may be away before another stores the reports in its session. */
const ABSENCE_S = 5;

const wrong = (sentence: string) => new MqttConfigurationError(sentence);

/**
 * The broker address.
 * @throws MqttConfigurationError when it is invalid or contains a password
 */
export function parseBrokerUrl(url: string): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (!address || !/^(mqtts?|wss?):$/.test(address.protocol) || address.hostname === "") {
    throw wrong("MQTT_URL must be an address such as mqtts://broker.example.org:8883.");
  }
  if (address.username || address.password) {
    throw wrong("MQTT_URL must not hold a user: set MQTT_USERNAME and MQTT_PASSWORD.");
  }
  return address;
}

const isEncrypted = ({ protocol }: URL) => protocol === "mqtts:" || protocol === "wss:";

function readPem(variable: string, file: string): Buffer {
  let text: Buffer;
  try {
    text = readFileSync(file);
  } catch (error) {
    throw wrong(`${variable} ${file} cannot be read: ${(error as Error).message}.`);
  }
  if (text.includes("-----BEGIN ")) return text;
  throw wrong(`${variable} ${file} must be a PEM file.`);
}

function getTlsOptions(options: BrokerOptions, address: URL): IClientOptions {
  const { caFile, certificateFile, keyFile } = options;
  if ((caFile || certificateFile || keyFile) && !isEncrypted(address)) {
    throw wrong("MQTT_CA_FILE needs an encrypted MQTT_URL: write mqtts:// or wss://.");
  }
  if (Boolean(certificateFile) !== Boolean(keyFile)) {
    throw wrong("A client certificate and its key go together: set both or neither.");
  }
  return {
    ...(caFile && { ca: readPem("MQTT_CA_FILE", caFile) }),
    ...(certificateFile && { cert: readPem("The client certificate", certificateFile) }),
    ...(keyFile && { key: readPem("The client key", keyFile) }),
  };
}

/** The prefix of every topic. @throws MqttConfigurationError when it is not a valid first level. */
export function getTopicPrefix({ topicPrefix = DEFAULT_PREFIX }: BrokerOptions): string {
  const fault = prefixFault(topicPrefix);
  if (fault) throw wrong(`MQTT_TOPIC_PREFIX ${fault}.`);
  return topicPrefix;
}

/** The client id of this instance. @throws MqttConfigurationError when the prefix is invalid */
export const getClientId = (options: BrokerOptions): string =>
  options.clientId ?? `${getTopicPrefix(options)}-service-${hostname()}`;

/**
 * The client options: MQTT 5 and a session that outlives a restart. The client does not resend
 * messages, and it retries a refused connection. Its last will says that the instance has stopped.
 * @throws MqttConfigurationError with what is wrong and what to set
 */
export function toClientOptions(options: BrokerOptions): IClientOptions {
  const { username, password } = options;
  const prefix = getTopicPrefix(options);
  const clientId = getClientId(options);
  const security = getTlsOptions(options, parseBrokerUrl(options.url));
  if (password && !username) throw wrong("MQTT_PASSWORD needs MQTT_USERNAME: set both.");
  return {
    ...security,
    protocolVersion: 5,
    clientId,
    will: {
      topic: buildInstanceTopic(prefix, clientId),
      payload: Buffer.from('{"online":false}'),
      qos: 1,
      retain: true,
      properties: { willDelayInterval: ABSENCE_S },
    },
    ...(username && { username }),
    ...(password && { password }),
    clean: false,
    properties: {
      sessionExpiryInterval: SESSION_S,
      receiveMaximum: MAX_IN_FLIGHT,
      maximumPacketSize: MAX_BYTES,
    },
    keepalive: KEEPALIVE_S,
    connectTimeout: CONNECT_TIMEOUT_MS,
    reconnectPeriod: RECONNECT_MS,
    reconnectOnConnackError: true,
    resubscribe: false,
    queueQoSZero: false,
  };
}
