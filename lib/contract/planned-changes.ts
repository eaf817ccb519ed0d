import { z } from "zod";
import { injectionKw, instant, listSchema, queryInstant } from "./schema-types.ts";

const plannedChange = z
  .object({
    time: instant.meta({ description: "Start of the interval of 15 minutes" }),
    change: injectionKw(
      "What all controls together change in the plan: it is expected on top of `forecast`",
    ),
  })
  .meta({ id: "PlannedChange" });
export type PlannedChange = z.infer<typeof plannedChange>;

/** Only intervals with a change are listed, oldest first. */
export const plannedChangeList = listSchema(plannedChange).meta({ id: "PlannedChangeList" });

export const plannedChangesQuery = z.object({
  start: queryInstant.meta({ description: "First moment; the current interval when not given" }),
  end: queryInstant.meta({ description: "Moment after the last; 24 hours after `start`" }),
});
