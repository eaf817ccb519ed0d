import pino from "pino";
import { openMqttGateway } from "../../service/gateway/mqtt/mqtt-gateway.ts";
import type { Gateway, Reports, Setpoint } from "../../service/gateway/gateway.ts";

/** Locations that accept every setpoint and report their meter once for each time that is due. */
export class BenchField implements Gateway {
  /** See `listMeters`. */
  meters: readonly string[] = [];
  /** The time that every meter reports next: from this moment to that of the report. */
  reportsFromMs: number | null = null;
  /** The way to a broker; without one setpoints are accepted at once. */
  gateway: Gateway | null = null;
  /** Readings that came over that broker and are stored. */
  stored = 0;

  /** `onReport` is the service's, for a gateway that is set later. */
  constructor(readonly onReport: () => Promise<void> = async () => {}) {}

  /**
   * Opens the way to a broker, always as the same client: the session of another would get a share of the
   * reports, which are stored five seconds later.
   */
  async connect(url: string, now: () => number): Promise<void> {
    this.gateway = await openMqttGateway({
      url,
      clientId: "bench",
      now,
      onReport: () => void this.onReport(),
      log: pino({ level: "error" }),
    });
  }

  async disconnect(): Promise<void> {
    await this.gateway?.close();
    this.gateway = null;
  }

  async dispatch(
    setpoints: readonly Setpoint[],
    nowMs: number,
    maySend?: () => boolean,
  ): Promise<ReadonlySet<string>> {
    if (this.gateway) return this.gateway.dispatch(setpoints, nowMs, maySend);
    return new Set(setpoints.map((setpoint) => setpoint.locationId));
  }

  async collect(
    sinceMs: number,
    toMs: number,
    store: (reports: Reports) => Promise<void>,
  ): Promise<void> {
    await this.gateway?.collect(sinceMs, toMs, async (reports) => {
      await store(reports);
      this.stored += reports.readings.length;
    });
    const fromMs = this.reportsFromMs;
    if (fromMs === null) return;
    this.reportsFromMs = null;
    for (const lines of this.meters) {
      const readings = lines.split("\n").map((line) => {
        const [locationId, deviceId] = line.split(",") as [string, string];
        const devices = [{ deviceId, powerKw: 1.234, stateOfCharge: null }];
        return { locationId, fromMs, toMs, injectionKw: null, devices };
      });
      await store({ acknowledgements: [], presence: [], readings });
    }
  }

  async close(): Promise<void> {}
}
