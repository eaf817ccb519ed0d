import type { DoneCallback, IPublishPacket, MqttClient } from "mqtt";
import type { GatewayLog } from "./limited-log.ts";
import type { WaitingReports } from "./message-buffer.ts";
import type { GatewayEvents } from "./options.ts";
import { readReport } from "./parse-message.ts";
import { readTopic, type ReportKind } from "./topics.ts";

/** What a report intake needs besides its connection. */
export interface IntakeOptions extends Partial<GatewayEvents> {
  prefix: string;
  waiting: WaitingReports;
  now(): number;
  log: GatewayLog;
  /** Whether presence and pauses are read; a session of another instance holds old ones only. */
  presence: boolean;
}

/**
 * Handles the messages of one connection. A message is acknowledged when its reports are stored, or
 * when it is rejected as malformed. When the buffer is full, messages stay unacknowledged until the
 * next connection, on which the broker sends them again in order. The connection still carries
 * setpoints.
 */
export class ReportIntake {
  private refusing = false;
  private readonly acknowledgements: Acknowledgements;

  constructor(
    client: MqttClient,
    private readonly options: IntakeOptions,
  ) {
    this.acknowledgements = new Acknowledgements(client);
    // Not at "connect": the client emits it later than messages that follow the CONNACK.
    client.on("close", () => {
      this.refusing = false;
      this.acknowledgements.forget();
    });
  }

  /** Whether messages of this connection were left to the broker. */
  get isRefusing(): boolean {
    return this.refusing;
  }

  /** Whether a reconnect would deliver the unacknowledged messages. */
  get mayResume(): boolean {
    return this.refusing && !this.options.waiting.isFull;
  }

  /** Number of messages whose reports are not stored yet. */
  get unstored(): number {
    return this.acknowledgements.count;
  }

  /** For `MqttClient.handleMessage`: `done(error)` keeps the client from acknowledging by itself. */
  take(packet: IPublishPacket, done: DoneCallback): void {
    const isPresence = readTopic(this.options.prefix, packet.topic)?.kind === "presence";
    if (!isPresence && (this.refusing || this.options.waiting.isFull)) return this.leave(done);
    const acknowledge = this.acknowledgements.expect(packet.messageId);
    this.options.waiting.add(this.read(packet), acknowledge);
    done(new Error("acknowledged later"));
  }

  private leave(done: DoneCallback): void {
    if (!this.refusing) {
      this.options.log.warn(
        { waiting: this.options.waiting.count },
        "The report buffer is full; leaving further messages unacknowledged",
      );
    }
    this.refusing = true;
    done(new Error("the report buffer is full"));
  }

  private read({ topic, payload, retain }: IPublishPacket) {
    const { prefix, log, now, clockBehindMs = () => 0, onMessageRefused } = this.options;
    const about = readTopic(prefix, topic);
    if (!about || about.kind === "setpoint") {
      log.warn({ topic, field: "" }, "Rejected a message on a topic of no location");
      return [];
    }
    const { locationId } = about;
    const kind: ReportKind = about.kind;
    const isRetained = kind === "presence" || kind === "pause";
    if (isRetained && (payload.length === 0 || !this.options.presence)) return [];
    const bytes = typeof payload === "string" ? Buffer.from(payload) : payload;
    const message = { kind, locationId, payload: bytes, retained: retain };
    const read = readReport(message, now(), clockBehindMs());
    if (read.ok) return read.reports;
    onMessageRefused?.(kind, read.reason);
    log.warn({ topic, ...read.fault }, `Rejected a message: ${formatFault(read.fault)}`);
    return [];
  }
}

const formatFault = ({ field, detail }: { field: string; detail: string }) =>
  field === "" ? `the payload ${detail}` : `${field} ${detail}`;

interface Expected {
  messageId: number;
  isStored: boolean;
}

/** The PUBACKs of a connection, in the order of the messages as MQTT requires (4.6). */
class Acknowledgements {
  private expected: Expected[] = [];
  private isFlushing = false;

  constructor(private readonly client: MqttClient) {}

  get count(): number {
    return this.expected.length;
  }

  /** Returns a function to call when the message is stored. */
  expect(messageId: number | undefined): () => void {
    if (messageId === undefined) return () => {};
    const one: Expected = { messageId, isStored: false };
    this.expected.push(one);
    return () => {
      one.isStored = true;
      if (this.isFlushing) return;
      this.isFlushing = true;
      queueMicrotask(() => this.flush());
    };
  }

  /** The connection has ended: the broker sends unacknowledged messages again on the next. */
  forget(): void {
    this.expected = [];
  }

  private flush(): void {
    this.isFlushing = false;
    const open = this.expected.findIndex(({ isStored }) => !isStored);
    const stored = this.expected.splice(0, open < 0 ? this.expected.length : open);
    if (stored.length === 0 || !this.client.connected) return;
    this.client.stream.write(Buffer.concat(stored.map(({ messageId }) => puback(messageId))));
  }
}

/** A PUBACK with reason "success" (MQTT 5, 3.4); the client has no public method for it. */
const puback = (messageId: number) => Buffer.from([0x40, 2, messageId >> 8, messageId & 0xff]);
