"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Link } from "@/components/ui/link.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { useNow } from "@/components/ui/use-now.ts";
import { alertHref, alertValues } from "@/lib/alerts/alert-text.ts";
import type { Alert } from "@/lib/contract/alerts.ts";
import { MINUTE_MS } from "@/lib/time/amsterdam.ts";
import { AlertStateBadge } from "./alert-state.tsx";
import { EndSilence, SilenceDialog } from "./silence-dialog.tsx";

/** An alert: what it is, since when, the page that answers it, and silencing it. */
export function AlertItem({
  alert,
  isUnread,
  maySilence,
  onRead,
  onChange,
  onFollow,
  heading: Heading = "h3",
  serverNow = null,
}: {
  alert: Alert;
  isUnread: boolean;
  maySilence: boolean;
  onRead: (alertIds: readonly string[], read: boolean) => void;
  onChange: () => void;
  onFollow?: () => void;
  /** The level below that of the list. */
  heading?: "h2" | "h3";
  /** When the server rendered it, in ms; null where it did not. */
  serverNow?: number | null;
}) {
  const t = useTranslations("alerts");
  const f = useFormats();
  const { id, kind, state } = alert;
  const follow = () => {
    if (isUnread) onRead([id], true);
    onFollow?.();
  };
  return (
    <li className="flex flex-col gap-1 px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center gap-2">
        <Heading className={isUnread ? "font-semibold" : "font-medium"}>
          {t(`kinds.${kind}`)}
        </Heading>
        <AlertStateBadge state={state} />
        {isUnread && <Badge tone="info">{t("unread")}</Badge>}
      </div>
      <p className="wrap-anywhere">{t(`text.${kind}`, alertValues(alert, f))}</p>
      <Times alert={alert} serverNow={serverNow} />
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link className="link min-h-8 content-center" href={alertHref(alert)} onClick={follow}>
          {t(`answer.${kind}`)}
        </Link>
        {maySilence && <Silencing alert={alert} onChange={onChange} />}
        {state === "open" && (
          <Button size="sm" variant="ghost" onClick={() => onRead([id], isUnread)}>
            {t(isUnread ? "markRead" : "markUnread")}
          </Button>
        )}
      </div>
    </li>
  );
}

function Times({
  alert: { raised_at, resolved_at, state, silence },
  serverNow,
}: {
  alert: Alert;
  serverNow: number | null;
}) {
  const t = useTranslations("alerts");
  const f = useFormats();
  const browserNow = useNow(MINUTE_MS);
  const now = browserNow ?? serverNow;
  const at = (time: string) => (now === null ? f.moment(time) : f.amidMoment(time, now));
  const silenced = silence && {
    until: at(silence.until),
    by: silence.by,
    reason: silence.reason ?? "",
  };
  return (
    <p className="text-xs text-muted wrap-anywhere">
      {t("email.since", { at: at(raised_at) })}{" "}
      {resolved_at && t("email.resolved", { at: at(resolved_at) })}
      {state === "silenced" && silenced && (
        <span>{t(silence.reason ? "silence.why" : "silence.until", silenced)}</span>
      )}
    </p>
  );
}

function Silencing({ alert, onChange }: { alert: Alert; onChange: () => void }) {
  const t = useTranslations("alerts.silence");
  const [isOpen, setOpen] = useState(false);
  if (alert.state === "resolved") return null;
  if (alert.state === "silenced") return <EndSilence alertId={alert.id} onDone={onChange} />;
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t("action")}
      </Button>
      {isOpen && (
        <SilenceDialog alertId={alert.id} onClose={() => setOpen(false)} onDone={onChange} />
      )}
    </>
  );
}
