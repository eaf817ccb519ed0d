import { HOUR, QUARTER } from "@/components/amsterdam.ts";
import { toMillis } from "@/components/format.ts";
import type { DeviceHistoricalItem } from "@/lib/contract/historical.ts";

/** What the devices measured during a stretch of time, in kWh; null where part was not measured. */
export interface DeviceParts {
  panelsKwh: number | null;
  /** Above 0: given by the battery; below 0: taken up by it. */
  batteryKwh: number | null;
  /**
   * Whether the stretch is whole quarters of an hour. If not, the energies are of the whole
   * quarters within it: what was measured of the others also counts minutes outside it.
   */
  whole: boolean;
}

/** The quarters of an hour of the device classes, a list per location that has the class. */
export interface DeviceSeries {
  panels: DeviceHistoricalItem[][];
  battery: DeviceHistoricalItem[][];
}

/** What panels and batteries measured over `[from, to)` in milliseconds. */
export function partsDuring(series: DeviceSeries, from: number, to: number): DeviceParts {
  const first = Math.ceil(from / QUARTER) * QUARTER;
  const last = Math.floor(to / QUARTER) * QUARTER;
  return {
    panelsKwh: energyDuring(series.panels, first, last),
    batteryKwh: energyDuring(series.battery, first, last),
    whole: first === from && last === to,
  };
}

function energyDuring(lists: DeviceHistoricalItem[][], first: number, last: number): number | null {
  if (lists.length === 0 || first >= last) return null;
  let kwh = 0;
  for (const items of lists) {
    const measured = new Map(items.map((item) => [toMillis(item.time), item.actual]));
    for (let at = first; at < last; at += QUARTER) {
      const kw = measured.get(at);
      if (kw === undefined) return null;
      kwh += (kw * QUARTER) / HOUR;
    }
  }
  return kwh;
}
