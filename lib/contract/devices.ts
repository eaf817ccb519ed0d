import { z } from "zod";
import { id, instant, listSchema, name, paging, search, sortBy } from "./schema-types.ts";

export const deviceType = z.enum(["SOLAR_INVERTER", "BATTERY", "METER"]).meta({ id: "DeviceType" });
export type DeviceType = z.infer<typeof deviceType>;

export const device = z
  .object({
    id,
    created_at: instant,
    location_id: id,
    name: z.string(),
    device_type: deviceType,
    brand: z.string().meta({ description: "Manufacturer identifier, upper-case with underscores" }),
    icon_url: z.string(),
  })
  .meta({ id: "Device" });
export type Device = z.infer<typeof device>;

const kw = (description: string, max = 100_000) =>
  z
    .number()
    .positive()
    .max(max)
    .meta({ description: `${description}, in kW` });

/** `controllable`: the device follows setpoints; otherwise it is measured only. */
const controllable = z.boolean().default(true);

const solarInverterRatings = z
  .strictObject({
    pv_peak_kw: kw("Peak power of the panels"),
    inverter_kw: kw("Most the inverter gives, AC"),
    tilt: z.number().min(0).max(90).meta({ description: "Degrees from horizontal" }),
    azimuth: z
      .number()
      .min(0)
      .lt(360)
      .meta({ description: "Degrees clockwise from north; 180 is south" }),
    controllable,
  })
  .meta({ id: "SolarInverterRatings" });
export type SolarInverterRatings = z.infer<typeof solarInverterRatings>;

const batteryRatings = z
  .strictObject({
    capacity_kwh: z
      .number()
      .positive()
      .max(1_000_000)
      .meta({ description: "Energy when full, in kWh" }),
    power_kw: kw("Most it charges or discharges, AC"),
    efficiency: z
      .number()
      .min(0.5)
      .max(1)
      .default(0.95)
      .meta({ description: "One way, 0.5 to 1; applies to charging and to discharging" }),
    floor: z
      .number()
      .min(0)
      .max(0.9)
      .default(0.1)
      .meta({ description: "Share of the capacity that is never discharged" }),
    controllable,
  })
  .meta({ id: "BatteryRatings" });
export type BatteryRatings = z.infer<typeof batteryRatings>;

const meterRatings = z
  .strictObject({
    connection_limit_kw: kw("Most the connection carries in either direction")
      .nullable()
      .default(null),
  })
  .meta({ id: "MeterRatings" });
export type MeterRatings = z.infer<typeof meterRatings>;

const registered = { location_id: id, name, brand: z.string().min(1).max(100) };

/** The body of a registration: the location and the ratings of the device type. */
export const deviceRegister = z
  .discriminatedUnion("device_type", [
    z.strictObject({
      ...registered,
      device_type: z.literal("SOLAR_INVERTER"),
      ratings: solarInverterRatings,
    }),
    z.strictObject({ ...registered, device_type: z.literal("BATTERY"), ratings: batteryRatings }),
    z.strictObject({
      ...registered,
      device_type: z.literal("METER"),
      ratings: meterRatings.default({ connection_limit_kw: null }),
    }),
  ])
  .meta({ id: "DeviceRegister" });
export type DeviceRegister = z.infer<typeof deviceRegister>;

export const deviceDetail = device
  .extend({
    ratings: z.union([solarInverterRatings, batteryRatings, meterRatings]),
    address: z
      .string()
      .nullable()
      .meta({ description: "Address text of its location, if it has one" }),
  })
  .meta({ id: "DeviceDetail" });
export type DeviceDetail = z.infer<typeof deviceDetail>;

export const deviceList = listSchema(deviceDetail).meta({ id: "DeviceList" });
export const devicesQuery = z.object({
  ...paging,
  search: search.meta({
    description:
      "Keeps devices whose name, brand or location's address contains this text, ignoring case",
  }),
  sort: sortBy(
    ["name", "address", "device_type", "brand", "controllable", "created_at", "id"],
    "name",
  ),
  location_id: id.optional(),
  customer_id: id.optional(),
  device_type: deviceType.optional(),
  brand: z.string().min(1).max(100).optional().meta({ description: "Exactly this brand" }),
});
