import type { MqttClient, Packet } from "mqtt";
import { runLimited } from "../../lib/run-limited.ts";
import { toMillis } from "../../lib/time/instant.ts";
import { floorMinute, MINUTE_MS } from "../../lib/time/amsterdam.ts";
import type { Reports, Setpoint } from "../../service/gateway/gateway.ts";
import { setpointPayload } from "../../service/gateway/mqtt/payloads.ts";
import { buildTopic, readTopic } from "../../service/gateway/mqtt/topics.ts";
import { readLastSetpoints, SimulatedPlants } from "../../service/jobs/simulated-plants.ts";
import { readPartitions } from "../../service/store/partitions.ts";
import type { StoredSite } from "../../service/store/sites.ts";
import type { Db } from "../../service/store/store.ts";
import { toMessages } from "./report-messages.ts";

/** Minutes that are sent again when nobody received them. */
const REPEATED_MINUTES = 15;
/** How long ago the last measurement of a location may be to continue from it. */
const CONTINUED_MS = 180 * MINUTE_MS;
const UNCONFIRMED = 256;
/** MQTT 5: the broker accepted a message that nobody subscribes to. */
const NO_SUBSCRIBERS = 16;
const NOTHING: Reports = { acknowledgements: [], readings: [], presence: [] };

/** What a simulated fleet needs besides its connection to the broker. */
interface FleetOptions {
  db: Db;
  prefix: string;
  now(): number;
  log(line: string): void;
  /** Whether plants go offline at times. */
  outages?: boolean;
}

/**
 * The gateways of demo locations on one MQTT connection, with a simulated plant behind each. They follow
 * their setpoints, acknowledge them and report as docs/reference/mqtt.md says, except for the last will:
 * a connection has one, and here it belongs to many locations.
 */
export class SimulatedFleet {
  private readonly plants: SimulatedPlants;
  /** Until when each location had reported when its plant was added. */
  private readonly continuedMs = new Map<string, number>();
  private readonly issuedMs = new Map<string, number>();
  private readonly online = new Map<string, boolean>();
  private reportedMs: number | null = null;
  private unreceived = 0;
  private answering: Promise<void> | null = null;

  constructor(
    private readonly client: MqttClient,
    private readonly options: FleetOptions,
  ) {
    const { db, outages = true } = options;
    this.plants = new SimulatedPlants(db, { outages, rememberedMinutes: REPEATED_MINUTES });
    client.on("packetreceive", (packet: Packet) => {
      if (packet.cmd === "puback" && packet.reasonCode === NO_SUBSCRIBERS) this.unreceived += 1;
    });
    client.on("message", (topic, payload) => {
      this.receive(topic, payload).catch((error: Error) =>
        options.log(`did not follow a setpoint on ${topic}: ${error.message}`),
      );
    });
  }

  /** Number of locations with a plant. */
  get size(): number {
    return this.continuedMs.size;
  }

  /**
   * Adds and removes plants, so that there is one for each demo location among these sites. A new plant
   * continues after the last measurement that the service stored, if that is at most three hours old.
   */
  async update(sites: readonly StoredSite[]): Promise<void> {
    const { added, removed } = await this.plants.update(sites, () => this.readSetpoints());
    const earliestMs = this.reportedMs ?? floorMinute(this.options.now()) - CONTINUED_MS;
    for (const { locationId, storedAtMs = 0 } of added)
      this.continuedMs.set(locationId, Math.max(storedAtMs, earliestMs));
    if (this.size > 0)
      this.reportedMs ??= [...this.continuedMs.values()].reduce((a, b) => Math.min(a, b));
    for (const locationId of removed)
      for (const map of [this.continuedMs, this.issuedMs, this.online]) map.delete(locationId);
    const topics = (ids: readonly string[]) => ids.map((id) => this.setpointTopic(id));
    if (removed.length > 0) await this.client.unsubscribeAsync(topics(removed));
    const ids = added.map(({ locationId }) => locationId);
    if (ids.length > 0) await this.client.subscribeAsync(topics(ids), { qos: 1 });
  }

