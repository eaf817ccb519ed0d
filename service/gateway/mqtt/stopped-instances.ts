import { connect, type IConnackPacket, type IPublishPacket, type MqttClient } from "mqtt";
import type { GatewayLog } from "./limited-log.ts";
import { toClientOptions, type MqttOptions } from "./options.ts";
import { ReportIntake, type IntakeOptions } from "./report-intake.ts";
import { canShare, unsubscribe } from "./subscriptions.ts";
import { buildInstanceFilter, buildInstanceTopic, readInstanceTopic } from "./topics.ts";

/** Instances start at different moments, so that one takes over and the others see that. */
const MAX_START_MS = 1_000;
/** A session that has delivered nothing for this long is empty. */
const QUIET_MS = 3_000;
const CHECK_MS = 250;
/** MQTT 5: disconnect and publish the last will. */
const WITH_WILL = 4;

/**
 * Stores the reports in the sessions of stopped instances. A broker keeps a member's share of a
 * shared subscription in its session until it returns, and discards it when the session expires.
 * The last will of an instance is a retained message that says it has stopped; whoever connects
 * under its client id deletes that message. If the instance returns, its connection ends the
 * takeover.
 */
export class StoppedInstances {
  private readonly taken = new Map<string, { stop(): Promise<void> }>();
  private canShare = true;

  constructor(
    private readonly client: MqttClient,
    private readonly clientId: string,
    private readonly mqtt: MqttOptions,
    private readonly intake: Omit<IntakeOptions, "presence">,
    private readonly log: GatewayLog,
  ) {
    client.on("connect", ({ properties }) => {
      this.canShare = canShare(properties);
      void this.announce();
    });
  }

  /** Handles a message about an instance; false for any other message. */
  take({ topic, payload }: IPublishPacket): boolean {
    const clientId = readInstanceTopic(this.intake.prefix, topic);
    if (clientId === undefined) return false;
    if (clientId === this.clientId || !this.canShare) return true;
    if (payload.length > 0) this.plan(clientId);
    else this.cancel(clientId);
    return true;
  }

  /** Disconnects from the sessions taken over; another instance continues with them. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.taken.values(), (one) => one.stop()));
  }

  private async announce(): Promise<void> {
    const { client } = this;
    const { prefix } = this.intake;
    try {
      await clearStopped(client, prefix, this.clientId);
      await client.subscribeAsync(buildInstanceFilter(prefix), { qos: 0, rh: 0 });
    } catch (error) {
      if (!client.connected || client.disconnecting) return;
      this.log.warn(
        { filter: buildInstanceFilter(prefix), reason: (error as Error).message },
        "MQTT broker denies the topic of stopped instances: allow the service to read and write it",
      );
    }
  }

  private plan(clientId: string): void {
    if (this.taken.has(clientId)) return;
    const timer = setTimeout(() => this.start(clientId), Math.random() * MAX_START_MS);
    this.taken.set(clientId, {
      stop: async () => {
        clearTimeout(timer);
        this.taken.delete(clientId);
      },
    });
  }

  /** Another client has connected under this id; a takeover that runs is ended by the broker. */
  private cancel(clientId: string): void {
    const planned = this.taken.get(clientId);
    if (planned && !(planned instanceof Takeover)) void planned.stop();
  }

  private start(clientId: string): void {
    const takeover = new Takeover(clientId, this.mqtt, this.intake, this.log);
    this.taken.set(clientId, takeover);
    void takeover.ended.then(() => {
      if (this.taken.get(clientId) === takeover) this.taken.delete(clientId);
    });
  }
}

/** A connection under the client id of a stopped instance, until its session is empty. */
class Takeover {
  readonly ended: Promise<void>;
  private readonly client: MqttClient;
  private readonly intake: ReportIntake;
  private receivedMs = performance.now();
  private messages = 0;

  constructor(
    private readonly clientId: string,
    mqtt: MqttOptions,
    private readonly options: Omit<IntakeOptions, "presence">,
    private readonly log: GatewayLog,
  ) {
    const settings = toClientOptions({ ...mqtt, clientId });
    this.client = connect(mqtt.url, { ...settings, reconnectPeriod: 0 });
    this.intake = new ReportIntake(this.client, { ...options, presence: false });
    this.ended = new Promise((resolve) => this.client.once("close", resolve));
    this.client.on("error", () => {});
    this.client.handleMessage = (packet, done) => {
      this.receivedMs = performance.now();
      this.messages += 1;
      this.intake.take(packet, done);
    };
    this.client.once("connect", (connack) => void this.drain(connack).catch(() => this.stop()));
  }

  /** Leaves the session as it is, for another instance. */
  async stop(): Promise<void> {
    this.client.end(!this.client.connected, { reasonCode: WITH_WILL });
    await this.ended;
  }

  private async drain({ sessionPresent, properties }: IConnackPacket): Promise<void> {
    const { client, clientId } = this;
    await clearStopped(client, this.options.prefix, clientId);
    if (sessionPresent) {
      this.log.warn({ clientId }, "Storing the reports of a stopped instance");
      await unsubscribe(client, properties, this.options.prefix);
      await this.untilEmpty();
      if (this.intake.isRefusing) return this.stop();
    }
    if (!client.connected) return;
    this.log.info({ clientId, messages: this.messages }, "Emptied the session of an instance");
    client.end(false, { properties: { sessionExpiryInterval: 0 } });
  }

  private async untilEmpty(): Promise<void> {
    const isOver = () =>
      !this.client.connected ||
      this.intake.isRefusing ||
      (this.intake.unstored === 0 && performance.now() - this.receivedMs > QUIET_MS);
    while (!isOver()) await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
  }
}

/** Deletes the retained message that says that an instance has stopped. */
const clearStopped = (client: MqttClient, prefix: string, clientId: string) =>
  client.publishAsync(buildInstanceTopic(prefix, clientId), "", { qos: 1, retain: true });
