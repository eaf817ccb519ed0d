import { measurement, type Measurement } from "../../lib/contract/index.ts";
import type { UnitReading } from "../adapter/adapter.ts";

const MINUTE_MS = 60_000;
/** A minute counts when it was measured until at least this long before its end and after its start. */
const MARGIN_MS = 15_000;

/** The device ids of a unit. */
export interface UnitIds {
  inverter?: string | undefined;
  battery?: string | undefined;
  meter?: string | undefined;
}

interface Sums {
  sum: number;
  count: number;
  firstMs: number;
  lastMs: number;
}

interface Collected {
  power: Sums;
  available?: Sums;
  stateOfCharge?: number;
}

/** 0 to 1: a device may report more, or a float that is no number. */
const isShare = (value: number | null | undefined): value is number =>
  value != null && value >= 0 && value <= 1;

const roundKw = (watts: number) => Math.round(watts) / 1000;

function addTo(sums: Sums | undefined, value: number, atMs: number): Sums {
  const { sum, count, firstMs } = sums ?? { sum: 0, count: 0, firstMs: atMs };
  return { sum: sum + value, count: count + 1, firstMs, lastMs: atMs };
}

/** Averages readings to whole minutes. A device that was silent for much of a minute is left out of it. */
export class MinuteAverages {
  private minuteMs = NaN;
  private collected = new Map<string, Collected>();

  constructor(private readonly ids: readonly UnitIds[]) {}

  /** Adds the readings of this moment. @returns the measurement of a minute that has ended */
  add(nowMs: number, readings: readonly (UnitReading | undefined)[]): Measurement | undefined {
    const minuteMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
    const ended = minuteMs > this.minuteMs ? this.finish() : undefined;
    if (minuteMs !== this.minuteMs) this.collected.clear();
    this.minuteMs = minuteMs;
    for (const [i, reading] of readings.entries()) if (reading) this.note(i, reading, nowMs);
    return ended;
  }

  private note(i: number, { inverter, battery, meterW }: UnitReading, nowMs: number): void {
    const ids = this.ids[i]!;
    if (inverter && ids.inverter) this.sum(ids.inverter, nowMs, inverter.powerW, inverter);
    if (battery && ids.battery && battery.powerW !== null)
      this.sum(ids.battery, nowMs, battery.powerW, battery);
    if (meterW !== undefined && ids.meter) this.sum(ids.meter, nowMs, meterW, {});
  }

  private sum(
    id: string,
    nowMs: number,
    powerW: number,
    more: { availableW?: number; stateOfCharge?: number | null },
  ): void {
    if (!Number.isFinite(powerW)) return;
    const before = this.collected.get(id);
    const { availableW = NaN, stateOfCharge } = more;
    const available =
      Number.isFinite(availableW) && availableW >= 0
        ? addTo(before?.available, availableW, nowMs)
        : before?.available;
    this.collected.set(id, {
      power: addTo(before?.power, powerW, nowMs),
      ...(available && { available }),
      ...(isShare(stateOfCharge) && { stateOfCharge }),
    });
  }

  private finish(): Measurement | undefined {
    const fromMs = this.minuteMs;
    const minute = {
      time_from: new Date(fromMs).toISOString(),
      time_to: new Date(fromMs + MINUTE_MS).toISOString(),
    };
    const whole = [...this.collected].flatMap(
      ([device_id, { power, available, stateOfCharge }]) => {
        const isWhole =
          power.firstMs <= fromMs + MARGIN_MS && power.lastMs >= fromMs + MINUTE_MS - MARGIN_MS;
        if (!isWhole) return [];
        return {
          device_id,
          power_kw: roundKw(power.sum / power.count),
          ...(available && { available_kw: roundKw(available.sum / available.count) }),
          ...(stateOfCharge !== undefined && { state_of_charge: stateOfCharge }),
        };
      },
    );
    // A device that claims the impossible does not cost the others their minute.
    const devices = whole.filter(
      (device) => measurement.safeParse({ ...minute, devices: [device] }).success,
    );
    return devices.length > 0 ? { ...minute, devices } : undefined;
  }
}
