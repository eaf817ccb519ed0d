import { connect, type IPublishPacket, type MqttClient, type Packet } from "mqtt";
import { MAX_MEASUREMENTS, type Measurement } from "../../lib/contract/index.ts";
import { buildTopic, type TopicKind } from "../../service/gateway/mqtt/topics.ts";
import type { BridgeLog, Clock } from "../adapter/runtime.ts";
import type { DeviceOutcome } from "../control/outcomes.ts";
import type { MeasurementBuffer } from "../files/measurement-buffer.ts";
import { toClientOptions, type BrokerSettings } from "./broker-options.ts";

const RETRY_MS = 5_000;
/** The broker accepted it, and nobody subscribes to it. */
const NO_SUBSCRIBERS = 16;
/** At most this many minutes in a message: with some devices it stays far below 1 MiB. */
const BATCH = Math.min(500, MAX_MEASUREMENTS);

/** What a link needs besides its connection. */
export interface BrokerLinkOptions {
  settings: BrokerSettings;
  prefix: string;
  locationId: string;
  buffer: MeasurementBuffer;
  clock: Clock;
  log: BridgeLog;
  onSetpoint(payload: Uint8Array): void;
  /** Called after each connection, once setpoints are subscribed to. */
  onConnect(): void;
  /** Until when the customer paused control, epoch milliseconds; absent where the bridge has no switch. */
  pausedUntilMs?: () => number;
}

interface InFlight {
  batch: Measurement[];
  messageId?: number;
}

/**
 * The bridge's connection to the broker of the service. Setpoints of its own location come in;
 * acknowledgements, measurements and presence go out. Measurements wait in the buffer until the broker
 * confirmed that a service takes them.
 */
export class BrokerLink {
  private readonly client: MqttClient;
  private inFlight: InFlight | undefined;
  private retryTimer: NodeJS.Timeout | undefined;
  private outcomesTimer: NodeJS.Timeout | undefined;
  /** The latest outcome of each device, and the devices whose outcome is to be sent. */
  private readonly outcomes = new Map<string, { controlId: string; device: DeviceOutcome }>();
  private readonly waitingDevices = new Set<string>();
  /** Acknowledgements that the broker has not confirmed, by message id. */
  private readonly unconfirmed = new Map<number, string>();

  constructor(private readonly options: BrokerLinkOptions) {
    const { settings, log } = options;
    const will = { topic: this.topic("presence"), payload: '{"online":false}' };
    this.client = connect(settings.url, toClientOptions(settings, will));
    this.client.on("connect", () => void this.welcome());
    this.client.on("message", (topic, payload) => {
      if (topic === this.topic("setpoint")) options.onSetpoint(payload);
    });
    this.client.on("packetsend", (packet) => this.noteSent(packet));
    this.client.on("packetreceive", (packet) => this.noteReceived(packet));
    let reason = "";
    this.client.on("error", (error) => {
      if (error.message !== reason) log.warn(`broker: ${error.message || "not reachable"}`);
      reason = error.message;
    });
    this.client.on("connect", () => (reason = ""));
    this.client.on("close", () => {
      if (this.inFlight) log.warn("broker: connection lost");
      this.inFlight = undefined;
    });
  }

  get isConnected(): boolean {
    return this.client.connected;
  }

  /** Acknowledges a setpoint; after an outage the latest outcome of each device is sent. */
  acknowledge(controlId: string, devices: DeviceOutcome[]): void {
    for (const device of devices) {
      this.outcomes.set(device.device_id, { controlId, device });
      this.waitingDevices.add(device.device_id);
    }
    this.sendOutcomes();
  }

  /** Reports until when the customer paused control; retained, and again with each connection. */
  sendPause(): void {
    const { pausedUntilMs, clock } = this.options;
    if (!pausedUntilMs || !this.client.connected) return;
    const untilMs = pausedUntilMs();
    const until = untilMs > clock.nowMs() ? new Date(untilMs).toISOString() : null;
    this.publish("pause", { until }, true);
  }

  /**
   * Sends the buffered measurements, oldest first, one message at a time. The newest minute goes by
   * itself: where this clock is ahead it ends in the future, and the service refuses its message.
   */
  sendMeasurements(): void {
    const { buffer } = this.options;
    if (this.inFlight || this.retryTimer || !this.client.connected) return;
    const batch = buffer.next(Math.min(BATCH, Math.max(1, buffer.count - 1)));
    if (batch.length === 0) return;
    this.inFlight = { batch };
    this.publish("measurement", { measurements: batch });
  }

