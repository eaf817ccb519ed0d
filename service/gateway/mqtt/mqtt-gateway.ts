import { connect, type IConnackPacket, type ISubscriptionMap, type MqttClient } from "mqtt";
import type { Gateway } from "../gateway.ts";
import { ReportIntake } from "./message-handler.ts";
import { type GatewayLog, limitedLog } from "./limited-log.ts";
import { parseBrokerUrl, toClientOptions, getTopicPrefix, type MqttOptions } from "./options.ts";
import { SetpointSender } from "./setpoint-sender.ts";
import { WaitingReports } from "./message-buffer.ts";
import { buildFilter } from "./topics.ts";

const SHARE = "$share/curtail-service";
const RETRY_MS = 30_000;

/**
 * The filters the service follows. Where the broker can, instances share what locations send, so
 * that each report comes once. Presence is retained, which a shared subscription does not deliver:
 * every instance follows it, as it stands at each connection and as it changes.
 */
function getSubscriptions(
  prefix: string,
  properties: IConnackPacket["properties"],
): ISubscriptionMap {
  const shared = properties?.sharedSubscriptionAvailable !== false;
  const reports = (filter: string) => (shared ? `${SHARE}/${filter}` : filter);
  return {
    [reports(buildFilter(prefix, "acknowledgement"))]: { qos: 1 },
    [reports(buildFilter(prefix, "measurement"))]: { qos: 1 },
    [buildFilter(prefix, "presence")]: { qos: 1, rh: 0 },
  };
}

/** Subscribes on a new connection; a broker that refuses is asked again while it lasts. */
async function subscribe(
  client: MqttClient,
  properties: IConnackPacket["properties"],
  prefix: string,
  log: GatewayLog,
): Promise<void> {
  try {
    await client.subscribeAsync(getSubscriptions(prefix, properties));
  } catch (error) {
    if (!client.connected) return;
    log.error({ reason: (error as Error).message }, "MQTT broker refused the subscriptions");
    const timer = setTimeout(() => void subscribe(client, properties, prefix, log), RETRY_MS);
    client.once("close", () => clearTimeout(timer));
  }
}

const FIRST_CONNECTION_MS = 3_000;
const FAREWELL_MS = 2_000;
const LINES_A_MINUTE = 20;
const SESSION_TAKEN_OVER = 142;
const CUT_SHORT_MS = 5_000;
const SUSPICIOUS = 3;

/** A gateway over an MQTT broker. */
export interface MqttGateway extends Gateway {
  /** Whether the broker is reached at this moment. */
  readonly connected: boolean;
}

/**
 * Opens a gateway over MQTT 5; docs/reference/mqtt.md says what goes over which topic. It waits a moment
 * for the broker and goes on without: it keeps trying, and a broker that is away is no error.
 * @throws MqttConfigurationError when the configuration is wrong, naming what to set.
 */
export async function openMqttGateway(options: MqttOptions): Promise<MqttGateway> {
  const prefix = getTopicPrefix(options);
  const broker = parseBrokerUrl(options.url).host;
  const log = limitedLog(options.log, LINES_A_MINUTE);
  const client = connect(options.url, toClientOptions(options));
  const waiting = new WaitingReports(options.onReport);
  const sender = new SetpointSender(client, prefix, options.now, log);
  const intake = new ReportIntake(
    prefix,
    waiting,
    options.now,
    limitedLog(options.log, LINES_A_MINUTE),
  );
  client.handleMessage = (packet, done) => intake.take(packet, done);
  client.on("close", () => sender.giveUp());
  client.on("connect", (connack) => {
    intake.resume();
    void subscribe(client, connack.properties, prefix, log);
  });
  logConnection(client, broker, log);
  logTakeover(client, log);
  await firstConnection(client);
  return {
    get connected() {
      return client.connected;
    },
    dispatch: (setpoints, nowMs, mayDispatch) => sender.send(setpoints, nowMs, mayDispatch),
    collect: async (_fromMs, toMs, keep) => {
      await waiting.collect(toMs, keep);
      if (intake.mayResume) await reconnect(client);
    },
    close: () => close(client, sender),
  };
}

function logConnection(client: MqttClient, broker: string, log: GatewayLog): void {
  let reached = false;
  let lastReason = "";
  let lostFor: { reason?: string } = {};
  client.on("connect", ({ sessionPresent }: IConnackPacket) => {
    reached = true;
    lastReason = "";
    log.info({ broker, sessionPresent }, "MQTT broker reached");
  });
  client.on("close", () => {
    if (reached && !client.disconnecting)
      log.warn({ broker, ...lostFor }, "MQTT broker lost; trying again");
    reached = false;
    lostFor = {};
  });
  client.on("error", (error) => {
    // A connection that is being closed is not tried again.
    if (client.disconnecting) return;
    const reason = getErrorReason(error);
    if (reached) return void (lostFor = { reason });
    if (reason === lastReason) return;
    lastReason = reason;
    log.error({ broker, reason }, "MQTT broker not reached; trying again");
  });
}

/** Two clients with one id disconnect each other; not every broker reports the reason. */
function logTakeover(client: MqttClient, log: GatewayLog): void {
  let sinceMs = Infinity;
  let cutShort = 0;
  const blame = () =>
    log.error(
      { clientId: client.options.clientId },
      "Another client seems to use this MQTT client id: give each instance its own",
    );
  client.on("connect", () => (sinceMs = performance.now()));
  client.on("disconnect", ({ reasonCode }) => {
    if (reasonCode === SESSION_TAKEN_OVER) blame();
  });
  client.on("close", () => {
    if (sinceMs === Infinity) return;
    cutShort = performance.now() - sinceMs < CUT_SHORT_MS ? cutShort + 1 : 0;
    sinceMs = Infinity;
    if (cutShort >= SUSPICIOUS) blame();
  });
}

function getErrorReason(error: Error & { errors?: Error[] }): string {
  return error.message || (error.errors ?? []).map(({ message }) => message).join("; ");
}

/** Ends when the first attempt has, or after a moment. */
function firstConnection(client: MqttClient): Promise<void> {
  return settled(FIRST_CONNECTION_MS, (done) => {
    client.once("connect", done);
    client.once("close", done);
  });
}

/** Leaves and comes back, so that the broker sends again what it holds unacknowledged. */
async function reconnect(client: MqttClient): Promise<void> {
  if (!client.connected || client.disconnecting) return;
  await settled(FIRST_CONNECTION_MS, (done) => {
    client.once("connect", done);
    client.once("close", () => client.reconnect());
    client.stream.destroy();
  });
}

async function close(client: MqttClient, sender: SetpointSender): Promise<void> {
  sender.giveUp();
  await settled(FAREWELL_MS, (done) => client.end(!client.connected, done));
  if (!client.disconnected) client.stream.destroy();
}

function settled(mostMs: number, start: (done: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, mostMs);
    start(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
