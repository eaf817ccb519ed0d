import { z } from "zod";
import { id, instant } from "./schema-types.ts";

const powerKw = z.number().min(-1_000_000).max(1_000_000);

/** The measurements of one device, as reported by its location. */
const deviceMeasurement = z
  .strictObject({
    device_id: id,
    power_kw: powerKw.meta({
      description:
        "Average over the interval, in kW. Inverter: what it gave. Battery: discharging positive. Meter: net injection, production positive",
    }),
    available_kw: z.number().min(0).max(1_000_000).optional().meta({
      description:
        "Of an inverter that reports it: what its panels could have given, in kW, as an average over the interval. It makes the delivery of a control exact",
    }),
    state_of_charge: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .meta({ description: "Of a battery, at the end of the interval, 0 to 1" }),
  })
  .meta({ id: "DeviceMeasurement" });

/** The measurements of a location over whole minutes of one 15-minute interval. */
export const measurement = z
  .strictObject({
    time_from: instant.meta({ description: "Start; a full minute" }),
    time_to: instant.meta({
      description: "End; a full minute, in the same quarter of an hour, not in the future",
    }),
    injection_kw: powerKw.optional().meta({
      description:
        "Average net injection at the connection point, in kW, production positive; when absent, that of the meters among the devices",
    }),
    devices: z.array(deviceMeasurement).max(100).optional(),
  })
  .meta({ id: "Measurement" });
export type Measurement = z.infer<typeof measurement>;

export const MAX_MEASUREMENTS = 3_000;
export const measurementBatch = z
  .strictObject({ measurements: z.array(measurement).min(1).max(MAX_MEASUREMENTS) })
  .meta({
    id: "MeasurementBatch",
    description:
      "Recorded whole or not at all. A later measurement of the same minutes replaces the earlier one; the same values again change nothing",
  });
export type MeasurementBatch = z.infer<typeof measurementBatch>;

export const measurementReceipt = z
  .object({
    intervals: z
      .number()
      .int()
      .meta({ description: "Intervals of 15 minutes that the batch covers, wholly or partly" }),
    changed: z
      .number()
      .int()
      .meta({ description: "Of the finished ones among them, those whose record changed" }),
  })
  .meta({ id: "MeasurementReceipt" });
export type MeasurementReceipt = z.infer<typeof measurementReceipt>;
