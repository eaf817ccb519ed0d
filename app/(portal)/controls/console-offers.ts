import type { ConsoleOffers } from "@/components/controls/issue-control.tsx";
import type { Portal } from "@/lib/portal/door.ts";

/** What the service behind the portal can do for an order. */
export const consoleOffers = ({ offers, takes }: Portal): ConsoleOffers => ({
  preview: offers("previewBiddingZoneControl") && offers("previewGroupControl"),
  cancel: offers("cancelControl") && offers("getControl"),
  reason: takes("Control-Reason"),
  key: takes("Idempotency-Key"),
  request: offers("requestBiddingZoneControl") && offers("requestGroupControl"),
});
