import type { Portal } from "@/lib/portal/client/portal-client.ts";

/** What the service can do for an order beyond taking it. */
export interface IssueCapabilities {
  preview: boolean;
  /** Controls are taken back. */
  cancel: boolean;
  /** A reason is kept with the control. */
  reason: boolean;
  /** An order sent again under its key stays one. */
  key: boolean;
  /** What takes a second person can be requested. */
  request: boolean;
}

/** What the service behind the portal can do for an order. */
export const getIssueCapabilities = ({ supports, supportsHeader }: Portal): IssueCapabilities => ({
  preview: supports("previewBiddingZoneControl") && supports("previewGroupControl"),
  cancel: supports("cancelControl") && supports("getControl"),
  reason: supportsHeader("Control-Reason"),
  key: supportsHeader("Idempotency-Key"),
  request: supports("requestBiddingZoneControl") && supports("requestGroupControl"),
});
