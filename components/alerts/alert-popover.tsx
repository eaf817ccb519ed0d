"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, type RefObject } from "react";
import { Failure } from "@/components/api/failure.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Link } from "@/components/ui/link.tsx";
import { Loading } from "@/components/ui/states.tsx";
import { AlertItem } from "./alert-item.tsx";
import { useAlerts } from "./use-alerts.ts";

/** Alerts in the popover; the page has the others. */
const MAX_LISTED = 10;

/** The open alerts, newest first. Escape, a press elsewhere and leaving it by keyboard close it. */
export function AlertPopover({
  button,
  maySilence,
  onChange,
  onClose,
}: {
  /** The bell: a press on it is no press elsewhere. */
  button: RefObject<HTMLButtonElement | null>;
  maySilence: boolean;
  onChange: () => void;
  onClose: (returnsFocus?: boolean) => void;
}) {
  const t = useTranslations("alerts");
  const ref = useRef<HTMLDivElement>(null);
  const { alerts, unread, problem, refresh, markRead } = useAlerts({ state: "open" }, { onChange });
  useEffect(() => {
    const leave = (event: Event) => {
      const target = event.target as Node;
      if (!ref.current?.contains(target) && !button.current?.contains(target)) onClose();
    };
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape" && !document.querySelector("dialog[open]")) onClose(true);
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("focusin", leave);
    document.addEventListener("keydown", closeByKey);
    return () => {
      document.removeEventListener("keydown", closeByKey);
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("focusin", leave);
    };
  }, [button, onClose]);
  return (
    <div
      ref={ref}
      role="group"
      aria-label={t("title")}
      className="absolute top-14 right-2 left-2 z-30 max-h-[80dvh] overflow-y-auto rounded-lg border border-line bg-raised shadow-lg sm:top-full sm:left-auto sm:mt-1 sm:w-104"
    >
      <header className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
        <h2 className="font-semibold">{t("title")}</h2>
        {unread.size > 0 && (
          <Button size="sm" variant="ghost" onClick={() => markRead([...unread], true)}>
            {t("markAllRead")}
          </Button>
        )}
      </header>
      {problem && <Failure problem={problem} onRetry={refresh} />}
      {!alerts && !problem && (
        <div className="px-4">
          <Loading />
        </div>
      )}
      {alerts?.length === 0 && <p className="px-4 py-6 text-center text-muted">{t("none")}</p>}
      <ul className="divide-y divide-line">
        {alerts?.slice(0, MAX_LISTED).map((alert) => (
          <AlertItem
            key={alert.id}
            alert={alert}
            isUnread={unread.has(alert.id)}
            maySilence={maySilence}
            onRead={markRead}
            onChange={refresh}
            onFollow={onClose}
          />
        ))}
      </ul>
      <footer className="border-t border-line px-4 py-2">
        <Link className="link min-h-8 content-center" href="/alerts" onClick={() => onClose()}>
          {t("all")}
        </Link>
      </footer>
    </div>
  );
}
