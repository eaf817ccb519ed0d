import type { MeasurementPayload } from "../../service/gateway/mqtt/payloads.ts";
import type { Powers } from "./site.ts";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";

const KEYS = ["inverterKw", "batteryKw", "injectionKw"] as const;
const nothing = (): Powers => ({ inverterKw: 0, batteryKw: 0, injectionKw: 0 });
type Measurement = MeasurementPayload["measurements"][number];

/** The ids the service knows the devices by; what is not there is not reported. */
export interface DeviceIds {
  inverter?: string | undefined;
  battery?: string | undefined;
  meter?: string | undefined;
}

/** Averages what a plant does over whole minutes. A minute that was not seen whole is left out. */
export class MinuteAverages {
  private minuteMs = NaN;
  private seenMs = 0;
  private sum = nothing();

  constructor(private readonly ids: DeviceIds) {}

  /** Adds what held over the `forMs` that end now; returns the minute that ended with it, if one did. */
  add(
    nowMs: number,
    forMs: number,
    powers: Powers,
    stateOfCharge: number,
  ): Measurement | undefined {
    const minuteMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
    const ended = minuteMs === this.minuteMs ? undefined : this.end(stateOfCharge);
    this.minuteMs = minuteMs;
    this.seenMs += forMs;
    for (const key of KEYS) this.sum[key] += powers[key] * forMs;
    return ended;
  }

  private end(stateOfCharge: number): Measurement | undefined {
    const { minuteMs, seenMs, sum, ids } = this;
    this.seenMs = 0;
    this.sum = nothing();
    if (!(seenMs >= MINUTE_MS * 0.95)) return undefined;
    const kw = (key: keyof Powers) => Math.round((sum[key] / seenMs) * 1000) / 1000;
    const charge = { state_of_charge: Math.round(stateOfCharge * 1000) / 1000 };
    return {
      time_from: new Date(minuteMs).toISOString(),
      time_to: new Date(minuteMs + MINUTE_MS).toISOString(),
      injection_kw: kw("injectionKw"),
      devices: [
        ...(ids.inverter ? [{ device_id: ids.inverter, power_kw: kw("inverterKw") }] : []),
        ...(ids.battery ? [{ device_id: ids.battery, power_kw: kw("batteryKw"), ...charge }] : []),
        ...(ids.meter ? [{ device_id: ids.meter, power_kw: kw("injectionKw") }] : []),
      ],
    };
  }
}
