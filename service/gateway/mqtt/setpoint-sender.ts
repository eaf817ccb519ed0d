import type { MqttClient } from "mqtt";
import { getTraceHeaders } from "../../../lib/tracing/tracing.ts";
import type { Setpoint } from "../gateway.ts";
import type { GatewayLog } from "./limited-log.ts";
import { deliverableUntilMs, toPayload } from "./payloads.ts";
import { buildTopic } from "./topics.ts";

const MAX_CONCURRENT = 256;
const PUBACK_MS = 10_000;

interface Order {
  setpoint: Setpoint;
  issuedMs: number;
}

/**
 * Publishes setpoints; at most `MAX_CONCURRENT`, or the broker's limit, are unconfirmed at a time.
 * Nothing is queued for a later connection: an unsent setpoint is given up and may be repeated.
 */
export class SetpointSender {
  private issuedMs = 0;
  private inFlight = 0;
  private queued: (() => void)[] = [];
  private served = 0;
  private readonly newest = new Map<string, Order>();

  constructor(
    private readonly client: MqttClient,
    private readonly prefix: string,
    private readonly now: () => number,
    private readonly log: GatewayLog,
  ) {}

  /**
   * Sends the last of these setpoints for each location while `maySend` returns true, all with one
   * `issued_at` later than any before. Returns the locations whose setpoint the broker confirmed.
   */
  async send(
    setpoints: readonly Setpoint[],
    nowMs: number,
    maySend = () => true,
  ): Promise<ReadonlySet<string>> {
    this.issuedMs = Math.max(nowMs, this.issuedMs + 1);
    const issuedMs = this.issuedMs;
    const orders = new Map(setpoints.map((one) => [one.locationId, { setpoint: one, issuedMs }]));
    for (const [locationId, order] of orders) this.newest.set(locationId, order);
    const taken = new Set<string>();
    const left = orders.entries();
    const sendInTurn = async () => {
      for (const [locationId, order] of left) {
        if (await this.inTurn(async () => maySend() && this.sendOne(order))) taken.add(locationId);
        if (this.newest.get(locationId) === order) this.newest.delete(locationId);
      }
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, sendInTurn));
    return taken;
  }

  /** Drops unconfirmed setpoints: after a reconnect they could be out of date. */
  giveUp(): void {
    for (const [messageId, { volatile }] of Object.entries(this.client.outgoing)) {
      if (!volatile) this.client.removeOutgoingMessage(Number(messageId));
    }
  }

  private async inTurn<T>(send: () => Promise<T>): Promise<T> {
    const maxConcurrent = this.client.serverProperties?.receiveMaximum ?? MAX_CONCURRENT;
    if (this.inFlight >= Math.min(maxConcurrent, MAX_CONCURRENT)) {
      await new Promise<void>((resolve) => this.queued.push(resolve));
    } else {
      this.inFlight += 1;
    }
    try {
      return await send();
    } finally {
      this.passOn();
    }
  }

  /** Gives a free slot to the first in the queue; the array is not shifted each time. */
  private passOn(): void {
    const next = this.queued[this.served++];
    if (next) return next();
    this.queued = [];
    this.served = 0;
    this.inFlight -= 1;
  }

  private async sendOne(order: Order): Promise<boolean> {
    const { setpoint, issuedMs } = order;
    const { locationId } = setpoint;
    const leftMs = deliverableUntilMs(setpoint, issuedMs) - this.now();
    if (leftMs <= 0 || this.newest.get(locationId) !== order) return false;
    if (!this.client.connected || this.client.disconnecting) return false;
    const messageExpiryInterval = Math.max(1, Math.floor(leftMs / 1000));
    return this.publish(
      buildTopic(this.prefix, locationId, "setpoint"),
      JSON.stringify(toPayload(setpoint, issuedMs)),
      messageExpiryInterval,
    );
  }

  private publish(topic: string, payload: string, expiryS: number): Promise<boolean> {
    const trace = getTraceHeaders();
    const properties = {
      messageExpiryInterval: expiryS,
      contentType: "application/json",
      ...(trace.traceparent && { userProperties: trace }),
    };
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.distrust(resolve), PUBACK_MS);
      this.client.publish(topic, payload, { qos: 1, retain: true, properties }, (error) => {
        clearTimeout(timer);
        if (error && this.client.connected)
          this.log.warn({ topic, reason: error.message }, REFUSED);
        resolve(!error);
      });
    });
  }

  /** Reconnects when the broker does not respond, to find out whether it is still alive. */
  private distrust(resolve: (taken: boolean) => void): void {
    this.log.warn({ withinMs: PUBACK_MS }, "MQTT broker did not confirm a setpoint; reconnecting");
    resolve(false);
    this.client.stream.destroy();
  }
}

const REFUSED = "MQTT broker rejected a setpoint";
