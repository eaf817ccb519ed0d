import type { ControlPause } from "@/lib/contract/control-pause.ts";
import type { ApprovalRequest, ApprovalRequestList } from "@/lib/contract/control-requests.ts";

/**
 * What stands between orders and their controls as a page was drawn with it, each by a name that
 * nothing else has: null where it could not be read, absent where the service has no such thing.
 */
export interface ControlGate {
  pause?: string | null | undefined;
  waiting?: string | null | undefined;
}

/** What tells one pause from another, and from none; late setpoints count too. */
export const toPauseKey = ({ paused, since, setpoints_late_since: late }: ControlPause): string =>
  `${paused ? since : "no"} ${late ?? ""}`;

/** Identifies a set of pending requests. */
export const toPendingKey = ({ data }: ApprovalRequestList): string => joinIds(data);

/** The ids of requests, sorted. */
export const joinIds = (requests: readonly ApprovalRequest[]): string =>
  requests
    .map(({ id }) => id)
    .sort()
    .join();
