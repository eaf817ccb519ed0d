import type { MqttClient, Packet } from "mqtt";
import { getTraceHeaders } from "../../../lib/tracing/tracing.ts";
import type { Setpoint } from "../gateway.ts";
import type { GatewayLog } from "./limited-log.ts";
import { deliverableUntilMs, toPayload } from "./payloads.ts";
import { encodeProperties, encodePublish } from "./publish-packet.ts";
import { buildTopic } from "./topics.ts";

const MAX_CONCURRENT = 256;
const PUBACK_MS = 10_000;
/** How far the service's clock may be ahead of a gateway's (docs/reference/mqtt.md). */
const CLOCK_TOLERANCE_MS = 5_000;
/** Reasons from this one on say that the broker rejected the message. */
const FIRST_ERROR = 128;

/** Setpoints that are sent by one call. */
interface Batch {
  issuedMs: number;
  left: Iterator<Order>;
  unconfirmed: number;
  isSentWhole: boolean;
  taken: Set<string>;
  trace: Record<string, string>;
  maySend(): boolean;
  resolve(taken: ReadonlySet<string>): void;
}

interface Order {
  setpoint: Setpoint;
  batch: Batch;
}

/** A message that the broker has not confirmed. */
interface Unconfirmed {
  order: Order;
  topic: string;
  sentMs: number;
}

/**
 * Publishes setpoints; at most `MAX_CONCURRENT`, or the broker's limit, are unconfirmed at a time.
 * Nothing is queued for a later connection: an unsent setpoint is given up and may be repeated.
 * Batches take turns. The packets of a turn are written to the connection at once.
 */
export class SetpointSender {
  private issuedMs = 0;
  private batches: Batch[] = [];
  private readonly newest = new Map<string, Order>();
  /** By message id, oldest first. */
  private readonly unconfirmed = new Map<number, Unconfirmed>();
  private watch: NodeJS.Timeout | undefined;
  private isScheduled = false;
  private properties: { key: string; bytes: Buffer } = { key: "", bytes: Buffer.alloc(0) };

  constructor(
    private readonly client: MqttClient,
    private readonly prefix: string,
    private readonly now: () => number,
    private readonly log: GatewayLog,
  ) {
    client.on("packetreceive", (packet) => this.confirm(packet));
  }

  /**
   * Sends the last of these setpoints for each location while `maySend` returns true, all with one
   * `issued_at` later than any before, unless the clock was set back. Returns the locations whose setpoint the broker confirmed.
   */
  async send(
    setpoints: readonly Setpoint[],
    nowMs: number,
    maySend = () => true,
  ): Promise<ReadonlySet<string>> {
    if (setpoints.length === 0) return new Set();
    // The clock was set back: gateways ignore setpoints from the future.
    if (this.issuedMs > this.now() + CLOCK_TOLERANCE_MS) this.issuedMs = 0;
    this.issuedMs = Math.max(nowMs, this.issuedMs + 1);
    const issuedMs = this.issuedMs;
    return new Promise((resolve) => {
      const orders = new Map<string, Order>();
      const batch: Batch = {
        issuedMs,
        left: orders.values(),
        unconfirmed: 0,
        isSentWhole: false,
        taken: new Set(),
        trace: getTraceHeaders(),
        maySend,
        resolve,
      };
      for (const setpoint of setpoints) orders.set(setpoint.locationId, { setpoint, batch });
      for (const [locationId, order] of orders) this.newest.set(locationId, order);
      this.batches.push(batch);
      this.sendNext();
    });
  }

  /** Drops unconfirmed setpoints: after a reconnect they could be out of date. */
  giveUp(): void {
    clearTimeout(this.watch);
    this.watch = undefined;
    const dropped = [...this.unconfirmed.values()];
    this.unconfirmed.clear();
    for (const { order } of dropped) this.settle(order, false);
    this.sendNext();
  }

