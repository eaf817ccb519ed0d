import { Hourglass, Undo2, UserRoundCheck, UserRoundX } from "lucide-react";
import type { ApprovalRequestState } from "@/lib/contract/control-requests.ts";
import { pendingStyle } from "./pending-style.ts";
import type { StateStyle } from "@/components/ui/tone.ts";

/** The state of a request; `withdrawn` is rejected by its requester. */
export type RequestState = ApprovalRequestState | "withdrawn";

/** The one colour and icon of each state of an approval request. */
export const requestStateStyles: Record<RequestState, StateStyle> = {
  pending: pendingStyle,
  approved: { tone: "good", icon: UserRoundCheck },
  rejected: { tone: "neutral", icon: UserRoundX },
  withdrawn: { tone: "neutral", icon: Undo2 },
  expired: { tone: "neutral", icon: Hourglass },
};
