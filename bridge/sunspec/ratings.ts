import type { ModbusConnection } from "../modbus/connection.ts";
import { readPoints, type FoundDevice } from "./discover.ts";
import * as models from "./models.ts";
import type { Point } from "./registers.ts";

/** The ratings of a device in W; null where it reports none. */
export interface Ratings {
  ratedW: number | null;
  maxChargeW: number | null;
  maxDischargeW: number | null;
}

/** Reads the ratings from the models that a device has. @throws DeviceError */
export async function readRatings(
  connection: ModbusConnection,
  found: FoundDevice,
): Promise<Ratings> {
  const read = async <K extends string>(id: number, points: Record<K, Point>) => {
    const model = found.models.find((one) => one.id === id);
    return model && (await readPoints(connection, found.unit, model, points)).values;
  };
  const plate = await read(120, models.NAMEPLATE);
  const set = await read(121, models.SETTINGS);
  const der = await read(702, models.CAPACITY);
  const { WChaMax } = models.STORAGE;
  const store = await read(124, { WChaMax });
  const { WChaRteMax, WDisChaRteMax } = models.BATTERY;
  const bank = await read(802, { WChaRteMax, WDisChaRteMax });
  const maxChargeW =
    store?.WChaMax ?? der?.WChaRteMaxRtg ?? plate?.MaxChaRte ?? bank?.WChaRteMax ?? null;
  return {
    ratedW: der?.WMax ?? der?.WMaxRtg ?? set?.WMax ?? plate?.WRtg ?? null,
    maxChargeW,
    maxDischargeW:
      der?.WDisChaRteMaxRtg ?? plate?.MaxDisChaRte ?? bank?.WDisChaRteMax ?? maxChargeW,
  };
}
