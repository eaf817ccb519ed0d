import type { AreaOffers } from "@/lib/contract/areas.ts";
import type { ControlTarget } from "@/lib/contract/controls.ts";
import type { Portal } from "@/lib/portal/client/portal-client.ts";
import { getAreaCapabilities } from "./area-queries.ts";

/** What the service can tell of, and do with, a control beyond the documented operations. */
export interface ControlCapabilities {
  detail: boolean;
  cancel: boolean;
  delivery: boolean;
  deliveries: boolean;
  /** What it can tell of the control's target. */
  area: AreaOffers;
}

/** What the service can tell of, and do with, a control on a target. */
export function getControlCapabilities(
  portal: Portal,
  target: ControlTarget | null,
): ControlCapabilities {
  const { supports, isAllowed } = portal;
  return {
    detail: supports("getControl"),
    // Without reading it again nobody could see that it was cancelled.
    cancel: isAllowed("cancelControl") && supports("cancelControl") && supports("getControl"),
    delivery: supports("getControlDelivery"),
    deliveries: supports("listControlDeliveries"),
    area: getAreaCapabilities(portal, target?.kind === "group" ? "group" : "bidding-zone"),
  };
}
