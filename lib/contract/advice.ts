import { z } from "zod";
import { approvalReason, controlTarget } from "./controls.ts";
import { excluded } from "./preferences.ts";
import { loweringType, ruleAction } from "./rules.ts";
import { biddingZone, id, instant, listSchema } from "./schema-types.ts";

/** What can be missing for advice. */
export const adviceInputs = [
  "day_ahead_price",
  "surplus_price",
  "shortage_price",
  "stale_price",
  "position",
  "forecast",
  "terms",
] as const;
export const adviceInput = z.enum(adviceInputs).meta({
  id: "AdviceInput",
  description:
    "Prices of the day-ahead market or of imbalance; a price that was last reported too long ago: more than 48 hours for the day-ahead market, more than 2 hours for imbalance; the position sold; the forecast of the bidding zone; contract terms of customers",
});
export type AdviceInput = z.infer<typeof adviceInput>;

/** An input that is missing, with how often. */
export const missingInput = z
  .object({
    what: adviceInput,
    intervals: z.number().int().meta({ description: "Quarter-hours without it; 0 for terms" }),
    customers: z.number().int().meta({ description: "Customers without terms" }),
    time_from: instant.nullable().meta({ description: "Start of the first of them" }),
  })
  .meta({ id: "MissingAdviceInput" });
export type MissingAdviceInput = z.infer<typeof missingInput>;

/** Why a rule does not act on a window, or not now. */
export const decisionReasons = [
  ...adviceInputs,
  "price_not_low",
  "no_effect",
  "below_min_gain",
  "customer_loss",
  "monthly_cap",
  "not_due",
  "paused",
  "approval-needed",
  "zone-limit",
  "refused",
] as const;
export const decisionReason = z.enum(decisionReasons).meta({
  id: "DecisionReason",
  description:
    "An input that is missing; price_not_low: no price below a threshold; no_effect: nothing to curtail; below_min_gain; customer_loss: customers would lose more per MWh than the rule allows; monthly_cap: the cap per customer is used; not_due: it acts later; paused, approval-needed, zone-limit: the limits that also hold for people; refused: for another reason, in `detail`",
});
export type DecisionReason = z.infer<typeof decisionReason>;

const adviceInterval = z
  .object({
    time_from: instant,
    time_to: instant,
    isp: z.number().int(),
    market: z.enum(["day_ahead", "surplus", "shortage"]),
    eur_per_mwh: z.number(),
    import_eur_per_mwh: z.number().nullable(),
    source: z.string(),
    known_at: instant,
    volume_kwh: z.number().meta({ description: "Expected curtailed energy" }),
    gain_eur: z.number().meta({ description: "Expected gain of the supplier" }),
  })
  .meta({ id: "AdviceInterval" });
export type AdviceInterval = z.infer<typeof adviceInterval>;

const worth = {
  type: loweringType,
  time_from: instant,
  time_to: instant,
  volume_kwh: z.number().meta({ description: "Expected curtailed energy" }),
  gain_eur: z.number().nullable().meta({ description: "Expected gain of the supplier" }),
  customers_eur: z.number().nullable().meta({
    description: "Expected gain of customers, with compensation; negative: it costs them",
  }),
};

export const adviceItem = z
  .object({
    rule: z.object({ id, name: z.string(), action: ruleAction }).nullable().meta({
      description: "The rule it follows from; null: zero export below €0, without a rule",
    }),
    target: controlTarget,
    ...worth,
    gate_closed: z.boolean().meta({
      description: "Whether the day-ahead market has closed, so that imbalance prices count",
    }),
    crosses_position: z.boolean().meta({
      description:
        "Whether the control turns a surplus of the bidding zone into a shortage in a quarter-hour after gate closure: what goes beyond the position counts at the price of a shortage",
    }),
    sure_volume_kwh: z.number().meta({
      description:
        "Curtailed energy at the unfavourable end of the forecast band, p10 to p90. How often measurements lie within that band is in the performance reference",
    }),
    sure_gain_eur: z.number().nullable().meta({
      description: "The gain at that energy; errors of prices are not in it",
    }),
    locations: z.number().int().meta({ description: "Locations that would be addressed" }),
    excluded,
    approval: z.array(approvalReason).meta({ description: "Why it takes a second person" }),
    intervals: z.array(adviceInterval),
    worth_it: z.boolean(),
    reasons: z.array(decisionReason).meta({ description: "Why not, if it is not worth it" }),
  })
  .meta({ id: "AdviceItem" });
export type AdviceItem = z.infer<typeof adviceItem>;

export const advice = z
  .object({
    time: instant,
    bidding_zone: biddingZone,
    time_from: instant,
    time_to: instant.meta({ description: "It looks ahead until the end of tomorrow" }),
    data: z.array(adviceItem).meta({
      description: "Windows that are worth a control, and those that are not with why; by start",
    }),
    missing: z.array(missingInput).meta({
      description: "What is missing in the period: there is no advice where it is needed",
    }),
  })
  .meta({ id: "Advice" });
export type Advice = z.infer<typeof advice>;

/** What a rule decided on a window. */
export const decisionOutcomes = [
  "suggested",
  "waiting",
  "requested",
  "issued",
  "refused",
  "not_worth_it",
  "nothing",
] as const;
const decisionOutcome = z.enum(decisionOutcomes).meta({
  id: "DecisionOutcome",
  description:
    "suggested: as advice; waiting: it acts when the window is near; requested: approval; issued; refused: it tried and was not allowed to; not_worth_it; nothing: no price was low enough, or something was missing",
});
export type DecisionOutcome = z.infer<typeof decisionOutcome>;

export const ruleDecision = z
  .object({
    id,
    time: instant.meta({ description: "When it was decided" }),
    outcome: decisionOutcome,
    reasons: z.array(decisionReason),
    detail: z.string().nullable().meta({ description: "Why it was refused, in a sentence" }),
    ...worth,
    type: loweringType.nullable(),
    intervals: z.array(adviceInterval).meta({ description: "The prices that were known" }),
    missing: z.array(missingInput),
    control_id: id.nullable(),
    request_id: id.nullable(),
  })
  .meta({ id: "RuleDecision" });
export type RuleDecision = z.infer<typeof ruleDecision>;
export const ruleDecisionList = listSchema(ruleDecision).meta({ id: "RuleDecisionList" });
export type RuleDecisionList = z.infer<typeof ruleDecisionList>;
