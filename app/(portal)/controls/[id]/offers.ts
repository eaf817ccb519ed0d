import type { ControlOffers } from "@/components/controls/control-view.tsx";
import type { ControlTarget } from "@/lib/contract/controls.ts";
import type { Portal } from "@/lib/portal/door.ts";
import { areaOffers } from "../../areas.ts";

/** What the service can tell of, and do with, a control on a target. */
export function controlOffers(portal: Portal, target: ControlTarget | null): ControlOffers {
  const { offers, may } = portal;
  return {
    detail: offers("getControl"),
    // Without reading it again nobody could see that it was cancelled.
    cancel: may("cancelControl") && offers("cancelControl") && offers("getControl"),
    delivery: offers("getControlDelivery"),
    deliveries: offers("listControlDeliveries"),
    area: areaOffers(portal, target?.kind === "group" ? "group" : "bidding-zone"),
  };
}
