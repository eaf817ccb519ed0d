import type { ControlPause } from "@/lib/contract/control-pause.ts";
import type { ApprovalRequest, ApprovalRequestList } from "@/lib/contract/control-requests.ts";

/**
 * What can block new controls, as rendered with the page, each by a unique key: null if it could not
 * be read, absent if the service does not support it.
 */
export interface ControlGate {
  pause?: string | null | undefined;
  waiting?: string | null | undefined;
}

/** Identifies a pause, or none; includes late setpoints. */
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
