import type { SetpointPayload, MeasurementPayload } from "../../service/gateway/mqtt/payloads.ts";
import { HOUR_MS, MINUTE_MS } from "../../lib/time/amsterdam.ts";

const KEYS = ["inverterKw", "batteryKw", "injectionKw"] as const;
const nothing = (): Powers => ({ inverterKw: 0, batteryKw: 0, injectionKw: 0 });
type Measurement = MeasurementPayload["measurements"][number];

/** The ids the service knows the devices by; what is not there is not reported. */
interface DeviceIds {
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

const PEAK_KW = 5;
const LOAD_KW = 0.6;
const [capacityKwh, floorKwh, powerKw, efficiency] = [10, 1, 4, 0.95];
const CONNECTION_KW = 17;

/**
 * The power of the plant at a moment in kW: battery discharging positive, injection production
 * positive.
 */
export interface Powers {
  inverterKw: number;
  batteryKw: number;
  injectionKw: number;
}

/** The setpoint of the plant; without one it is in normal operation. */
export type SiteSetpoint =
  Pick<SetpointPayload, "type" | "limit_kw" | "battery_reserve"> | undefined;

const between = (min: number, value: number, max: number) => Math.min(max, Math.max(min, value));

/** A clear sky: nothing at night, the peak at solar noon at 5° east. */
export function sunKw(nowMs: number): number {
  const solarHour = ((nowMs / HOUR_MS) % 24) + 5 / 15;
  return PEAK_KW * Math.max(0, Math.sin(((solarHour - 6) / 12) * Math.PI));
}

/** Panels, a battery, a constant load and the site's fixed limit, which no setpoint lifts. */
export class Plant {
  private storedKwh = capacityKwh / 2;

  constructor(private readonly has: { inverter: boolean; battery: boolean }) {}

  /** Energy in the battery, 0 to 1 of its capacity. */
  get stateOfCharge(): number {
    return this.storedKwh / capacityKwh;
  }

  /** Simulates this duration under the current setpoint. */
  run(sun: number, forMs: number, setpoint: SiteSetpoint): Powers {
    const hours = forMs / HOUR_MS;
    const [minKw, maxKw] = boundsOf(setpoint);
    let inverterKw = this.has.inverter ? sun : 0;
    if (setpoint?.type === "MAX_CONSUMPTION") inverterKw = between(0, minKw + LOAD_KW, inverterKw);
    const surplusKw = inverterKw - LOAD_KW;
    const wanted = wantedKw(setpoint, surplusKw, minKw, maxKw);
    const batteryKw = this.batteryKw(wanted, hours, reserveKwh(setpoint));
    inverterKw -= between(0, surplusKw + batteryKw - maxKw, inverterKw);
    this.storedKwh -= hours * (batteryKw > 0 ? batteryKw / efficiency : batteryKw * efficiency);
    return { inverterKw, batteryKw, injectionKw: inverterKw - LOAD_KW + batteryKw };
  }

  private batteryKw(wanted: number, hours: number, lowestKwh: number): number {
    if (!this.has.battery) return 0;
    const giveKw = (Math.max(0, this.storedKwh - lowestKwh) * efficiency) / hours;
    const takeKw = (capacityKwh - this.storedKwh) / efficiency / hours;
    return between(-Math.min(powerKw, takeKw), wanted, Math.min(powerKw, giveKw));
  }
}

/** The energy below which the battery is not discharged: the setpoint's reserve, or its own minimum. */
function reserveKwh(setpoint: SiteSetpoint): number {
  const reserve = setpoint?.type === "RELEASE" ? 0 : (setpoint?.battery_reserve ?? 0);
  return Math.max(floorKwh, reserve * capacityKwh);
}

/** The limits of net injection: the setpoint's, within the site's own. */
function boundsOf(setpoint: SiteSetpoint): [number, number] {
  const limit = setpoint?.limit_kw ?? null;
  const max = { MAX_PRODUCTION: limit, ZERO_EXPORT: limit ?? 0 }[setpoint?.type as string] ?? null;
  const min = setpoint?.type === "MAX_CONSUMPTION" ? limit : null;
  return [Math.max(-CONNECTION_KW, min ?? -Infinity), Math.min(CONNECTION_KW, max ?? Infinity)];
}

/** The desired output of the battery; in normal operation it stores surplus and covers load. */
function wantedKw(setpoint: SiteSetpoint, surplusKw: number, minKw: number, maxKw: number): number {
  if (setpoint?.type === "MAX_PRODUCTION") return maxKw - surplusKw;
  if (setpoint?.type === "MAX_CONSUMPTION") return -Math.max(0, surplusKw - minKw);
  return -surplusKw;
}
