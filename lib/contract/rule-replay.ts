import { z } from "zod";
import { missingInput } from "./advice.ts";
import { loweringType } from "./rules.ts";
import { id, instant, queryInstant } from "./schema-types.ts";

export const replayOrder = z
  .strictObject({
    time_from: queryInstant.meta({
      description: "Start of the period; 60 days before its end when not given",
    }),
    time_to: queryInstant.meta({
      description: "End of the period, not in the future; the start of today when not given",
    }),
  })
  .meta({ id: "ReplayOrder", description: "At most 366 days" });
export type ReplayOrder = z.infer<typeof replayOrder>;

const replaySum = {
  controls: z.number().int(),
  hours: z.number().meta({ description: "Hours under control" }),
  curtailed_kwh: z.number(),
  expected_eur: z.number().meta({
    description:
      "Gain of the supplier expected by the decisions: with the prices, positions and contract terms recorded by then, and as forecast what was measured in the same quarter-hour of the last day on which it was over",
  }),
  gain_eur: z.number().meta({
    description: "Gain of the supplier at the final prices and terms, with what was measured",
  }),
  customers_eur: z.number(),
  foresight_eur: z.number().meta({
    description:
      "Gain of the best schedule, known afterwards, of the same types of control within the rule's hours, shortest window, notice and monthly cap, whatever its thresholds and smallest gain",
  }),
  share: z.number().nullable().meta({
    description: "Share of perfect foresight, 1 is all of it; null if that gains nothing",
  }),
  unvalued_intervals: z.number().int().meta({
    description: "Quarter-hours under control that have no value, because something is missing",
  }),
};

export const ruleReplay = z
  .object({
    rule_id: id,
    time_from: instant,
    time_to: instant,
    locations: z.number().int(),
    sampled_locations: z.number().int().meta({
      description:
        "Locations that forecasts and perfect foresight were made from: all, or a sample of a large target",
    }),
    total: z.object(replaySum).meta({ id: "ReplaySum" }),
    months: z.array(z.object({ month: z.string(), ...replaySum }).meta({ id: "ReplayMonth" })),
    controls: z
      .array(
        z
          .object({
            type: loweringType,
            decided_at: instant,
            time_from: instant,
            time_to: instant,
            curtailed_kwh: z.number(),
            expected_eur: z.number(),
            gain_eur: z.number().nullable(),
          })
          .meta({ id: "ReplayedControl" }),
      )
      .meta({ description: "At most 1,000, newest first" }),
    missing: z.array(missingInput).meta({
      description: "What was missing in the period; the rule did nothing where it was needed",
    }),
    later_terms_customers: z.number().int().optional().meta({
      description:
        "Customers for whom no contract terms were recorded at the first decisions: for them the first that were recorded later count. Of others the terms known at each decision count. Absent where a service does not say",
    }),
  })
  .meta({ id: "RuleReplay" });
export type RuleReplay = z.infer<typeof ruleReplay>;
