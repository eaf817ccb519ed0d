import type { ApprovalRequestList } from "@/lib/contract/control-requests.ts";
import type { ControlPause } from "@/lib/contract/control-pause.ts";
import { LateSetpointsBanner } from "../late-setpoints-banner.tsx";
import { ControlGatePoller } from "./control-gate-poller.tsx";
import { toPauseKey, toPendingKey } from "./control-gate.ts";
import { PauseBanner } from "./pause-banner.tsx";

/**
 * Notices above every page of staff that controls are paused or setpoints late. The page refreshes when
 * the pause or the pending requests change.
 */
export function ControlNotices({
  pause,
  waiting,
  offers,
  mayResume,
}: {
  /** Null where it could not be read. */
  pause: ControlPause | null;
  /** Null where they could not be read. */
  waiting: ApprovalRequestList | null;
  /** What the service provides. */
  offers: { pause: boolean; requests: boolean };
  mayResume: boolean;
}) {
  return (
    <>
      {offers.pause && (
        <>
          <LateSetpointsBanner since={pause?.setpoints_late_since} now={Date.now()} />
          <PauseBanner mayResume={mayResume} pause={pause} />
        </>
      )}
      <ControlGatePoller
        pause={offers.pause ? pause && toPauseKey(pause) : undefined}
        waiting={offers.requests ? waiting && toPendingKey(waiting) : undefined}
      />
    </>
  );
}