  /**
   * Sends the measurements of all minutes that ended since the last call.
   * @returns false when the broker passed some of them to nobody; the next call sends them again
   */
  async report(): Promise<boolean> {
    const toMs = floorMinute(this.options.now());
    const fromMs = Math.max(this.reportedMs ?? toMs, toMs - CONTINUED_MS);
    if (fromMs >= toMs) return true;
    const before = this.unreceived;
    await this.plants.simulator.collect(fromMs, toMs, (reports) => this.send(reports));
    const isReceived = this.unreceived === before;
    this.reportedMs = isReceived ? toMs : Math.max(fromMs, toMs - REPEATED_MINUTES * MINUTE_MS);
    return isReceived;
  }

  /** Reports that all locations are offline. The caller closes the connection. */
  async close(): Promise<void> {
    await this.answering;
    const atMs = this.options.now();
    const left = [...this.online].filter(([, online]) => online).map(([locationId]) => locationId);
    await this.send({
      ...NOTHING,
      presence: left.map((locationId) => ({ locationId, online: false, atMs })),
    });
  }

  private setpointTopic(locationId: string): string {
    return buildTopic(this.options.prefix, locationId, "setpoint");
  }

  private async readSetpoints(): Promise<Map<string, Setpoint>> {
    const { db } = this.options;
    const setpoints = new Map<string, Setpoint>();
    const all = await readPartitions(db);
    for (const { partition } of all) {
      const some = await readLastSetpoints(db, { partition, partitions: all.length });
      for (const [locationId, setpoint] of some) setpoints.set(locationId, setpoint);
    }
    return setpoints;
  }

  /** Follows a setpoint, unless it has expired or a later one was issued. */
  private async receive(topic: string, payload: Buffer): Promise<void> {
    const { prefix, log, now } = this.options;
    const setpoint = readSetpoint(prefix, topic, payload);
    if (!setpoint) return log(`ignores a message on ${topic} that is not a setpoint`);
    const { locationId, issuedMs, validUntilMs } = setpoint;
    if (validUntilMs <= now() || issuedMs < (this.issuedMs.get(locationId) ?? 0)) return;
    this.issuedMs.set(locationId, issuedMs);
    await this.plants.simulator.dispatch([setpoint], now());
    this.answering ??= this.answer();
  }

  /**
   * Sends the acknowledgements of all setpoints that came with this one. What the broker did not take is sent again
   * with the next ones.
   */
  private async answer(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.answering = null;
    const { now, log } = this.options;
    const nowMs = floorMinute(now());
    await this.plants.simulator
      .collect(nowMs, nowMs, (reports) => this.send(reports))
      .catch((error: Error) =>
        log(`did not acknowledge setpoints: ${error.message}; trying again`),
      );
  }

  private async send(reports: Reports): Promise<void> {
    const { prefix, now } = this.options;
    for (const { locationId, online } of reports.presence) this.online.set(locationId, online);
    const readings = reports.readings.filter(
      ({ locationId, fromMs }) => fromMs >= (this.continuedMs.get(locationId) ?? Infinity),
    );
    const messages = toMessages(prefix, { ...reports, readings }, now());
    await runLimited(messages, UNCONFIRMED, ({ topic, payload, retain }) =>
      this.client.publishAsync(topic, payload, { qos: 1, retain }),
    );
  }
}

function readSetpoint(
  prefix: string,
  topic: string,
  payload: Buffer,
): (Setpoint & { issuedMs: number }) | null {
  const target = readTopic(prefix, topic);
  if (target?.kind !== "setpoint") return null;
  try {
    const read = setpointPayload.parse(JSON.parse(payload.toString()));
    return {
      locationId: target.locationId,
      controlId: read.control_id,
      type: read.type,
      limitKw: read.limit_kw,
      validUntilMs: toMillis(read.valid_until),
      issuedMs: toMillis(read.issued_at),
    };
  } catch {
    return null;
  }
}