  /** Sends as many setpoints as may be unconfirmed, of each batch in turn. */
  private sendNext(): void {
    const limit = this.client.serverProperties?.receiveMaximum ?? MAX_CONCURRENT;
    const free = Math.min(limit, MAX_CONCURRENT) - this.unconfirmed.size;
    const packets: Buffer[] = [];
    while (packets.length < free && this.batches.length > 0) {
      const batch = this.batches.shift()!;
      const { value: order, done } = batch.left.next();
      if (done) {
        batch.isSentWhole = true;
        this.end(batch);
        continue;
      }
      this.batches.push(batch);
      const packet = this.toPacket(order);
      if (packet) packets.push(packet);
      else this.forget(order);
    }
    if (packets.length > 0) this.client.stream.write(Buffer.concat(packets));
  }

  /** The packet of a setpoint that is sent now; null when it must not be sent. */
  private toPacket(order: Order): Buffer | null {
    const { setpoint, batch } = order;
    const { locationId } = setpoint;
    if (!this.client.connected || this.client.disconnecting || !batch.maySend()) return null;
    const nowMs = this.now();
    const leftMs = deliverableUntilMs(setpoint, batch.issuedMs) - nowMs;
    if (leftMs <= 0 || this.newest.get(locationId) !== order) return null;
    const messageId = this.client.messageIdProvider.allocate();
    if (messageId === null) return null;
    const topic = buildTopic(this.prefix, locationId, "setpoint");
    this.unconfirmed.set(messageId, { order, topic, sentMs: performance.now() });
    this.watch ??= setTimeout(() => this.checkConnection(), PUBACK_MS);
    batch.unconfirmed += 1;
    const expiryS = Math.max(1, Math.floor(leftMs / 1000));
    const payload = JSON.stringify(toPayload(setpoint, batch.issuedMs));
    return encodePublish(topic, messageId, this.toProperties(expiryS, batch), payload);
  }

  private toProperties(messageExpiryS: number, { trace }: Batch): Buffer {
    const key = `${messageExpiryS} ${trace.traceparent ?? ""}`;
    if (this.properties.key !== key) {
      const userProperties = trace.traceparent ? trace : {};
      const all = { messageExpiryS, contentType: "application/json", userProperties };
      this.properties = { key, bytes: encodeProperties(all) };
    }
    return this.properties.bytes;
  }

  private confirm(packet: Packet): void {
    if (packet.cmd !== "puback") return;
    const messageId = packet.messageId!;
    const sent = this.unconfirmed.get(messageId);
    if (!sent) return;
    this.unconfirmed.delete(messageId);
    this.client.messageIdProvider.deallocate(messageId);
    const { reasonCode = 0 } = packet;
    const isTaken = reasonCode < FIRST_ERROR;
    if (!isTaken) this.log.warn({ topic: sent.topic, reasonCode }, REFUSED);
    this.settle(sent.order, isTaken);
    // Confirmations that arrived together are answered together.
    if (this.isScheduled || this.batches.length === 0) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.sendNext();
    });
  }

  private settle(order: Order, isTaken: boolean): void {
    const { batch, setpoint } = order;
    if (isTaken) batch.taken.add(setpoint.locationId);
    batch.unconfirmed -= 1;
    this.forget(order);
    this.end(batch);
  }

  private forget(order: Order): void {
    const { locationId } = order.setpoint;
    if (this.newest.get(locationId) === order) this.newest.delete(locationId);
  }

  private end(batch: Batch): void {
    if (batch.isSentWhole && batch.unconfirmed === 0) batch.resolve(batch.taken);
  }

  /** Reconnects when the broker does not respond, to find out whether it is still alive. */
  private checkConnection(): void {
    this.watch = undefined;
    const [oldest] = this.unconfirmed.values();
    if (!oldest) return;
    const leftMs = oldest.sentMs + PUBACK_MS - performance.now();
    if (leftMs > 0) {
      this.watch = setTimeout(() => this.checkConnection(), leftMs);
      return;
    }
    this.log.warn({ withinMs: PUBACK_MS }, "MQTT broker did not confirm a setpoint; reconnecting");
    this.client.stream.destroy();
  }
}

const REFUSED = "MQTT broker rejected a setpoint";
