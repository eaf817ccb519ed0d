import { z } from "zod";
import { actorHeaders } from "./control-pause.ts";
import { ruleActions } from "./rule-actions.ts";
import { changeHeaders, controlTarget, controlType } from "./controls.ts";
import { hoursOff } from "./preferences.ts";
import { id, instant, listSchema, name, paging } from "./schema-types.ts";

/** Headers of creating, updating and deleting a rule. */
export const ruleHeaders = changeHeaders.extend(actorHeaders.shape);

export const ruleAction = z.enum(ruleActions).meta({
  id: "RuleAction",
  description:
    "suggest: advice only; request_approval: a request that another person approves; issue: issues the control, within the same limits as a person, and requests approval where that is needed",
});
export type RuleAction = z.infer<typeof ruleAction>;

/** The directions that lower injection, which is what a low price asks for. */
export const loweringType = controlType.exclude(["MAX_PRODUCTION"]).meta({
  id: "RuleControlType",
  description: "The directions that lower net injection: ZERO_EXPORT or MAX_CONSUMPTION",
});

const threshold = (what: string) =>
  z
    .strictObject({
      below_eur_per_mwh: z.number().min(-10_000).max(10_000).meta({ description: what }),
      type: loweringType,
    })
    .meta({ id: undefined })
    .nullable();

const exportThreshold = threshold(
  "Acts while the market price of injection is below: day ahead until gate closure, then the imbalance price that the position of the bidding zone leads to",
);
const importThreshold = threshold(
  "Acts while what customers pay for a MWh from the grid, with markup, energy tax and VAT, is below; on average over the locations. It goes before the other threshold",
);

const quarterHours = (description: string, minutes: number) =>
  z.number().int().min(0).max(minutes).multipleOf(15).meta({ description });

const fields = {
  name,
  enabled: z.boolean().meta({
    description:
      "A disabled rule does nothing; it can be replayed. A new rule is disabled unless this is true",
  }),
  export_threshold: exportThreshold,
  import_threshold: importThreshold,
  min_minutes: quarterHours("Shortest window in minutes, in quarter-hours", 720).min(15),
  min_gain_eur: z.number().min(0).max(1e6).meta({
    description: "Smallest gain of the supplier for a window, in EUR; it is always more than 0",
  }),
  hours: z.array(hoursOff).max(20).meta({
    description: "The hours in which windows may lie, by the local clock; empty: all hours",
  }),
  max_hours_per_month: z.number().min(0).max(744).nullable().meta({
    description:
      "Cap per customer: hours in a calendar month in which this rule may curtail a customer. All hours of its controls count, whoever took part. Null: no cap",
  }),
  max_customer_loss_eur_per_mwh: z.number().min(0).max(10_000).nullable().meta({
    description:
      "Largest loss of customers for a window, after compensation, per MWh of curtailed energy; 0: never where customers lose. Null: no limit",
  }),
  notice_minutes: quarterHours(
    "It requests or issues so many minutes before a window begins, in quarter-hours",
    2_880,
  ),
  action: ruleAction,
};
const target = z
  .strictObject({ kind: z.enum(["bidding_zone", "group"]), id })
  .meta({ id: "RuleTarget", description: "A bidding zone or a group" });

const hasThreshold = (rule: { export_threshold?: unknown; import_threshold?: unknown }) =>
  rule.export_threshold !== null || rule.import_threshold !== null;
const NEEDS_THRESHOLD = { message: "give one threshold or both", path: ["export_threshold"] };

export const ruleOrder = z
  .strictObject({
    ...fields,
    enabled: fields.enabled.default(false),
    target,
    min_minutes: fields.min_minutes.default(30),
    min_gain_eur: fields.min_gain_eur.default(0),
    hours: fields.hours.default([]),
    max_hours_per_month: fields.max_hours_per_month.default(null),
    max_customer_loss_eur_per_mwh: fields.max_customer_loss_eur_per_mwh.default(null),
    notice_minutes: fields.notice_minutes.default(60),
    action: fields.action.default("suggest"),
    export_threshold: exportThreshold.default(null),
    import_threshold: importThreshold.default(null),
  })
  .refine(hasThreshold, NEEDS_THRESHOLD)
  .meta({ id: "RuleOrder" });
export type RuleOrder = z.infer<typeof ruleOrder>;

/** An omitted field keeps its value; the target of a rule does not change. */
export const ruleUpdate = z.strictObject(fields).partial().meta({ id: "RuleUpdate" });
export type RuleUpdate = z.infer<typeof ruleUpdate>;

export const rule = z
  .object({
    id,
    created_at: instant,
    updated_at: instant,
    ...fields,
    target: controlTarget,
    created_by: z.string().meta({ description: "The actor, or the id of the API key" }),
    updated_by: z.string().meta({
      description: "Who changed it last. Neither of the two may approve what it requests",
    }),
  })
  .meta({ id: "Rule", description: "Watches prices and acts on them as staff have written down" });
export type Rule = z.infer<typeof rule>;
export const ruleList = listSchema(rule).meta({ id: "RuleList" });
export type RuleList = z.infer<typeof ruleList>;
export const rulesQuery = z.object({ ...paging });
export const deletedRule = z.object({ id }).meta({ id: "DeletedRule" });
