import { connect, type IConnackPacket, type MqttClient } from "mqtt";
import { waitWithTimeout } from "../../../lib/time/timeout.ts";
import { inSpan, SpanKind } from "../../../lib/tracing/tracing.ts";
import type { Gateway } from "../gateway.ts";
import { type GatewayLog, limitedLog } from "./limited-log.ts";
import { WaitingReports } from "./message-buffer.ts";
import {
  getClientId,
  getTopicPrefix,
  parseBrokerUrl,
  toClientOptions,
  type MqttOptions,
} from "./options.ts";
import { ReportIntake } from "./report-intake.ts";
import { SetpointSender } from "./setpoint-sender.ts";
import { StoppedInstances } from "./stopped-instances.ts";
import { subscribe } from "./subscriptions.ts";

const FIRST_CONNECTION_MS = 3_000;
const FAREWELL_MS = 2_000;
const LINES_A_MINUTE = 20;
const SESSION_TAKEN_OVER = 142;
/** Disconnects so that other instances learn of it, after the delay of the last will. */
const WITH_WILL = 4;
const CUT_SHORT_MS = 5_000;
const SUSPICIOUS = 3;

/** A gateway over an MQTT broker. */
export interface MqttGateway extends Gateway {
  /** Whether the broker is connected. */
  readonly connected: boolean;
}

/**
 * Opens a gateway over MQTT 5; see docs/reference/mqtt.md for the topics. It waits briefly for the
 * broker and then continues to connect in the background: an unreachable broker is not an error.
 * @throws MqttConfigurationError when the configuration is invalid, with the setting to change
 */
export async function openMqttGateway(options: MqttOptions): Promise<MqttGateway> {
  const prefix = getTopicPrefix(options);
  const broker = parseBrokerUrl(options.url).host;
  const log = limitedLog(options.log, LINES_A_MINUTE);
  const client = connect(options.url, toClientOptions(options));
  const waiting = new WaitingReports(options.onReport, options.maxBuffered);
  const sender = new SetpointSender(client, prefix, options.now, log);
  const reports = {
    prefix,
    waiting,
    now: options.now,
    ...(options.clockBehindMs && { clockBehindMs: options.clockBehindMs }),
    ...(options.onMessageRefused && { onMessageRefused: options.onMessageRefused }),
    log: limitedLog(options.log, LINES_A_MINUTE),
  };
  const intake = new ReportIntake(client, { ...reports, presence: true });
  const stopped = new StoppedInstances(client, getClientId(options), options, reports, log);
  client.handleMessage = (packet, done) =>
    stopped.take(packet) ? done() : intake.take(packet, done);
  client.on("close", () => sender.giveUp());
  client.on("connect", ({ properties }) => void subscribe(client, properties, prefix, log));
  logConnection(client, broker, log);
  const ownReconnects = logTakeover(client, log);
  await firstConnection(client);
  return {
    get connected() {
      return client.connected;
    },
    dispatch: (setpoints, nowMs, mayDispatch) => {
      const count = { "messaging.batch.message_count": setpoints.length };
      const span = {
        kind: SpanKind.PRODUCER,
        attributes: { "messaging.system": "mqtt", ...count },
      };
      return inSpan("send setpoints", span, () => sender.send(setpoints, nowMs, mayDispatch));
    },
    collect: async (_fromMs, toMs, store) => {
      await waiting.collect(toMs, store);
      if (intake.mayResume) await reconnect(client, ownReconnects);
    },
    close: async () => {
      await stopped.close();
      await close(client, sender);
    },
  };
}

function logConnection(client: MqttClient, broker: string, log: GatewayLog): void {
  let reached = false;
  let lastReason = "";
  let lostFor: { reason?: string } = {};
  client.on("connect", ({ sessionPresent }: IConnackPacket) => {
    reached = true;
    lastReason = "";
    log.info({ broker, sessionPresent }, "Connected to the MQTT broker");
  });
  client.on("close", () => {
    if (reached && !client.disconnecting)
      log.warn({ broker, ...lostFor }, "Lost the MQTT broker; reconnecting");
    reached = false;
    lostFor = {};
  });
  client.on("error", (error) => {
    // A connection that is being closed is not opened again.
    if (client.disconnecting) return;
    const reason = getErrorReason(error);
    if (reached) return void (lostFor = { reason });
    if (reason === lastReason) return;
    lastReason = reason;
    log.error({ broker, reason }, "Failed to connect to the MQTT broker; retrying");
  });
}

/**
 * Two clients with the same id disconnect each other; not every broker reports the reason. The caller says
 * with `next` that it ends the connection itself.
 */
function logTakeover(client: MqttClient, log: GatewayLog): { next: boolean } {
  let sinceMs = Infinity;
  let cutShort = 0;
  const own = { next: false };
  const blame = () =>
    log.error(
      { clientId: client.options.clientId },
      "Another client seems to use this MQTT client id: set a different one for each instance",
    );
  client.on("connect", () => (sinceMs = performance.now()));
  client.on("disconnect", ({ reasonCode }) => {
    if (reasonCode === SESSION_TAKEN_OVER) blame();
  });
  client.on("close", () => {
    if (sinceMs === Infinity) return;
    const isShort = !own.next && performance.now() - sinceMs < CUT_SHORT_MS;
    own.next = false;
    cutShort = isShort ? cutShort + 1 : 0;
    sinceMs = Infinity;
    if (cutShort >= SUSPICIOUS) blame();
  });
  return own;
}

function getErrorReason(error: Error & { errors?: Error[] }): string {
  return error.message || (error.errors ?? []).map(({ message }) => message).join("; ");
}

/** Resolves after the first connection attempt, or after a timeout. */
function firstConnection(client: MqttClient): Promise<void> {
  return waitWithTimeout(
    new Promise<void>((resolve) => {
      client.once("connect", () => resolve());
      client.once("close", () => resolve());
    }),
    FIRST_CONNECTION_MS,
  );
}

/** Reconnects after the last PUBACK, so that the broker sends unacknowledged messages again. */
async function reconnect(client: MqttClient, own: { next: boolean }): Promise<void> {
  if (!client.connected || client.disconnecting) return;
  own.next = true;
  const connected = new Promise((resolve) => {
    client.once("connect", resolve);
    client.once("close", () => client.reconnect());
    client.stream.end();
  });
  await waitWithTimeout(connected, FIRST_CONNECTION_MS);
}

async function close(client: MqttClient, sender: SetpointSender): Promise<void> {
  sender.giveUp();
  const ended = new Promise((resolve) => {
    client.end(!client.connected, { reasonCode: WITH_WILL }, resolve);
  });
  await waitWithTimeout(ended, FAREWELL_MS);
  if (!client.disconnected) client.stream.destroy();
}
