import type { AreaCapabilities } from "@/lib/contract/areas.ts";
import type { ControlTarget } from "@/lib/contract/controls.ts";
import { getAreaCapabilities } from "./overview.ts";
import type { Portal } from "@/lib/portal/client/portal-client.ts";

/** What the service supports for a control beyond the documented operations. */
export interface ControlCapabilities {
  detail: boolean;
  cancel: boolean;
  delivery: boolean;
  deliveries: boolean;
  value: boolean;
  /** What it supports when the user issues a control; null: the user may not. */
  issue: IssueCapabilities | null;
  /** What it supports for the control's target. */
  area: AreaCapabilities;
}

/** What the service supports for a control beyond the documented operations. */
export function getControlCapabilities(
  portal: Portal,
  target: ControlTarget | null,
): ControlCapabilities {
  const { supports, isAllowed } = portal;
  return {
    detail: supports("getControl"),
    // Cancelling needs the control's details to show the result.
    cancel: isAllowed("cancelControl") && supports("cancelControl") && supports("getControl"),
    delivery: supports("getControlDelivery"),
    deliveries: supports("listControlDeliveries"),
    value: supports("getControlValue"),
    issue: isAllowed("controlBiddingZone") ? getIssueCapabilities(portal) : null,
    area: getAreaCapabilities(portal, target?.kind === "group" ? "group" : "bidding-zone"),
  };
}

/** What the service supports when issuing a control. */
export interface IssueCapabilities {
  preview: boolean;
  /** The preview can say what a control is worth. */
  value: boolean;
  /** Day-ahead prices are known. */
  prices: boolean;
  /** Controls are listed with their targets. */
  summaries: boolean;
  /** Controls can be cancelled. */
  cancel: boolean;
  /** A reason is stored with the control. */
  reason: boolean;
  /** Idempotency keys are supported. */
  key: boolean;
  /** A control can replace another one, which is cancelled in the same step. */
  replaces: boolean;
  /** Controls that require a second person can be requested. */
  request: boolean;
}

/** The service's capabilities for issuing a control. */
export const getIssueCapabilities = ({ supports, supportsHeader }: Portal): IssueCapabilities => ({
  preview: supports("previewBiddingZoneControl") && supports("previewGroupControl"),
  value: supports("previewBiddingZoneControlValue") && supports("previewGroupControlValue"),
  prices: supports("getBiddingZonePrices"),
  summaries: supports("listControlSummaries"),
  cancel: supports("cancelControl") && supports("getControl"),
  reason: supportsHeader("Control-Reason"),
  key: supportsHeader("Idempotency-Key"),
  replaces: supportsHeader("Control-Replaces"),
  request: supports("requestBiddingZoneControl") && supports("requestGroupControl"),
});
