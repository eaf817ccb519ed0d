import type { Portal } from "@/lib/portal/client/portal-client.ts";

/** What the service can do for an order beyond taking it. */
export interface ConsoleOffers {
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
export const consoleOffers = ({ offers, takes }: Portal): ConsoleOffers => ({
  preview: offers("previewBiddingZoneControl") && offers("previewGroupControl"),
  cancel: offers("cancelControl") && offers("getControl"),
  reason: takes("Control-Reason"),
  key: takes("Idempotency-Key"),
  request: offers("requestBiddingZoneControl") && offers("requestGroupControl"),
});
