import { connect, type MqttClient } from "mqtt";
import type { BridgeLog, Clock } from "../adapter/runtime.ts";
import { toClientOptions, type BrokerSettings } from "../broker/broker-options.ts";
import type { SiteStatus } from "../control/site.ts";
import type { BridgeState } from "../files/bridge-state.ts";
import { discoveryMessage, homeTopics, stateMessage } from "./discovery.ts";

const HOUR_MS = 3_600_000;
const DEFAULT_HOURS = 4;
const MAX_HOURS = 168;

/** What the link to Home Assistant needs. */
export interface HomeLinkOptions {
  settings: BrokerSettings;
  locationId: string;
  allowsPause: boolean;
  state: BridgeState;
  clock: Clock;
  log: BridgeLog;
  /** Called when the customer paused or resumed. */
  onPause(): void;
}

/** Publishes the bridge as a device of Home Assistant, at the broker of the home. */
export class HomeLink {
  private readonly client: MqttClient;
  private hours = DEFAULT_HOURS;
  private published = "";

  constructor(private readonly options: HomeLinkOptions) {
    const topics = homeTopics(options.locationId);
    const will = { topic: topics.availability, payload: "offline" };
    this.client = connect(options.settings.url, toClientOptions(options.settings, will));
    this.client.on("connect", () => {
      const { topic, payload } = discoveryMessage(options.locationId, options.allowsPause);
      this.published = "";
      this.client.publish(topic, JSON.stringify(payload), { qos: 1, retain: true });
      this.client.publish(topics.availability, "online", { qos: 1, retain: true });
      this.client.subscribe([topics.pause, topics.pauseHours], { qos: 1 });
      options.log.info(`connected to Home Assistant's broker ${options.settings.url}`);
    });
    this.client.on("message", (topic, payload, packet) => {
      // A retained command would pause again after each reconnect.
      if (!packet.retain) this.take(topic, payload.toString());
    });
    let reason = "";
    this.client.on("error", (error) => {
      if (error.message !== reason) options.log.warn(`Home Assistant's broker: ${error.message}`);
      reason = error.message;
    });
  }

  /** Publishes the state if it changed. */
  update(status: SiteStatus): void {
    const { state, clock, locationId } = this.options;
    if (!this.client.connected) return;
    const message = stateMessage(status, state.pausedUntilMs, this.hours, clock.nowMs());
    const text = JSON.stringify(message);
    if (text === this.published) return;
    this.published = text;
    this.client.publish(homeTopics(locationId).state, text, { qos: 1, retain: true });
  }

  async close(): Promise<void> {
    if (!this.client.connected) return void this.client.end(true);
    const { availability } = homeTopics(this.options.locationId);
    await this.client
      .publishAsync(availability, "offline", { qos: 1, retain: true })
      .catch(() => {});
    await this.client.endAsync();
  }

  private take(topic: string, text: string): void {
    const { state, clock, allowsPause, locationId, log, onPause } = this.options;
    const topics = homeTopics(locationId);
    if (!allowsPause) return log.warn("ignored a pause: the configuration does not allow it");
    if (topic === topics.pauseHours) {
      const hours = Number(text);
      if (hours >= 1 && hours <= MAX_HOURS) this.hours = hours;
    } else if (text === "ON" || text === "OFF") {
      try {
        state.pausedUntilMs = text === "ON" ? clock.nowMs() + this.hours * HOUR_MS : 0;
      } catch (error) {
        log.warn(`the pause could not be saved: ${(error as Error).message}`);
      }
      const until = new Date(state.pausedUntilMs).toISOString();
      log.info(text === "ON" ? `paused by the customer until ${until}` : "pause ended");
      onPause();
    }
  }
}
