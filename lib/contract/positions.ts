import { z } from "zod";
import { instant, queryInstant } from "./schema-types.ts";

const soldKwh = z.number().min(-1e9).max(1e9).meta({
  description:
    "Energy sold for the interval on the day-ahead and intraday market, in kWh; bought is negative",
});

const position = z
  .strictObject({
    time_from: instant.meta({ description: "Start of an interval of 15 minutes" }),
    sold_kwh: soldKwh,
  })
  .meta({ id: "Position" });
export type Position = z.infer<typeof position>;

export const MAX_POSITIONS = 3_000;
export const positionBatch = z
  .strictObject({ positions: z.array(position).min(1).max(MAX_POSITIONS) })
  .meta({
    id: "PositionBatch",
    description:
      "Recorded whole or not at all. A later position of an interval replaces the earlier one, which stays on record",
  });

const recordedPosition = z
  .object({
    time_from: instant,
    isp: z.number().int(),
    sold_kwh: soldKwh,
    recorded_at: instant,
  })
  .meta({ id: "RecordedPosition" });
export const positionList = z
  .object({ data: z.array(recordedPosition) })
  .meta({ id: "PositionList" });
export type PositionList = z.infer<typeof positionList>;

export const positionReceipt = z
  .object({
    changed: z.number().int().meta({ description: "Intervals whose position changed" }),
  })
  .meta({ id: "PositionReceipt" });

export const positionsQuery = z.object({
  start: queryInstant.meta({ description: "First start of an interval; today when not given" }),
  end: queryInstant.meta({
    description: "Moment after the last; two days after `start` when not given",
  }),
});
