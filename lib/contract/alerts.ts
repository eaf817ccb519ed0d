import { z } from "zod";
import { alertKinds, alertStates } from "./alert-kinds.ts";
import { market } from "./prices.ts";
import { actorHeaders } from "./control-pause.ts";
import { changeHeaders, controlType } from "./controls.ts";
import { id, instant, listSchema, paging } from "./schema-types.ts";

export const alertKind = z.enum(alertKinds).meta({
  id: "AlertKind",
  description:
    "under_delivery: a control delivers less than planned; locations_offline: locations that reported before do not report; prices_stale: day-ahead prices are missing, or imbalance prices of a configured source stopped; weather_stale: no new weather forecast; approval_waiting: a control waits for a second person",
});
export type AlertKind = z.infer<typeof alertKind>;

/** Headers of changing an alert rule or an alert. */
export const alertHeaders = changeHeaders.extend(actorHeaders.shape);

const share = z.number().gt(0).max(1);
const thresholds = z
  .strictObject({
    below_share: share.optional().meta({
      description:
        "under_delivery: raised while the delivered share of the finished quarter-hours is below, and at least 0.1 kWh of their plan is not delivered",
    }),
    min_locations: z.number().int().min(1).max(1_000_000).optional().meta({
      description: "locations_offline: at least so many locations do not report",
    }),
    min_share: share.optional().meta({
      description:
        "locations_offline: at least this share of the locations that ever reported does not; with `min_locations` both must hold",
    }),
    for_minutes: z.number().int().min(0).max(10_080).optional().meta({
      description:
        "locations_offline: so long without a report, 5 minutes at least; approval_waiting: so long without a decision",
    }),
    due_at: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 14:00")
      .optional()
      .meta({
        description:
          "prices_stale: the prices of tomorrow must be known by this time of Europe/Amsterdam",
      }),
    imbalance_hours: z.number().min(0).max(336).optional().meta({
      description:
        "prices_stale: the newest imbalance price may be so old while a source of them is configured; 0: they are not watched",
    }),
    older_than_hours: z.number().min(1).max(168).optional().meta({
      description: "weather_stale: the newest weather forecast was issued longer ago",
    }),
  })
  .meta({
    id: "AlertThresholds",
    description: "Only those of its kind. What is left out at creation has its default",
  });
export type AlertThresholds = z.infer<typeof thresholds>;

const targetKind = z.enum(["bidding_zone", "group", "location"]);
const targetOrder = z.strictObject({ kind: targetKind, id }).meta({
  id: "AlertRuleTarget",
  description:
    "A bidding zone, a group, or a location. Prices and weather: a bidding zone; a location only for locations_offline",
});
const alertTarget = z
  .object({ kind: targetKind, id, name: z.string() })
  .meta({ id: "AlertTarget", description: "What it is about, with its name" });
export type AlertTarget = z.infer<typeof alertTarget>;

const enabled = z.boolean().meta({ description: "A disabled rule raises nothing" });

export const alertRuleOrder = z
  .strictObject({
    kind: alertKind,
    target: targetOrder,
    thresholds: thresholds.default({}),
    enabled: enabled.default(true),
  })
  .meta({ id: "AlertRuleOrder" });
export type AlertRuleOrder = z.infer<typeof alertRuleOrder>;

/** An omitted threshold keeps its value; the kind and the target of a rule do not change. */
export const alertRuleUpdate = z
  .strictObject({ thresholds, enabled })
  .partial()
  .meta({ id: "AlertRuleUpdate" });
export type AlertRuleUpdate = z.infer<typeof alertRuleUpdate>;

export const alertRule = z
  .object({
    id,
    created_at: instant,
    updated_at: instant,
    kind: alertKind,
    target: alertTarget,
    thresholds,
    enabled,
    updated_by: z.string().meta({ description: "Who changed it last: the actor, or the API key" }),
  })
  .meta({ id: "AlertRule", description: "When an alert is raised" });
export type AlertRule = z.infer<typeof alertRule>;
export const alertRuleList = listSchema(alertRule).meta({ id: "AlertRuleList" });
export const alertRulesQuery = z.object({ ...paging });
export const deletedAlertRule = z.object({ id }).meta({ id: "DeletedAlertRule" });

const alertState = z.enum(alertStates).meta({
  id: "AlertState",
  description:
    "open; silenced: its cause remains, but nobody is told until the silence ends; resolved: its cause is over",
});
export type AlertState = z.infer<typeof alertState>;

const details = z
  .object({
    control_type: controlType.optional(),
    delivered_share: z.number().optional().meta({
      description: "under_delivery: delivered over planned in finished quarter-hours",
    }),
    locations_offline: z.number().int().optional(),
    locations: z.number().int().optional().meta({
      description: "locations_offline: locations of the target that ever reported",
    }),
    market: market.optional().meta({
      description: "prices_stale: whose prices; absent in alerts from before imbalance was watched",
    }),
    known_until: instant.optional().meta({
      description: "prices_stale: when the last known price ends; absent if none is known",
    }),
    issued_at: instant.optional().meta({
      description: "weather_stale: when the newest weather forecast was issued",
    }),
    requested_at: instant.optional(),
    expires_at: instant.optional().meta({
      description: "approval_waiting: from then on it can no longer be approved",
    }),
    requested_by: z.string().optional(),
  })
  .meta({ id: "AlertDetails", description: "What was observed; the fields of its kind" });
export type AlertDetails = z.infer<typeof details>;

const subject = z
  .object({
    kind: z.enum(["control", "control_request", "market", ...targetKind.options]),
    id,
  })
  .meta({ id: "AlertSubject", description: "A rule has one alert at a time about each subject" });
export type AlertSubject = z.infer<typeof subject>;

const silence = z
  .object({
    until: instant,
    at: instant,
    by: z.string().meta({ description: "The actor, or the id of the API key" }),
    reason: z.string().nullable(),
  })
  .meta({ id: "AlertSilence", description: "Until when nobody is told of it, and by whom" });
export type AlertSilence = z.infer<typeof silence>;

export const alert = z
  .object({
    id,
    raised_at: instant,
    updated_at: instant.meta({ description: "When `details` changed last" }),
    resolved_at: instant.nullable(),
    state: alertState,
    kind: alertKind,
    rule_id: id,
    target: alertTarget,
    subject,
    thresholds,
    details,
    silence: silence.nullable().meta({ description: "The last silence, also after it ended" }),
  })
  .meta({ id: "Alert", description: "Something that needs a person" });
export type Alert = z.infer<typeof alert>;
export const alertList = listSchema(alert).meta({ id: "AlertList" });
export type AlertList = z.infer<typeof alertList>;
export const alertsQuery = z.object({
  ...paging,
  state: alertState.optional(),
  kind: alertKind.optional(),
});

/** The longest silence, in days. */
export const MAX_SILENCE_DAYS = 90;
export const alertSilence = z
  .strictObject({
    until: instant.nullable().meta({
      description: `Until when nobody is told, at most ${MAX_SILENCE_DAYS} days ahead; null ends a silence`,
    }),
    reason: z.string().max(200).nullable().default(null).meta({ description: "Why" }),
  })
  .meta({ id: "AlertSilenceOrder" });
