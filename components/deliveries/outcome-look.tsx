import { Ban, Check, CircleHelp, CircleX, Hourglass, MailX } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge.tsx";
import type { DeliveryState } from "@/lib/contract/deliveries.ts";
import { deliveryStates, type Outcome } from "./outcomes.ts";

/** How an outcome looks: an icon, its colour, and its part of a bar. */
export const outcomeLooks: Record<Outcome, { icon: typeof Check; ink: string; bar: string }> = {
  executed: { icon: Check, ink: "text-good", bar: "bg-good" },
  pending: { icon: Hourglass, ink: "text-info", bar: "bg-info/35" },
  unknown: { icon: CircleHelp, ink: "text-warn", bar: "hatched bg-warn/25" },
  failed: { icon: CircleX, ink: "text-bad", bar: "bg-bad" },
  unsupported: { icon: Ban, ink: "text-muted", bar: "bg-line-strong" },
  not_told: { icon: MailX, ink: "text-muted", bar: "bg-line" },
};

const states: Record<DeliveryState, { tone: Tone; icon: typeof Check }> = {
  answered: { tone: "good", icon: Check },
  pending: { tone: "info", icon: Hourglass },
  unknown: { tone: "warn", icon: CircleHelp },
  failed: { tone: "bad", icon: CircleX },
  not_told: { tone: "neutral", icon: MailX },
};

/** How a location stands with a control. */
export function DeliveryBadge({ state }: { state: DeliveryState }) {
  const { tone, icon: Icon } = states[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {deliveryStates[state]}
    </Badge>
  );
}
