import { z } from "zod";
import { deviceType } from "./devices.ts";
import { dataSource } from "./locations.ts";
import { injectionKw, instant, listSchema, queryInstant } from "./schema-types.ts";

export const historicalDataItem = z
  .object({
    time: instant.meta({ description: "Start of the interval of 15 minutes" }),
    forecast: injectionKw("Baseline expected without any control, frozen when the interval starts"),
    upward: z.number().min(0).meta({
      description: "How far injection could have been raised from the forecast, in kW, 0 or more",
    }),
    downward: z.number().min(0).meta({
      description: "How far injection could have been lowered from the forecast, in kW, 0 or more",
    }),
    actual: injectionKw("Measured").optional(),
  })
  .meta({ id: "HistoricalDataItem", description: "`actual` is absent where nothing was measured" });
export type HistoricalDataItem = z.infer<typeof historicalDataItem>;

export const historicalData = listSchema(historicalDataItem).meta({ id: "HistoricalData" });

const coverage = z.number().min(0).max(1).meta({
  description:
    "Share of the area's locations that were measured in the interval; `actual` has the forecast of the others. Each location counts once, whatever its size",
});

const coverageItem = z
  .object({
    time: instant.meta({ description: "Start of the interval of 15 minutes" }),
    coverage,
  })
  .meta({ id: "CoverageItem" });
export const coverageData = listSchema(coverageItem).meta({ id: "CoverageData" });

const groupHistoricalItem = historicalDataItem.extend({ coverage: coverage.optional() }).meta({
  id: "GroupHistoricalItem",
  description: "`actual` is absent where too few locations were measured",
});
export const groupHistoricalData = listSchema(groupHistoricalItem).meta({
  id: "GroupHistoricalData",
});

export const historicalQuery = z.object({
  start: queryInstant.meta({ description: "First moment; 30 days before `end` when not given" }),
  end: queryInstant.meta({ description: "Moment after the last; now when not given" }),
});

/** The device classes with a separate history. */
export const deviceClass = deviceType.exclude(["METER"]).meta({ id: "DeviceClass" });
export type DeviceClass = z.infer<typeof deviceClass>;

const deviceHistoricalItem = z
  .object({
    time: instant.meta({ description: "Start of the interval of 15 minutes" }),
    actual: z.number().optional().meta({
      description:
        "What the devices measured, in kW, averaged over the interval, as their part in net injection: panels above 0 while they produce, a battery above 0 while it discharges and below 0 while it charges",
    }),
    reporting: z.number().int().optional().meta({
      description: "Zones and groups: locations whose devices of this class are in `actual`",
    }),
    expected: z.number().int().optional().meta({
      description: "Zones and groups: those, and locations whose devices reported the day before",
    }),
  })
  .meta({
    id: "DeviceHistoricalItem",
    description:
      "`actual` is absent where nothing was measured; of zones and groups also where fewer than 95 % of `expected` reported. Missing values are never filled in",
  });
export type DeviceHistoricalItem = z.infer<typeof deviceHistoricalItem>;

export const deviceHistoricalData = listSchema(deviceHistoricalItem).meta({
  id: "DeviceHistoricalData",
});

const bandKw = (bound: string) =>
  injectionKw(
    `${bound} of the forecast; eight in ten measurements are expected between p10 and p90`,
  ).optional();
const medianKw = injectionKw(
  "Median of the forecast: as many measurements are expected below it as above it; `forecast` is the mean",
).optional();

export const forecastItem = historicalDataItem.omit({ actual: true }).extend({
  p10: bandKw("Lower bound"),
  p50: medianKw,
  p90: bandKw("Upper bound"),
});
export type ForecastItem = z.infer<typeof forecastItem>;

/** Expected intervals: the current one and later ones. */
export const forecastData = listSchema(forecastItem)
  .extend({
    weather: z
      .object({
        attribution: z.string().meta({ description: "To be shown beside the forecast" }),
        issued_at: instant.meta({ description: "When the weather forecast in use was issued" }),
      })
      .optional()
      .meta({ description: "Absent while the forecast is made without a weather forecast" }),
  })
  .meta({ id: "ForecastData" });
export const forecastQuery = z.object({
  end: queryInstant.meta({
    description: "Moment after the last; 24 hours from now when not given, 7 days at most",
  }),
});

/** The status of a location, group or zone in the current minute. */
export const liveStatus = z
  .object({
    time: instant.meta({ description: "When this was read" }),
    isp: z.number().int(),
    measured_at: instant
      .nullable()
      .meta({ description: "Latest measurement; null when there is none" }),
    actual: injectionKw("Latest measured minute").nullable(),
    forecast: injectionKw("Forecast of the current interval").nullable(),
    planned_change: injectionKw("What controls change in the plan in this minute")
      .nullable()
      .optional(),
    upward: z.number().min(0).nullable(),
    downward: z.number().min(0).nullable(),
    locations: z.number().int(),
    reporting: z
      .number()
      .int()
      .meta({ description: "Locations that reported in the last five minutes" }),
    devices: z.number().int(),
    data_source: dataSource,
    curtailed: z
      .number()
      .int()
      .meta({ description: "Locations whose devices confirm a control this minute" }),
    state_of_charge: z.number().min(0).max(1).nullable().meta({
      description: "Of the batteries that report it, as last measured; null when none does",
    }),
  })
  .meta({ id: "LiveStatus" });
export type LiveStatus = z.infer<typeof liveStatus>;
