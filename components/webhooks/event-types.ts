import { useTranslations } from "next-intl";
import type { WebhookEventType } from "@/lib/contract/webhooks.ts";

/** The messages of the event types: a message key has no dots. */
const messageKeys = {
  "curtail.control.accepted": "accepted",
  "curtail.control.started": "started",
  "curtail.control.cancelled": "cancelled",
  "curtail.control.ended": "ended",
  "curtail.control.delivered": "delivered",
  "curtail.approval.requested": "requested",
  "curtail.approval.decided": "decided",
  "curtail.device.unreachable": "unreachable",
  "curtail.device.reachable": "reachable",
  "curtail.price.advice": "advice",
  "curtail.alert.raised": "alertRaised",
  "curtail.alert.resolved": "alertResolved",
} as const satisfies Record<WebhookEventType, string>;

/** Every event that a webhook can subscribe to. */
export const eventTypes = Object.keys(messageKeys) as WebhookEventType[];

const isEventType = (type: string): type is WebhookEventType => type in messageKeys;

/** The name of an event type in the reader's language. */
export function useEventName(): (type: string) => string {
  const t = useTranslations("webhooks.types");
  return (type) => {
    if (isEventType(type)) return t(messageKeys[type]);
    return type === "curtail.webhook.test" ? t("test") : type;
  };
}