  /** Says that the bridge leaves, and disconnects. */
  async close(): Promise<void> {
    clearTimeout(this.retryTimer);
    clearTimeout(this.outcomesTimer);
    if (!this.client.connected) return void this.client.end(true);
    const time = new Date(this.options.clock.nowMs()).toISOString();
    const text = JSON.stringify({ online: false, time });
    await this.client
      .publishAsync(this.topic("presence"), text, { qos: 1, retain: true })
      .catch(() => {});
    await this.client.endAsync();
  }

  private topic(kind: TopicKind): string {
    return buildTopic(this.options.prefix, this.options.locationId, kind);
  }

  private async welcome(): Promise<void> {
    const { log, settings, buffer, clock } = this.options;
    log.info(`connected to ${settings.url}`);
    try {
      await this.client.subscribeAsync(this.topic("setpoint"), { qos: 1 });
    } catch (error) {
      log.warn(`broker: the subscription was refused: ${(error as Error).message}`);
    }
    this.publish("presence", { online: true, time: new Date(clock.nowMs()).toISOString() }, true);
    this.sendPause();
    buffer.repeat();
    this.options.onConnect();
    this.sendOutcomes();
    this.sendMeasurements();
  }

  private sendOutcomes(): void {
    if (!this.client.connected) return;
    const byControl = groupByControl([...this.waitingDevices].map((id) => this.outcomes.get(id)!));
    const time = new Date(this.options.clock.nowMs()).toISOString();
    for (const [control_id, outcomes] of byControl)
      this.publish("acknowledgement", {
        control_id,
        time,
        devices: outcomes.map(({ device }) => device),
      });
    this.waitingDevices.clear();
  }

  private publish(kind: TopicKind, payload: object, retain = false): void {
    const text = JSON.stringify(payload);
    this.client.publish(this.topic(kind), text, { qos: 1, retain }, (error) => {
      if (error) this.options.log.warn(`broker: ${kind} was refused: ${error.message}`);
      if (error && kind === "measurement") this.retryLater();
    });
  }

  private noteSent(packet: Packet): void {
    const { cmd, topic, messageId, payload } = packet as IPublishPacket;
    if (cmd !== "publish" || messageId === undefined) return;
    if (topic === this.topic("acknowledgement")) this.unconfirmed.set(messageId, String(payload));
    if (topic === this.topic("measurement") && this.inFlight) this.inFlight.messageId = messageId;
  }

  private noteReceived(packet: Packet): void {
    if (packet.cmd !== "puback") return;
    const acknowledgement = this.unconfirmed.get(packet.messageId!);
    this.unconfirmed.delete(packet.messageId!);
    if (acknowledgement && packet.reasonCode === NO_SUBSCRIBERS) this.repeatLater(acknowledgement);
    if (!this.inFlight || packet.messageId !== this.inFlight.messageId) return;
    const { batch } = this.inFlight;
    if ((packet.reasonCode ?? 0) !== 0) return this.retryLater();
    this.inFlight = undefined;
    this.options.buffer.confirm(batch);
    this.sendMeasurements();
  }

  /** Nobody took this acknowledgement: what still holds of it is sent again. */
  private repeatLater(acknowledgement: string): void {
    const { control_id, devices } = JSON.parse(acknowledgement) as {
      control_id: string;
      devices: DeviceOutcome[];
    };
    for (const { device_id, outcome } of devices) {
      const latest = this.outcomes.get(device_id);
      if (latest?.controlId === control_id && latest.device.outcome === outcome)
        this.waitingDevices.add(device_id);
    }
    clearTimeout(this.outcomesTimer);
    this.outcomesTimer = setTimeout(() => this.sendOutcomes(), RETRY_MS);
  }

  /** Nobody took the measurements, or the broker refused them. */
  private retryLater(): void {
    this.inFlight = undefined;
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => {
      this.retryTimer = undefined;
      this.sendMeasurements();
    }, RETRY_MS);
  }
}

function groupByControl<T extends { controlId: string }>(all: Iterable<T>): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(one.controlId, [...(groups.get(one.controlId) ?? []), one]);
  return groups;
}
