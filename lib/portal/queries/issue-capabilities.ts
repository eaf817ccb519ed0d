import type { Portal } from "@/lib/portal/client/portal-client.ts";

/** What the service supports when issuing a control. */
export interface IssueCapabilities {
  preview: boolean;
  /** Controls can be cancelled. */
  cancel: boolean;
  /** A reason is stored with the control. */
  reason: boolean;
  /** Idempotency keys are supported. */
  key: boolean;
  /** Controls that require a second person can be requested. */
  request: boolean;
}

/** The service's capabilities for issuing a control. */
export const getIssueCapabilities = ({ supports, supportsHeader }: Portal): IssueCapabilities => ({
  preview: supports("previewBiddingZoneControl") && supports("previewGroupControl"),
  cancel: supports("cancelControl") && supports("getControl"),
  reason: supportsHeader("Control-Reason"),
  key: supportsHeader("Idempotency-Key"),
  request: supports("requestBiddingZoneControl") && supports("requestGroupControl"),
});
