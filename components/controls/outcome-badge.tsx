import { useTranslations } from "next-intl";
import {
  ExecutedIcon,
  FailedIcon,
  NotSentIcon,
  PendingIcon,
  UnknownIcon,
  UnsupportedIcon,
} from "@/components/icons/state-icons.tsx";
import { StyledBadge } from "@/components/ui/badge.tsx";
import type { StateStyle } from "@/components/ui/tone.ts";
import type { DeliveryState, DeviceOutcomes } from "@/lib/contract/deliveries.ts";
import { type Outcome, outcomeNames } from "@/lib/controls/control-state.ts";
import type { Formats } from "@/lib/i18n/format.ts";

/**
 * The devices a control is for, by what came of telling them, so that they add up; and beside them
 * how many are registered as not controllable, which the service counts as unsupported too.
 */
export function addressedOutcomes(devices: DeviceOutcomes): {
  addressed: DeviceOutcomes;
  notAddressed: number;
} {
  const { addressed, pending, executed, failed, unknown, not_dispatched } = devices;
  const rest = Math.max(0, addressed - pending - executed - failed - unknown - not_dispatched);
  const unsupported = Math.min(devices.unsupported, rest);
  return {
    addressed: { ...devices, unsupported },
    notAddressed: devices.unsupported - unsupported,
  };
}

/** The outcomes worth a place: what may still happen or go wrong always, the rare ones if any. */
export const visibleOutcomes = (devices: DeviceOutcomes): Outcome[] =>
  outcomeNames.filter(
    (name) => devices[name] > 0 || !["unsupported", "not_dispatched"].includes(name),
  );

interface OutcomeLabels {
  t: ReturnType<typeof useTranslations<"deliveries">>;
  f: Formats;
}

/** `2 say they follow, 1 no answer yet`: the outcomes of one location's devices. */
export const describeOutcomes = (devices: DeviceOutcomes, { t, f }: OutcomeLabels): string =>
  outcomeNames
    .filter((name) => devices[name] > 0)
    .map((name) =>
      t(`outcomes.${name}.brief`, { count: devices[name], shown: f.count(devices[name]) }),
    )
    .join(", ");

/** How a location can stand with a control. */
export const deliveryStates: DeliveryState[] = [
  "pending",
  "acknowledged",
  "unknown",
  "failed",
  "not_dispatched",
];

/** The one icon, colour and part of a bar of each outcome. */
export const outcomeStyles: Record<Outcome, StateStyle & { bar: string }> = {
  executed: { icon: ExecutedIcon, tone: "good", bar: "bg-good" },
  pending: { icon: PendingIcon, tone: "info", bar: "bg-info/35" },
  unknown: { icon: UnknownIcon, tone: "warn", bar: "hatched bg-warn/25" },
  failed: { icon: FailedIcon, tone: "bad", bar: "bg-bad" },
  unsupported: { icon: UnsupportedIcon, tone: "neutral", bar: "bg-line-strong" },
  not_dispatched: { icon: NotSentIcon, tone: "neutral", bar: "bg-line" },
};

/** The outcome of a control at a location. */
export function DeliveryBadge({ state }: { state: DeliveryState }) {
  const t = useTranslations("deliveries.states");
  const style = outcomeStyles[state === "acknowledged" ? "executed" : state];
  return <StyledBadge style={style}>{t(state)}</StyledBadge>;
}
