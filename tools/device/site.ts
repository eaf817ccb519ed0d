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

const between = (least: number, value: number, most: number) =>
  Math.min(most, Math.max(least, value));

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
  run(sun: number, forMs: number, told: SiteSetpoint): Powers {
    const hours = forMs / HOUR_MS;
    const [leastKw, mostKw] = boundsOf(told);
    let inverterKw = this.has.inverter ? sun : 0;
    if (told?.type === "MAX_CONSUMPTION") inverterKw = between(0, leastKw + LOAD_KW, inverterKw);
    const surplusKw = inverterKw - LOAD_KW;
    const batteryKw = this.batteryKw(wantedKw(told, surplusKw, leastKw, mostKw), hours);
    inverterKw -= between(0, surplusKw + batteryKw - mostKw, inverterKw);
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
function boundsOf(told: SiteSetpoint): [number, number] {
  const limit = told?.limit_kw ?? null;
  const most = { MAX_PRODUCTION: limit, ZERO_EXPORT: limit ?? 0 }[told?.type as string] ?? null;
  const least = told?.type === "MAX_CONSUMPTION" ? limit : null;
  return [Math.max(-CONNECTION_KW, least ?? -Infinity), Math.min(CONNECTION_KW, most ?? Infinity)];
}

/** The desired output of the battery; in normal operation it stores surplus and covers load. */
function wantedKw(told: SiteSetpoint, surplusKw: number, leastKw: number, mostKw: number): number {
  if (told?.type === "MAX_PRODUCTION") return mostKw - surplusKw;
  if (told?.type === "MAX_CONSUMPTION") return -Math.max(0, surplusKw - leastKw);
  return -surplusKw;
}
