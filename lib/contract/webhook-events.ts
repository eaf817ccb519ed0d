import { z } from "zod";
import { alert } from "./alerts.ts";
import { approvalRequest } from "./control-requests.ts";
import { ruleDecision } from "./advice.ts";
import { controlSummary, controlTarget } from "./controls.ts";
import { controlDelivery } from "./deliveries.ts";
import { ruleAction } from "./rules.ts";
import { biddingZone, id, instant } from "./schema-types.ts";

/** The event that `POST /v1/webhooks/{webhook_id}/test` sends, to whatever a webhook subscribed. */
export const WEBHOOK_TEST = "curtail.webhook.test";

const deliveredControl = controlSummary
  .extend({
    delivery: controlDelivery
      .pick({
        planned_kwh: true,
        delivered_kwh: true,
        delivered_share: true,
        uncertainty_kwh: true,
        devices: true,
      })
      .meta({ id: undefined }),
  })
  .meta({ id: "DeliveredControl", description: "A control with what was measured" });

const reachability = z
  .object({
    location_id: id,
    customer_id: id,
    group_id: id.nullable(),
    bidding_zone: biddingZone,
    device_ids: z.array(id).max(100),
    last_seen: instant.meta({ description: "When the location last reported" }),
  })
  .meta({ id: "Reachability", description: "The devices of a location, which report together" });

const advisedWindow = ruleDecision
  .omit({ intervals: true, missing: true, reasons: true, detail: true })
  .extend({
    rule: z.object({ id, name: z.string(), action: ruleAction }),
    target: controlTarget,
  })
  .meta({ id: "AdvisedWindow", description: "A window in which a rule found a control worth it" });

const requested = approvalRequest
  .omit({ results: true })
  .meta({ id: "RequestedControl", description: "An approval request without its quarter-hours" });

/** What the event of each type carries in `data`. */
export const webhookEventData = {
  "curtail.control.accepted": controlSummary,
  "curtail.control.started": controlSummary,
  "curtail.control.cancelled": controlSummary,
  "curtail.control.ended": controlSummary,
  "curtail.control.delivered": deliveredControl,
  "curtail.approval.requested": requested,
  "curtail.approval.decided": requested,
  "curtail.device.unreachable": reachability,
  "curtail.device.reachable": reachability,
  "curtail.price.advice": advisedWindow,
  "curtail.alert.raised": alert,
  "curtail.alert.resolved": alert,
  [WEBHOOK_TEST]: z.object({ webhook_id: id }).meta({ id: "WebhookTest" }),
} as const;

export type EventType = keyof typeof webhookEventData;
export type EventData<T extends EventType> = z.infer<(typeof webhookEventData)[T]>;

/** When the event of each type is sent, for the OpenAPI document. */
export const webhookEventTexts: Record<EventType, string> = {
  "curtail.control.accepted": "A control was accepted: it is stored, and will be dispatched.",
  "curtail.control.started":
    "The window of a control began. Whether devices follow is in its delivery.",
  "curtail.control.cancelled": "A control was cancelled: it stops at `effective_to`.",
  "curtail.control.ended": "A control stopped, at its end or because it was cancelled.",
  "curtail.control.delivered":
    "The last quarter-hour of a control was measured. Measurements that arrive later still change the delivery.",
  "curtail.approval.requested": "A control waits for a second person. It expires at `expires_at`.",
  "curtail.approval.decided": "An approval request was approved or rejected.",
  "curtail.device.unreachable":
    "A location that reported before has not reported for five minutes.",
  "curtail.device.reachable": "A location that had stopped reporting reports again.",
  "curtail.price.advice": "A rule found a window that is worth a control, or acted on one.",
  "curtail.alert.raised": "An alert was raised. While `state` is `silenced`, nobody is told of it.",
  "curtail.alert.resolved": "The cause of an alert is over.",
  [WEBHOOK_TEST]: "Sent on request, to try an endpoint.",
};

/** The envelope of an event: CloudEvents 1.0, structured content mode, with its `data`. */
export const toCloudEvent = <T extends EventType>(type: T) =>
  z
    .object({
      specversion: z.literal("1.0"),
      id: id.meta({ description: "The same when it is sent again: receive each id once" }),
      source: z.string().meta({ description: "The address of the service" }),
      type: z.literal(type),
      subject: z.string().meta({ description: "The id of what it is about" }),
      time: instant.meta({ description: "When it happened" }),
      datacontenttype: z.literal("application/json"),
      data: webhookEventData[type],
    })
    .meta({ id: `${toPascalCase(type)}Event`, description: webhookEventTexts[type] });

const toPascalCase = (type: string) =>
  type
    .split(".")
    .slice(1)
    .map((part) => part[0]!.toUpperCase() + part.slice(1))
    .join("");
