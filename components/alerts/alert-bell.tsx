"use client";

import { Bell } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { dynamic } from "@/components/ui/dynamic.tsx";
import { request } from "@/components/api/request.ts";
import { classNames } from "@/components/ui/class-names.ts";
import { toneFill } from "@/components/ui/tone.ts";
import { alertTones } from "./alert-tones.ts";

/** Its code is fetched when the bell is first pressed. */
const AlertPopover = dynamic(async () => (await import("./alert-popover.tsx")).AlertPopover);

const EVERY_MS = 60_000;
const UNREAD = { method: "GET", url: "/api/account/alerts" };

/** The number of unread alerts, and a list of the open ones on a press. */
export function AlertBell({ initial, maySilence }: { initial: number; maySilence: boolean }) {
  const t = useTranslations("alerts");
  const [count, setCount] = useState(initial);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const refresh = useCallback(async () => {
    const answer = await request<{ unread: string[] }>(UNREAD).catch(() => null);
    if (answer) setCount(answer.data.unread.length);
  }, []);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [refresh]);
  const close = useCallback((returnsFocus = false) => {
    setOpen(false);
    if (returnsFocus) button.current?.focus();
  }, []);
  return (
    <div className="sm:relative">
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-label={t("bell", { count })}
        title={t("title")}
        onClick={() => setOpen(!isOpen)}
        className="relative grid size-9 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
      >
        <Bell aria-hidden className="size-4.5" />
        {count > 0 && (
          <span
            aria-hidden
            className={classNames(
              "absolute top-0 right-0 min-w-4.5 rounded-full px-1 text-center text-[0.6875rem]/4.5 font-semibold text-canvas",
              toneFill[alertTones.open],
            )}
          >
            {count > 99 ? "99+" : count}
          </span>
        )}
      </button>
      {isOpen && (
        <AlertPopover
          button={button}
          maySilence={maySilence}
          onChange={() => void refresh()}
          onClose={close}
        />
      )}
    </div>
  );
}
