import type { SetpointPayload } from "../../service/gateway/mqtt/payloads.ts";
import { HOUR_MS } from "../../lib/time/amsterdam.ts";

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
export type SiteSetpoint = Pick<SetpointPayload, "type" | "limit_kw"> | undefined;

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
    const batteryKw = this.batteryKw(wantedKw(setpoint, surplusKw, minKw, maxKw), hours);
    inverterKw -= between(0, surplusKw + batteryKw - maxKw, inverterKw);
    this.storedKwh -= hours * (batteryKw > 0 ? batteryKw / efficiency : batteryKw * efficiency);
    return { inverterKw, batteryKw, injectionKw: inverterKw - LOAD_KW + batteryKw };
  }

  private batteryKw(wanted: number, hours: number): number {
    if (!this.has.battery) return 0;
    const giveKw = ((this.storedKwh - floorKwh) * efficiency) / hours;
    const takeKw = (capacityKwh - this.storedKwh) / efficiency / hours;
    return between(-Math.min(powerKw, takeKw), wanted, Math.min(powerKw, giveKw));
  }
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
