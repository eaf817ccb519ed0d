import type { useTranslations } from "next-intl";
import type { Formats } from "@/lib/i18n/format.ts";
import type { DeliveryState, DeviceOutcomes } from "@/lib/contract/deliveries.ts";
import { outcomeNames, type Outcome } from "@/lib/controls/outcomes.ts";

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
