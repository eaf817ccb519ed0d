import { CirclePause } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ApprovalRequestList } from "@/lib/contract/control-requests.ts";
import type { ControlPause } from "@/lib/contract/control-pause.ts";
import { LateSetpointsBanner } from "../late-setpoints-banner.tsx";
import { ControlGatePoller } from "./control-gate-poller.tsx";
import { PauseButton } from "./pause-button.dynamic.tsx";
import { toPauseKey, toPendingKey } from "./control-gate.ts";

function PausedNotice({ pause, mayResume }: { pause: ControlPause; mayResume: boolean }) {
  const t = useTranslations("controls.pause");
  const f = useFormats();
  const { since, by, reason } = pause;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-warn bg-warn/10 px-4 py-2.5 sm:px-6">
      <CirclePause aria-hidden className="size-5 shrink-0 text-warn" />
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        <strong className="font-semibold">{t("banner")}</strong>{" "}
        {since && t("since", { who: by ?? "", when: f.moment(since), why: reason ?? "" })}{" "}
        <span className="text-muted">{t("meanwhile")}</span>
      </p>
      {mayResume && <PauseButton kind="resume" />}
    </div>
  );
}

/**
 * Says on every page of staff that controls are paused: who, when, why, and what goes on. The server
 * draws it, and draws it anew when a pause begins or ends meanwhile.
 */
function PauseBanner({
  pause,
  mayResume,
}: {
  /** Null where it could not be read. */
  pause: ControlPause | null;
  mayResume: boolean;
}) {
  return (
    <div role="status">{pause?.paused && <PausedNotice pause={pause} mayResume={mayResume} />}</div>
  );
}

/**
 * Notices above every page of staff that controls are paused or setpoints late. The page refreshes when
 * the pause or the pending requests change.
 */
export function ControlNotices({
  pause,
  waiting,
  capabilities,
  mayResume,
}: {
  /** Null where it could not be read. */
  pause: ControlPause | null;
  /** Null where they could not be read. */
  waiting: ApprovalRequestList | null;
  /** What the service provides. */
  capabilities: { pause: boolean; requests: boolean };
  mayResume: boolean;
}) {
  return (
    <>
      {capabilities.pause && (
        <>
          <LateSetpointsBanner since={pause?.setpoints_late_since} now={Date.now()} />
          <PauseBanner mayResume={mayResume} pause={pause} />
        </>
      )}
      <ControlGatePoller
        pause={capabilities.pause ? pause && toPauseKey(pause) : undefined}
        waiting={capabilities.requests ? waiting && toPendingKey(waiting) : undefined}
      />
    </>
  );
}
