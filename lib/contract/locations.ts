import { z } from "zod";
import { controlEffect, controlType, recordedReason } from "./controls.ts";
import { id, instant, listSchema, paging, search, sortBy } from "./schema-types.ts";

const metadata = z
  .record(z.string(), z.unknown())
  .meta({ description: "Free-form data on the location, at most 16 KiB as JSON" });

export const location = z
  .object({
    id,
    created_at: instant,
    customer_id: id,
    latitude: z.number().meta({ description: "Degrees north" }),
    longitude: z.number().meta({ description: "Degrees east" }),
    metadata,
  })
  .meta({ id: "Location" });
export type Location = z.infer<typeof location>;

export const locationCreate = z
  .strictObject({
    customer_id: id,
    latitude: z.number().min(-90).max(90).meta({ description: "Degrees north, −90 to 90" }),
    longitude: z.number().min(-180).max(180).meta({ description: "Degrees east, −180 to 180" }),
    metadata: metadata.nullable().optional(),
  })
  .meta({ id: "LocationCreate" });
export type LocationCreate = z.infer<typeof locationCreate>;

/** The source of a location's measurements. */
export const dataSource = z.enum(["measured", "simulated", "none"]).meta({
  id: "DataSource",
  description: "simulated: a demo plant driven by replayed measured series; none: nothing reports",
});
export type DataSource = z.infer<typeof dataSource>;

/** Whether a location's devices are connected; `unknown` before the first report. */
export const connection = z.enum(["online", "offline", "unknown"]).meta({ id: "Connection" });
export type Connection = z.infer<typeof connection>;

export const locationDetail = location
  .extend({
    customer_name: z.string(),
    group_id: id.nullable(),
    data_source: dataSource,
    connection,
    last_reported_at: instant
      .nullable()
      .meta({ description: "End of the latest measurement; null where nothing ever reported" }),
    responding: z.boolean().meta({
      description: "Whether its devices confirm a control this minute",
    }),
    devices: z.number().int().meta({ description: "Devices registered here" }),
    pv_peak_kw: z.number().meta({ description: "Sum of the panels' peak power, in kW" }),
    battery_kwh: z.number().meta({ description: "Sum of the batteries' capacity, in kWh" }),
    connection_limit_kw: z
      .number()
      .nullable()
      .meta({ description: "Most the connection carries in either direction, in kW" }),
  })
  .meta({ id: "LocationDetail" });
export type LocationDetail = z.infer<typeof locationDetail>;

/** State of a location in the current minute; exactly one applies. */
const locationState = z.enum(["reporting", "silent", "never_reported", "responding"]).meta({
  id: "LocationState",
  description:
    "reporting: data in the last five minutes, no control; responding: the same, and its devices confirm a control this minute; silent: earlier data, none in the last five minutes; never_reported: no data ever",
});
export type LocationState = z.infer<typeof locationState>;

export const locationList = listSchema(locationDetail).meta({ id: "LocationList" });
export const locationsQuery = z.object({
  ...paging,
  search,
  sort: sortBy(
    [
      "created_at",
      "customer_name",
      "group_name",
      "address",
      "state",
      "last_reported_at",
      "connection",
      "data_source",
      "pv_peak_kw",
      "battery_kwh",
      "connection_limit_kw",
      "devices",
      "id",
    ],
    "address",
  ),
  customer_id: id.optional(),
  group_id: id.optional(),
  state: locationState.optional(),
});

/** A control with its effect at one location, or at all locations of a customer. */
const locatedControl = z
  .object({
    control_id: id,
    created_at: instant,
    type: controlType,
    reason: recordedReason,
    time_from: instant,
    time_to: instant,
    effective_to: instant.meta({
      description: "When it stopped: `time_to`, or the minute from which it was cancelled",
    }),
    cancelled_at: instant.nullable(),
    superseded: z.boolean().meta({
      description: "Whether a newer control took over minutes of this one here",
    }),
    opted_out: z.boolean().optional().meta({
      description:
        "Whether the customer opted out of this control; only in the list of a customer's controls",
    }),
    results: z.array(controlEffect).meta({ description: "Up to `effective_to`" }),
    energy_kwh: z.number().meta({
      description: "Sum of the deltas up to `effective_to`, in kWh; negative is less",
    }),
    delivered_kwh: z.number().nullable().meta({
      description:
        "What was measured less what would have been without any control, in kWh, over the minutes in which this one was in force; null while nothing is measured",
    }),
    export_change_kwh: z.number().nullable().optional().meta({
      description:
        "The part of `delivered_kwh` in what went to the grid, in kWh; negative is less. Absent where a service does not split it",
    }),
    import_change_kwh: z.number().nullable().optional().meta({
      description:
        "The part of `delivered_kwh` in what came from the grid, in kWh; positive is more. `delivered_kwh` is `export_change_kwh` less `import_change_kwh`",
    }),
    measured_whole: z.boolean().meta({
      description:
        "Whether all of it is measured up to `effective_to`; what a newer control took over is left out. Until then `delivered_kwh` is of a part",
    }),
  })
  .meta({ id: "OwnControl" });
export type LocatedControl = z.infer<typeof locatedControl>;
export const locatedControlList = listSchema(locatedControl).meta({ id: "OwnControlList" });
export const locatedControlsQuery = z.object(paging);
