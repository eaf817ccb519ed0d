import {
  connect,
  type IConnackPacket,
  type ISubscriptionMap,
  type MqttClient,
  type DoneCallback,
  type IPublishPacket,
} from "mqtt";
import type { Gateway } from "../gateway.ts";
import { type GatewayLog, limitedLog } from "./limited-log.ts";
import { parseBrokerUrl, toClientOptions, getTopicPrefix, type MqttOptions } from "./options.ts";
import { SetpointSender } from "./setpoint-sender.ts";
import { WaitingReports } from "./message-buffer.ts";
import { buildFilter, readTopic, type ReportKind } from "./topics.ts";
import { readReport } from "./parse-message.ts";

/**
 * Handles messages from the broker. A message is acknowledged once it is buffered, or rejected as
 * malformed. When the buffer is full, messages stay unacknowledged until the next connection, on
 * which the broker sends them again in order. The connection still carries setpoints.
 */
class ReportIntake {
  private refusing = false;

  constructor(
    private readonly prefix: string,
    private readonly waiting: WaitingReports,
    private readonly now: () => number,
    private readonly log: GatewayLog,
  ) {}

  /** Whether a reconnect would deliver the unacknowledged messages. */
  get mayResume(): boolean {
    return this.refusing && !this.waiting.isFull;
  }

  resume(): void {
    this.refusing = false;
  }

  /** For `MqttClient.handleMessage`: `done` acknowledges the message; `done(error)` does not. */
  take(packet: IPublishPacket, done: DoneCallback): void {
    const isPresence = readTopic(this.prefix, packet.topic)?.kind === "presence";
    if (!isPresence && (this.refusing || this.waiting.isFull)) this.leave(done);
    else {
      this.accept(packet);
      done();
    }
  }

  private leave(done: DoneCallback): void {
    if (!this.refusing) {
      this.log.warn(
        { waiting: this.waiting.count },
        "The report buffer is full; leaving further messages unacknowledged",
      );
    }
    this.refusing = true;
    done(new Error("the report buffer is full"));
  }

  private accept({ topic, payload, retain }: IPublishPacket): void {
    const about = readTopic(this.prefix, topic);
    if (!about || about.kind === "setpoint") {
      this.log.warn({ topic, field: "" }, "Rejected a message on a topic of no location");
      return;
    }
    const { locationId } = about;
    const kind: ReportKind = about.kind;
    if (payload.length === 0 && kind === "presence") return;
    const bytes = typeof payload === "string" ? Buffer.from(payload) : payload;
    const read = readReport({ kind, locationId, payload: bytes, retained: retain }, this.now());
    if (read.ok) this.waiting.add(read.reports);
    else this.log.warn({ topic, ...read.fault }, `Rejected a message: ${formatFault(read.fault)}`);
  }
}

const formatFault = ({ field, detail }: { field: string; detail: string }) =>
  field === "" ? `the payload ${detail}` : `${field} ${detail}`;

const SHARE = "$share/curtail-service";
const RETRY_MS = 30_000;

/**
 * The topic filters of the service. With a shared subscription, if the broker supports it, each
 * report reaches one instance. Presence is retained, and retained messages are not delivered to
 * shared subscriptions, so every instance subscribes to it directly.
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

/** Subscribes on a new connection; retries while the connection lasts if the broker refuses. */
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
    collect: async (_fromMs, toMs, store) => {
      await waiting.collect(toMs, store);
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

/** Two clients with the same id disconnect each other; not every broker reports the reason. */
function logTakeover(client: MqttClient, log: GatewayLog): void {
  let sinceMs = Infinity;
  let cutShort = 0;
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
    cutShort = performance.now() - sinceMs < CUT_SHORT_MS ? cutShort + 1 : 0;
    sinceMs = Infinity;
    if (cutShort >= SUSPICIOUS) blame();
  });
}

function getErrorReason(error: Error & { errors?: Error[] }): string {
  return error.message || (error.errors ?? []).map(({ message }) => message).join("; ");
}

/** Resolves after the first connection attempt, or after a timeout. */
function firstConnection(client: MqttClient): Promise<void> {
  return settled(FIRST_CONNECTION_MS, (done) => {
    client.once("connect", done);
    client.once("close", done);
  });
}

/** Reconnects, so that the broker sends unacknowledged messages again. */
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

function settled(maxMs: number, start: (done: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, maxMs);
    start(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
