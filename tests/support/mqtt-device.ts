import { connectAsync, type MqttClient } from "mqtt";
import {
  setpointPayload,
  type MeasurementPayload,
  type SetpointPayload,
} from "../../service/gateway/mqtt/payloads.ts";
import { buildTopic, type ReportKind } from "../../service/gateway/mqtt/topics.ts";

export interface MqttDeviceOptions {
  url: string;
  locationId: string;
  devices: { deviceId: string }[];
  /** Its answer to each setpoint except releases; default "executed". */
  answers?: "executed" | "failed" | "unsupported" | "silent";
  prefix?: string;
  username?: string;
  password?: string;
  ca?: Buffer;
  /** Reconnects this long after a lost connection, as a gateway does; otherwise never. */
  reconnectMs?: number;
}

/** A received setpoint, with the properties set by the broker. */
export interface ReceivedSetpoint extends SetpointPayload {
  receivedMs: number;
  topic: string;
  /** Whether it was retained, instead of just sent. */
  retained: boolean;
  expiryS: number | undefined;
}

/** MQTT 5: the broker accepted a message that nobody subscribes to. */
const NO_SUBSCRIBERS = 16;
const REPEATED_MS = 5 * 60_000;

/** A scripted gateway at a location: it follows its setpoints and reports what the test sets. */
export class MqttDevice {
  readonly received: ReceivedSetpoint[] = [];
  answers: NonNullable<MqttDeviceOptions["answers"]>;
  private unreceived = 0;
  private sent: { atMs: number; measurements: MeasurementPayload["measurements"] }[] = [];
  private readonly awaited: { count: number; resolve: () => void }[] = [];

  private constructor(
    private readonly client: MqttClient,
    private readonly options: MqttDeviceOptions,
  ) {
    this.answers = options.answers ?? "executed";
    client.on("packetreceive", (packet) => {
      if (packet.cmd === "puback" && packet.reasonCode === NO_SUBSCRIBERS) this.unreceived += 1;
    });
    client.on("message", (topic, payload, packet) => {
      const setpoint = setpointPayload.parse(JSON.parse(payload.toString()));
      const expiryS = packet.properties?.messageExpiryInterval;
      const receivedMs = Date.now();
      this.received.push({ ...setpoint, topic, receivedMs, retained: packet.retain, expiryS });
      void this.answer(setpoint);
      for (const { count, resolve } of this.awaited) if (this.received.length >= count) resolve();
    });
  }

  /** Connects, reports that it is online, and follows its setpoints. */
  static async connect(options: MqttDeviceOptions): Promise<MqttDevice> {
    const { url, username, password, ca } = options;
    const topic = (kind: ReportKind | "setpoint") =>
      buildTopic(options.prefix ?? "curtail", options.locationId, kind);
    const will = { topic: topic("presence"), payload: Buffer.from('{"online":false}') };
    const client = await connectAsync(url, {
      protocolVersion: 5,
      reconnectPeriod: options.reconnectMs ?? 0,
      ...(username && { username }),
      ...(password && { password }),
      ...(ca && { ca }),
      will: { ...will, qos: 1, retain: true },
    });
    const device = new MqttDevice(client, options);
    await client.subscribeAsync(topic("setpoint"), { qos: 1 });
    await device.announce();
    client.on("error", () => {});
    client.on("connect", () => void device.announce().catch(() => {}));
    return device;
  }

  /** The n-th setpoint that came, from 1, as soon as it has. */
  async setpoint(n: number): Promise<ReceivedSetpoint> {
    if (this.received.length < n) {
      await new Promise<void>((resolve) => this.awaited.push({ count: n, resolve }));
    }
    return this.received[n - 1]!;
  }

  /** Acknowledges a setpoint for each device. */
  async acknowledge(
    controlId: string,
    outcome: "executed" | "failed" | "unsupported",
  ): Promise<void> {
    const devices = this.options.devices.map(({ deviceId }) => ({ device_id: deviceId, outcome }));
    const time = new Date().toISOString();
    await this.publish("acknowledgement", { control_id: controlId, time, devices });
  }

  /** Sends measurements until a service has received them, if it reconnects; otherwise once. */
  async measure(measurements: MeasurementPayload["measurements"]): Promise<void> {
    this.sent.push({ atMs: Date.now(), measurements });
    await this.deliver(measurements);
  }

  /** Publishes any payload, also an invalid one; resolves once the broker accepted it. */
  async publish(kind: ReportKind, payload: unknown, retain = false): Promise<void> {
    const { prefix = "curtail", locationId } = this.options;
    const text = typeof payload === "string" ? payload : JSON.stringify(payload);
    await this.client.publishAsync(buildTopic(prefix, locationId, kind), text, { qos: 1, retain });
  }

  /** Dies without a farewell, so that the last will is published. */
  async drop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.client.once("close", resolve));
    this.client.stream.destroy();
    await closed;
  }

  /** Reports that it is offline and disconnects. */
  async close(): Promise<void> {
    if (!this.client.connected) return this.client.endAsync(true);
    await this.publish("presence", { online: false, time: new Date().toISOString() }, true);
    await this.client.endAsync();
  }

  /** As documented for each connection: presence, and the measurements of the last minutes again. */
  private async announce(): Promise<void> {
    await this.publish("presence", { online: true, time: new Date().toISOString() }, true);
    this.sent = this.sent.filter(({ atMs }) => atMs > Date.now() - REPEATED_MS);
    const measurements = this.sent.flatMap((one) => one.measurements);
    if (measurements.length > 0) await this.deliver(measurements);
  }

  /** Publishes until no message was without a subscriber meanwhile; a repeated one does no harm. */
  private async deliver(measurements: MeasurementPayload["measurements"]): Promise<void> {
    const { reconnectMs } = this.options;
    for (;;) {
      const before = this.unreceived;
      await this.publish("measurement", { measurements });
      if (this.unreceived === before || !reconnectMs) return;
      await new Promise((resolve) => setTimeout(resolve, reconnectMs));
    }
  }

  private async answer({ control_id, type }: SetpointPayload): Promise<void> {
    if (this.answers === "silent" || type === "RELEASE") return;
    await this.acknowledge(control_id, this.answers).catch(() => {});
  }
}
