import { CirclePause, TimerOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ApprovalRequestList } from "@/lib/contract/control-requests.ts";
import type { ControlPause } from "@/lib/contract/control-pause.ts";
import { ControlGatePoller } from "./control-gate-poller.tsx";
import { PauseButton } from "./pause-button.dynamic.tsx";
import { toPauseKey, toPendingKey } from "./control-gate.ts";
import { localDate } from "@/lib/time/amsterdam.ts";

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

/** Says on every page of staff that setpoints are late, and when the last were sent. */
export function LateSetpointsBanner({
  since,
  now,
}: {
  /** When the last were sent; absent while they are not late. */
  since: string | null | undefined;
  now: number;
}) {
  const t = useTranslations("controls");
  const f = useFormats();
  const isToday = since && localDate(Date.parse(since)) === localDate(now);
  return (
    <div role="status">
      {since && (
        <p className="flex items-center gap-3 border-b border-warn bg-warn/10 px-4 py-2.5 sm:px-6">
          <TimerOff aria-hidden className="size-5 shrink-0 text-warn" />
          {t("lateSetpoints", { time: isToday ? f.time(since) : f.moment(since) })}
        </p>
      )}
    </div>
  );
}
