import { toKwh } from "./energy.ts";
import { DAY_MS, QUARTER_MS } from "../time/amsterdam.ts";
import { toMillis } from "../time/instant.ts";
import type { DeviceClass, DeviceHistoricalItem } from "@/lib/contract/historical.ts";
import type { LocatedControl } from "@/lib/contract/locations.ts";

/** The oldest control for which device measurements are read. */
const MAX_SPAN_MS = 31 * DAY_MS;

/** A location and its device classes. */
export interface LocationEquipment {
  id: string;
  panels: boolean;
  battery: boolean;
}

/** The measured energy of devices during a period in kWh; null if part was not measured. */
export interface DeviceParts {
  panelsKwh: number | null;
  /** Above 0: discharged by the battery; below 0: charged. */
  batteryKwh: number | null;
  /**
   * Whether the period is whole quarter-hours. If not, the energies cover the whole quarter-hours
   * within it, because the measurements of the others include minutes outside it.
   */
  whole: boolean;
}

/** The quarter-hours of the device classes; one list per location with the class. */
interface DeviceSeries {
  panels: DeviceHistoricalItem[][];
  battery: DeviceHistoricalItem[][];
}

/** Reads the history of a device class at a location; on the server and in the browser alike. */
export type ReadDevices = (
  of: { location_id: string; device_type: DeviceClass },
  range: { start: string; end: string },
) => Promise<DeviceHistoricalItem[]>;

/** The recently ended ones of these controls that have measurements. */
export function filterMeasured(controls: readonly LocatedControl[], now: number): LocatedControl[] {
  return controls.filter(
    (control) =>
      control.delivered_kwh !== null &&
      toMillis(control.effective_to) <= now &&
      toMillis(control.time_from) > now - MAX_SPAN_MS,
  );
}

/** The measured energy of the devices of some locations during each control, by control id. */
export async function readParts(
  equipment: readonly LocationEquipment[],
  controls: readonly LocatedControl[],
  readDevices: ReadDevices,
): Promise<Record<string, DeviceParts>> {
  if (equipment.length === 0 || controls.length === 0) return {};
  const windows = controls.map(({ control_id, time_from, effective_to }) => {
    return { control_id, from: toMillis(time_from), to: toMillis(effective_to) };
  });
  const range = {
    start: new Date(Math.min(...windows.map(({ from }) => from)) - QUARTER_MS).toISOString(),
    end: new Date(Math.max(...windows.map(({ to }) => to))).toISOString(),
  };
  const read = (has: (location: LocationEquipment) => boolean, device_type: DeviceClass) =>
    Promise.all(
      equipment.filter(has).map(({ id }) => readDevices({ location_id: id, device_type }, range)),
    );
  const [panels, battery] = await Promise.all([
    read((location) => location.panels, "SOLAR_INVERTER"),
    read((location) => location.battery, "BATTERY"),
  ]);
  return Object.fromEntries(
    windows.map(({ control_id, from, to }) => [
      control_id,
      partsDuring({ panels, battery }, from, to),
    ]),
  );
}

/** The measured energy of panels and batteries over `[from, to)` in milliseconds. */
export function partsDuring(series: DeviceSeries, from: number, to: number): DeviceParts {
  const first = Math.ceil(from / QUARTER_MS) * QUARTER_MS;
  const last = Math.floor(to / QUARTER_MS) * QUARTER_MS;
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
    for (let at = first; at < last; at += QUARTER_MS) {
      const kw = measured.get(at);
      if (kw === undefined) return null;
      kwh += toKwh(kw, QUARTER_MS);
    }
  }
  return kwh;
}
