import { z } from "zod";
import { biddingZone, id, instant, listSchema, name, paging } from "./schema-types.ts";

/** The events that a webhook can subscribe to, as types of CloudEvents. */
export const webhookEventTypes = [
  "curtail.control.accepted",
  "curtail.control.started",
  "curtail.control.cancelled",
  "curtail.control.ended",
  "curtail.control.delivered",
  "curtail.approval.requested",
  "curtail.approval.decided",
  "curtail.device.unreachable",
  "curtail.device.reachable",
  "curtail.price.advice",
  "curtail.alert.raised",
  "curtail.alert.resolved",
] as const;
export const webhookEventType = z.enum(webhookEventTypes).meta({ id: "WebhookEventType" });
export type WebhookEventType = z.infer<typeof webhookEventType>;

const fields = {
  name,
  url: z.string().min(1).max(2_000).meta({
    format: "uri",
    description:
      "Where events are posted to: https, and no address of a private network unless the service allows it",
  }),
  events: z.array(webhookEventType).min(1).max(20).meta({ description: "What it subscribes to" }),
  bidding_zones: z.array(biddingZone).max(20).meta({
    description: "Only what lies in these bidding zones; with `group_ids` they add up",
  }),
  group_ids: z.array(id).max(100).meta({
    description: "Only what belongs to these groups. Both empty: everything that its key may read",
  }),
  enabled: z
    .boolean()
    .meta({ description: "While false nothing is sent, and new events are not queued" }),
};

/** Why a webhook sends, or does not. */
const webhookState = z.enum(["active", "paused", "gone", "key_ended"]).meta({
  id: "WebhookState",
  description:
    "active; paused: switched off; gone: switched off because the endpoint answered 410; key_ended: its API key was revoked or expired",
});
export type WebhookState = z.infer<typeof webhookState>;

const count = (description: string) => z.number().int().min(0).meta({ description });

const stored = {
  id,
  created_at: instant,
  updated_at: instant,
  ...fields,
  state: webhookState,
  key_id: id.meta({
    description: "The API key that created it, whose limits hold; `configured` for the portal's",
  }),
  pending: count("Events that are not delivered yet"),
  failed: count("Events that were given up after 24 hours; send them again"),
  last_success_at: instant.nullable(),
  last_failure: z
    .object({ at: instant, detail: z.string() })
    .nullable()
    .meta({ description: "The last failed attempt; null after a success" }),
  rotated_at: instant.nullable(),
  previous_until: instant
    .nullable()
    .meta({ description: "Until when events are signed with the former secret too" }),
};

export const webhook = z
  .object(stored)
  .meta({ id: "Webhook", description: "An endpoint that receives events" });
export type Webhook = z.infer<typeof webhook>;

export const newWebhook = z
  .object({
    ...stored,
    secret: z.string().nullable().meta({
      description:
        "Verifies signatures, by Standard Webhooks. Only here: null when the same request is answered again",
    }),
  })
  .meta({ id: "NewWebhook" });
export type NewWebhook = z.infer<typeof newWebhook>;

export const webhookList = listSchema(webhook).meta({ id: "WebhookList" });
export type WebhookList = z.infer<typeof webhookList>;
export const webhooksQuery = z.object({ ...paging });

export const webhookCreate = z
  .strictObject({
    ...fields,
    bidding_zones: fields.bidding_zones.default([]),
    group_ids: fields.group_ids.default([]),
    enabled: fields.enabled.default(true),
  })
  .meta({ id: "WebhookCreate" });
export type WebhookCreate = z.infer<typeof webhookCreate>;

/** An omitted field keeps its value. */
export const webhookUpdate = z.strictObject(fields).partial().meta({ id: "WebhookUpdate" });
export type WebhookUpdate = z.infer<typeof webhookUpdate>;

const GRACE_HOURS = 24;

export const webhookRotate = z
  .strictObject({
    grace_hours: z.number().min(0).max(168).default(GRACE_HOURS).meta({
      description: "How long events are signed with both secrets; 0: with the new one only",
    }),
  })
  .meta({ id: "WebhookRotate" });

export const deletedWebhook = z.object({ id }).meta({ id: "DeletedWebhook" });
/** A test takes no options: an empty object. */
export const webhookTest = z.strictObject({}).meta({ id: "WebhookTestOrder" });

export const webhookDeliveryStates = ["pending", "delivered", "failed"] as const;
const webhookDeliveryState = z.enum(webhookDeliveryStates).meta({
  id: "WebhookDeliveryState",
  description: "pending: not delivered yet; delivered; failed: given up after 24 hours",
});
export type WebhookDeliveryState = z.infer<typeof webhookDeliveryState>;

export const webhookDelivery = z
  .object({
    id,
    event_id: id.meta({ description: "The header `webhook-id`, and the `id` of the event" }),
    type: z.string(),
    subject: z.string(),
    time: instant.meta({ description: "When the event happened" }),
    state: webhookDeliveryState,
    attempts: count("How often it was sent"),
    next_attempt_at: instant.nullable().meta({
      description: "When it is sent next, if the events before it are delivered; null: no more",
    }),
    last_attempt_at: instant.nullable(),
    last_status: z
      .number()
      .int()
      .nullable()
      .meta({ description: "The HTTP status of the last answer; null without one" }),
    last_error: z.string().nullable().meta({ description: "Why the last attempt failed" }),
    delivered_at: instant.nullable(),
  })
  .meta({ id: "WebhookDelivery", description: "An event on its way to one endpoint" });
export type WebhookDelivery = z.infer<typeof webhookDelivery>;
export const webhookDeliveryList = listSchema(webhookDelivery).meta({ id: "WebhookDeliveryList" });
export type WebhookDeliveryList = z.infer<typeof webhookDeliveryList>;
export const webhookDeliveriesQuery = z.object({
  ...paging,
  state: webhookDeliveryState.optional(),
});

export const webhookResend = z
  .strictObject({
    delivery_ids: z.array(id).min(1).max(100).optional().meta({
      description: "Which events; absent: all that were given up, and those that wait for a retry",
    }),
  })
  .meta({ id: "WebhookResend" });
export const webhookResent = z
  .object({ resent: count("Events that are sent again, from now on") })
  .meta({ id: "WebhookResent" });
