import { useTranslations } from "next-intl";
import {
  ExecutedIcon,
  FailedIcon,
  NotSentIcon,
  PendingIcon,
  UnknownIcon,
  UnsupportedIcon,
} from "@/components/icons/state-icons.tsx";
import { Badge, type Tone } from "@/components/ui/badge.tsx";
import type { DeliveryState } from "@/lib/contract/deliveries.ts";
import type { Outcome } from "@/lib/controls/outcomes.ts";

type Icon = typeof ExecutedIcon;

/** How an outcome looks: an icon, its colour, and its part of a bar. */
export const outcomeStyles: Record<Outcome, { icon: Icon; ink: string; bar: string }> = {
  executed: { icon: ExecutedIcon, ink: "text-good", bar: "bg-good" },
  pending: { icon: PendingIcon, ink: "text-info", bar: "bg-info/35" },
  unknown: { icon: UnknownIcon, ink: "text-warn", bar: "hatched bg-warn/25" },
  failed: { icon: FailedIcon, ink: "text-bad", bar: "bg-bad" },
  unsupported: { icon: UnsupportedIcon, ink: "text-muted", bar: "bg-line-strong" },
  not_dispatched: { icon: NotSentIcon, ink: "text-muted", bar: "bg-line" },
};

const states: Record<DeliveryState, { tone: Tone; icon: Icon }> = {
  acknowledged: { tone: "good", icon: ExecutedIcon },
  pending: { tone: "info", icon: PendingIcon },
  unknown: { tone: "warn", icon: UnknownIcon },
  failed: { tone: "bad", icon: FailedIcon },
  not_dispatched: { tone: "neutral", icon: NotSentIcon },
};

/** The outcome of a control at a location. */
export function DeliveryBadge({ state }: { state: DeliveryState }) {
  const t = useTranslations("deliveries.states");
  const { tone, icon: Icon } = states[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {t(state)}
    </Badge>
  );
}
