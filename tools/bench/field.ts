import type { Gateway, Reports, Setpoint } from "../../service/gateway/gateway.ts";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";

const PORTION = 2_000;

export interface Meter {
  locationId: string;
  deviceId: string;
}

/** Locations that accept every setpoint and, if enabled, report their meter each minute. */
export class BenchField implements Gateway {
  meters: readonly Meter[] = [];
  reports = false;

  async dispatch(setpoints: readonly Setpoint[]): Promise<ReadonlySet<string>> {
    return new Set(setpoints.map((setpoint) => setpoint.locationId));
  }

  async collect(
    fromMs: number,
    toMs: number,
    store: (reports: Reports) => Promise<void>,
  ): Promise<void> {
    if (!this.reports || fromMs === toMs) return;
    for (let i = 0; i < this.meters.length; i += PORTION)
      await store({
        acknowledgements: [],
        presence: [],
        readings: this.meters.slice(i, i + PORTION).map(({ locationId, deviceId }) => ({
          locationId,
          fromMs: toMs - MINUTE_MS,
          toMs,
          injectionKw: null,
          devices: [{ deviceId, powerKw: 1.234, stateOfCharge: null }],
        })),
      });
  }

  async close(): Promise<void> {}
}
