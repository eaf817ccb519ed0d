import { parseDecimal, parseOptionalDecimal } from "@/components/form/decimal.ts";
import type { DeviceType } from "@/lib/contract/devices.ts";

/** The draft of a device's registration; numbers as typed. */
export interface DeviceDraft {
  name: string;
  brand: string;
  device_type: DeviceType;
  controllable: boolean;
  pv_peak_kw: string;
  inverter_kw: string;
  tilt: string;
  azimuth: string;
  capacity_kwh: string;
  power_kw: string;
  efficiency: string;
  floor: string;
  connection_limit_kw: string;
}

export const emptyDevice: DeviceDraft = {
  name: "",
  brand: "",
  device_type: "SOLAR_INVERTER",
  controllable: true,
  pv_peak_kw: "",
  inverter_kw: "",
  tilt: "35",
  azimuth: "180",
  capacity_kwh: "",
  power_kw: "",
  efficiency: "0.95",
  floor: "0.1",
  connection_limit_kw: "",
};

/** The body of a registration: the ratings are those of the chosen type. */
export function deviceBody(locationId: string, draft: DeviceDraft) {
  const { name, brand, device_type } = draft;
  return {
    location_id: locationId,
    name: name.trim(),
    brand: brand.trim(),
    device_type,
    ratings: ratings[device_type](draft),
  };
}

const ratings = {
  SOLAR_INVERTER: (draft: DeviceDraft) => ({
    pv_peak_kw: parseDecimal(draft.pv_peak_kw),
    inverter_kw: parseDecimal(draft.inverter_kw),
    tilt: parseDecimal(draft.tilt),
    azimuth: parseDecimal(draft.azimuth),
    controllable: draft.controllable,
  }),
  BATTERY: (draft: DeviceDraft) => ({
    capacity_kwh: parseDecimal(draft.capacity_kwh),
    power_kw: parseDecimal(draft.power_kw),
    efficiency: parseOptionalDecimal(draft.efficiency, undefined),
    floor: parseOptionalDecimal(draft.floor, undefined),
    controllable: draft.controllable,
  }),
  METER: (draft: DeviceDraft) => ({
    connection_limit_kw: parseOptionalDecimal(draft.connection_limit_kw, null),
  }),
} satisfies Record<DeviceType, (draft: DeviceDraft) => object>;
